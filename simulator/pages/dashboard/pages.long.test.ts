// Every page that people see in a browser: nothing is cut, no word is broken, and axe has no finding, best practices included.

import { describe, expect, it } from 'vitest'
import { browserTitle, skipsBrowserTests } from '../../test-support/browser.ts'
import { BrowserDashboard } from '../../test-support/dashboard.ts'
import { accessibilityErrors, layoutErrors } from '../../test-support/test-browser.ts'

const views = [
  'timeline',
  'data/transactions',
  'data/invoices',
  'data/subscriptions',
  'schedule',
  'accounts',
  'faults',
  'sandboxes',
  'assumptions',
  'order/order-1',
  'order/order-2',
]
/** Opens what the rows of a timeline contain. */
const openAll = "for (const row of document.querySelectorAll('.timeline > li > details')) row.open = true"
const sizes = [1280, 390].map((width) => ({ width, height: 900 }))

describe.skipIf(skipsBrowserTests)(browserTitle('the pages in a browser'), () => {
  const dashboard = BrowserDashboard.forEachTest()

  it.each(views)('are accessible and fit the screen: the view %s', async (view) => {
    const { shop } = dashboard
    await shop.subscribe('order-1')
    await shop.invoice('order-2', { amount: '123456789012.50' })
    await shop.pay('order-2', { shopper: 'low-balance' }).catch(() => undefined)
    await shop.control.advanceClock({ body: { by: 'P1M' } })
    await shop.control.setWebhookFaultRules({ body: { rules: [{ do: 'delay', by: 'PT10M', share: 0.1 }] } })
    for (const [index, viewport] of sizes.entries()) {
      const colorScheme = index === 0 ? 'light' : 'dark'
      await dashboard.on(
        `#${view}`,
        async (page) => {
          await page.locator('#view h2, .timeline li').first().waitFor()
          await page.waitForTimeout(300)
          await page.evaluate(openAll)
          await page.waitForTimeout(300)
          expect(await layoutErrors(page)).toEqual([])
          expect(await accessibilityErrors(page)).toEqual([])
        },
        { viewport, colorScheme },
      )
    }
  })
})
