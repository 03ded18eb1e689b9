// A developer tries calls from the reference in a real browser. It needs the built scripts of browser/.

import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { testDirectory } from '../../../core/test-support/test-directory.ts'
import { browserTitle, skipsBrowserTests } from '../../test-support/browser.ts'
import { servedForSuite } from '../../test-support/served.ts'
import { accessibilityErrors, TestBrowser } from '../../test-support/test-browser.ts'

const directory = testDirectory('reference')

const tallestDescription =
  "Math.max(...[...document.querySelectorAll('.opblock-tag small')].map((text) => text.offsetHeight))"

describe.skipIf(skipsBrowserTests)(browserTitle('the reference in a browser'), () => {
  const browser = TestBrowser.forSuite()
  const served = servedForSuite()
  const closed = servedForSuite({ control: false })

  /** Opens an operation, sends its request, and returns the status and the body of the response. */
  async function tried(page: Page, path: string): Promise<{ status: string; body: string }> {
    await page
      .getByRole('button', { name: new RegExp(`${path}( |$|\\W)`) })
      .first()
      .click()
    await page.getByRole('button', { name: 'Execute' }).click()
    const response = page.locator('.live-responses-table .response')
    await response.waitFor()
    return {
      status: (await response.locator('.response-col_status').first().innerText()).trim(),
      body: await response.locator('.response-col_description').innerText(),
    }
  }

  it.each(['as-served', 'contract'])('sends the token of the chosen merchant: %s', (document) =>
    browser.on(`${served.url}/docs?document=${document}`, async (page) => {
      await page.getByRole('combobox', { name: 'Merchant' }).selectOption('Tea House')
      const { status, body } = await tried(page, '/stores')
      expect([status, body]).toEqual(['200', expect.stringContaining('Tea House')])
      expect(await accessibilityErrors(page)).toEqual([])
    }),
  )

  it('fits a narrow screen, with an operation that is open', () =>
    browser.on(`${served.url}/docs`, async (page) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await tried(page, '/hosted-page')
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      expect(await page.evaluate(tallestDescription)).toBeLessThan(80)
      expect(await accessibilityErrors(page)).toEqual([])
    }))

  it.each(['/exchanges/payments/{exchange_name}', '/payout/payee'])('encrypts a plain payload: %s', (path) =>
    browser.on(`${served.url}/docs`, async (page) => {
      const sent = page.waitForRequest((request) => request.url().includes('/api/'))
      const { status, body } = await tried(page, path)
      expect([status, body]).toEqual(['200', expect.stringContaining('"ok": true')])
      const [payload] = Object.values((await sent).postDataJSON())
      expect(payload).toEqual(expect.stringMatching(/^[\w+/=.-]{100,}$/))
    }),
  )

  it('shows a call in five languages, which do the same', () =>
    browser.on(`${served.url}/docs`, async (page) => {
      await page.getByText('Open an operation and choose Execute').waitFor()
      await tried(page, '/hosted-page')
      const shown = page.locator('.request-snippets')
      const total = async () =>
        ((await (await fetch(`${served.url}/control/invoices`)).json()) as { total: number }).total
      const before = await total()
      const programs = {
        curl: ['bash', 'sample.sh'],
        JavaScript: ['node', 'sample.mjs'],
        Python: ['python3', 'sample.py'],
        PHP: ['php', 'sample.php'],
        Go: ['go', 'run', 'sample.go'],
      }
      for (const [title, [program = '', ...options]] of Object.entries(programs)) {
        await shown.getByRole('heading', { name: title, exact: true }).click()
        writeFileSync(join(directory, options.at(-1) ?? ''), await shown.locator('pre').innerText())
        // Without blocking this process, because this one serves the request.
        const { stdout } = await promisify(execFile)(program, options, { cwd: directory })
        expect(stdout).toContain('"ok":true')
      }
      expect(await total()).toBe(before + 5)
    }))

  it('calls the control API of a named sandbox', async () => {
    const clock = async (sandbox: string) =>
      (await (await fetch(`${served.url}${sandbox}/control/clock`)).json()) as { now: string }
    const headers = { 'content-type': 'application/json' }
    await fetch(`${served.url}/sandboxes/mine`, { method: 'PUT', headers, body: '{}' })
    const before = await clock('')
    await browser.on(`${served.url}/docs?document=control&sandbox=mine`, async (page) => {
      const { status, body } = await tried(page, '/control/clock/advance')
      expect([status, body]).toEqual(['200', expect.stringContaining('eventCount')])
    })
    expect(await clock('')).toEqual(before)
    expect((await clock('/sandboxes/mine')).now > before.now).toBe(true)
  })

  it('has the documents of the service if the control API is not served', async () => {
    await browser.on(`${closed.url}/docs?document=control`, async (page) => {
      await page.getByRole('button', { name: '/hosted-page' }).first().waitFor()
      await expect
        .poll(() => page.getByLabel('Documents').getByRole('link').allInnerTexts())
        .toEqual(['As served', 'Contract'])
    })
  })
})
