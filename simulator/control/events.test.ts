// Events of records through the control API: which a state allows, what they do, and how a refused one says why.

import { describe, expect, it } from 'vitest'
import type { ControlBody, ControlClient } from '../../client/control-client.ts'
import { magazine } from '../test-support/requests.ts'
import { controlErrorOf, openShop, type Shop } from '../test-support/shop.ts'

type Payment = ControlBody<'payInvoice'>

const url = 'http://127.0.0.1:9/hook'

async function statusesOf(control: ControlClient, transaction: string): Promise<string[]> {
  const { events } = await control.listEvents({ query: { transaction } })
  return events.map(({ status }) => status)
}

describe('a wallet', () => {
  it('pays a share, then the rest', async () => {
    const { control, shop } = await openShop()
    const params = { id: await shop.qr('order-1') }
    const pay = (body: ControlBody<'payFromWallet'>) => control.payFromWallet({ params, body })
    const waits = { kind: 'wallet', status: 'awaiting', received: '0', allowedActions: ['pay', 'cancel'] }
    expect(await control.getTransaction({ params })).toMatchObject(waits)
    const allowedActions = ['pay', 'close', 'request-refund']
    expect(await pay({ share: '0.5' })).toMatchObject({
      status: 'partially-paid',
      received: '0.0004',
      allowedActions,
    })
    expect(await pay({ amount: '0.0004' })).toMatchObject({ status: 'pending', received: '0.0008' })
    expect(await statusesOf(control, params.id)).toEqual(['awaiting', 'partially-paid', 'pending'])
    const again = await controlErrorOf(pay({ share: '1' }))
    expect(again).toMatchObject({ status: 409, state: 'pending' })
    expect(again.allowedActions).toEqual(['request-refund', 'process', 'complete', 'cancel'])
  })

  it.each([
    [{ amount: '0' }, 'Invalid amount 0 BTC.'],
    [{ share: '0.0' }, 'Invalid amount 0.00000000 BTC.'],
    [{ amount: '0.000000001' }, 'Invalid amount 0.000000001 BTC.'],
    [{ amount: '-1' }, 'Invalid body of payFromWallet.'],
  ])('cannot pay %j, and rounds a share up to the decimals of the coin', async (body, fact) => {
    const { control, shop } = await openShop()
    const params = { id: await shop.qr('order-1') }
    await expect(control.payFromWallet({ params, body })).rejects.toMatchObject({ status: 400, fact })
    const { received } = await control.payFromWallet({ params, body: { share: '0.333333333' } })
    expect(received).toBe('0.00026667')
  })

  it('allows the merchant to close for two weeks, to the millisecond', async () => {
    const { control, clock, shop } = await openShop()
    const params = { id: await shop.qr('order-1') }
    await control.payFromWallet({ params, body: { share: '0.5' } })
    const mayClose = async () => (await control.getTransaction({ params })).allowedActions.includes('close')
    await clock.advance({ by: 'P14D' })
    expect(await mayClose()).toBe(true)
    await clock.advance({ by: 'PT0.001S' })
    expect(await mayClose()).toBe(false)
  })
})

it('a refund is requested once, after something was received, and no webhook reports it', async () => {
  const { control, shop } = await openShop()
  const params = { id: await shop.qr('order-1') }
  const remedy = async () => (await controlErrorOf(control.requestRefund({ params }))).remedy
  expect(await remedy()).toContain('Pay the transaction first')
  await control.payFromWallet({ params, body: { share: '0.5' } })
  expect((await control.requestRefund({ params })).refund).toBe('requested')
  expect(await remedy()).toBe('A transaction can have one refund request.')
  expect(await statusesOf(control, params.id)).toEqual(['awaiting', 'partially-paid'])
})

