// Subscriptions through the control API: bills on schedule, early and manual; allowed actions; emails; balances.

import { describe, expect, it } from 'vitest'
import { createSimulator, type EmbeddedSandbox } from '../embedding/create-simulator.ts'
import { openShop } from '../test-support/shop.ts'

async function debitDays({ control }: EmbeddedSandbox): Promise<string[]> {
  const { transactions } = await control.listTransactions()
  return transactions.flatMap(({ kind, createdAt }) =>
    kind === 'subscription' ? [createdAt.slice(0, 10)] : [],
  )
}

describe('a subscription that the service renews', () => {
  it('is debited monthly until its period ends', async () => {
    const { simulator, control, clock, shop } = await openShop()
    const params = { id: await shop.subscribe('order-1', { subscriptionPeriod: '4m' }) }
    expect(await control.getSubscription({ params })).toMatchObject({
      merchantSubscriptionId: 'subscription of order-1',
      status: 'active',
      nextBillAt: '2026-02-05T09:00:00.000Z',
      endsAt: '2026-05-05T09:00:00.000Z',
      debits: 1,
      failures: 0,
      allowedActions: ['renew', 'debit', 'cancel'],
    })
    await clock.advance({ by: 'P1Y' })
    expect(await debitDays(simulator)).toEqual(['2026-02-05', '2026-03-05', '2026-04-05'])
    expect(await control.getSubscription({ params })).toMatchObject({
      status: 'ended',
      nextBillAt: null,
      debits: 4,
      allowedActions: [],
    })
  })

  it('can be debited early, and continues with the next bill', async () => {
    const { simulator, control, clock, shop } = await openShop()
    const params = { id: await shop.subscribe('order-1', { subscriptionPeriod: '4m' }) }
    await clock.advance({ by: 'P7D' })
    expect(await control.renewSubscription({ params })).toMatchObject({
      debits: 2,
      nextBillAt: '2026-03-05T09:00:00.000Z',
    })
    await clock.advance({ by: 'P1Y' })
    expect(await debitDays(simulator)).toEqual(['2026-01-12', '2026-03-05', '2026-04-05'])
    // The early bill has no reminder.
    const { emails } = await control.listEmails()
    expect(emails.map(({ billAt }) => billAt.slice(0, 10))).toEqual(['2026-03-05', '2026-04-05'])
  })

  it('is only renewed manually when renewals are manual, and ends with its period', async () => {
    const { simulator, control, clock, shop } = await openShop({ automation: { renewals: 'manual' } })
    const params = { id: await shop.subscribe('order-1', { subscriptionPeriod: '3m' }) }
    await clock.advance({ by: 'P1M' })
    expect(await debitDays(simulator)).toEqual([])
    await control.renewSubscription({ params })
    await control.renewSubscription({ params })
    expect(await debitDays(simulator)).toEqual(['2026-02-05', '2026-02-05'])
    await expect(control.renewSubscription({ params })).rejects.toMatchObject({
      status: 409,
      state: 'active',
      allowedActions: ['debit', 'cancel'],
      detail: 'It has no bill before its period ends at 2026-04-05T09:00:00.000Z.',
    })
    await clock.advance({ to: '2026-04-05T08:59:59.999Z' })
    expect((await control.getSubscription({ params })).status).toBe('active')
    await clock.advance({ by: 'PT0.001S' })
    expect((await control.getSubscription({ params })).status).toBe('ended')
  })

  it('is not renewed after it is canceled', async () => {
    const { simulator, control, clock, shop } = await openShop()
    const params = { id: await shop.subscribe('order-1') }
    await shop.cancel(params.id)
    await expect(control.renewSubscription({ params })).rejects.toMatchObject({
      status: 409,
      state: 'canceled',
      allowedActions: [],
    })
    await clock.advance({ by: 'P1Y' })
    expect(await debitDays(simulator)).toEqual([])
  })
})

describe('a subscription that the merchant debits', () => {
  it('is not renewed by the service', async () => {
    const { control, shop } = await openShop()
    const params = { id: await shop.subscribe('order-1', { autoRenewal: false }) }
    await expect(control.renewSubscription({ params })).rejects.toMatchObject({
      status: 409,
      allowedActions: ['debit', 'cancel'],
      remedy: 'Send POST /api/subscription/debit as the merchant.',
    })
    await shop.debit(params.id, 12.5)
    expect((await control.getSubscription({ params })).debits).toBe(2)
  })
})

describe('the emails', () => {
  it('include a reminder before each bill', async () => {
    const { control, clock, shop } = await openShop()
    const subscription = await shop.subscribe('order-1')
    await clock.advance({ by: 'P1M' })
    const { emails } = await control.listEmails({ query: { shopperId: 'shopper-ready' } })
    expect(emails).toEqual([
      {
        at: '2026-02-02T09:00:00.000Z',
        to: 'ada@shop.example',
        subject: 'Lamp Shop: 12.50 USD is due on 2026-02-05',
        text: expect.stringContaining('keep at least this amount in BTC at alphaexchange'),
        subscription,
        billAt: '2026-02-05T09:00:00.000Z',
      },
    ])
    expect((await control.listEmails({ query: { shopperId: 'shopper-abroad' } })).emails).toEqual([])
  })

  it('are not sent when reminders are manual', async () => {
    const { control, clock, shop } = await openShop({ automation: { reminders: 'manual' } })
    await shop.subscribe('order-1')
    await clock.advance({ by: 'P1Y' })
    expect((await control.listEmails()).emails).toEqual([])
  })
})

describe('a balance', () => {
  it.each([
    ['nobody', { exchange: 'alphaexchange', coin: 'BTC', amount: '1' }, 404],
    ['shopper-ready', { exchange: 'nowhere', coin: 'BTC', amount: '1' }, 404],
    ['shopper-ready', { exchange: 'alphaexchange', coin: 'USD', amount: '1' }, 404],
    ['shopper-ready', { exchange: 'alphaexchange', coin: 'BTC', amount: '0.000000001' }, 400],
    ['shopper-ready', { exchange: 'alphaexchange', coin: 'BTC', amount: '-1' }, 400],
  ])('of %s cannot be set by %j', async (id, body, status) => {
    const { control } = createSimulator()
    await expect(control.setBalance({ params: { id }, body })).rejects.toMatchObject({ status })
  })
})
