// Choosing, pinning and varying stand-ins: what is not lawful is refused in words, and what is lawful is used.

import { describe, expect, it } from 'vitest'
import { openItemIds, openItems } from '../../spec/open-items.ts'
import type { OpenItem } from '../../spec/statements.ts'
import { TestClient } from '../testing/client.ts'
import { exchangePayment, invoice, subscribe } from '../testing/requests.ts'
import { UsageError } from './errors.ts'
import { SeededRandom } from './random.ts'
import { StandIns, type WrittenChoices } from './stand-ins.ts'

function refusal(written: WrittenChoices): UsageError {
  try {
    StandIns.from(written)
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
  throw new Error('It was accepted.')
}

describe('choices', () => {
  it('are the first stand-ins where nothing is chosen', () => {
    for (const { id, standIn } of StandIns.first.list())
      expect(standIn).toBe(Object.keys((openItems[id] as OpenItem).standIns)[0])
  })

  it.each(['offers.repeat', '', '__proto__', 'constructor', 'toString'])(
    'of no open item are refused: "%s"',
    (id) => {
      const { fact, remedy } = refusal(JSON.parse(`{${JSON.stringify(id)}:"accepted"}`))
      expect(fact).toBe(`There is no open item "${id}".`)
      expect(remedy).toContain('offers.repeated')
    },
  )

  it.each(['acceptd', '', '__proto__', 'constructor'])('of no stand-in are refused: "%s"', (name) => {
    const { fact, detail, remedy } = refusal({ 'offers.repeated': name })
    expect(fact).toBe(`The open item "offers.repeated" has no stand-in "${name}".`)
    expect(detail).toBe(openItems['offers.repeated'].question)
    expect(remedy).toBe('Choose among: accepted, refused.')
  })

  it.each<[string, WrittenChoices]>([
    ['data where the stand-in has none', { 'offers.repeated': { value: 1 } }],
    ['another type', { 'settlement.hour': { value: { hour: '5' } } }],
    [
      'a fraction where integers are asked for',
      { 'transaction.settlement-integers': { value: { open: 0.5, settled: 1 } } },
    ],
    ['a key that lacks', { 'transaction.settlement-integers': { value: { open: 0 } } }],
    ['a key too many', { 'settlement.hour': { value: { hour: 5, minute: 1 } } }],
    ['one integer for two names', { 'transaction.settlement-integers': { value: { open: 1, settled: 1 } } }],
    ['four exchanges', { 'exchange.identifiers': { value: ['a', 'b', 'c', 'd'] } }],
    ['an exchange twice', { 'exchange.identifiers': { value: ['a', 'b', 'c', 'd', 'd'] } }],
    ['null', { 'settlement.hour': { value: null } }],
  ])('with data of another form are refused: %s', (_, written) => {
    expect(refusal(written).fact).toContain('does not have the form of the stand-in')
  })

  it.each<[string, WrittenChoices]>([
    [
      'an HTTP status that is no refusal',
      {
        'errors.http-status': {
          value: { invalid: 200, credentials: 401, refused: 400, unknown: 404, tooLarge: 413 },
        },
      },
    ],
    ['an hour that no day has', { 'settlement.hour': { value: { hour: 24 } } }],
    ['no bytes at all', { 'limits.post-size': { value: { bytes: 0 } } }],
    ['days that have passed', { 'wallet.expiry': { use: 'afterDays', value: { days: -1 } } }],
    [
      'a name of an exchange that no path can hold',
      { 'exchange.identifiers': { value: ['a/b', 'b', 'c', 'd', 'e'] } },
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
  it('take the place of the data of the stand-in', async () => {
    const integers = {
      pending: 7,
      processing: 8,
      completed: 9,
      canceled: -9,
      awaiting: 1,
      partiallyPaid: 2,
      closed: 3,
      timedOut: 4,
    }
    const client = new TestClient({ standIns: { 'transaction.status-integers': { value: integers } } })
    const plain = exchangePayment(client, 'o')
    expect((await client.ask('createExchangePayment', { plain })).answer.result.status).toBe(7)
  })

  it('name the exchanges of one’s deployment', async () => {
    const value = ['one', 'two', 'three', 'four', 'five']
    const client = new TestClient({ standIns: { 'exchange.identifiers': { value } } })
    expect((await client.ask('checkExchangeBalance', { exchange: 'three' })).granted).toBe(true)
    expect((await client.ask('checkExchangeBalance', { exchange: 'gammaexchange' })).granted).toBe(false)
  })

  it('may be a longer list, where the contract sets no length', async () => {
    const client = new TestClient({ standIns: { 'subscription.reminder': { value: { days: [14, 7, 1] } } } })
    await subscribe(client, 'o')
    await client.advance(31 * 86_400_000)
    expect(client.world.reminders).toHaveLength(3)
  })

  it('never take the place of a field of an answer', async () => {
    const written = { 'answers.additional-fields': { use: 'some', value: { name: 'ok', content: 'no' } } }
    const client = new TestClient({ standIns: written })
    const { answer } = await client.ask('createInvoice', { body: invoice('o') })
    expect(answer).toMatchObject({ ok: true, result: { ok: 'no', uuid: expect.any(String) } })
  })
})

describe('varied', () => {
  it('the same seed gives the same combination, others give others', () => {
    const written = (seed: number) => JSON.stringify(StandIns.vary(new SeededRandom(seed)).written)
    expect(written(1)).toBe(written(1))
    expect(new Set(Array.from({ length: 100 }, (_, seed) => written(seed))).size).toBe(100)
  })

  it('every stand-in of every item comes up', () => {
    const seen = new Set<string>()
    for (let seed = 0; seed < 100; seed += 1)
      for (const { id, standIn } of StandIns.vary(new SeededRandom(seed)).list()) seen.add(`${id} ${standIn}`)
    const all = openItemIds.flatMap((id) =>
      Object.keys((openItems[id] as OpenItem).standIns).map((name) => `${id} ${name}`),
    )
    expect([...seen].sort()).toEqual([...all].sort())
  })
})