describe('a transaction', () => {
  it('is processed and completed by hand, each once', async () => {
    const { control, clock, shop } = await openShop({ automation: { transactions: 'manual' } })
    const params = { id: (await shop.pay('order-1')).id }
    await clock.advance({ by: 'P1Y' })
    expect((await control.getTransaction({ params })).status).toBe('pending')
    await control.processTransaction({ params })
    const allowedActions = ['request-refund']
    const done = { status: 'completed', received: '0.0008', allowedActions }
    expect(await control.completeTransaction({ params })).toMatchObject(done)
    const refused = { status: 409, state: 'completed', allowedActions }
    await expect(control.processTransaction({ params })).rejects.toMatchObject(refused)
    expect(await statusesOf(control, params.id)).toEqual(['pending', 'processing', 'completed'])
  })

  it('that is canceled restores the balance of the shopper', async () => {
    const { control, shop } = await openShop()
    const balance = async () => {
      const query = { merchantId: shop.merchant.id }
      const { accounts } = (await shop.service.checkExchangeBalance({ query })).result
      return accounts.find(({ currency }) => currency === 'BTC')?.balance
    }
    const before = await balance()
    const { id } = await shop.pay('order-1')
    expect(await balance()).not.toBe(before)
    await control.cancelTransaction({ params: { id } })
    expect(await balance()).toBe(before)
  })

  it('that waits for a wallet says how it can end', async () => {
    const { control, shop } = await openShop()
    const params = { id: await shop.qr('order-1') }
    const complete = await controlErrorOf(control.completeTransaction({ params }))
    expect([complete.state, complete.remedy]).toEqual(['awaiting', expect.stringContaining('{"share":"1"}')])
    await control.payFromWallet({ params, body: { share: '0.5' } })
    const cancel = await controlErrorOf(control.cancelTransaction({ params }))
    expect([cancel.state, cancel.remedy]).toEqual([
      'partially-paid',
      expect.stringContaining('closePartialTx'),
    ])
    const exchange = { id: (await shop.pay('order-2')).id }
    const pay = await controlErrorOf(control.payFromWallet({ params: exchange, body: { share: '1' } }))
    expect(pay.remedy).toBe('Only transactions of POST /api/purchase/qr/generate are paid from a wallet.')
  })

  it('completes with its request where that is automatic, and settles with it', async () => {
    const { control, clock, shop } = await openShop({
      automation: { transactions: 'auto', settlements: 'auto' },
    })
    for (const id of [(await shop.pay('order-1')).id, await shop.payByBank('order-2')]) {
      const done = { status: 'completed', settledAt: clock.now }
      expect(await control.getTransaction({ params: { id } })).toMatchObject(done)
      expect(await statusesOf(control, id)).toEqual(['pending', 'processing', 'completed'])
    }
  })

  it('settles when it is asked to, where settlements are manual', async () => {
    const { control, clock, shop } = await openShop({ automation: { settlements: 'manual' } })
    for (const order of ['order-1', 'order-2']) await shop.pay(order)
    await clock.advance({ by: 'P7D' })
    expect((await control.listSettlements()).settlements).toEqual([])
    const amounts = { kind: 'crypto', currency: 'BTC', amount: '0.0016', transactions: 2 }
    const made = [{ seq: 0, at: clock.now, merchantId: shop.merchant.id, ...amounts }]
    expect((await control.settle()).settlements).toEqual(made)
    expect((await control.settle()).settlements).toEqual([])
  })
})

