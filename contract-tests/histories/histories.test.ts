// Histories at two deployments: equal ones answer alike, and what another one answers otherwise is noticed.

import { expect, describe as group, it } from 'vitest'
import { operationIds } from '../../spec/operations.ts'
import { inProcess } from '../observe/in-process.ts'
import { describe, referredBy, requestsOf } from './action.ts'
import { Comparison } from './comparison.ts'
import { Generator } from './generator.ts'
import { firstDifference } from './history.ts'
import { type Answer, isAccepted } from './side.ts'

/** Durations that do not depend on the seed. */
const pinned = { 'transactions.crypto-duration': 'max', 'bank-payments.duration': 'max' } as const
const simulator = (seed: number) => inProcess({ simulator: { seed, assumptions: pinned } })

const histories = await new Generator(8).histories(simulator(1), 2000)

/** The first difference of a deployment in any of the histories. */
async function differenceAt(deployment: ReturnType<typeof inProcess>) {
  for (const history of histories) {
    const found = await firstDifference(history, deployment)
    if (found !== undefined) return found
  }
  return undefined
}

it('answers alike at a simulator that makes other ids', async () => {
  expect(await differenceAt(simulator(2))).toBeUndefined()
})

it('is the same from the same seed', async () => {
  const again = await new Generator(8).history(simulator(1), 60)
  expect(again.steps).toEqual(histories[0]?.steps.slice(0, 60))
})

it('has every operation, accepted and refused', () => {
  const outcomes = new Set(
    histories.flatMap(({ steps, answers }) =>
      steps.flatMap(({ action }, at) =>
        requestsOf(action).map(({ operation }, place) => {
          const response = answers[at]?.responses[place]
          return `${operation} ${response !== undefined && isAccepted(response)}`
        }),
      ),
    ),
  )
  for (const id of operationIds)
    expect([...outcomes]).toEqual(expect.arrayContaining([`${id} true`, `${id} false`]))
})

it.each<[string, Parameters<typeof inProcess>[0]]>([
  [
    'a field of one operation',
    {
      response: (response, { operationId }) => ({
        ...response,
        ...(operationId === 'getStore' ? { json: {} } : {}),
      }),
    },
  ],
  ['deliveries that are missing', { delivery: () => [] }],
  ['a transition', { world: { transition: (event) => (event === 'close' ? undefined : event) } }],
  [
    'another header',
    { response: (response) => ({ ...response, headers: { 'content-type': 'text/plain' } }) },
  ],
  ['another option', { simulator: { seed: 2, assumptions: { ...pinned, 'stores.tabs': 'all' } } }],
])('notices %s', async (_, options) => {
  const changed = inProcess({ simulator: { seed: 2, assumptions: pinned }, ...options })
  expect(await differenceAt(changed)).toBeDefined()
})

it('names an action in one line', () => {
  expect(
    describe({ operation: 'getInvoice', merchant: 1, query: { uuid: '⟨invoice 3⟩' }, unusual: 'no token' }),
  ).toBe('getInvoice as merchant 1 (no token) {"uuid":"⟨invoice 3⟩"}')
  expect(describe({ outside: 'pay', of: '⟨transaction 4⟩', share: '0.5' })).toBe('pay ⟨transaction 4⟩ 0.5')
  expect(describe({ outside: 'advance', ms: 90_061_000 })).toBe('1 d 1 h 1 min 1 s later')
  expect([...referredBy({ outside: 'pay', of: '⟨transaction 4⟩', share: '0.5' })]).toEqual([4])
})

group('a comparison', () => {
  const [one, other] = ['3f0c9d52-7d1e-4f5c-9a55-0d6a2b1c7e10', '5b2fd1d6-91c1-4f33-8fd0-1f6f5d1e2c01']
  const answer = (json: unknown, deliveries: string[] = []): Answer => ({
    responses: [{ status: 200, headers: {}, body: JSON.stringify(json) }],
    deliveries: deliveries.map((body) => ({
      method: 'POST' as const,
      url: 'http://127.0.0.1/webhook/0',
      body,
    })),
  })
  const places = (comparison: Comparison, expected: Answer, actual: Answer) =>
    comparison.differences(expected, actual).map(({ place }) => place)

  it('lets an id correspond to any other one, and to that one from then on', () => {
    const comparison = new Comparison()
    expect(places(comparison, answer({ id: one }), answer({ id: '1001' }))).toEqual([])
    expect(places(comparison, answer({ id: one }), answer({ id: '1001' }))).toEqual([])
    expect(places(comparison, answer({ id: one }), answer({ id: '1002' }))).toEqual(['body.id'])
    expect(places(comparison, answer({ id: other }), answer({ id: '1001' }))).toEqual(['body.id'])
  })

  it('lets ids correspond inside of texts', () => {
    const comparison = new Comparison()
    expect(
      places(
        comparison,
        answer({ url: `/pay/${one}`, id: one }),
        answer({ url: `/pay/${other}`, id: other }),
      ),
    ).toEqual([])
    expect(places(comparison, answer({ url: `/pay/${one}` }), answer({ url: `/pay/${one}` }))).toEqual([
      'body.url',
    ])
  })

  it('compares what was sent as it is', () => {
    const comparison = new Comparison()
    comparison.sends({ number: 1, action: { operation: 'createInvoice', body: { order: `order-${one}` } } })
    expect(
      places(comparison, answer({ order: `order-${one}` }), answer({ order: `order-${other}` })),
    ).toEqual(['body.order'])
  })

  it('keeps the order of the deliveries of one transaction only', () => {
    const [first, second] = [`{"id":"${one}","status":1}`, `{"id":"${one}","status":2}`]
    const apart = `{"id":"${other}","status":1}`
    const known = new Comparison()
    expect(places(known, answer([one, other]), answer([one, other]))).toEqual([])
    expect(places(known, answer({}, [first, apart, second]), answer({}, [apart, first, second]))).toEqual([])
    expect(places(new Comparison(), answer({}, [first, second]), answer({}, [second, first]))).not.toEqual([])
    expect(places(new Comparison(), answer({}, [first]), answer({}, [first, first]))).toEqual(['delivery 2'])
  })

  it('compares the types of values', () => {
    expect(places(new Comparison(), answer({ a: 1, b: [] }), answer({ a: '1', b: {}, c: null }))).toEqual([
      ...['body.a', 'body.b', 'body.c'],
    ])
  })
})

it('is plain data', () => {
  for (const { steps } of histories) expect(JSON.parse(JSON.stringify(steps))).toEqual(steps)
})
