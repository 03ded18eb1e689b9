// The first view of the dashboard stays small, however much has happened in the sandbox.

import { describe, expect, it, onTestFinished } from 'vitest'
import { browserTitle, skipsBrowserTests } from '../../test-support/browser.ts'
import { serve } from '../../test-support/served.ts'
import { Shop } from '../../test-support/shop.ts'
import { TestBrowser } from '../../test-support/test-browser.ts'

const transactions = 100_000

describe.skipIf(skipsBrowserTests)(browserTitle('the dashboard of a large sandbox'), () => {
  const browser = TestBrowser.forSuite()

  it('reads and shows a bounded number of rows of each view', async () => {
    const served = await serve({ automation: { transactions: 'manual' } })
    onTestFinished(() => served.close())
    const { world } = served.simulator.defaultSandbox
    const shop = await Shop.open({ url: served.url })
    const first = world.transactions.get(await shop.qr('order-0'))
    if (first === undefined) throw new Error('The transaction is missing.')
    for (let index = 1; index < transactions; index += 1)
      world.addTransaction({ ...first, id: world.random.uuid(), offerId: `order-${index}` })
    const { page } = await browser.open()
    let bytes = 0
    page.on('response', async (response) => {
      if (!response.url().includes('/stream')) bytes += (await response.body().catch(() => '')).length
    })
    await page.goto(served.url)
    await page.locator('.timeline li').first().waitFor()
    expect(await page.locator('.timeline li').count()).toBeLessThanOrEqual(100)
    expect(bytes).toBeLessThan(300_000)
    await page.goto(`${served.url}/#data/transactions`)
    await page.getByRole('heading', { name: `Transactions (${transactions})` }).waitFor()
    await expect.poll(() => page.locator('tbody tr').count()).toBe(50)
    await page.getByRole('button', { name: 'Older' }).click()
    await page.getByRole('cell', { name: `order-${transactions - 51}`, exact: true }).waitFor()
  }, 120_000)
})
