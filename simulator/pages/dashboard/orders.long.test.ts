// A developer follows one order in a real browser, and repeats what the dashboard shows in a shell.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { WebhookReceiver } from '../../../client/webhook-receiver.ts'
import { browserTitle, skipsBrowserTests } from '../../test-support/browser.ts'
import { BrowserDashboard, copied } from '../../test-support/dashboard.ts'

/** The output of a command. It does not block this process, which serves its request. */
const bash = async (command: string) => (await promisify(execFile)('bash', ['-c', command])).stdout

describe.skipIf(skipsBrowserTests)(browserTitle('the page of an order in a browser'), () => {
  const dashboard = BrowserDashboard.forEachTest()

  it('has one timeline of requests, states, webhooks, e-mails and what happens next', async () => {
    const { shop } = dashboard
    const receiver = await WebhookReceiver.listen({
      respond: (response) => {
        response.statusCode = receiver.received.length === 1 ? 500 : 200
        response.end()
      },
    })
    await shop.control.registerWebhook({ params: { id: shop.merchant.id }, body: { url: receiver.url } })
    const subscription = await shop.subscribe('order-1')
    await shop.qr('order-2')
    const [transaction] = (await shop.control.listTransactions()).transactions
    await dashboard.on('#data/transactions', async (page) => {
      await page.getByRole('link', { name: String(transaction?.id.slice(0, 8)) }).click()
      await page.waitForURL(/#order\/order-1\//)
      const row = (text: string | RegExp) => page.locator('.timeline > li', { hasText: text })
      await row('order-1 · 12.50 USD · pending · Lamp Shop').getByText('webhook failed, HTTP 500').waitFor()
      await row('createInvoice · order-1 · 12.50 USD · Lamp Shop').waitFor()
      await row('createExchangePayment · order-1 · 12.50 USD · ready').waitFor()
      const next = row(/the service debits the subscription/)
      expect(await next.locator('time').getAttribute('datetime')).toBe('2026-02-05T09:00:00.000Z')
      expect(await row('order-2').count()).toBe(0)
      await next.locator('summary').click()
      await next.getByRole('button', { name: 'Run up to here' }).click()
      await page.getByText('2026-02-05 09:00:00 UTC').waitFor()
      await row(/12.50 USD is due on/)
        .first()
        .waitFor()
      await row('order-1 · 12.50 USD · completed · Lamp Shop').first().waitFor()
      expect(await row('order-1 · 12.50 USD · completed').first().getAttribute('class')).toContain('good')
      await page.getByRole('button', { name: 'debit now' }).click()
      await expect
        .poll(async () => (await shop.control.getSubscription({ params: { id: subscription } })).debits)
        .toBe(3)
      await page.getByRole('button', { name: 'Cancel the subscription' }).click()
      await page.getByText('canceled', { exact: true }).first().waitFor()
    })
    await receiver.close()
  })

  it('pays an invoice as the chosen shopper, and shows why a payment was refused', async () => {
    await dashboard.shop.invoice('order-1')
    await dashboard.shop.invoice('order-2')
    await dashboard.on('#order/order-1', async (page) => {
      await page.getByLabel('By').selectOption('Bank Transfer')
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await page.getByText('The payment is pending.').waitFor()
      expect(await page.getByText(/\b40 USD/).count()).toBe(0)
      await page.getByText(/payInvoice.*"as":"ready"/).waitFor()
      await page.getByRole('button', { name: 'Set to completed' }).click()
      await page.getByText('paid', { exact: true }).waitFor()
    })
    await dashboard.shop.pay('order-2', { shopper: 'low-balance' }).catch(() => undefined)
    await dashboard.on('#order/order-2', async (page) => {
      const refused = page.locator('.timeline > li.bad', { hasText: 'createExchangePayment' })
      await refused.getByText('419 Insufficient Balance').click()
      await refused.getByRole('heading', { name: 'Refused' }).waitFor()
      await expect
        .poll(() => refused.locator('.refusal li').allInnerTexts())
        .toEqual(['Insufficient Balance'])
    })
  })

  it('copies a request as a command, with its headers', async () => {
    const { shop } = dashboard
    await shop.qr("order of Ada's")
    const subscription = await shop.subscribe('order-2')
    const { uuid } = await shop.invoice('order-3')
    await shop.control.payInvoice({ params: { uuid }, body: { by: 'bank', as: 'shopper-ready' } })
    await shop.service.cancelSubscription({ body: { subscriptionId: subscription } })
    await dashboard.on('', async (page) => {
      await page.getByText('createQrTransaction').click()
      const command = await copied(page, 'Copy as curl')
      expect(command).toContain("-H 'x-transaction-source: qr-code-api'")
      expect(JSON.parse(await bash(`${command} -s`))).toMatchObject({ ok: true })
      await page.getByText('createQrTransaction').last().click()
      await page.getByText('cancelSubscription').click()
      await page.getByText('cancelSubscription').click()
      await page.getByText('payInvoice').click()
      expect(await copied(page, 'Copy as curl')).toContain('"as":"shopper-ready"')
      await page.getByText('payInvoice').click()
      await page.getByText('cancelSubscription').click()
      const cancel = JSON.parse(await bash(`${await copied(page, 'Copy as curl')} -s`))
      expect(JSON.stringify(cancel)).not.toMatch(/merchantAuth|token/i)
    })
    expect((await shop.control.listTransactions({ query: { order: "order of Ada's" } })).total).toBe(2)
  })

  it.each(['POST', 'GET'] as const)(
    'shows a webhook by %s, and how to check its signature',
    async (method) => {
      const { shop } = dashboard
      const receiver = await WebhookReceiver.listen()
      await shop.control.registerWebhook({ params: { id: shop.merchant.id }, body: { url: receiver.url } })
      await shop.qr("order of Ada's", {
        customParameter: { returnMethod: method, params: [{ name: 'basket', value: 'b-17' }] },
      })
      await dashboard.on('', async (page) => {
        await page.getByText('webhook delivered').click()
        const fields = page.locator('.webhook dl').first()
        await fields.getByText("order of Ada's").waitFor()
        expect(await fields.getByText('signature').count()).toBe(0)
        expect(await bash(await copied(page, 'Copy the check'))).toBe('Verified OK\n')
      })
      await receiver.close()
    },
  )

  it('is found by every id', async () => {
    const { shop } = dashboard
    const { uuid } = await shop.invoice('orders/1 %')
    const subscription = await shop.subscribe('order-2')
    await dashboard.on(`#id/${subscription}`, async (page) => {
      await page.getByRole('heading', { name: 'Order order-2' }).waitFor()
    })
    await dashboard.on(`#id/${uuid}`, async (page) => {
      await page.getByRole('heading', { name: 'Order orders/1 %' }).waitFor()
    })
    await dashboard.on(`#id/${shop.merchant.id}`, async (page) => {
      await page.getByRole('heading', { name: 'Lamp Shop' }).waitFor()
    })
  })
})
