// Someone reads the guide in a real browser. It needs the built pages and scripts.

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Listening, listen } from '../http/listening.ts'
import { Simulator } from '../simulator.ts'
import { browserTitle, launchBrowser, skipsBrowserTests } from '../test-support/browser.ts'
import { accessibilityErrors, watchedPage } from '../test-support/watched-page.ts'

const narrow = { viewport: { width: 390, height: 900 }, colorScheme: 'dark' } as const
const wide = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' } as const

describe.skipIf(skipsBrowserTests)(browserTitle('the guide in a browser'), () => {
  let served: Listening
  let browser: Browser

  beforeAll(async () => {
    browser = await launchBrowser()
    served = await listen({ host: '127.0.0.1', port: 0 }, (publicUrl) => new Simulator({ publicUrl }))
  })
  afterAll(() => Promise.all([browser?.close(), served?.close()]))

  async function on(path: string, size: typeof narrow | typeof wide, act: (page: Page) => Promise<void>) {
    const { page, errors } = await watchedPage(browser, size)
    await page.goto(`${served.url}${path}`)
    await act(page)
    expect(errors).toEqual([])
    await page.close()
  }

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
