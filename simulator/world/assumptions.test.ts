// Choosing options, replacing their values, and drawing options at random.

import { describe, expect, it } from 'vitest'
import { dayMs } from '../../core/durations.ts'
import { UsageError } from '../../core/errors.ts'
import { SchemaValidator } from '../../core/schema-validator.ts'
import type { UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import { exchangePayment, invoice, subscribe } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'
import { type AssumptionChoices, Assumptions } from './assumptions.ts'
import { assumptionsSchemaText } from './world-schema.ts'

function errorOf(written: AssumptionChoices): UsageError {
  try {
    Assumptions.from(written)
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
  throw new Error('The choices were accepted.')
}

describe('choices', () => {
  it.each(['offers.repeat', '', '__proto__', 'constructor', 'toString'])(
    'of an unknown behavior are refused: "%s"',
    (id) => {
      const { fact, remedy } = errorOf(JSON.parse(`{${JSON.stringify(id)}:"accepted"}`))
      expect(fact).toBe(`There is no unspecified behavior "${id}".`)
      expect(remedy).toMatch(/^Did you mean /)
    },
  )

  it.each(['acceptd', '', '__proto__', 'constructor'])('of an unknown option are refused: "%s"', (name) => {
    const { fact, detail, remedy } = errorOf(
      JSON.parse(`{"transactions.repeated-order":${JSON.stringify(name)}}`),
    )
    expect(fact).toBe(`The unspecified behavior "transactions.repeated-order" has no option "${name}".`)
    expect(detail).toBe(unspecifiedBehaviors['transactions.repeated-order'].question)
    expect(remedy).toBe('Choose among: accepted, refused.')
  })

  it.each<[string, AssumptionChoices]>([
    ['a value where the option has none', { 'transactions.repeated-order': { value: 1 } }],
    ['another type', { 'settlements.hour': { value: { hour: '5' } } }],
    [
      'a fraction instead of an integer',
      { 'transactions.settlement-integers': { value: { open: 0.5, settled: 1 } } },
    ],
    ['a missing key', { 'transactions.settlement-integers': { value: { open: 0 } } }],
    ['an unknown key', { 'settlements.hour': { value: { hour: 5, minute: 1 } } }],
    ['four exchanges', { 'exchange-payments.exchange-identifiers': { value: ['a', 'b', 'c', 'd'] } }],
    [
      'the same exchange twice',
      { 'exchange-payments.exchange-identifiers': { value: ['a', 'b', 'c', 'd', 'd'] } },
    ],
    ['null', { 'settlements.hour': { value: null } }],
  ])('with a value of another shape are refused: %s', (_, written) => {
    expect(errorOf(written).message).toMatch(/takes no value|The value of the option is/)
  })

  it.each<[string, AssumptionChoices]>([
    [
      'an HTTP status that is not 4xx',
      {
        'errors.http-status': {
          value: { invalid: 200, credentials: 401, refused: 400, unknown: 404, 'too-large': 413 },
        },
      },
    ],
    ['hour 24', { 'settlements.hour': { value: { hour: 24 } } }],
    ['a limit of 0 bytes', { 'limits.post-size': { value: { bytes: 0 } } }],
    ['a negative number of days', { 'qr-transactions.expiry': { use: 'after-days', value: { days: -1 } } }],
    [
      'an exchange name with a slash',
      { 'exchange-payments.exchange-identifiers': { value: ['a/b', 'b', 'c', 'd', 'e'] } },
    ],
    [
      'a version that cannot be a header value',
      { 'service.version': { use: 'header', value: { version: 'é\n' } } },
    ],
  ])('with a value outside the rule of the behavior are refused: %s', (_, written) => {
    expect(errorOf(written).detail).toMatch(/^Each (text|number) must be /)
  })
})

it('assumptions.schema.json accepts every choice, and no other name', () => {
  const schema = JSON.parse(assumptionsSchemaText())
  const check = new SchemaValidator(schema).check(schema)
  for (const [id, { options }] of Object.entries<UnspecifiedBehavior>(unspecifiedBehaviors))
    for (const [use, { value }] of Object.entries(options)) {
      expect(check({ [id]: use })).toBeUndefined()
      expect(check({ $schema: 'any', [id]: { use, value } }) === undefined).toBe(value !== undefined)
    }
  for (const wrong of [{ 'no.such': 'default' }, { 'transactions.repeated-order': 'never' }, []])
    expect(check(wrong)).toBeDefined()
})

describe('a replaced value', () => {
  it('is used instead of the value of the option', async () => {
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
    expect((await client.result('createExchangePayment', { payload })).status).toBe(7)
  })

  it('may be a longer list if the contract gives no length', async () => {
    const client = new TestClient({
      assumptions: { 'subscriptions.reminder': { value: { days: [14, 7, 1] } } },
    })
    await subscribe(client, 'o')
    await client.advance(31 * dayMs)
    expect(client.world.reminders).toHaveLength(3)
  })

  it('never replaces a field of a response', async () => {
    const written = {
      'service.additional-response-fields': { use: 'some', value: { name: 'ok', content: 'no' } },
    } as const
    const client = new TestClient({ assumptions: written })
    const { success } = await client.ask('createInvoice', { body: invoice('o') })
    expect(success).toMatchObject({ ok: true, result: { ok: 'no', uuid: expect.any(String) } })
  })
})

describe('random assumptions', () => {
  it('are the same for the same seed and differ for others', () => {
    const written = (seed: number) => JSON.stringify(Assumptions.random(seed).written)
    expect(written(1)).toBe(written(1))
    expect(new Set(Array.from({ length: 100 }, (_, seed) => written(seed))).size).toBe(100)
  })

  it('include every option under which an unchanged client works', () => {
    const seen = new Set<string>()
    for (let seed = 0; seed < 100; seed += 1)
      for (const { id, assumption } of Assumptions.random(seed).list()) seen.add(`${id} ${assumption}`)
    const all = unspecifiedIds.flatMap((id) =>
      Object.entries((unspecifiedBehaviors[id] as UnspecifiedBehavior).options).flatMap(
        ([name, { needsOtherClient }]) => (needsOtherClient === true ? [] : [`${id} ${name}`]),
      ),
    )
    expect([...seen].sort()).toEqual([...all].sort())
  })
})
