// Setting and drawing assumptions: invalid choices are refused with a message, valid ones are used.

import { describe, expect, it } from 'vitest'
import { UsageError } from '../../core/errors.ts'
import type { UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import { TestClient } from '../testing/client.ts'
import { exchangePayment, invoice, subscribe } from '../testing/requests.ts'
import { type AssumptionChoices, Assumptions } from './assumptions.ts'

function refusal(written: AssumptionChoices): UsageError {
  try {
    Assumptions.from(written)
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
  throw new Error('It was accepted.')
}

describe('assumptions', () => {
  it('are the first option of every behavior by default', () => {
    for (const { id, assumption } of Assumptions.defaults.list())
      expect(assumption).toBe(Object.keys((unspecifiedBehaviors[id] as UnspecifiedBehavior).options)[0])
  })

  it.each(['offers.repeat', '', '__proto__', 'constructor', 'toString'])(
    'refuse the unknown behavior "%s"',
    (id) => {
      const { fact, remedy } = refusal(JSON.parse(`{${JSON.stringify(id)}:"accepted"}`))
      expect(fact).toBe(`There is no unspecified behavior "${id}".`)
      expect(remedy).toContain('transactions.repeated-order')
    },
  )

  it.each(['acceptd', '', '__proto__', 'constructor'])('refuse the unknown option "%s"', (name) => {
    const { fact, detail, remedy } = refusal({ 'transactions.repeated-order': name })
    expect(fact).toBe(`The unspecified behavior "transactions.repeated-order" has no option "${name}".`)
    expect(detail).toBe(unspecifiedBehaviors['transactions.repeated-order'].question)
    expect(remedy).toBe('Use one of accepted, refused.')
  })

  it.each<[string, AssumptionChoices]>([
    ['data of an option without data', { 'transactions.repeated-order': { value: 1 } }],
    ['another type', { 'settlements.hour': { value: { hour: '5' } } }],
    [
      'a fraction in place of an integer',
      { 'transactions.settlement-integers': { value: { open: 0.5, settled: 1 } } },
    ],
    ['a missing key', { 'transactions.settlement-integers': { value: { open: 0 } } }],
    ['an unknown key', { 'settlements.hour': { value: { hour: 5, minute: 1 } } }],
    ['one integer for two names', { 'transactions.settlement-integers': { value: { open: 1, settled: 1 } } }],
    ['four exchanges', { 'exchange-payments.exchange-identifiers': { value: ['a', 'b', 'c', 'd'] } }],
    ['an exchange twice', { 'exchange-payments.exchange-identifiers': { value: ['a', 'b', 'c', 'd', 'd'] } }],
    ['null', { 'settlements.hour': { value: null } }],
  ])('refuse data of another form: %s', (_, written) => {
    expect(refusal(written).fact).toMatch(/^Invalid value for the option /)
  })

  it.each<[string, AssumptionChoices]>([
    [
      'an HTTP status that is not an error',
      {
        'errors.http-status': {
          value: { invalid: 200, credentials: 401, refused: 400, unknown: 404, 'too-large': 413 },
        },
      },
    ],
    ['an hour beyond the day', { 'settlements.hour': { value: { hour: 24 } } }],
    ['a size of zero', { 'limits.post-size': { value: { bytes: 0 } } }],
    ['negative days', { 'qr-transactions.expiry': { use: 'after-days', value: { days: -1 } } }],
    [
      'an exchange name that is invalid in a path',
      { 'exchange-payments.exchange-identifiers': { value: ['a/b', 'b', 'c', 'd', 'e'] } },
    ],
    [
      'a version that is invalid in a header',
      { 'service.version': { use: 'header', value: { version: 'é\n' } } },
    ],
  ])('refuse data out of range: %s', (_, written) => {
    expect(refusal(written).fact).toMatch(/^Invalid value for the option /)
  })
})

describe('data set by a user', () => {
  it('replaces the data of the option', async () => {
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
    expect((await client.ask('createExchangePayment', { payload })).response.result.status).toBe(7)
  })

  it('names the exchanges', async () => {
    const value = ['one', 'two', 'three', 'four', 'five']
    const client = new TestClient({ assumptions: { 'exchange-payments.exchange-identifiers': { value } } })
    expect((await client.ask('checkExchangeBalance', { exchange: 'three' })).granted).toBe(true)
    expect((await client.ask('checkExchangeBalance', { exchange: 'gammaexchange' })).granted).toBe(false)
  })

  it('can be a longer list when the contract states no length', async () => {
    const client = new TestClient({
      assumptions: { 'subscriptions.reminder': { value: { days: [14, 7, 1] } } },
    })
    await subscribe(client, 'o')
    await client.advance(31 * 86_400_000)
    expect(client.world.reminders).toHaveLength(3)
  })

  it('never replaces a field of a response', async () => {
    const written = {
      'service.additional-response-fields': { use: 'some', value: { name: 'ok', content: 'no' } },
    }
    const client = new TestClient({ assumptions: written })
    const { response } = await client.ask('createInvoice', { body: invoice('o') })
    expect(response).toMatchObject({ ok: true, result: { ok: 'no', uuid: expect.any(String) } })
  })
})

describe('random assumptions', () => {
  it('are the same for the same seed and differ between seeds', () => {
    const written = (seed: number) => JSON.stringify(Assumptions.random(seed).written)
    expect(written(1)).toBe(written(1))
    expect(new Set(Array.from({ length: 100 }, (_, seed) => written(seed))).size).toBe(100)
  })

  it('draw every option of every behavior', () => {
    const seen = new Set<string>()
    for (let seed = 0; seed < 100; seed += 1)
      for (const { id, assumption } of Assumptions.random(seed).list()) seen.add(`${id} ${assumption}`)
    const all = unspecifiedIds.flatMap((id) =>
      Object.keys((unspecifiedBehaviors[id] as UnspecifiedBehavior).options).map((name) => `${id} ${name}`),
    )
    expect([...seen].sort()).toEqual([...all].sort())
  })
})
