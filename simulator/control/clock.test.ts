// The clock through the control API: each way to advance it, its reports, and its errors.

import { describe, expect, it } from 'vitest'
import type { ControlClient, ControlError } from '../../client/control-client.ts'
import { createSimulator } from '../embedding/create-simulator.ts'
import { controlErrorOf, openShop } from '../test-support/shop.ts'

const start = '2026-01-05T09:00:00.000Z'

describe('the clock', () => {
  it('starts with the world, and shows when the next event is due', async () => {
    const { control, shop } = await openShop()
    expect(await control.getClock()).toEqual({
      now: start,
      nextDue: null,
      pending: 0,
      deliveriesInLine: 0,
    })
    await shop.pay('order-1')
    const { now, nextDue, pending } = await control.getClock()
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
    const nothing = { events: [], eventCount: 0, deliveries: 0, failedDeliveries: 0 }
    expect(await clock.advance(wanted)).toEqual({ from: start, to, ...nothing })
    expect(clock.now).toBe(to)
  })

  it('advances to the next scheduled event', async () => {
    const { control, clock, shop } = await openShop()
    const { id } = await shop.pay('order-1')
    const { nextDue } = await control.getClock()
    const { to, events } = await clock.advance({ next: true })
    expect(to).toBe(nextDue)
    const description = 'the transaction starts processing: order order-1, processing'
    expect(events).toEqual([{ at: nextDue, kind: 'transaction.process', ref: id, description }])
  })

  it('advances until a transaction has a status, and not when it already has it', async () => {
    const { control, clock, shop } = await openShop()
    const { id } = await shop.pay('order-1')
    const body = { until: { transaction: id, status: 'completed' }, maxDuration: 'PT2H' } as const
    const { to, stopped } = await clock.advance(body)
    expect(stopped).toBe('condition')
    expect(Date.parse(to) - Date.parse(start)).toBeLessThanOrEqual(7_200_000)
    expect((await control.getTransaction({ params: { id } })).status).toBe('completed')
    expect(await clock.advance(body)).toMatchObject({ from: to, to, stopped: 'condition' })
  })

  it('advances until a subscription has so many completed debits', async () => {
    const { control, clock, shop } = await openShop()
    const subscription = await shop.subscribe('order-1')
    const body = { until: { subscription, debits: 3 }, maxDuration: 'P3M' }
    const { to, stopped } = await clock.advance(body)
    expect([to.slice(0, 10), stopped]).toEqual(['2026-03-05', 'condition'])
    const { transactions } = await control.listTransactions()
    expect(transactions.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
    expect(await clock.advance(body)).toMatchObject({ from: to, to, stopped: 'condition' })
  })

  it('limits the listed events, and counts all', async () => {
    const { clock, onWebhook, shop } = await openShop()
    let calls = 0
    onWebhook(() => {
      calls += 1
      if (calls === 5) throw new Error('not this one')
    })
    for (const order of ['a', 'b', 'c']) await shop.pay(order)
    const report = await clock.advance({ by: 'PT2H', maxListedEvents: 2 })
    expect(report.events).toHaveLength(2)
    expect(report).toMatchObject({ eventCount: 6, deliveries: 5, failedDeliveries: 1 })
    expect(report).not.toHaveProperty('failedBefore')
  })

  it('counts the deliveries that failed since the last advance, once', async () => {
    const { clock, onWebhook, shop } = await openShop()
    onWebhook(({ event }) => {
      if (event.seq === 0) throw new Error('not this one')
      return event.seq === 1 ? new Response(null, { status: 410 }) : undefined
    })
    for (const order of ['a', 'b', 'c']) await shop.pay(order)
    expect(await clock.advance({ by: 'PT0S' })).toMatchObject({ failedDeliveries: 0, failedBefore: 2 })
    expect(await clock.advance({ by: 'PT2H' })).not.toHaveProperty('failedBefore')
  })
})

describe('an advance fails', () => {
  const back = {
    status: 409,
    fact: 'The clock cannot go back.',
    remedy: expect.stringContaining('POST /control/restore'),
    state: { now: start },
  }
  const nothingDue = { fact: 'Nothing is due.', allowedActions: ['to', 'by', 'bankingDays'] }
  it.each([
    [{ to: '2026-01-05T08:59:59.999Z' }, back],
    [{ by: '-P1D' }, back],
    [{ next: true } as const, { status: 409, ...nothingDue }],
    [{ until: { subscription: 'none', debits: 2 }, maxDuration: 'P1D' }, { status: 404 }],
    [{ until: { transaction: 'none', status: 'completed' }, maxDuration: 'P1D' } as const, { status: 404 }],
    [{ by: 'a month' }, { status: 400, fact: 'Invalid duration "a month".' }],
    [{ by: 'P9000Y' }, { status: 400, fact: 'The target is outside the calendar.' }],
    [{ to: '2026-02-30T00:00:00Z' }, { status: 400, fact: 'Invalid instant "2026-02-30T00:00:00Z".' }],
  ])('by an invalid target: %j', async (body, error) => {
    await expect(createSimulator().control.advanceClock({ body })).rejects.toMatchObject(error)
  })

  it('not with the maximum number of banking days', async () => {
    expect(await createSimulator().clock.advance({ bankingDays: 10_000 })).toMatchObject({ eventCount: 0 })
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
    const { control, clock, shop } = await openShop()
    const until = { transaction: (await shop.pay('order-1')).id, status: 'completed' } as const
    const to = '2026-01-05T09:00:01.000Z'
    await expect(control.advanceClock({ body: { until, maxDuration: 'PT1S' } })).rejects.toMatchObject({
      status: 409,
      fact: `The transaction ${until.transaction} is not completed at ${to}.`,
      state: 'pending',
      report: { to, stopped: 'max-duration' },
    })
    expect(clock.now).toBe(to)
  })

  it('at once when its condition is impossible', async () => {
    const { control, clock, shop } = await openShop()
    const { id } = await shop.pay('order-1')
    await control.setTransactionStatus({ params: { id }, body: { status: 'canceled' } })
    const until = { transaction: id, status: 'completed' } as const
    await expect(control.advanceClock({ body: { until, maxDuration: 'P1D' } })).rejects.toMatchObject({
      status: 409,
      fact: `The transaction ${id} cannot become completed.`,
      state: 'canceled',
      report: undefined,
    })
    expect(clock.now).toBe(start)
  })

  it('when another final status makes its condition impossible', async () => {
    const { control, clock, shop } = await openShop()
    const until = { transaction: (await shop.pay('order-1')).id, status: 'canceled' } as const
    await expect(control.advanceClock({ body: { until, maxDuration: 'P1D' } })).rejects.toMatchObject({
      status: 409,
      detail: expect.stringContaining('became completed instead'),
      state: 'completed',
    })
    expect(Date.parse(clock.now) - Date.parse(start)).toBeLessThanOrEqual(7_200_000)
  })

  it('when a subscription is not debited often enough in time', async () => {
    const { control, shop } = await openShop()
    const id = await shop.subscribe('order-1')
    const until = { subscription: id, debits: 3 }
    await expect(control.advanceClock({ body: { until, maxDuration: 'P1M' } })).rejects.toMatchObject({
      status: 409,
      fact: `The subscription ${id} does not have 3 completed debits at 2026-02-05T09:00:00.000Z.`,
      detail: expect.stringContaining('It is still active with 1 completed debits after P1M.'),
      state: 'active',
    })
  })

  it('when a subscription ends before it is debited often enough', async () => {
    const { control, clock, shop } = await openShop()
    const until = { subscription: await shop.subscribe('order-1', { subscriptionPeriod: '2m' }), debits: 3 }
    const advance = () => control.advanceClock({ body: { until, maxDuration: 'P1Y' } })
    await expect(advance()).rejects.toMatchObject({
      status: 409,
      detail: expect.stringContaining('It became ended with 2 completed debits instead.'),
      state: 'ended',
    })
    expect(clock.now).toBe('2026-03-05T09:00:00.000Z')
    await expect(advance()).rejects.toMatchObject({
      status: 409,
      fact: `The subscription ${until.subscription} cannot have 3 completed debits.`,
    })
  })

  it('while another advance is running', async () => {
    const { control, clock, onWebhook, shop } = await openShop()
    await shop.pay('order-1')
    // Slow deliveries keep the first advance running.
    onWebhook(() => new Promise((resolve) => setImmediate(resolve)))
    const first = control.advanceClock({ body: { by: 'P1D' } })
    await expect(control.advanceClock({ body: { by: 'P1D' } })).rejects.toMatchObject({
      status: 409,
      state: 'advancing',
      remedy: 'Wait for the response of that advance, then try again.',
    })
    expect((await first).to).toBe('2026-01-06T09:00:00.000Z')
    expect((await clock.advance({ by: 'P1D' })).to).toBe('2026-01-07T09:00:00.000Z')
  })

  it('and speaks of webhook handlers only while a delivery is under way', async () => {
    const { control, shop } = await openShop()
    // After twenty events, others have a turn.
    for (let order = 0; order < 30; order += 1) await shop.pay(`order-${order}`)
    const first = control.advanceClock({ body: { by: 'P1D' } })
    await expect(control.advanceClock({ body: { by: 'P1D' } })).rejects.toMatchObject({
      detail: expect.stringMatching(/^Its clock is advancing to 2026-01-06T09:00:00.000Z, and is at \S+Z\.$/),
    })
    await first
  })

  it.each(['takeSnapshot', 'resetSandbox'] as const)('and so does %s while it is running', async (id) => {
    const { control, clock, onWebhook, shop } = await openShop()
    await shop.pay('order-1')
    const isDelivering = new Promise<void>((resolve) => {
      onWebhook(async () => {
        resolve()
        await new Promise((later) => setImmediate(later))
      })
    })
    const advance = clock.advance({ by: 'P1D' })
    await isDelivering
    await expect(control[id]()).rejects.toMatchObject({ status: 409, state: 'advancing' })
    await advance
    await control[id]()
  })
})

describe('a webhook handler in process', () => {
  it.each<[what: string, act: (control: ControlClient) => Promise<unknown>]>([
    ['advance the clock', (control) => control.advanceClock({ body: { by: 'P1D' } })],
    ['take a snapshot', (control) => control.takeSnapshot()],
    ['be reset', (control) => control.resetSandbox()],
    ['redeliver', (control) => control.redeliver({ params: { seq: 0 } })],
  ])('cannot %s, because it would wait for itself', async (what, act) => {
    const { control, onWebhook, settled, shop } = await openShop()
    let refused: ControlError | undefined
    onWebhook(async () => {
      refused = await controlErrorOf(act(control))
    })
    await shop.pay('order-1')
    await settled()
    expect(refused).toMatchObject({ status: 409, state: 'delivering' })
    expect(refused?.fact).toContain(what)
  })

  it('can do so after it has returned', async () => {
    const { control, onWebhook, shop } = await openShop()
    let later: Promise<unknown> | undefined
    onWebhook(() => {
      later ??= new Promise((resolve) => setImmediate(resolve)).then(() => control.takeSnapshot())
    })
    await shop.pay('order-1')
    expect(await later).toMatchObject({ paytwin: 'snapshot' })
  })
})

describe('the schedule', () => {
  it('lists scheduled events in order, with the reason', async () => {
    const { control, shop } = await openShop()
    await shop.subscribe('order-1')
    await shop.payByBank('order-2')
    await shop.qr('order-3')
    const { now, events } = await control.getSchedule()
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
    for (const date of ['2026-02-30', 'today'])
      await expect(control.explainDay({ params: { date } })).rejects.toMatchObject({ status: 400 })
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