describe('an invoice', () => {
  const asks: Payment = { by: 'exchange', as: 'shopper-asks-password' }
  const ready = 'shopper-ready'

  async function checkout(overrides = {}) {
    const { simulator, control, clock, shop } = await openShop()
    const { uuid } = await shop.invoice('order-1', overrides)
    const pay = (body: Payment, params = { uuid }) => control.payInvoice({ params, body })
    return { simulator, control, clock, shop, pay }
  }

  it('is paid with the amount in US dollars', async () => {
    const { pay } = await checkout({ amount: '10', currency: 'EUR', cart: [{ id: 'tea', totalPrice: '10' }] })
    const amounts = { nativeAmount: '12.50', nativeCurrency: 'USD', currency: 'ETH' }
    expect(await pay({ by: 'exchange', as: ready, coin: 'ETH' })).toMatchObject(amounts)
  })

  it('is paid with the password that an exchange asks for, which can be saved', async () => {
    const { pay, shop } = await checkout()
    for (const payment of [asks, { ...asks, savePassword: true }])
      await expect(pay(payment)).rejects.toMatchObject({ status: 409, state: 'password-required' })
    await pay({ ...asks, password: 'any', savePassword: true })
    expect(await pay(asks, await shop.invoice('order-2'))).toMatchObject({ status: 'pending' })
  })

  it.each<Payment>([
    { by: 'exchange', as: ready },
    { by: 'wallet', as: ready },
    { by: 'bank', as: ready },
  ])('is paid by its own payment, also next to another one of its order: %j', async (payment) => {
    const { clock, shop, pay } = await checkout()
    const [first, second] = [await shop.invoice('order-2'), await shop.invoice('order-2')]
    const paid = await pay(payment, first)
    expect(paid.invoice).toBe(first.uuid)
    const detail = `The status of its transaction ${paid.id} is pending.`
    await expect(pay(payment, first)).rejects.toMatchObject({ status: 409, state: 'pending', detail })
    expect((await pay(payment, second)).invoice).toBe(second.uuid)
    await clock.advance({ by: 'P10D' })
    await expect(pay(payment, first)).rejects.toMatchObject({ status: 409, state: 'paid' })
  })

  it.each<[Payment, state: string, detail: string]>([
    [{ by: 'exchange', as: 'shopper-expired-link' }, 'exchange-payments.authentication-failed', '418: '],
    [{ by: 'exchange', as: 'shopper-low-balance' }, 'exchange-payments.insufficient-balance', '419: Insuff'],
    [{ by: 'exchange', as: 'shopper-not-whitelisted' }, 'exchange-payments.address-not-whitelisted', '420: '],
    [{ by: 'exchange', as: 'shopper-unsupported-wallet' }, 'exchange-payments.coin-not-supported', '421: '],
    [{ by: 'exchange', as: 'shopper-below-minimum' }, 'exchange-payments.below-minimum', 'by alphaexchange'],
    [{ by: 'bank', as: 'shopper-abroad' }, 'bank-payments.us-only', 'US shoppers only'],
    [{ by: 'bank', as: 'shopper-no-bank' }, 'bank-payments.unknown-shopper-account', 'not a linked bank'],
    [{ by: 'wallet', as: ready, coin: 'XYZ' }, 'qr-transactions.unknown-coin', 'It is "XYZ".'],
  ])('stays as it is when its payment %j is refused with %s', async (payment, state, text) => {
    const { simulator, pay } = await checkout()
    const before = await simulator.snapshot()
    const detail = expect.stringContaining(text)
    await expect(pay(payment)).rejects.toMatchObject({ status: 409, state, detail })
    expect((await simulator.snapshot()).digest).toBe(before.digest)
  })

  it('with a subscription is paid by an exchange only', async () => {
    const { pay } = await checkout({ amount: '12.50', cart: [magazine] })
    for (const by of ['wallet', 'bank'] as const)
      await expect(pay({ by, as: ready })).rejects.toMatchObject({ remedy: 'Pay by "exchange".' })
    const remedy = expect.stringContaining('Pay as another shopper')
    await expect(pay({ by: 'exchange', as: 'shopper-low-balance' })).rejects.toMatchObject({ remedy })
  })

  it.each<[Payment, uuid: string | undefined, fact: string]>([
    [{ by: 'bank', as: ready }, 'none', 'No such invoice: "none".'],
    [{ by: 'bank', as: 'nobody' }, undefined, 'No such shopper: "nobody".'],
    [{ by: 'exchange', as: ready, exchange: 'bank' }, undefined, 'No such exchange: "bank".'],
  ])('is not paid by %j of what does not exist', async (payment, uuid, fact) => {
    const { pay } = await checkout()
    await expect(pay(payment, uuid === undefined ? undefined : { uuid })).rejects.toMatchObject({
      status: 404,
      fact,
    })
  })
})

describe('a subscription', () => {
  async function subscribed(terms: Parameters<Shop['subscribe']>[1], automation = {}) {
    const { control, clock, shop } = await openShop({ automation })
    const params = { id: await shop.subscribe('order-1', terms) }
    const debitDays = async () => {
      const { transactions } = await control.listTransactions()
      const days = transactions.filter(({ kind }) => kind === 'subscription')
      return days.map(({ createdAt }) => createdAt.slice(0, 10))
    }
    const get = () => control.getSubscription({ params })
    return {
      control,
      clock,
      shop,
      get,
      debitDays,
      renew: () => control.renewSubscription({ params }),
      ...params,
    }
  }

  it('is debited early, and continues with the next bill until it ends', async () => {
    const { clock, get, debitDays, renew, control } = await subscribed({ subscriptionPeriod: '4m' })
    const nextBillAt = '2026-02-05T09:00:00.000Z'
    const allowedActions = ['renew', 'debit', 'cancel']
    expect(await get()).toMatchObject({
      status: 'active',
      nextBillAt,
      debits: 1,
      failures: 0,
      allowedActions,
    })
    await clock.advance({ by: 'P7D' })
    expect(await renew()).toMatchObject({ debits: 2, nextBillAt: '2026-03-05T09:00:00.000Z' })
    await clock.advance({ by: 'P1Y' })
    expect(await debitDays()).toEqual(['2026-01-12', '2026-03-05', '2026-04-05'])
    expect(await get()).toMatchObject({ status: 'ended', nextBillAt: null, debits: 4, allowedActions: [] })
    // The early bill has no reminder.
    const { emails } = await control.listEmails({ query: { account: 'shopper-ready' } })
    expect(emails.map(({ billAt }) => billAt.slice(0, 10))).toEqual(['2026-03-05', '2026-04-05'])
    expect(emails[0]).toMatchObject({
      to: 'ada@shop.example',
      subject: 'Lamp Shop: 12.50 USD is due on 2026-03-05',
      text: expect.stringContaining('keep at least this amount in BTC at alphaexchange'),
    })
    expect((await control.listEmails({ query: { account: 'shopper-abroad' } })).emails).toEqual([])
  })

  it('is debited by hand only where renewals and reminders are manual, and ends with its period', async () => {
    const manual = { renewals: 'manual', reminders: 'manual' }
    const { clock, get, debitDays, renew, control } = await subscribed({ subscriptionPeriod: '3m' }, manual)
    await clock.advance({ by: 'P1M' })
    await renew()
    await renew()
    expect(await debitDays()).toEqual(['2026-02-05', '2026-02-05'])
    const detail = 'It has no bill before its period ends at 2026-04-05T09:00:00.000Z.'
    await expect(renew()).rejects.toMatchObject({
      state: 'active',
      allowedActions: ['debit', 'cancel'],
      detail,
    })
    await clock.advance({ to: '2026-04-05T09:00:00.000Z' })
    expect((await get()).status).toBe('ended')
    expect((await control.listEmails()).emails).toEqual([])
  })

  it('that is canceled, or that the merchant debits, is not renewed', async () => {
    const manual = await subscribed({ autoRenewal: false })
    const remedy = 'Send POST /api/subscription/debit as the merchant.'
    await expect(manual.renew()).rejects.toMatchObject({ allowedActions: ['debit', 'cancel'], remedy })
    await manual.shop.cancel(manual.id)
    await expect(manual.renew()).rejects.toMatchObject({ state: 'canceled', allowedActions: [] })
  })
})

