// A page of a browser, and what must not happen on it: errors, and requests that leave this machine.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** A page with the errors that it met so far: of scripts, of the console, and requests to other machines. */
interface WatchedPage {
  page: Page
  errors: string[]
}

/** Opens a page that collects its errors. */
export async function watchedPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const page = await browser.newPage(options)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text())
  })
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (hostname !== '127.0.0.1' && protocol !== 'data:' && protocol !== 'blob:') errors.push(request.url())
  })
  return { page, errors }
}

interface Violation {
  id: string
  impact: string
  nodes: { html: string }[]
}

/** The serious findings of axe on a page, or in the part that a selector names, one line each. */
export async function accessibilityErrors(page: Page, within = 'html'): Promise<string[]> {
  // By the debugger, because the page's policy permits no foreign scripts.
  const client = await page.context().newCDPSession(page)
  const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
  const evaluate = (expression: string) =>
    client.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  await evaluate(readFileSync(path, 'utf8'))
  const { result } = await evaluate(`axe.run(${JSON.stringify(within)}).then(({ violations }) => violations)`)
  const violations: Violation[] = result.value
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
