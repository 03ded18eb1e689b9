// Choosing, pinning and varying assumptions: what is not lawful is refused in words, and what is lawful is used.

import { describe, expect, it } from 'vitest'
import { UsageError } from '../../core/errors.ts'
import type { UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import { exchangePayment, invoice, subscribe } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'
import { type AssumptionChoices, Assumptions } from './assumptions.ts'
import { SeededRandom } from './random.ts'

function refusal(written: AssumptionChoices): UsageError {
  try {
    Assumptions.from(written)
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
  throw new Error('It was accepted.')
}

describe('choices', () => {
  it('are the first assumptions where nothing is chosen', () => {
    for (const { id, assumption } of Assumptions.first.list())
      expect(assumption).toBe(Object.keys((unspecifiedBehaviors[id] as UnspecifiedBehavior).options)[0])
  })

  it.each(['offers.repeat', '', '__proto__', 'constructor', 'toString'])(
    'of no unspecified behavior are refused: "%s"',
    (id) => {
      const { fact, remedy } = refusal(JSON.parse(`{${JSON.stringify(id)}:"accepted"}`))
      expect(fact).toBe(`There is no unspecified behavior "${id}".`)
      expect(remedy).toContain('transactions.repeated-order')
    },
  )

  it.each(['acceptd', '', '__proto__', 'constructor'])('of no assumption are refused: "%s"', (name) => {
    const { fact, detail, remedy } = refusal({ 'transactions.repeated-order': name })
    expect(fact).toBe(`The unspecified behavior "transactions.repeated-order" has no assumption "${name}".`)
    expect(detail).toBe(unspecifiedBehaviors['transactions.repeated-order'].question)
    expect(remedy).toBe('Choose among: accepted, refused.')
  })

  it.each<[string, AssumptionChoices]>([
    ['data where the assumption has none', { 'transactions.repeated-order': { value: 1 } }],
    ['another type', { 'settlements.hour': { value: { hour: '5' } } }],
    [
      'a fraction where integers are asked for',
      { 'transactions.settlement-integers': { value: { open: 0.5, settled: 1 } } },
    ],
    ['a key that lacks', { 'transactions.settlement-integers': { value: { open: 0 } } }],
    ['a key too many', { 'settlements.hour': { value: { hour: 5, minute: 1 } } }],
    ['one integer for two names', { 'transactions.settlement-integers': { value: { open: 1, settled: 1 } } }],
    ['four exchanges', { 'exchange-payments.exchange-identifiers': { value: ['a', 'b', 'c', 'd'] } }],
    ['an exchange twice', { 'exchange-payments.exchange-identifiers': { value: ['a', 'b', 'c', 'd', 'd'] } }],
    ['null', { 'settlements.hour': { value: null } }],
  ])('with data of another form are refused: %s', (_, written) => {
    expect(refusal(written).fact).toContain('does not have the form of the assumption')
  })

  it.each<[string, AssumptionChoices]>([
    [
      'an HTTP status that is no refusal',
      {
        'errors.http-status': {
          value: { invalid: 200, credentials: 401, refused: 400, unknown: 404, 'too-large': 413 },
        },
      },
    ],
    ['an hour that no day has', { 'settlements.hour': { value: { hour: 24 } } }],
    ['no bytes at all', { 'limits.post-size': { value: { bytes: 0 } } }],
    ['days that have passed', { 'qr-transactions.expiry': { use: 'after-days', value: { days: -1 } } }],
    [
      'a name of an exchange that no path can hold',
      { 'exchange-payments.exchange-identifiers': { value: ['a/b', 'b', 'c', 'd', 'e'] } },
    ],
    [
      'a version that no header can hold',
      { 'service.version': { use: 'header', value: { version: 'é\n' } } },
    ],
  ])('with data that no service could work with are refused: %s', (_, written) => {
    expect(refusal(written).fact).toContain('cannot be used')
  })
})

describe('data of one’s own', () => {
  it('take the place of the data of the assumption', async () => {
    const integers = {
      pending: 7,
      processing: 8,
      completed: 9,
      canceled: -9,
      awaiting: 1,
      'partially-paid': 2,
      closed: 3,
      'timed-out': 4,
    }
    const client = new TestClient({ assumptions: { 'transactions.status-integers': { value: integers } } })
    const payload = exchangePayment(client, 'o')
    expect((await client.ask('createExchangePayment', { payload })).success.result.status).toBe(7)
  })

  it('name the exchanges of one’s deployment', async () => {
    const value = ['one', 'two', 'three', 'four', 'five']
    const client = new TestClient({ assumptions: { 'exchange-payments.exchange-identifiers': { value } } })
    expect((await client.ask('checkExchangeBalance', { exchange: 'three' })).succeeded).toBe(true)
    expect((await client.ask('checkExchangeBalance', { exchange: 'gammaexchange' })).succeeded).toBe(false)
  })

  it('may be a longer list, where the contract sets no length', async () => {
    const client = new TestClient({
      assumptions: { 'subscriptions.reminder': { value: { days: [14, 7, 1] } } },
    })
    await subscribe(client, 'o')
    await client.advance(31 * 86_400_000)
    expect(client.world.reminders).toHaveLength(3)
  })

  it('never take the place of a field of an answer', async () => {
    const written = {
      'service.additional-response-fields': { use: 'some', value: { name: 'ok', content: 'no' } },
    }
    const client = new TestClient({ assumptions: written })
    const { success } = await client.ask('createInvoice', { body: invoice('o') })
    expect(success).toMatchObject({ ok: true, result: { ok: 'no', uuid: expect.any(String) } })
  })
})

describe('varied', () => {
  it('the same seed gives the same combination, others give others', () => {
    const written = (seed: number) => JSON.stringify(Assumptions.vary(new SeededRandom(seed)).written)
    expect(written(1)).toBe(written(1))
    expect(new Set(Array.from({ length: 100 }, (_, seed) => written(seed))).size).toBe(100)
  })

  it('every assumption of every item comes up', () => {
    const seen = new Set<string>()
    for (let seed = 0; seed < 100; seed += 1)
      for (const { id, assumption } of Assumptions.vary(new SeededRandom(seed)).list())
        seen.add(`${id} ${assumption}`)
    const all = unspecifiedIds.flatMap((id) =>
      Object.keys((unspecifiedBehaviors[id] as UnspecifiedBehavior).options).map((name) => `${id} ${name}`),
    )
    expect([...seen].sort()).toEqual([...all].sort())
  })
})
