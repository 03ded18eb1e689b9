// The outcome of responses that are not a plain success.

import { expect, it } from 'vitest'
import { outcomeOf, reportsNothing } from './response-outcome.ts'

it.each<[string, number, unknown, string]>([
  ['reports success without anything else', 200, { ok: true }, 'flawed'],
  ['reports success with an empty result', 200, { ok: true, result: {} }, 'flawed'],
  ['reports failure', 200, { ok: false, result: {} }, 'refusal'],
  ['reports success and an error', 200, { ok: true, error: 'no such store' }, 'refusal'],
  ['is empty', 200, {}, 'refusal'],
  ['has another HTTP status', 404, { ok: true, result: {} }, 'refusal'],
  ['is not JSON', 200, undefined, 'refusal'],
])('the outcome of a response that %s', (_, status, body, outcome) => {
  expect(outcomeOf('getStore', status, body)).toBe(outcome)
})

it.each<[string, object, string]>([
  ['has errors and no data', { errors: ['unknown merchant'] }, 'refusal'],
  ['has errors and empty data', { errors: ['unknown merchant'], data: [] }, 'success'],
  ['has neither errors nor data', { errors: [] }, 'flawed'],
])('the outcome of a debit whose result %s', (_, result, outcome) => {
  expect(outcomeOf('debitSubscription', 200, { status: 200, result })).toBe(outcome)
})

it.each<[string, object, boolean]>([
  ['no row', { data: [], errors: [] }, true],
  ['an error', { data: [{ status: 3 }], errors: ['no'] }, true],
  ['a row with the integer of canceled', { data: [{ status: 2 }], errors: [] }, true],
  ['a row that is declined', { data: [{ status: 'Declined' }], errors: [] }, true],
  ['a row without the id of a transaction', { data: [{ transactionId: '', status: 3 }] }, true],
  ['a canceled row and a completed one', { data: [{ status: 2 }, { status: 3 }], errors: [] }, false],
  ['a pending row', { data: [{ status: 'pending' }], errors: [] }, false],
])('whether a debit whose response has %s reports that none was made', (_, result, expected) => {
  const integers = { pending: 0, processing: 1, canceled: 2, completed: 3 }
  const response = { operationId: 'debitSubscription', json: { status: 200, result } } as const
  expect(reportsNothing(response, integers)).toBe(expected)
})
