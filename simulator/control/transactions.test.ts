// Transactions through the control API: the actions of other parties, which of them a status allows, and automation.

import { describe, expect, it } from 'vitest'
import { createSimulator, type EmbeddedSandbox } from '../embedding/create-simulator.ts'
import { controlErrorOf, openShop, shopIn } from '../test-support/shop.ts'

const bitcoinOfForty = '0.0008'

async function statusesOf({ control }: EmbeddedSandbox, transaction: string): Promise<string[]> {
  const { events } = await control.listEvents({ query: { transaction } })
  return events.map(({ status }) => status)
}

describe('a wallet', () => {
  it('pays a share, then the rest', async () => {
    const { simulator, control, shop } = await openShop()
    const params = { id: await shop.qr('order-1') }
    expect(await control.getTransaction({ params })).toMatchObject({
      kind: 'wallet',
      status: 'awaiting',
      amount: bitcoinOfForty,
      received: '0',
      allowedActions: ['pay', 'set-status:canceled'],
    })
    expect(await control.payFromWallet({ params, body: { share: '0.5' } })).toMatchObject({
      status: 'partially-paid',
      received: '0.0004',
      allowedActions: ['pay', 'close', 'request-refund'],
    })
    expect(await control.payFromWallet({ params, body: { amount: '0.0004' } })).toMatchObject({
      status: 'pending',
      received: bitcoinOfForty,
    })
    expect(await statusesOf(simulator, params.id)).toEqual(['awaiting', 'partially-paid', 'pending'])
  })

  it('rounds a share up to the decimals of the coin', async () => {
    const { control, shop } = await openShop()
    const params = { id: await shop.qr('order-1') }
    const { received } = await control.payFromWallet({ params, body: { share: '0.333333333' } })
    expect(received).toBe('0.00026667')
  })

  it.each([
    [{ amount: '0' }, 'Invalid amount 0 BTC.'],
    [{ share: '0.0' }, 'Invalid amount 0 BTC.'],
    [{ amount: '0.000000001' }, 'Invalid amount 0.000000001 BTC.'],
    [{ amount: '-1' }, 'Invalid body of payFromWallet.'],
  ])('cannot pay %j', async (body, fact) => {
    const { control, shop } = await openShop()
    const params = { id: await shop.qr('order-1') }
    await expect(control.payFromWallet({ params, body })).rejects.toMatchObject({ status: 400, fact })
  })

  it('cannot pay a paid transaction, or an exchange payment', async () => {
    const { control, shop } = await openShop()
    const params = { id: await shop.qr('order-1') }
    await control.payFromWallet({ params, body: { share: '1' } })
    const again = await controlErrorOf(control.payFromWallet({ params, body: { share: '1' } }))
    expect(again).toMatchObject({ status: 409, state: 'pending' })
    expect(again.allowedActions).toEqual([
      'request-refund',
      'set-status:processing',
      'set-status:completed',
      'set-status:canceled',
    ])
    const exchange = { id: (await shop.pay('order-2')).id }
    await expect(control.payFromWallet({ params: exchange, body: { share: '1' } })).rejects.toMatchObject({
      remedy: 'Only transactions of POST /api/purchase/qr/generate are paid from a wallet.',
    })
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

describe('a refund', () => {
  it('can be requested once, after something was received', async () => {
    const { simulator, control, shop } = await openShop()
    const params = { id: await shop.qr('order-1') }
    await expect(control.requestRefund({ params })).rejects.toMatchObject({
      status: 409,
      state: 'awaiting',
      allowedActions: ['pay', 'set-status:canceled'],
      remedy: expect.stringContaining('Pay the transaction first'),
    })
    await control.payFromWallet({ params, body: { share: '0.5' } })
    expect((await control.requestRefund({ params })).refund).toBe('requested')
    expect((await controlErrorOf(control.requestRefund({ params }))).remedy).toBe(
      'A transaction can have one refund request.',
    )
    // A refund request does not change the status, so no webhook reports it.
    expect(await statusesOf(simulator, params.id)).toEqual(['awaiting', 'partially-paid'])
  })
})

describe('setting the status', () => {
  it('goes through each status once, and reports each', async () => {
    const { simulator, control, clock, shop } = await openShop({ automation: { transactions: 'manual' } })
    const params = { id: (await shop.pay('order-1')).id }
    expect((await control.getClock()).pending).toBe(0)
    await clock.advance({ by: 'P1Y' })
    expect((await control.getTransaction({ params })).status).toBe('pending')
    const set = (status: 'processing' | 'completed') =>
      control.setTransactionStatus({ params, body: { status } })
    await set('processing')
    expect(await set('completed')).toMatchObject({
      status: 'completed',
      received: bitcoinOfForty,
      allowedActions: ['request-refund'],
    })
    const allowedActions = ['request-refund']
    await expect(set('processing')).rejects.toMatchObject({ status: 409, state: 'completed', allowedActions })
    expect(await statusesOf(simulator, params.id)).toEqual(['pending', 'processing', 'completed'])
  })

  it('to canceled restores the balance of the shopper', async () => {
    const { control, shop } = await openShop()
    const balance = async () => {
      const query = { merchantId: shop.merchant.id }
      const { accounts } = (await shop.service.checkExchangeBalance({ query })).result
      return accounts.find(({ currency }) => currency === 'BTC')?.balance
    }
    const before = await balance()
    const { id } = await shop.pay('order-1')
    expect(await balance()).not.toBe(before)
    await control.setTransactionStatus({ params: { id }, body: { status: 'canceled' } })
    expect(await balance()).toBe(before)
  })

  it('to completed requires the wallet payment first', async () => {
    const { control, shop } = await openShop()
    const params = { id: await shop.qr('order-1') }
    const remedyOf = async (status: 'completed' | 'canceled') => {
      const error = await controlErrorOf(control.setTransactionStatus({ params, body: { status } }))
      return [error.status, error.state, error.remedy]
    }
    const pay = expect.stringContaining('/pay with {"share":"1"}')
    expect(await remedyOf('completed')).toEqual([409, 'awaiting', pay])
    await control.payFromWallet({ params, body: { share: '0.5' } })
    const close = expect.stringContaining('POST /api/closePartialTx')
    expect(await remedyOf('canceled')).toEqual([409, 'partially-paid', close])
  })
})

describe('automatic transactions', () => {
  it('complete with the request, and settle with it when settlements are automatic too', async () => {
    const { simulator, control, clock, shop } = await openShop({
      automation: { transactions: 'auto', settlements: 'auto' },
    })
    const crypto = await shop.pay('order-1')
    const bank = await shop.payByBank('order-2')
    for (const id of [crypto.id, bank]) {
      expect(await control.getTransaction({ params: { id } })).toMatchObject({
        status: 'completed',
        settledAt: clock.now,
      })
      expect(await statusesOf(simulator, id)).toEqual(['pending', 'processing', 'completed'])
    }
  })
})

describe('settlement', () => {
  it('can be manual only', async () => {
    const { control, clock, shop } = await openShop({ automation: { settlements: 'manual' } })
    const { id } = await shop.pay('order-1')
    await shop.pay('order-2')
    await clock.advance({ by: 'P7D' })
    expect((await control.listSettlements()).settlements).toEqual([])
    const { settlements } = await control.settle()
    const merchantId = shop.merchant.id
    const amounts = { kind: 'crypto', currency: 'BTC', amount: '0.0016', transactions: 2 }
    expect(settlements).toEqual([{ at: clock.now, merchantId, ...amounts }])
    expect((await control.getTransaction({ params: { id } })).settledAt).toBe(clock.now)
    expect((await control.settle()).settlements).toEqual([])
  })
})

describe('the list of transactions', () => {
  it('is filtered by merchant and offer', async () => {
    const simulator = createSimulator()
    const [first, second] = [await shopIn(simulator), await shopIn(simulator, 1)]
    const ids = [await first.qr('order-1'), await first.qr('order-2'), await second.qr('order-1')]
    const listed = async (query: { merchantId?: string; offerId?: string }) =>
      (await simulator.control.listTransactions({ query })).transactions.map(({ id }) => ids.indexOf(id))
    expect(await listed({})).toEqual([0, 1, 2])
    expect(await listed({ offerId: 'order-1' })).toEqual([0, 2])
    expect(await listed({ merchantId: second.merchant.id })).toEqual([2])
    expect(await listed({ merchantId: second.merchant.id, offerId: 'order-2' })).toEqual([])
  })

  it('has no unknown transaction', async () => {
    const { control } = createSimulator()
    await expect(control.getTransaction({ params: { id: 'none' } })).rejects.toMatchObject({
      status: 404,
      fact: 'No such transaction: "none".',
    })
  })
})
