// What an advance reports is what happened: entries that no longer mean anything are nobody's business, and one that is
// stopped in the middle of an instant, or by receivers that never come to an end, leaves the rest where it is.

import { describe, expect, it } from 'vitest'
import { createSimulator } from './embed.ts'
import { whyNot } from './testing/refused.ts'
import { shopIn } from './testing/shop.ts'

const hour = { by: 'PT2H' }

async function opened(options: Parameters<typeof createSimulator>[0] = {}) {
  const simulator = createSimulator(options)
  return { simulator, shop: await shopIn(simulator) }
}

describe('an entry that no longer means anything', () => {
  it('of a cancelled subscription is neither listed nor said to have happened', async () => {
    const { simulator, shop } = await opened()
    const id = await shop.subscribe('order-1')
    await simulator.clock.advance(hour)
    const before = (await simulator.control.getAgenda()).entries.map(({ kind }) => kind)
    expect(before).toContain('subscription.debit')
    await shop.cancel(id)
    expect((await simulator.control.getAgenda()).entries.map(({ kind }) => kind)).toEqual([
      'settlement.daily',
    ])
    const report = await simulator.clock.advance({ by: 'P1Y' })
    expect(report.happened.map(({ kind }) => kind)).toEqual(['settlement.daily'])
    expect((await simulator.control.listMail()).mail).toEqual([])
  })

  it('of a transaction that was canceled by hand is passed over, also as the next', async () => {
    const { simulator, shop } = await opened()
    const { id } = await shop.pay('order-1')
    await simulator.control.moveTransaction({ params: { id }, body: { to: 'canceled' } })
    expect(await simulator.control.getClock()).toMatchObject({ nextDue: null, pending: 0 })
    expect(await whyNot(simulator.control.advanceClock({ body: { next: true } }))).toMatchObject({
      fact: 'Nothing is due.',
    })
    expect(await simulator.clock.advance({ by: 'P1D' })).toMatchObject({ happened: [], entries: 0 })
  })

  it('of a settlement that was made by hand settles nothing again', async () => {
    const { simulator, shop } = await opened()
    await shop.pay('order-1')
    await simulator.clock.advance(hour)
    await simulator.control.settle()
    expect(await simulator.clock.advance({ by: 'P2D' })).toMatchObject({ happened: [], entries: 0 })
  })

  it('uses up no budget', async () => {
    const { simulator, shop } = await opened()
    const { id } = await shop.pay('order-1')
    await shop.pay('order-2')
    await simulator.control.moveTransaction({ params: { id }, body: { to: 'canceled' } })
    expect(await simulator.clock.advance({ ...hour, budget: 2 })).toMatchObject({ entries: 2 })
  })
})

describe('an advance that is stopped', () => {
  const least = { standIns: { 'transaction.crypto-duration': 'least' } } as const
  const statuses = async ({ control }: ReturnType<typeof createSimulator>) =>
    (await control.listEvents()).events.map(({ status }) => status).filter((status) => status !== 'pending')

  it('by its budget leaves what is due at that instant to the next one', async () => {
    const { simulator, shop } = await opened(least)
    for (const order of ['a', 'b', 'c']) await shop.pay(order)
    const error = await whyNot(simulator.control.advanceClock({ body: { by: 'PT1M', budget: 1 } }))
    expect(error).toMatchObject({ report: { entries: 1, stopped: 'budget' } })
    await shop.invoice('an input in between')
    expect(await statuses(simulator)).toEqual(['processing'])
    const rest = await simulator.clock.advance({ by: 'PT0S' })
    expect(rest).toMatchObject({ entries: 2, from: simulator.clock.now })
    expect(await statuses(simulator)).toEqual(['processing', 'processing', 'processing'])
  })

  it('by its condition, too, and so does a world that is restored from there', async () => {
    const { simulator, shop } = await opened(least)
    const [{ id }] = [await shop.pay('a'), await shop.pay('b')]
    const until = { transaction: id, status: 'processing' } as const
    expect(await simulator.clock.advance({ until, limit: 'P1D' })).toMatchObject({ entries: 1 })
    const other = await simulator.sandbox('other', { snapshot: await simulator.snapshot() })
    for (const one of [simulator, other]) {
      await (await shopIn(one)).invoice('an input in between')
      expect(
        (await one.control.listEvents()).events.filter(({ status }) => status === 'processing'),
      ).toHaveLength(1)
      expect(await one.clock.advance({ by: 'PT0S' })).toMatchObject({ entries: 1 })
    }
  })

  it('is the end of a loop that feeds itself through the agenda', async () => {
    const { simulator, shop } = await opened({ progress: { transactions: 'auto' } })
    const { now } = simulator.clock
    await shop.subscribe('order-1')
    let made = 0
    simulator.onWebhook(async ({ event }) => {
      if (event.status !== 'completed' || simulator.clock.now === now || made === 300) return
      made += 1
      await shop.pay(`again ${made}`)
    })
    const error = await whyNot(simulator.control.advanceClock({ body: { by: 'P2M', budget: 20 } }))
    expect(error).toMatchObject({ report: { entries: 20, stopped: 'budget' } })
    await simulator.settled()
    expect(made).toBeGreaterThan(3)
    expect(made).toBeLessThan(20)
  })

  it.each([1, 2])('ends receivers that make %i events of each', async (each) => {
    const { simulator, shop } = await opened()
    await shop.pay('the first')
    let number = 0
    simulator.onWebhook(async () => {
      for (let index = 0; index < each; index += 1) {
        number += 1
        await shop.qr(`order ${number}`)
      }
    })
    const error = await whyNot(simulator.control.advanceClock({ body: { ...hour, budget: 10 } }))
    expect(error).toMatchObject({ status: 409, report: { entries: 1, stopped: 'loop' } })
    expect(error.detail).toContain('came of one another without end')
    await simulator.settled()
    const { events } = await simulator.control.listEvents({ query: { limit: 1 } })
    expect(events[0]).toMatchObject({ delivery: 'withheld' })
  })
})
