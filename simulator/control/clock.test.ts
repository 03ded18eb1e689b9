// The clock through the control API: each way to advance it, its reports, and why an advance is refused.

import { describe, expect, it } from 'vitest'
import type { ControlBody, ControlClient, ControlError } from '../../client/control-client.ts'
import { createSimulator } from '../embedding/create-simulator.ts'
import { createSubscription, payByBank, payByExchange } from '../test-support/requests.ts'
import { controlErrorOf, openShop } from '../test-support/shop.ts'

type Advance = ControlBody<'advanceClock'>
const start = '2026-01-05T09:00:00.000Z'

it('the clock starts with the world, and shows when the next event is due', async () => {
  const { control, shop } = await openShop()
  const clock = { now: start, nextDue: null, pending: 0, deliveriesInLine: 0 }
  expect(await control.getClock()).toEqual(clock)
  await payByExchange(shop, 'order-1')
  const { nextDue, pending } = await control.getClock()
  expect(pending).toBe(2)
  expect(Date.parse(nextDue ?? '')).toBeGreaterThan(Date.parse(start))
})

it.each<[Advance, string]>([
  [{ to: '2026-02-01T02:00:00+02:00' }, '2026-02-01T00:00:00.000Z'],
  [{ by: 'P1M' }, '2026-02-05T09:00:00.000Z'],
  [{ by: 'PT0S' }, start],
  // Ten banking days from Monday the 5th: the 19th is a bank holiday.
  [{ bankingDays: 10 }, '2026-01-20T09:00:00.000Z'],
  [{ bankingDays: 10_000 }, expect.stringMatching(/^2065/)],
])('an advance by %j ends at %s', async (body, to) => {
  const nothing = { events: [], eventCount: 0, deliveries: 0, failedDeliveries: 0 }
  expect(await createSimulator().clock.advance(body)).toEqual({ from: start, to, ...nothing })
})

it('an advance ends at the next scheduled event', async () => {
  const { control, clock, shop } = await openShop()
  const { id: ref } = await payByExchange(shop, 'order-1')
  const { nextDue } = await control.getClock()
  const description = 'the transaction starts processing: order order-1, processing'
  expect(await clock.advance({ next: true })).toMatchObject({
    to: nextDue,
    events: [{ at: nextDue, kind: 'transaction.process', ref, description }],
  })
})

it('an advance ends when its condition is reached, and goes no further when it already is', async () => {
  const { control, clock, shop } = await openShop()
  const { id } = await payByExchange(shop, 'order-1')
  const subscription = await createSubscription(shop, 'order-2')
  const conditions: Advance[] = [
    { until: { transaction: id, status: 'completed' }, maxDuration: 'PT2H' },
    { until: { subscription, debits: 3 }, maxDuration: 'P3M' },
  ]
  for (const body of conditions) {
    const { to, stopped } = await clock.advance(body)
    expect(stopped).toBe('condition')
    expect(await clock.advance(body)).toMatchObject({ from: to, to, stopped: 'condition' })
  }
  expect(clock.now.slice(0, 10)).toBe('2026-03-05')
  const { transactions } = await control.listTransactions()
  expect(transactions.map(({ status }) => status)).toEqual(Array(4).fill('completed'))
})

it('a report lists some events and counts all, and counts earlier failed deliveries once', async () => {
  const { clock, onWebhook, shop } = await openShop()
  onWebhook(({ event }) => {
    if (event.seq < 2) throw new Error('not this one')
  })
  for (const order of ['a', 'b', 'c']) await payByExchange(shop, order)
  expect(await clock.advance({ by: 'PT0S' })).toMatchObject({ failedDeliveries: 0, failedBefore: 2 })
  const report = await clock.advance({ by: 'PT2H', maxListedEvents: 2 })
  expect(report).toMatchObject({ eventCount: 6, deliveries: 6, failedDeliveries: 0 })
  expect([report.events.length, 'failedBefore' in report]).toEqual([2, false])
})

