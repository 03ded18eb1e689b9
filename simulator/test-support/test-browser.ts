// The browser of a suite of tests, its pages, and what must not happen on them: errors, and requests that leave this machine.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchBrowser } from './browser.ts'

/** A page with the errors that it met so far: of scripts, of the console, and requests to other machines. */
interface WatchedPage {
  page: Page
  errors: string[]
}

/** Its pages are closed after each test. */
export class TestBrowser {
  private launched: Browser | undefined
  private readonly pages: Page[] = []

  static forSuite(): TestBrowser {
    const browser = new TestBrowser()
    beforeAll(async () => {
      browser.launched = await launchBrowser()
    })
    afterEach(async () => {
      for (const page of browser.pages.splice(0)) await page.close()
    })
    afterAll(() => browser.launched?.close())
    return browser
  }

  /** Opens a page that collects its errors. */
  async open(options: BrowserContextOptions = {}): Promise<WatchedPage> {
    if (this.launched === undefined) throw new Error('No browser has been launched.')
    const page = await this.launched.newPage(options)
    this.pages.push(page)
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

  /** Opens a URL, does something, and fails for every error of the page. */
  async on(url: string, act: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) {
    const { page, errors } = await this.open(options)
    await page.goto(url)
    await act(page)
    expect(errors).toEqual([])
  }
}

interface Violation {
  id: string
  nodes: { html: string }[]
}

/** The findings of axe on a page, best practices included, or in the part that a selector names, one line each. */
export async function accessibilityErrors(page: Page, within = 'html'): Promise<string[]> {
  // By the debugger, because the page's policy permits no foreign scripts.
  const client = await page.context().newCDPSession(page)
  const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
  const evaluate = (expression: string) =>
    client.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  await evaluate(readFileSync(path, 'utf8'))
  const { result } = await evaluate(`axe.run(${JSON.stringify(within)}).then(({ violations }) => violations)`)
  const violations: Violation[] = result.value
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Errors of the layout: elements that are wider than the screen, and words that are broken. One line each. */
export function layoutErrors(page: Page): Promise<string[]> {
  return page.evaluate(findLayoutErrors)
}

const findLayoutErrors = `(() => {
  const width = document.documentElement.clientWidth
  const errors = new Set()
  const isShown = (element) => element.checkVisibility() && element.getBoundingClientRect().right > 0
  for (const element of document.body.querySelectorAll('*'))
    if (isShown(element) && element.getBoundingClientRect().right > width + 1)
      errors.add('wider than the screen: ' + element.outerHTML.slice(0, 150))
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    if (text.parentElement.closest('pre, noscript, script, .hidden') || !isShown(text.parentElement)) continue
    for (const { index, 0: word } of text.data.matchAll(/[A-Za-z0-9]{2,40}/g)) {
      const range = new Range()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) errors.add('broken: ' + word + ' in ' + text.parentElement.outerHTML.slice(0, 150))
    }
  }
  return [...errors]
})()`
