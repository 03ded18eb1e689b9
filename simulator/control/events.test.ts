// Events of records through the control API: what they do, and which the state then allows. refusals.test.ts has those that it does not.

import { describe, expect, it } from 'vitest'
import type { ControlBody, ControlClient } from '../../client/control-client.ts'
import { createInvoice, createQr, createSubscription, payByExchange } from '../test-support/requests.ts'
import { openShop } from '../test-support/shop.ts'

const url = 'http://127.0.0.1:9/hook'

async function statusesOf(control: ControlClient, transaction: string): Promise<string[]> {
  const { events } = await control.listEvents({ query: { transaction } })
  return events.map(({ status }) => status)
}

describe('a transaction', () => {
  it('is paid by a wallet in parts, rounded up to the decimals of the coin', async () => {
    const { control, shop } = await openShop()
    const params = { id: await createQr(shop, 'order-1') }
    const pay = (body: ControlBody<'payFromWallet'>) => control.payFromWallet({ params, body })
    const waits = { kind: 'wallet', status: 'awaiting', received: '0', allowedActions: ['pay', 'cancel'] }
    expect(await control.getTransaction({ params })).toMatchObject(waits)
    const part = { status: 'partially-paid', allowedActions: ['pay', 'close', 'request-refund'] }
    expect(await pay({ share: '0.333333333' })).toMatchObject({ received: '0.00026667', ...part })
    expect((await control.requestRefund({ params })).refund).toBe('requested')
    const allowedActions = ['process', 'complete', 'cancel']
    expect(await pay({ amount: '0.00053333' })).toMatchObject({
      status: 'pending',
      received: '0.0008',
      allowedActions,
    })
    // A refund request does not change the status, so no webhook reports it.
    expect(await statusesOf(control, params.id)).toEqual(['awaiting', 'partially-paid', 'pending'])
  })

  it('is processed and completed by hand', async () => {
    const { control, clock, shop } = await openShop({ automation: { transactions: 'manual' } })
    const params = { id: (await payByExchange(shop, 'order-1')).id }
    await clock.advance({ by: 'P1Y' })
    expect((await control.getTransaction({ params })).status).toBe('pending')
    await control.processTransaction({ params })
    const done = { status: 'completed', received: '0.0008', allowedActions: ['request-refund'] }
    expect(await control.completeTransaction({ params })).toMatchObject(done)
    expect(await statusesOf(control, params.id)).toEqual(['pending', 'processing', 'completed'])
  })

  it('that is canceled restores the balance of the shopper', async () => {
    const { control, shop } = await openShop()
    const balance = async () => {
      const query = { merchantId: shop.merchant.id }
      const { accounts } = await shop.result('checkExchangeBalance', { query })
      return accounts.find(({ currency }) => currency === 'BTC')?.balance
    }
    const before = await balance()
    const { id } = await payByExchange(shop, 'order-1')
    expect(await balance()).not.toBe(before)
    await control.cancelTransaction({ params: { id } })
    expect(await balance()).toBe(before)
  })

  it('settles when it is asked to, where settlements are manual', async () => {
    const { control, clock, shop } = await openShop({ automation: { settlements: 'manual' } })
    for (const order of ['order-1', 'order-2']) await payByExchange(shop, order)
    await clock.advance({ by: 'P7D' })
    expect((await control.listSettlements()).settlements).toEqual([])
    const amounts = { kind: 'crypto', currency: 'BTC', amount: '0.0016', transactions: 2 }
    const made = [{ seq: 0, at: clock.now, merchantId: shop.merchant.id, ...amounts }]
    expect((await control.settle()).settlements).toEqual(made)
    expect((await control.settle()).settlements).toEqual([])
  })
})

