// The dashboard of a simulator in a real browser, for tests. It needs the built scripts of pages/browser/.

import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import { journalScenario } from '../../scenarios/record/journal-scenario.ts'
import { type Listening, listen } from '../server/listening.ts'
import { Simulator } from '../simulator.ts'
import { Shop } from './shop.ts'
import { TestBrowser } from './test-browser.ts'

export class BrowserDashboard {
  url = ''
  private opened: Shop | undefined
  private readonly browser = TestBrowser.forSuite()

  /** Starts a simulator for each test of a suite, and a browser for all of them. */
  static forEachTest(): BrowserDashboard {
    const dashboard = new BrowserDashboard()
    beforeEach(async () => {
      const served: Listening = await listen(
        { host: '127.0.0.1', port: 0 },
        (publicUrl) => new Simulator({ publicUrl }, { writeScenario: journalScenario }),
      )
      dashboard.url = served.url
      dashboard.opened = await Shop.open(served)
      return () => served.close()
    })
    return dashboard
  }

  get shop(): Shop {
    if (this.opened === undefined) throw new Error('No simulator has been started.')
    return this.opened
  }

  /** Opens a page of the dashboard, does something, and fails for every error of the page. */
  on(path: string, act: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
    const live = async (page: Page) => {
      await page.getByText('live', { exact: true }).waitFor()
      await act(page)
    }
    const permissions = ['clipboard-read', 'clipboard-write']
    return this.browser.on(`${this.url}/dashboard${path}`, live, { ...options, permissions })
  }
}

/** Clicks a button that copies, and returns what it copied. */
export async function copied(page: Page, button: string): Promise<string> {
  const clicked = page.getByRole('button', { name: button }).first()
  await clicked.click()
  await expect.poll(() => clicked.innerText()).toBe('Copied')
  return String(await page.evaluate('navigator.clipboard.readText()'))
}