describe('a status change', () => {
  /** A simulator whose webhooks go to a list instead of the network. */
  async function recorded(httpStatus = 200) {
    const sent: string[] = []
    const limits: number[] = []
    const opened = await openShop({
      transport: async ({ url, body }, ms) => {
        sent.push(`${url} ${body}`)
        limits.push(ms)
        const outcome = httpStatus === 200 ? 'accepted' : 'timed-out'
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
    const { id } = await shop.pay('order-1')
    expect(await register()).toEqual({ merchantId: shop.merchant.id, webhookUrl: url })
    await control.processTransaction({ params: { id } })
    await register(null)
    await control.completeTransaction({ params: { id } })
    const { events } = await control.listEvents({ query: { transaction: id } })
    expect(events.map(({ status, delivery }) => `${status} ${delivery}`)).toEqual([
      ...['pending unregistered', 'processing delivered', 'completed unregistered'],
    ])
    const reason = 'No webhook was registered for the merchant.'
    expect(events[0]).toMatchObject({ reason, request: { method: 'POST', url: null } })
    expect(sent).toEqual([`${url} ${events[1]?.request.body}`])
  })

  it('is resent to the current webhook, and keeps the record of the earlier one', async () => {
    const { control, shop, sent, register, redeliver } = await recorded()
    await expect(redeliver()).rejects.toMatchObject({ status: 404 })
    await register()
    await shop.pay('order-1')
    const elsewhere = 'http://127.0.0.1:9/elsewhere'
    await register(elsewhere)
    const { events } = await control.listEvents()
    expect(events[0]).toMatchObject({ request: { url }, attempts: [{ url }] })
    const attempts = [{ url }, { url: elsewhere }]
    expect(await redeliver()).toMatchObject({ request: { url: elsewhere }, attempts, delivery: 'delivered' })
    expect(sent[1]).toBe(sent[0]?.replace(url, elsewhere))
    await register(null)
    const remedy = expect.stringContaining('PUT /control/merchants/{id}/webhook')
    await expect(redeliver()).rejects.toMatchObject({ status: 409, state: 'delivered', remedy })
  })

  it('that is too long to be sent is not resent', async () => {
    const { shop, sent, register, redeliver } = await recorded()
    await register()
    const customParameter = { returnMethod: 'GET', params: [{ name: 'long', value: 'x'.repeat(2048) }] }
    await shop.qr('order-1', { customParameter })
    const detail = expect.stringContaining('A GET request has at most 2048')
    await expect(redeliver()).rejects.toMatchObject({ status: 409, state: 'withheld', detail })
    expect(sent).toEqual([])
  })

  it('waits its whole time again once the webhook that times out is registered again', async () => {
    const { control, shop, limits, register } = await recorded(0)
    await register()
    for (const order of ['a', 'b', 'c', 'd']) await shop.qr(order)
    await control.advanceClock({ body: { by: 'PT0S' } })
    await register()
    await shop.qr('e')
    await control.advanceClock({ body: { by: 'PT0S' } })
    expect(limits).toEqual([5000, 5000, 5000, 2500, 5000])
  })
})
