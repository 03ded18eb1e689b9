// The outcome of responses that are not a plain success.

import { expect, it } from 'vitest'
import { outcomeOf } from './response-outcome.ts'

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
