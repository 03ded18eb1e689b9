// The clock through the control API: each way of advancing it, what it answers, and why not.

import { describe, expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'
import { whyNot } from '../testing/refused.ts'
import { shopIn } from '../testing/shop.ts'
import type { ControlError } from './client.ts'

const start = '2026-01-05T09:00:00.000Z'

describe('the clock', () => {
  it('stands where the world begins, and says what is next', async () => {
    const simulator = createSimulator()
    expect(await simulator.control.getClock()).toEqual({ now: start, nextDue: null, pending: 0 })
    const shop = await shopIn(simulator)
    await shop.pay('order-1')
    const { now, nextDue, pending } = await simulator.control.getClock()
    expect({ now, pending }).toEqual({ now: start, pending: 2 })
    expect(Date.parse(nextDue ?? '')).toBeGreaterThan(Date.parse(start))
  })

  it.each([
    [{ to: '2026-02-01T00:00:00Z' }, '2026-02-01T00:00:00.000Z'],
    [{ to: '2026-02-01T02:00:00+02:00' }, '2026-02-01T00:00:00.000Z'],
    [{ by: 'P1M' }, '2026-02-05T09:00:00.000Z'],
    [{ by: 'PT90S' }, '2026-01-05T09:01:30.000Z'],
    [{ by: 'PT0S' }, start],
    [{ bankingDays: 4 }, '2026-01-09T09:00:00.000Z'],
    // Ten working days from Monday the 5th: the 19th is a bank holiday.
    [{ bankingDays: 10 }, '2026-01-20T09:00:00.000Z'],
  ])('advances %j', async (wanted, to) => {
    const { clock } = createSimulator()
    expect(await clock.advance(wanted)).toEqual({
      from: start,
      to,
      events: [],
      entries: 0,
      deliveries: 0,
      failedDeliveries: 0,
    })
    expect(clock.now).toBe(to)
  })

  it('advances to the next due entry and no further', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const { id } = await shop.pay('order-1')
    const { nextDue } = await simulator.control.getClock()
    const report = await simulator.clock.advance({ next: true })
    expect(report.to).toBe(nextDue)
    expect(report.events).toEqual([
      { at: nextDue, kind: 'transaction.process', ref: id, what: 'the transaction starts processing' },
    ])
  })

  it('advances until a transaction has a status', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const { id } = await shop.pay('order-1')
    const report = await simulator.clock.advance({
      until: { transaction: id, status: 'completed' },
      limit: 'PT2H',
    })
    expect(report.stopped).toBe('condition')
    expect(Date.parse(report.to) - Date.parse(start)).toBeLessThanOrEqual(7_200_000)
    expect((await simulator.control.getTransaction({ params: { id } })).status).toBe('completed')
    // It has the status already: the clock stays.
    const again = await simulator.clock.advance({
      until: { transaction: id, status: 'completed' },
      limit: 'PT2H',
    })
    expect(again).toMatchObject({ from: report.to, to: report.to, stopped: 'condition' })
  })

  it('lists as many happenings as asked for, and counts all', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    let calls = 0
    simulator.onWebhook(() => {
      calls += 1
      if (calls === 5) throw new Error('not this one')
    })
    for (const order of ['a', 'b', 'c']) await shop.pay(order)
    const report = await simulator.clock.advance({ by: 'PT2H', listed: 2 })
    expect(report.events).toHaveLength(2)
    expect(report).toMatchObject({ entries: 6, deliveries: 5, failedDeliveries: 1 })
  })
})