describe('an advance is refused', () => {
  it.each<[Advance, object]>([
    [
      { to: '2026-01-05T08:59:59.999Z' },
      {
        status: 409,
        fact: 'The clock cannot go back.',
        remedy: expect.stringContaining('/restore'),
        state: { now: start },
      },
    ],
    [{ by: '-P1D' }, { status: 409, fact: 'The clock cannot go back.' }],
    [{ next: true }, { status: 409, fact: 'Nothing is due.', allowedActions: ['to', 'by', 'bankingDays'] }],
    [{ until: { subscription: 'none', debits: 2 }, maxDuration: 'P1D' }, { status: 404 }],
    [{ until: { transaction: 'none', status: 'completed' }, maxDuration: 'P1D' }, { status: 404 }],
    [{ by: 'a month' }, { status: 400, fact: 'Invalid duration "a month".' }],
    [{ by: 'P9000Y' }, { status: 400, fact: 'The target is outside the calendar.' }],
    [{ to: '2026-02-30T00:00:00Z' }, { status: 400, fact: 'Invalid instant "2026-02-30T00:00:00Z".' }],
  ])('by %j', async (body, error) => {
    await expect(createSimulator().control.advanceClock({ body })).rejects.toMatchObject(error)
  })

  it.each<[status: 'completed' | 'canceled', maxDuration: string, detail: string]>([
    ['completed', 'PT1S', 'It is still pending after PT1S. The clock has moved.'],
    ['canceled', 'P1D', 'It became completed instead. The clock has moved.'],
  ])('while its transaction does not become %s within %s', async (status, maxDuration, detail) => {
    const { control, clock, shop } = await openShop()
    const until = { transaction: (await payByExchange(shop, 'order-1')).id, status }
    const error = await controlErrorOf(control.advanceClock({ body: { until, maxDuration } }))
    expect(error).toMatchObject({ status: 409, detail, report: { to: clock.now } })
    expect(clock.now).not.toBe(start)
  })

  it('at once when its transaction cannot get the status any more', async () => {
    const { control, clock, shop } = await openShop()
    const { id } = await payByExchange(shop, 'order-1')
    await control.cancelTransaction({ params: { id } })
    const body = { until: { transaction: id, status: 'completed' }, maxDuration: 'P1D' } as const
    const fact = `The transaction ${id} cannot get the status completed any more.`
    await expect(control.advanceClock({ body })).rejects.toMatchObject({ fact, state: 'canceled' })
    expect(clock.now).toBe(start)
  })

  it('when its subscription ends before it is debited often enough', async () => {
    const { control, clock, shop } = await openShop()
    const until = {
      subscription: await createSubscription(shop, 'order-1', { subscriptionPeriod: '2m' }),
      debits: 3,
    }
    const advance = () => control.advanceClock({ body: { until, maxDuration: 'P1Y' } })
    const detail = expect.stringContaining('It became ended with 2 completed debits instead.')
    await expect(advance()).rejects.toMatchObject({ detail, state: 'ended' })
    expect(clock.now).toBe('2026-03-05T09:00:00.000Z')
    const fact = `The subscription ${until.subscription} cannot get 3 completed debits any more.`
    await expect(advance()).rejects.toMatchObject({ fact })
  })

  it.each<[what: string, act: (control: ControlClient) => Promise<unknown>]>([
    ['advance', (control) => control.advanceClock({ body: { by: 'P1D' } })],
    ['snapshot', (control) => control.takeSnapshot()],
    ['reset', (control) => control.resetSandbox()],
  ])('while another one is running, as is: %s', async (_, act) => {
    const { control, clock, onWebhook, shop } = await openShop()
    await payByExchange(shop, 'order-1')
    let delivering = () => {}
    const isDelivering = new Promise<void>((resolve) => {
      delivering = resolve
    })
    onWebhook(async () => {
      delivering()
      await new Promise((later) => setImmediate(later))
    })
    const advance = clock.advance({ by: 'P1D' })
    await isDelivering
    const remedy = 'Wait for the response of that advance, then try again.'
    await expect(act(control)).rejects.toMatchObject({ status: 409, state: 'advancing', remedy })
    await advance
    await act(control)
  })

  it.each<[what: string, act: (control: ControlClient) => Promise<unknown>]>([
    ['advance the clock', (control) => control.advanceClock({ body: { by: 'P1D' } })],
    ['take a snapshot', (control) => control.takeSnapshot()],
    ['be reset', (control) => control.resetSandbox()],
    ['redeliver', (control) => control.redeliver({ params: { seq: 0 } })],
  ])('in a webhook handler in process, which cannot %s while it runs', async (what, act) => {
    const { control, onWebhook, settled, shop } = await openShop()
    let refused: ControlError | undefined
    let later: Promise<unknown> | undefined
    onWebhook(async () => {
      if (later !== undefined) return
      later = new Promise((resolve) => setTimeout(resolve, 20)).then(() => act(control))
      refused = await controlErrorOf(act(control))
    })
    await payByExchange(shop, 'order-1')
    await settled()
    expect(refused).toMatchObject({ status: 409, state: 'delivering', fact: expect.stringContaining(what) })
    if (what !== 'redeliver') await later
    else await later?.catch(() => undefined)
  })
})

it('the schedule lists events in order, with the reason', async () => {
  const { control, shop } = await openShop()
  await createSubscription(shop, 'order-1')
  await payByBank(shop, 'order-2')
  const { events } = await control.getSchedule()
  expect(events.map(({ due }) => due)).toEqual(events.map(({ due }) => due).sort())
  const reasons = Object.fromEntries(events.map(({ kind, reason }) => [kind, reason]))
  expect(reasons['subscription.debit']).toContain('subscription magazine-17 (active), monthly')
  expect(reasons['subscription.remind']).toContain('bill at 2026-02-05T09:00:00.000Z')
  expect(events.map(({ reason }) => reason).join()).toContain('bank payments take 3 to 4 banking days')
})

it('the calendar explains a date, and every date that a number of banking days takes', async () => {
  const { control } = createSimulator()
  const reason = expect.stringContaining('Memorial Day')
  const date = '2026-05-25'
  expect(await control.explainDay({ params: { date } })).toEqual({ date, bankingDay: false, reason })
  const query = { from: '2026-05-21T15:00:00Z', bankingDays: 3 }
  const { to, days } = await control.explainBankingDays({ query })
  expect(to).toBe('2026-05-27T15:00:00.000Z')
  expect(days.map(({ bankingDay }) => bankingDay)).toEqual([true, false, false, false, true, true])
  expect((await control.explainBankingDays({ query: { bankingDays: 1 } })).from).toBe(start)
})
