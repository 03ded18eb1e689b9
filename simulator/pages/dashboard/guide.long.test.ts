// Someone reads the guide in a real browser. It needs the built pages and scripts.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserTitle, skipsBrowserTests } from '../../test-support/browser.ts'
import { servedForSuite } from '../../test-support/served.ts'
import { accessibilityErrors, TestBrowser } from '../../test-support/test-browser.ts'

const narrow = { viewport: { width: 390, height: 900 }, colorScheme: 'dark' } as const
const wide = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' } as const

describe.skipIf(skipsBrowserTests)(browserTitle('the guide in a browser'), () => {
  const browser = TestBrowser.forSuite()
  const served = servedForSuite()
  const on = (path: string, size: typeof narrow | typeof wide, act: (page: Page) => Promise<void>) =>
    browser.on(served.url + path, act, size)

  it('is accessible and fits the screen: every page', async () => {
    const paths: string[] = []
    await on('/guide', wide, async (page) => {
      const links = await page.locator('#pages a').all()
      for (const link of links) paths.push((await link.getAttribute('href')) ?? '')
    })
    expect(paths.length).toBeGreaterThan(25)
    for (const path of ['/guide', ...paths])
      for (const size of [narrow, wide])
        await on(path, size, async (page) => {
          const width = await page.evaluate('document.documentElement.scrollWidth')
          expect([path, width]).toEqual([path, size.viewport.width])
          // axe takes long for the large pages, which have nothing else.
          if (size === wide && (await page.content()).length > 100_000) return
          expect([path, await accessibilityErrors(page)]).toEqual([path, []])
        })
  })

  it.each([narrow, wide])('finds a section', (size) =>
    on('/guide/time', size, async (page) => {
      const search = page.getByRole('searchbox', { name: 'Search' })
      await search.fill('check signature')
      const results = page.getByRole('region', { name: 'Search results' })
      await results.getByRole('link').first().waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
      await search.press('Enter')
      await page.waitForURL('**/guide/webhooks#check-a-signature')
      await page.getByRole('searchbox').fill('no-such-word')
      await page.getByText('No section has “no-such-word”.').waitFor()
    }),
  )
})