describe('an invoice', () => {
  type Payment = ControlBody<'payInvoice'>
  const as = 'shopper-ready'

  it.each<Payment>([
    { by: 'exchange', as },
    { by: 'wallet', as },
    { by: 'bank', as },
  ])('is paid by its own payment, also next to another one of its order: $by', async (body) => {
    const { control, clock, shop } = await openShop()
    const params = [await createInvoice(shop, 'order-1'), await createInvoice(shop, 'order-1')]
    for (const { uuid } of params)
      expect((await control.payInvoice({ params: { uuid }, body })).invoice).toBe(uuid)
    await clock.advance({ by: 'P10D' })
    const { invoices } = await control.listInvoices()
    expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  it('is paid in US dollars, with the password that an exchange asks for, which can be saved', async () => {
    const { control, shop } = await openShop()
    const euros = { amount: '10', currency: 'EUR', cart: [{ id: 'tea', totalPrice: '10' }] }
    const pay = async (order: string, body: Payment) =>
      control.payInvoice({ params: await createInvoice(shop, order, euros), body })
    const asks = { by: 'exchange', as: 'shopper-asks-password' } as const
    const paid = await pay('order-1', { ...asks, coin: 'ETH', password: 'any', savePassword: true })
    expect(paid).toMatchObject({ nativeAmount: '12.50', nativeCurrency: 'USD', currency: 'ETH' })
    expect(await pay('order-2', asks)).toMatchObject({ status: 'pending' })
  })
})

describe('a subscription', () => {
  it('is debited early, and continues with the next bill until it ends', async () => {
    const { control, clock, shop } = await openShop()
    const params = { id: await createSubscription(shop, 'order-1', { subscriptionPeriod: '4m' }) }
    const get = () => control.getSubscription({ params })
    const active = { status: 'active', nextBillAt: '2026-02-05T09:00:00.000Z', debits: 1, failures: 0 }
    expect(await get()).toMatchObject({ ...active, allowedActions: ['renew', 'debit', 'cancel'] })
    await clock.advance({ by: 'P7D' })
    const nextBillAt = '2026-03-05T09:00:00.000Z'
    expect(await control.renewSubscription({ params })).toMatchObject({ debits: 2, nextBillAt })
    await clock.advance({ by: 'P1Y' })
    expect(await get()).toMatchObject({ status: 'ended', nextBillAt: null, debits: 4, allowedActions: [] })
    // The early bill has no reminder.
    const { emails } = await control.listEmails()
    expect(emails.map(({ billAt }) => billAt.slice(0, 10))).toEqual(['2026-03-05', '2026-04-05'])
    expect(emails[0]).toMatchObject({
      to: 'ada@shop.example',
      subject: 'Lamp Shop: 12.50 USD is due on 2026-03-05',
      text: expect.stringContaining('keep at least this amount in BTC at alphaexchange'),
    })
  })

  it('is debited by hand only where renewals and reminders are manual, and ends with its period', async () => {
    const { control, clock, shop } = await openShop({
      automation: { renewals: 'manual', reminders: 'manual' },
    })
    const params = { id: await createSubscription(shop, 'order-1', { subscriptionPeriod: '3m' }) }
    const renew = () => control.renewSubscription({ params })
    await clock.advance({ by: 'P1M' })
    for (const debits of [2, 3]) expect(await renew()).toMatchObject({ debits })
    const detail = 'It has no bill before its period ends at 2026-04-05T09:00:00.000Z.'
    await expect(renew()).rejects.toMatchObject({ status: 409, detail })
    await clock.advance({ to: '2026-04-05T09:00:00.000Z' })
    expect((await control.getSubscription({ params })).status).toBe('ended')
    expect((await control.listEmails()).emails).toEqual([])
  })
})

describe('a status change', () => {
  /** A simulator whose webhooks go to a list instead of the network. */
  async function recorded(outcome: 'accepted' | 'timed-out' = 'accepted') {
    const sent: string[] = []
    const limits: number[] = []
    const opened = await openShop({
      transport: async ({ url, body }, ms) => {
        sent.push(`${url} ${body}`)
        limits.push(ms)
        return { outcome, httpStatus: outcome === 'accepted' ? 200 : null, response: '' }
      },
    })
    const { control, shop } = opened
    const register = (to: string | null = url) =>
      control.registerWebhook({ params: { id: shop.merchant.id }, body: { url: to } })
    return { ...opened, sent, limits, register, redeliver: () => control.redeliver({ params: { seq: 0 } }) }
  }

  it('is sent while a webhook is registered, also when the control API causes it', async () => {
    const { control, shop, sent, register } = await recorded()
    const { id } = await payByExchange(shop, 'order-1')
    expect(await register()).toEqual({ merchantId: shop.merchant.id, webhookUrl: url })
    await control.processTransaction({ params: { id } })
    await register(null)
    await control.completeTransaction({ params: { id } })
    const { events } = await control.listEvents()
    expect(events.map(({ delivery }) => delivery)).toEqual(['unregistered', 'delivered', 'unregistered'])
    const reason = 'No webhook was registered for the merchant.'
    expect(events[0]).toMatchObject({ reason, request: { method: 'POST', url: null } })
    expect(sent).toEqual([`${url} ${events[1]?.request.body}`])
  })

  it('is resent to the current webhook, and keeps the record of the earlier one', async () => {
    const { control, shop, sent, register, redeliver } = await recorded()
    await register()
    await payByExchange(shop, 'order-1')
    const elsewhere = 'http://127.0.0.1:9/elsewhere'
    await register(elsewhere)
    expect((await control.listEvents()).events[0]).toMatchObject({ request: { url }, attempts: [{ url }] })
    const attempts = [{ url }, { url: elsewhere }]
    expect(await redeliver()).toMatchObject({ request: { url: elsewhere }, attempts, delivery: 'delivered' })
    expect(sent[1]).toBe(sent[0]?.replace(url, elsewhere))
  })

  it('that is too long to be sent is not resent', async () => {
    const { shop, sent, register, redeliver } = await recorded()
    await register()
    const customParameter = { returnMethod: 'GET', params: [{ name: 'long', value: 'x'.repeat(2048) }] }
    await createQr(shop, 'order-1', { customParameter })
    const detail = expect.stringContaining('A GET request has at most 2048')
    await expect(redeliver()).rejects.toMatchObject({ status: 409, state: 'withheld', detail })
    expect(sent).toEqual([])
  })

  it('waits its whole time again once the webhook that times out is registered again', async () => {
    const { control, shop, limits, register } = await recorded('timed-out')
    for (const orders of [['a', 'b', 'c', 'd'], ['e']]) {
      await register()
      for (const order of orders) await createQr(shop, order)
      await control.advanceClock({ body: { by: 'PT0S' } })
    }
    expect(limits).toEqual([5000, 5000, 5000, 2500, 5000])
  })
})