describe('what the clock refuses', () => {
  it('going back, and says that a snapshot does', async () => {
    const { control } = createSimulator()
    for (const body of [{ to: '2026-01-05T08:59:59.999Z' }, { by: '-P1D' }]) {
      const error = await whyNot(control.advanceClock({ body }))
      expect(error).toMatchObject({ status: 409, fact: 'The clock does not go back.', state: { now: start } })
      expect(error.remedy).toContain('POST /control/restore')
    }
  })

  it('the next entry, where there is none', async () => {
    const error = await whyNot(createSimulator().control.advanceClock({ body: { next: true } }))
    expect(error).toMatchObject({
      status: 409,
      fact: 'Nothing is due.',
      allowedActions: ['to', 'by', 'bankingDays'],
    })
  })

  it.each([
    [{ by: 'a month' }, '"a month" is no duration.'],
    [{ by: 'P9000Y' }, 'The duration P9000Y is too long.'],
    [{ to: '2026-02-30T00:00:00Z' }, '"2026-02-30T00:00:00Z" is no instant.'],
    [{ bankingDays: 10_000 }, undefined],
  ])('%j', async (body, fact) => {
    const { control } = createSimulator({ start: '2026-01-05T09:00:00Z' })
    if (fact === undefined) return expect(await control.advanceClock({ body })).toMatchObject({ entries: 0 })
    expect(await whyNot(control.advanceClock({ body }))).toMatchObject({ status: 400, fact })
  })

  it('what is in two forms, or in none, with an example of each', async () => {
    const { fetch } = createSimulator()
    for (const body of ['{}', '{"by":"P1D","next":true}', '{"by":5}', 'soon', '']) {
      const response = await fetch('/control/clock/advance', { method: 'POST', body })
      expect(response.status).toBe(400)
      const { remedy } = (await response.json()) as { remedy: string }
      for (const form of ['"by"', '"to"', '"bankingDays"', '"next"', '"until"'])
        expect(remedy).toContain(form)
    }
  })

  it('a condition that the limit does not see fulfilled; it says how things stand', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const { id } = await shop.pay('order-1')
    const until = { transaction: id, status: 'completed' } as const
    const error = await whyNot(simulator.control.advanceClock({ body: { until, limit: 'PT1S' } }))
    expect(error).toMatchObject({
      status: 409,
      fact: `The transaction ${id} is not completed at 2026-01-05T09:00:01.000Z.`,
      state: 'pending',
      report: { to: '2026-01-05T09:00:01.000Z', stopped: 'limit' },
    })
    expect(simulator.clock.now).toBe('2026-01-05T09:00:01.000Z')
  })

  it('a condition that can never hold, at once', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const { id } = await shop.pay('order-1')
    await simulator.control.moveTransaction({ params: { id }, body: { to: 'canceled' } })
    const until = { transaction: id, status: 'completed' } as const
    const error = await whyNot(simulator.control.advanceClock({ body: { until, limit: 'P1D' } }))
    expect(error).toMatchObject({ status: 409, state: 'canceled', report: undefined })
    expect(error.fact).toBe(`The transaction ${id} will never be completed.`)
    expect(simulator.clock.now).toBe(start)
  })

  it('a condition that another end state rules out on the way', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const { id } = await shop.pay('order-1')
    const until = { transaction: id, status: 'canceled' } as const
    const error = await whyNot(simulator.control.advanceClock({ body: { until, limit: 'P1D' } }))
    expect(error).toMatchObject({ status: 409, state: 'completed' })
    expect(error.detail).toContain('became completed instead')
    expect(Date.parse(simulator.clock.now) - Date.parse(start)).toBeLessThanOrEqual(7_200_000)
  })

  it('a condition on a transaction that is not there', async () => {
    const until = { transaction: 'none', status: 'completed' } as const
    const error = await whyNot(createSimulator().control.advanceClock({ body: { until, limit: 'P1D' } }))
    expect(error.status).toBe(404)
  })

  it('more entries than its budget, with what it did until then', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    await shop.subscribe('order-1', { frequency: 'weekly', subscriptionPeriod: '1y' })
    const error = await whyNot(simulator.control.advanceClock({ body: { by: 'P1Y', budget: 10 } }))
    expect(error).toMatchObject({ status: 409, report: { entries: 10, stopped: 'budget' } })
    expect(error.fact).toContain('The advance was stopped at 2026-')
  })

  it('no budget that suffices exactly', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    await shop.pay('order-1')
    expect(await simulator.clock.advance({ by: 'P1D', budget: 3 })).toMatchObject({ entries: 3 })
  })

  it('a second advance while one is under way', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    await shop.pay('order-1')
    // Deliveries that take a while keep the first advance under way.
    simulator.onWebhook(() => new Promise((resolve) => setImmediate(resolve)))
    const first = simulator.control.advanceClock({ body: { by: 'P1D' } })
    const second = await whyNot(simulator.control.advanceClock({ body: { by: 'P1D' } }))
    expect(second).toMatchObject({ status: 409, state: 'advancing' })
    expect(second.remedy).toBe('Wait for the response of that advance, then try again.')
    expect((await first).to).toBe('2026-01-06T09:00:00.000Z')
    expect((await simulator.clock.advance({ by: 'P1D' })).to).toBe('2026-01-07T09:00:00.000Z')
  })

  it.each(['takeSnapshot', 'resetSandbox'] as const)('%s while it is advanced', async (operationId) => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    await shop.pay('order-1')
    const underWay = new Promise<void>((resolve) => {
      simulator.onWebhook(async () => {
        resolve()
        await new Promise((later) => setImmediate(later))
      })
    })
    const advance = simulator.clock.advance({ by: 'P1D' })
    await underWay
    expect(await whyNot(simulator.control[operationId]())).toMatchObject({ status: 409, state: 'advancing' })
    await advance
    await simulator.control[operationId]()
  })
})

