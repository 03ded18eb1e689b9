// The dashboard of a simulator in a real browser, for tests. It needs the built scripts of dashboard/browser/.

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { journalScenario } from '../../scenarios/record/journal-scenario.ts'
import { type Listening, listen } from '../http/listening.ts'
import { Simulator } from '../simulator.ts'
import { launchBrowser } from './browser.ts'
import { Shop } from './shop.ts'
import { watchedPage } from './watched-page.ts'

export class BrowserDashboard {
  url = ''
  private opened: Shop | undefined
  private browser: Browser | undefined

  /** Starts a simulator for each test of a suite, and a browser for all of them. */
  static forEachTest(): BrowserDashboard {
    const dashboard = new BrowserDashboard()
    beforeAll(async () => {
      dashboard.browser = await launchBrowser()
    })
    beforeEach(async () => {
      const served: Listening = await listen(
        { host: '127.0.0.1', port: 0 },
        (publicUrl) => new Simulator({ publicUrl }, undefined, journalScenario),
      )
      dashboard.url = served.url
      dashboard.opened = await Shop.open(served)
      return () => served.close()
    })
    afterAll(() => dashboard.browser?.close())
    return dashboard
  }

  get shop(): Shop {
    if (this.opened === undefined) throw new Error('No simulator has been started.')
    return this.opened
  }

  /** Opens a view, does something, and fails for every error of the page. */
  async on(
    hash: string,
    act: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    if (this.browser === undefined) throw new Error('No browser has been launched.')
    const { page, errors } = await watchedPage(this.browser, options)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${this.url}/${hash}`)
    await page.getByText('live', { exact: true }).waitFor()
    await act(page)
    expect(errors).toEqual([])
    await page.close()
  }
}

/** Clicks a button that copies, and returns what it copied. */
export async function copied(page: Page, button: string): Promise<string> {
  const clicked = page.getByRole('button', { name: button }).first()
  await clicked.click()
  await expect.poll(() => clicked.innerText()).toBe('Copied')
  return String(await page.evaluate('navigator.clipboard.readText()'))
}
