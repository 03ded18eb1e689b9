// The clock through the control API: each way to advance it, its reports, and its errors.

import { describe, expect, it } from 'vitest'
import type { ControlError } from '../../client/control-client.ts'
import { createSimulator } from '../embedding/create-simulator.ts'
import { controlErrorOf } from '../test-support/control-errors.ts'
import { shopIn } from '../test-support/shop.ts'

const start = '2026-01-05T09:00:00.000Z'

describe('the clock', () => {
  it('starts with the world, and shows when the next event is due', async () => {
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
    // Ten banking days from Monday the 5th: the 19th is a bank holiday.
    [{ bankingDays: 10 }, '2026-01-20T09:00:00.000Z'],
  ])('advances %j', async (wanted, to) => {
    const { clock } = createSimulator()
    expect(await clock.advance(wanted)).toEqual({
      from: start,
      to,
      events: [],
      eventCount: 0,
      deliveries: 0,
      failedDeliveries: 0,
    })
    expect(clock.now).toBe(to)
  })

  it('advances to the next scheduled event', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const { id } = await shop.pay('order-1')
    const { nextDue } = await simulator.control.getClock()
    const report = await simulator.clock.advance({ next: true })
    expect(report.to).toBe(nextDue)
    expect(report.events).toEqual([
      {
        at: nextDue,
        kind: 'transaction.process',
        ref: id,
        description: 'the transaction starts processing',
      },
    ])
  })

  it('advances until a transaction has a status', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const { id } = await shop.pay('order-1')
    const report = await simulator.clock.advance({
      until: { transaction: id, status: 'completed' },
      maxDuration: 'PT2H',
    })
    expect(report.stopped).toBe('condition')
    expect(Date.parse(report.to) - Date.parse(start)).toBeLessThanOrEqual(7_200_000)
    expect((await simulator.control.getTransaction({ params: { id } })).status).toBe('completed')
    // The transaction already has the status, so the clock does not move.
    const again = await simulator.clock.advance({
      until: { transaction: id, status: 'completed' },
      maxDuration: 'PT2H',
    })
    expect(again).toMatchObject({ from: report.to, to: report.to, stopped: 'condition' })
  })

  it('limits the listed events, and counts all', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    let calls = 0
    simulator.onWebhook(() => {
      calls += 1
      if (calls === 5) throw new Error('not this one')
    })
    for (const order of ['a', 'b', 'c']) await shop.pay(order)
    const report = await simulator.clock.advance({ by: 'PT2H', maxListedEvents: 2 })
    expect(report.events).toHaveLength(2)
    expect(report).toMatchObject({ eventCount: 6, deliveries: 5, failedDeliveries: 1 })
  })
})

