// The example of a shop that shows the checkout page in a frame, run by `paytwin exec`.

import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { freePort } from '../../core/listening.ts'
import { launchBrowser, skipsBrowserTests } from '../../simulator/test-support/browser.ts'
import { Running } from '../../simulator/test-support/built-program.ts'

let running: Running | undefined
afterEach(async () => {
  running?.child.kill('SIGTERM')
  await running?.ended
})

/** Runs the shop with a simulator, and returns its origin once it responds. */
async function open(): Promise<string> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const shop = fileURLToPath(new URL('frame-shop/shop.mjs', import.meta.url))
  const started = new Running(['exec', '--', 'env', `PORT=${port}`, 'node', shop])
  running = started
  const problem = () =>
    fetch(`${url}/none`).then(
      () => '',
      () => `not open: ${started.stderr}`,
    )
  await expect.poll(problem).toBe('')
  return url
}

it.skipIf(skipsBrowserTests)(
  'the frame shop learns from the frame that its shopper has paid',
  async () => {
    const url = await open()
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(`${url}/buy/order-1`)
      await expect.poll(() => page.locator('iframe').getAttribute('height')).not.toBe('400')
      const frame = page.frameLocator('iframe')
      await frame.getByLabel('I accept the terms', { exact: false }).check()
      await frame.getByRole('button', { name: 'Pay 40.00 USD' }).click()
      await page.getByText('Thank you. Your payment is').waitFor()
      await frame.getByRole('heading').first().click()
      await page.keyboard.press('Escape')
      await page.getByText('You left the checkout.').waitFor()
    } finally {
      await browser.close()
    }
  },
  60_000,
)
