// The example shops, run by `paytwin exec`: an order is paid, and the shop learns it from a signed webhook.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { controlClient } from '../../client/control-client.ts'
import { freePort } from '../../core/listening.ts'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { launchBrowser, skipsBrowserTests } from '../../simulator/test-support/browser.ts'
import { Running } from '../../simulator/test-support/built-program.ts'

const directory = testDirectory('shops')

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const isMissing = (program: string) => process.env.CI !== 'true' && spawnSync('which', [program]).status !== 0

let running: Running | undefined
afterEach(async () => {
  running?.child.kill('SIGTERM')
  await running?.ended
})

/** Runs a shop with a simulator, and returns its origin once it responds. */
async function open(commandOf: (port: string) => string[]): Promise<string> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const exec = ['exec', '--webhook-url', `${url}/webhook`, '--', 'env', `PORT=${port}`]
  const started = new Running([...exec, ...commandOf(port)])
  running = started
  await expect
    .poll(
      () =>
        fetch(`${url}/orders/none`)
          .then(() => '')
          .catch(() => `not open: ${started.stderr}`),
      {
        timeout: 60_000,
      },
    )
    .toBe('')
  return url
}

const redirectShops: [program: string, commandOf: (port: string) => string[]][] = [
  ['node', () => ['node', pathOf('redirect-shop/shop.mjs')]],
  ['php', (port) => ['php', '-S', `127.0.0.1:${port}`, pathOf('redirect-shop/shop.php')]],
  // A program that "go run" starts does not get its signals.
  [
    'go',
    () => [
      'sh',
      '-c',
      `go build -o "$0" ${pathOf('redirect-shop/shop.go')} && exec "$0"`,
      join(directory, 'shop'),
    ],
  ],
]

for (const [program, commandOf] of redirectShops)
  it.skipIf(isMissing(program))(
    `the redirect shop for ${program} sells a lamp`,
    { timeout: 120_000 },
    async () => {
      const url = await open(commandOf)
      const order = async () => (await fetch(`${url}/orders/order-1`)).text()
      expect(await order()).toBe('Order order-1: not paid')
      const response = await fetch(`${url}/buy/order-1`, { redirect: 'manual' })
      expect(response.status).toBe(303)
      const checkout = new URL(response.headers.get('location') ?? '')
      expect(await (await fetch(checkout)).text()).toContain('Desk lamp')
      const control = controlClient({ url: checkout.origin })
      const uuid = checkout.pathname.split('/').at(-1) ?? ''
      await control.payInvoice({ params: { uuid }, body: { by: 'exchange', as: 'shopper-ready' } })
      await control.advanceClock({ body: { by: 'P1D' } })
      await expect.poll(order).toBe('Order order-1: completed')
      const send = (delivery: unknown) =>
        fetch(`${url}/webhook`, { method: 'POST', body: JSON.stringify(delivery) })
      const forged = { data: { data: '{}', offerId: 'order-1', paymentStatus: 'failed' }, signature: 'AAAA' }
      expect((await send(forged)).status).toBe(400)
      expect(await order()).toBe('Order order-1: completed')
      // The unsigned copies say that another order is paid.
      const { events } = await control.listEvents({ query: { limit: 1 } })
      const { data, signature } = JSON.parse(events[0]?.request.body ?? '')
      await send({ data: { ...data, offerId: 'order-2' }, signature })
      expect(await (await fetch(`${url}/orders/order-2`)).text()).toBe('Order order-2: not paid')
    },
  )

it.skipIf(skipsBrowserTests)(
  'the frame shop learns from the frame that its shopper has paid',
  async () => {
    const url = await open(() => ['node', pathOf('frame-shop/shop.mjs')])
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