describe('an advance fails', () => {
  it('to an earlier instant, and suggests a snapshot', async () => {
    const { control } = createSimulator()
    for (const body of [{ to: '2026-01-05T08:59:59.999Z' }, { by: '-P1D' }]) {
      const error = await controlErrorOf(control.advanceClock({ body }))
      expect(error).toMatchObject({ status: 409, fact: 'The clock cannot go back.', state: { now: start } })
      expect(error.remedy).toContain('POST /control/restore')
    }
  })

  it('to the next event when nothing is due', async () => {
    const error = await controlErrorOf(createSimulator().control.advanceClock({ body: { next: true } }))
    expect(error).toMatchObject({
      status: 409,
      fact: 'Nothing is due.',
      allowedActions: ['to', 'by', 'bankingDays'],
    })
  })

  it.each([
    [{ by: 'a month' }, 'Invalid duration "a month".'],
    [{ by: 'P9000Y' }, 'The target is outside the calendar.'],
    [{ to: '2026-02-30T00:00:00Z' }, 'Invalid instant "2026-02-30T00:00:00Z".'],
    [{ bankingDays: 10_000 }, undefined],
  ])('by an invalid target: %j', async (body, fact) => {
    const { control } = createSimulator({ start: '2026-01-05T09:00:00Z' })
    if (fact === undefined)
      return expect(await control.advanceClock({ body })).toMatchObject({ eventCount: 0 })
    expect(await controlErrorOf(control.advanceClock({ body }))).toMatchObject({ status: 400, fact })
  })

  it('with a body of no or of two forms, and shows an example of each', async () => {
    const { fetch } = createSimulator()
    for (const body of ['{}', '{"by":"P1D","next":true}', '{"by":5}', 'soon', '']) {
      const response = await fetch('/control/clock/advance', { method: 'POST', body })
      expect(response.status).toBe(400)
      const { remedy } = (await response.json()) as { remedy: string }
      for (const form of ['"by"', '"to"', '"bankingDays"', '"next"', '"until"'])
        expect(remedy).toContain(form)
    }
  })

  it('when its condition is not reached in time, and reports the state', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const { id } = await shop.pay('order-1')
    const until = { transaction: id, status: 'completed' } as const
    const error = await controlErrorOf(
      simulator.control.advanceClock({ body: { until, maxDuration: 'PT1S' } }),
    )
    expect(error).toMatchObject({
      status: 409,
      fact: `The transaction ${id} is not completed at 2026-01-05T09:00:01.000Z.`,
      state: 'pending',
      report: { to: '2026-01-05T09:00:01.000Z', stopped: 'max-duration' },
    })
    expect(simulator.clock.now).toBe('2026-01-05T09:00:01.000Z')
  })

  it('at once when its condition is impossible', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const { id } = await shop.pay('order-1')
    await simulator.control.setTransactionStatus({ params: { id }, body: { status: 'canceled' } })
    const until = { transaction: id, status: 'completed' } as const
    const error = await controlErrorOf(
      simulator.control.advanceClock({ body: { until, maxDuration: 'P1D' } }),
    )
    expect(error).toMatchObject({ status: 409, state: 'canceled', report: undefined })
    expect(error.fact).toBe(`The transaction ${id} cannot become completed.`)
    expect(simulator.clock.now).toBe(start)
  })

  it('when another final status makes its condition impossible', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const { id } = await shop.pay('order-1')
    const until = { transaction: id, status: 'canceled' } as const
    const error = await controlErrorOf(
      simulator.control.advanceClock({ body: { until, maxDuration: 'P1D' } }),
    )
    expect(error).toMatchObject({ status: 409, state: 'completed' })
    expect(error.detail).toContain('became completed instead')
    expect(Date.parse(simulator.clock.now) - Date.parse(start)).toBeLessThanOrEqual(7_200_000)
  })

  it('when its condition has an unknown transaction', async () => {
    const until = { transaction: 'none', status: 'completed' } as const
    const error = await controlErrorOf(
      createSimulator().control.advanceClock({ body: { until, maxDuration: 'P1D' } }),
    )
    expect(error.status).toBe(404)
  })

  it('when it reaches maxEvents, and reports what it did', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    await shop.subscribe('order-1', { frequency: 'weekly', subscriptionPeriod: '1y' })
    const error = await controlErrorOf(simulator.control.advanceClock({ body: { by: 'P1Y', maxEvents: 10 } }))
    expect(error).toMatchObject({ status: 409, report: { eventCount: 10, stopped: 'max-events' } })
    expect(error.fact).toContain('The advance stopped at 2026-')
  })

  it('only when more than maxEvents are due', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    await shop.pay('order-1')
    expect(await simulator.clock.advance({ by: 'P1D', maxEvents: 3 })).toMatchObject({ eventCount: 3 })
  })

  it('while another advance is running', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    await shop.pay('order-1')
    // Slow deliveries keep the first advance running.
    simulator.onWebhook(() => new Promise((resolve) => setImmediate(resolve)))
    const first = simulator.control.advanceClock({ body: { by: 'P1D' } })
    const second = await controlErrorOf(simulator.control.advanceClock({ body: { by: 'P1D' } }))
    expect(second).toMatchObject({ status: 409, state: 'advancing' })
    expect(second.remedy).toBe('Wait for the response of that advance, then try again.')
    expect((await first).to).toBe('2026-01-06T09:00:00.000Z')
    expect((await simulator.clock.advance({ by: 'P1D' })).to).toBe('2026-01-07T09:00:00.000Z')
  })

  it.each(['takeSnapshot', 'resetSandbox'] as const)(
    'and so does %s while an advance is running',
    async (operationId) => {
      const simulator = createSimulator()
      const shop = await shopIn(simulator)
      await shop.pay('order-1')
      const isDelivering = new Promise<void>((resolve) => {
        simulator.onWebhook(async () => {
          resolve()
          await new Promise((later) => setImmediate(later))
        })
      })
      const advance = simulator.clock.advance({ by: 'P1D' })
      await isDelivering
      expect(await controlErrorOf(simulator.control[operationId]())).toMatchObject({
        status: 409,
        state: 'advancing',
      })
      await advance
      await simulator.control[operationId]()
    },
  )
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
  ])('cannot %s, because it would wait for itself', async (what, act) => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    let refused: ControlError | undefined
    simulator.onWebhook(async () => {
      refused = await controlErrorOf(act(simulator))
    })
    await shop.pay('order-1')
    await simulator.settled()
    expect(refused).toMatchObject({ status: 409, state: 'delivering' })
    expect(refused?.fact).toContain(what)
  })

  it('can do so after it has returned', async () => {
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
  it('lists scheduled events in order, with the reason', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    await shop.subscribe('order-1')
    await shop.payByBank('order-2')
    await shop.qr('order-3')
    const { now, events } = await simulator.control.getSchedule()
    expect(now).toBe(start)
    expect(events.map(({ due }) => due)).toEqual(events.map(({ due }) => due).sort())
    const reasons = Object.fromEntries(events.map(({ kind, reason }) => [kind, reason]))
    expect(reasons['subscription.debit']).toContain('subscription of order-1 (active), monthly')
    expect(reasons['subscription.remind']).toContain('bill at 2026-02-05T09:00:00.000Z')
    expect(events.map(({ reason }) => reason).join('\n')).toContain('bank payments take 3 to 4 banking days')
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
    expect(await controlErrorOf(control.explainDay({ params: { date: '2026-02-30' } }))).toMatchObject({
      status: 400,
    })
    expect(await controlErrorOf(control.explainDay({ params: { date: 'today' } }))).toMatchObject({
      status: 400,
    })
  })

  it('explains every date that a number of banking days takes', async () => {
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
