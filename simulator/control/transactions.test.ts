// What the outer world does to a transaction, what is legal when, and why not; and transactions that move at once, on the
// clock, or only when told.

import { describe, expect, it } from 'vitest'
import { createSimulator, type EmbeddedSandbox } from '../embedding/create-simulator.ts'
import { whyNot } from '../testing/refused.ts'
import { shopIn } from '../testing/shop.ts'

const bitcoinOfForty = '0.0008'

async function statusesOf({ control }: EmbeddedSandbox, transaction: string): Promise<string[]> {
  const { events } = await control.listEvents({ query: { transaction } })
  return events.map(({ status }) => status)
}

describe('a wallet', () => {
  it('pays a share, then the rest', async () => {
    const simulator = createSimulator()
    const { control } = simulator
    const params = { id: await (await shopIn(simulator)).qr('order-1') }
    expect(await control.getTransaction({ params })).toMatchObject({
      kind: 'wallet',
      status: 'awaiting',
      amount: bitcoinOfForty,
      received: '0',
      allowedActions: ['pay', 'move:canceled'],
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
    const simulator = createSimulator()
    const params = { id: await (await shopIn(simulator)).qr('order-1') }
    const { received } = await simulator.control.payFromWallet({ params, body: { share: '0.333333333' } })
    expect(received).toBe('0.00026667')
  })

  it.each([
    [{ amount: '0' }, 'A wallet pays more than nothing.'],
    [{ share: '0.0' }, 'A wallet pays more than nothing.'],
    [{ amount: '0.000000001' }, 'A wallet cannot pay 0.000000001 BTC.'],
    [{ amount: '-1' }, 'The body of payFromWallet is not as it should be.'],
  ])('cannot pay %j', async (body, fact) => {
    const simulator = createSimulator()
    const params = { id: await (await shopIn(simulator)).qr('order-1') }
    expect(await whyNot(simulator.control.payFromWallet({ params, body }))).toMatchObject({
      status: 400,
      fact,
    })
  })

  it('cannot pay what is paid already, or through an exchange', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const params = { id: await shop.qr('order-1') }
    await simulator.control.payFromWallet({ params, body: { share: '1' } })
    const again = await whyNot(simulator.control.payFromWallet({ params, body: { share: '1' } }))
    expect(again).toMatchObject({ status: 409, state: 'pending' })
    expect(again.allowedActions).toEqual([
      'request-refund',
      'move:processing',
      'move:completed',
      'move:canceled',
    ])
    const exchange = { id: (await shop.pay('order-2')).id }
    const other = await whyNot(simulator.control.payFromWallet({ params: exchange, body: { share: '1' } }))
    expect(other.remedy).toBe('Only what POST /api/purchase/qr/generate makes is paid from a wallet.')
  })

  it('lets the merchant close for two weeks to the millisecond', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    for (const [order, by, status] of [
      ['in time', 'P14D', 200],
      ['too late', 'P14DT0.001S', 400],
    ] as const) {
      const params = { id: await shop.qr(order) }
      await simulator.control.payFromWallet({ params, body: { share: '0.5' } })
      await simulator.clock.advance({ by })
      const { allowedActions } = await simulator.control.getTransaction({ params })
      expect(allowedActions.includes('close')).toBe(status === 200)
      expect((await shop.close(order)).status).toBe(status)
    }
  })
})

describe('a refund', () => {
  it('is requested once, and only of what was received', async () => {
    const simulator = createSimulator()
    const params = { id: await (await shopIn(simulator)).qr('order-1') }
    const early = await whyNot(simulator.control.requestRefund({ params }))
    expect(early).toMatchObject({ status: 409, state: 'awaiting', allowedActions: ['pay', 'move:canceled'] })
    expect(early.remedy).toContain('let the wallet pay')
    await simulator.control.payFromWallet({ params, body: { share: '0.5' } })
    expect((await simulator.control.requestRefund({ params })).refund).toBe('requested')
    expect((await whyNot(simulator.control.requestRefund({ params }))).remedy).toBe(
      'One request is all there can be.',
    )
    // A request is no change of status, so nothing is reported.
    expect(await statusesOf(simulator, params.id)).toEqual(['awaiting', 'partially-paid'])
  })
})

