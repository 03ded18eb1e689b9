// What an answer is taken for: success, success in a broken form, or a refusal.

import { expect, it } from 'vitest'
import { outcomeOf } from './expect.ts'

it.each<[string, number, unknown, string]>([
  ['says that it succeeded and lost everything else', 200, { ok: true }, 'flawed'],
  ['says that it succeeded and has an empty result', 200, { ok: true, result: {} }, 'flawed'],
  ['says that it failed', 200, { ok: false, result: {} }, 'refusal'],
  ['says that it succeeded, with an error beside it', 200, { ok: true, error: 'no such store' }, 'refusal'],
  ['says nothing', 200, {}, 'refusal'],
  ['has another HTTP status', 404, { ok: true, result: {} }, 'refusal'],
  ['is no JSON', 200, undefined, 'refusal'],
])('an answer that %s', (_, status, body, outcome) => {
  expect(outcomeOf('getStore', status, body)).toBe(outcome)
})
