// A developer uses the dashboard in a real browser. It needs the built scripts of browser/.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { WebhookReceiver } from '../../../client/webhook-receiver.ts'
import { testDirectory } from '../../../core/test-support/test-directory.ts'
import { simulatorInProcess } from '../../../scenarios/in-process.ts'
import { replayScenario } from '../../../scenarios/replay.ts'
import { browserTitle, skipsBrowserTests } from '../../test-support/browser.ts'
import { BrowserDashboard, copied } from '../../test-support/dashboard.ts'

const directory = testDirectory('dashboard')
const savedSteps = [
  'create-invoice',
  'create-exchange-payment',
  'set-assumption',
  'create-invoice-2',
  'create-invoice-3',
  'create-exchange-payment-2',
  'pay-invoice',
  'advance-clock',
]

describe.skipIf(skipsBrowserTests)(browserTitle('the dashboard in a browser'), () => {
  const dashboard = BrowserDashboard.forEachTest()
  const on: typeof dashboard.on = (...options) => dashboard.on(...options)

  it('steps through a year of a subscription while the timeline fills', async () => {
    await dashboard.shop.subscribe('order-1')
    await on('', async (page) => {
      const completed = page.getByText('order-1 · 12.50 USD · completed · Lamp Shop')
      const month = page.getByRole('button', { name: '+1 month' })
      for (let months = 1; months <= 12; months += 1) {
        await month.click()
        await expect.poll(() => completed.count(), { timeout: 10_000 }).toBeGreaterThanOrEqual(months)
      }
      await page.getByText('2027-01-05 09:00:00 UTC').waitFor()
      await expect.poll(() => page.getByText(/12.50 USD is due on/).count()).toBeGreaterThan(10)
      await page.getByRole('link', { name: 'Data' }).click()
      await page.getByRole('link', { name: 'Subscriptions' }).click()
      await page.getByRole('cell', { name: 'subscription of order-1' }).waitFor()
    })
  })

  it('shows what a shop does without reloading, and what an item touches', async () => {
    await on('', async (page) => {
      await page.getByText('Nothing yet.').waitFor()
      await dashboard.shop.invoice('order-1')
      await dashboard.shop.pay('order-1')
      await dashboard.shop.send('POST', '/nowhere', { body: {} })
      await page.getByText('/api/nowhere (no such operation)').waitFor()
      await page.getByText('createExchangePayment').click()
      await page.getByRole('heading', { name: 'Decrypted payload' }).waitFor()
      await expect
        .poll(() => page.locator('pre', { hasText: '"offerId": "order-1"' }).count())
        .toBeGreaterThan(0)
      await page.getByText(/^Requirements \(\d+\)$/).click()
      await page.getByText('exchange-payments.').first().waitFor()
      await page.getByLabel('Only failures').check()
      await expect.poll(() => page.getByText('createInvoice').count()).toBe(0)
      await page.getByText('/api/nowhere (no such operation)').waitFor()
    })
  })

  it('delivers a webhook again', async () => {
    const receiver = await WebhookReceiver.listen({
      respond: (response) => {
        response.statusCode = receiver.received.length === 1 ? 500 : 200
        response.end()
      },
    })
    await dashboard.shop.control.registerWebhook({
      params: { id: dashboard.shop.merchant.id },
      body: { url: receiver.url },
    })
    await dashboard.shop.invoice('order-1')
    await dashboard.shop.pay('order-1')
    await on('', async (page) => {
      await page.getByText('webhook failed, HTTP 500').click()
      await page.getByRole('button', { name: 'Send again' }).click()
      await page.getByText('The webhook was resent: accepted.').waitFor()
      await page.getByText('webhook delivered, 2 attempts').waitFor()
      expect(receiver.received.map(({ body }) => body)[1]).toBe(receiver.received[0]?.body)
    })
    await receiver.close()
  })

  it('saves a scenario that replays with the same results, also in another world', async () => {
    const { url } = await dashboard.shop.invoice('order-1')
    await dashboard.shop.pay('order-1', { shopper: 'low-balance' }).catch(() => undefined)
    await on('#assumptions/transactions.repeated-order', async (page) => {
      await page.getByRole('button', { name: 'transactions.repeated-order: choose refused' }).click()
      await page.getByText('transactions.repeated-order is now refused.').waitFor()
      await dashboard.shop.invoice('order-1').catch(() => undefined)
      await dashboard.shop.subscribe('order-2')
      await fetch(`${url}/pay`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ by: 'exchange', as: 'shopper-ready' }),
      })
      await page.getByRole('button', { name: '+1 month' }).click()
      await page.getByText('2026-02-05 09:00:00 UTC').waitFor()
      await page.getByRole('link', { name: 'Timeline' }).click()
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save as scenario' }).click()
      const file = join(directory, 'saved.json')
      await (await saving).saveAs(file)
      expect(readFileSync(file, 'utf8')).not.toMatch(/merchant-lamp-shop|shopper-ready|secret-lamp-shop/)
      for (const seed of ['1', 'another']) {
        const { reasons, steps } = await replayScenario(file, { target: simulatorInProcess({ seed }) })
        expect(reasons).toEqual([])
        expect(steps.map(({ stepId }) => stepId)).toEqual(savedSteps)
      }
    })
  })

  it('chooses an assumption with a click', async () => {
    await dashboard.shop.invoice('order-1')
    await on('#assumptions/transactions.repeated-order', async (page) => {
      await page.getByRole('button', { name: 'transactions.repeated-order: choose refused' }).click()
      await page.getByText('transactions.repeated-order is now refused.').waitFor()
      await expect(dashboard.shop.invoice('order-1')).rejects.toThrow()
      const ids = page.locator('h4 code')
      await page.getByLabel('Search assumptions').fill('')
      expect(await page.getByRole('heading', { level: 3 }).first().innerText()).toMatch(
        /^What shops care about/,
      )
      await expect.poll(() => ids.count()).toBeGreaterThan(150)
      await expect.poll(() => page.locator('#view p').filter({ hasText: '`' }).allInnerTexts()).toEqual([])
      await page.getByLabel('Changed only').check()
      await expect.poll(() => ids.allInnerTexts()).toEqual(['transactions.repeated-order'])
    })
  })

  it('copies credentials, registers a webhook, and shows a named sandbox', async () => {
    await on('#accounts', async (page) => {
      expect(await copied(page, 'Copy the access token of Lamp Shop')).toBe('merchant-lamp-shop')
      await page.getByRole('link', { name: 'Sandboxes' }).click()
      await page.getByLabel('name').fill('mine')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('button', { name: 'Show mine' }).click()
      await page.waitForURL(/\?sandbox=mine/)
      await page.getByRole('button', { name: '+1 day' }).click()
      await page.getByText('2026-01-06 09:00:00 UTC').waitFor()
    })
    expect((await dashboard.shop.control.getClock()).now).toBe('2026-01-05T09:00:00.000Z')
  })

  it('compares two snapshots, and restores one', async () => {
    await on('#sandboxes', async (page) => {
      const take = page.getByRole('button', { name: 'Take a snapshot' })
      await take.click()
      await page.getByRole('checkbox', { name: 'Snapshot 1' }).check()
      await dashboard.shop.qr('order-1')
      await take.click()
      await page.getByRole('checkbox', { name: 'Snapshot 2' }).check()
      await page.getByRole('button', { name: 'Compare' }).click()
      await page.getByRole('cell', { name: /^transactions / }).waitFor()
      await page.getByRole('button', { name: 'Restore Snapshot 1' }).click()
      await page.getByText('Snapshot 1 of default was restored.').waitFor()
    })
    expect((await dashboard.shop.control.listTransactions()).total).toBe(0)
  })

  it('injects a fault and adds a webhook fault rule, with the fields of what is chosen', async () => {
    const { shop } = dashboard
    const transaction = await shop.qr('order-1')
    await on('#faults', async (page) => {
      const names = () => page.locator('form:first-of-type label > span').allInnerTexts()
      expect((await names()).slice(0, 4)).toEqual(['Operation', 'Action', 'Status', 'Body'])
      await page.getByRole('combobox', { name: 'Action' }).selectOption('delay')
      expect((await names()).slice(0, 3)).toEqual(['Operation', 'Action', 'Milliseconds'])
      await page.getByRole('combobox', { name: 'Action' }).selectOption('respond')
      await page.getByRole('combobox', { name: 'Operation' }).selectOption('getStore')
      await page.getByRole('button', { name: 'Inject' }).click()
      await page.getByText('The fault applies to the next requests of getStore.').waitFor()
      expect((await shop.send('GET', '/stores', { token: shop.merchant.accessToken })).status).toBe(503)
      await page.getByRole('combobox', { name: 'Rule' }).selectOption('retry')
      await page.getByLabel('Retries', { exact: true }).fill('3')
      await page.getByRole('combobox', { name: 'Merchant' }).selectOption('Lamp Shop')
      await page.getByLabel('Order', { exact: true }).fill('order-1')
      await page.getByRole('combobox', { name: 'Applies to' }).selectOption('a share')
      await page.getByLabel('Share', { exact: true }).fill('0.25')
      await page.getByRole('button', { name: 'Add' }).click()
      await page.getByText('There are 1 webhook fault rules.').waitFor()
    })
    const rule = { do: 'retry', times: 3, merchantId: shop.merchant.id, transaction, share: 0.25 }
    expect((await shop.control.getWebhookFaultRules()).rules).toEqual([rule])
  })

  it('undoes a reset', async () => {
    await dashboard.shop.invoice('order-1')
    const orders = async () => (await dashboard.shop.control.listInvoices()).total
    await on('#sandboxes', async (page) => {
      await page.getByRole('button', { name: 'Reset this sandbox' }).click()
      await page.getByText('The sandbox is at its start again. To undo this').waitFor()
      expect(await orders()).toBe(0)
      await page.getByRole('button', { name: 'Restore Before reset 1' }).click()
      await page.getByText('Before reset 1 was restored.').waitFor()
      expect(await orders()).toBe(1)
    })
  })

  it('shows texts of others as text', async () => {
    const evil = '<img src=x onerror=alert(1)>'
    await dashboard.shop.invoice(evil)
    await on('#data/invoices', async (page) => {
      await page.getByText(evil).waitFor()
      expect(await page.locator('img').count()).toBe(0)
    })
  })
})