describe('a transaction that is moved by hand', () => {
  it('goes on through its states, each reported once, and no further', async () => {
    const simulator = createSimulator({ automation: { transactions: 'manual' } })
    const params = { id: (await (await shopIn(simulator)).pay('order-1')).id }
    expect((await simulator.control.getClock()).pending).toBe(0)
    await simulator.clock.advance({ by: 'P1Y' })
    expect((await simulator.control.getTransaction({ params })).status).toBe('pending')
    await simulator.control.moveTransaction({ params, body: { to: 'processing' } })
    expect(await simulator.control.moveTransaction({ params, body: { to: 'completed' } })).toMatchObject({
      status: 'completed',
      received: bitcoinOfForty,
      allowedActions: ['request-refund'],
    })
    const back = await whyNot(simulator.control.moveTransaction({ params, body: { to: 'processing' } }))
    expect(back).toMatchObject({ status: 409, state: 'completed', allowedActions: ['request-refund'] })
    expect(await statusesOf(simulator, params.id)).toEqual(['pending', 'processing', 'completed'])
  })

  it('gives the shopper back what a canceled payment took', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const balance = async () => {
      const [exchange] = shop.credentials.exchanges
      const response = await shop.send('GET', `/exchanges/check-balance/${exchange}`, {
        token: 'shopper-ready',
      })
      return JSON.parse(response.text).result.accounts.find(
        ({ currency }: { currency: string }) => currency === 'BTC',
      ).balance
    }
    const before = await balance()
    const { id } = await shop.pay('order-1')
    expect(await balance()).not.toBe(before)
    await simulator.control.moveTransaction({ params: { id }, body: { to: 'canceled' } })
    expect(await balance()).toBe(before)
  })

  it('leaves its schedule entries without effect', async () => {
    const simulator = createSimulator()
    const { id } = await (await shopIn(simulator)).pay('order-1')
    await simulator.control.moveTransaction({ params: { id }, body: { to: 'canceled' } })
    await simulator.clock.advance({ by: 'P1D' })
    expect(await statusesOf(simulator, id)).toEqual(['pending', 'canceled'])
  })

  it('needs its money first, where a wallet owes it', async () => {
    const simulator = createSimulator()
    const params = { id: await (await shopIn(simulator)).qr('order-1') }
    const unpaid = await whyNot(simulator.control.moveTransaction({ params, body: { to: 'completed' } }))
    expect(unpaid).toMatchObject({ status: 409, state: 'awaiting' })
    expect(unpaid.remedy).toContain('/pay with {"share":"1"}')
    await simulator.control.payFromWallet({ params, body: { share: '0.5' } })
    const partly = await whyNot(simulator.control.moveTransaction({ params, body: { to: 'canceled' } }))
    expect(partly.remedy).toContain('POST /api/closePartialTx')
  })
})

describe('transactions that move at once', () => {
  it('complete with the request, and are settled with it where settlements do too', async () => {
    const simulator = createSimulator({ automation: { transactions: 'auto', settlements: 'auto' } })
    const shop = await shopIn(simulator)
    const crypto = await shop.pay('order-1')
    const bank = await shop.payByBank('order-2')
    for (const id of [crypto.id, bank]) {
      expect(await simulator.control.getTransaction({ params: { id } })).toMatchObject({
        status: 'completed',
        settledAt: simulator.clock.now,
      })
      expect(await statusesOf(simulator, id)).toEqual(['pending', 'processing', 'completed'])
    }
  })
})

describe('settlement', () => {
  it('comes daily on the clock', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    await shop.pay('order-1')
    await shop.pay('order-2')
    await simulator.clock.advance({ by: 'P1D' })
    expect((await simulator.control.listSettlements()).settlements).toEqual([
      {
        at: '2026-01-06T00:00:00.000Z',
        merchantId: shop.merchant.id,
        kind: 'crypto',
        currency: 'BTC',
        amount: '0.0016',
        transactions: 2,
      },
    ])
  })

  it('comes by hand, and waits for it where that is the only way', async () => {
    const simulator = createSimulator({ automation: { settlements: 'manual' } })
    const shop = await shopIn(simulator)
    const { id } = await shop.pay('order-1')
    await simulator.clock.advance({ by: 'P7D' })
    expect((await simulator.control.listSettlements()).settlements).toEqual([])
    const { settlements } = await simulator.control.settle()
    expect(settlements).toMatchObject([{ at: simulator.clock.now, amount: bitcoinOfForty }])
    expect((await simulator.control.getTransaction({ params: { id } })).settledAt).toBe(simulator.clock.now)
    expect((await simulator.control.settle()).settlements).toEqual([])
  })

  it('credits a bank payment less the fee when it completes', async () => {
    const simulator = createSimulator()
    const id = await (await shopIn(simulator)).payByBank('order-1', 100)
    await simulator.clock.advance({ until: { transaction: id, status: 'completed' }, limit: 'P7D' })
    expect((await simulator.control.listSettlements()).settlements).toMatchObject([
      { kind: 'bank', amount: '99.00' },
    ])
  })
})

describe('the list of transactions', () => {
  it('is narrowed by merchant and offer', async () => {
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

  it('names what it does not have', async () => {
    const { control } = createSimulator()
    expect(await whyNot(control.getTransaction({ params: { id: 'none' } }))).toMatchObject({
      status: 404,
      fact: 'There is no transaction "none" in this sandbox.',
    })
  })
})