describe('a webhook handler in process', () => {
  it.each([
    [
      'advance the clock',
      (simulator: ReturnType<typeof createSimulator>) => simulator.clock.advance({ by: 'P1D' }),
    ],
    ['take a snapshot', (simulator: ReturnType<typeof createSimulator>) => simulator.control.takeSnapshot()],
    ['be reset', (simulator: ReturnType<typeof createSimulator>) => simulator.control.resetSandbox()],
    [
      'redeliver',
      (simulator: ReturnType<typeof createSimulator>) => simulator.control.redeliver({ params: { seq: 0 } }),
    ],
  ])('cannot %s: it would wait for itself', async (what, act) => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    let refused: ControlError | undefined
    simulator.onWebhook(async () => {
      refused = await whyNot(act(simulator))
    })
    await shop.pay('order-1')
    await simulator.settled()
    expect(refused).toMatchObject({ status: 409, state: 'delivering' })
    expect(refused?.fact).toContain(what)
  })

  it('may leave it to what runs after it', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    let later: Promise<unknown> | undefined
    simulator.onWebhook(() => {
      later ??= new Promise((resolve) => setImmediate(resolve)).then(() => simulator.control.takeSnapshot())
    })
    await shop.pay('order-1')
    expect(await later).toMatchObject({ paytwin: 'snapshot' })
  })
})

describe('the schedule', () => {
  it('lists what is due in the order of the clock, with the reason', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    await shop.subscribe('order-1')
    await shop.payByBank('order-2')
    await shop.qr('order-3')
    const { now, entries } = await simulator.control.getSchedule()
    expect(now).toBe(start)
    expect(entries.map(({ due }) => due)).toEqual(entries.map(({ due }) => due).sort())
    const reasons = Object.fromEntries(entries.map(({ kind, why }) => [kind, why]))
    expect(reasons['subscription.debit']).toContain('subscription of order-1 (active), monthly')
    expect(reasons['subscription.remind']).toContain('bill at 2026-02-05T09:00:00.000Z')
    expect(entries.map(({ why }) => why).join('\n')).toContain('bank payments take 3 to 4 banking days')
  })
})

describe('the calendar', () => {
  it('explains a date', async () => {
    const { control } = createSimulator()
    expect(await control.explainDay({ params: { date: '2026-05-25' } })).toEqual({
      date: '2026-05-25',
      bankingDay: false,
      reason: expect.stringContaining('Memorial Day'),
    })
    expect(await whyNot(control.explainDay({ params: { date: '2026-02-30' } }))).toMatchObject({
      status: 400,
    })
    expect(await whyNot(control.explainDay({ params: { date: 'today' } }))).toMatchObject({ status: 400 })
  })

  it('explains every day that a number of working days takes', async () => {
    const { control } = createSimulator()
    const from = '2026-05-21T15:00:00Z'
    const { to, days } = await control.explainBankingDays({ query: { from, bankingDays: 3 } })
    expect(to).toBe('2026-05-27T15:00:00.000Z')
    expect(days.map(({ date, bankingDay }) => `${date} ${bankingDay}`)).toEqual([
      '2026-05-22 true',
      '2026-05-23 false',
      '2026-05-24 false',
      '2026-05-25 false',
      '2026-05-26 true',
      '2026-05-27 true',
    ])
    expect((await control.explainBankingDays({ query: { bankingDays: 1 } })).from).toBe(start)
  })
})
