// Which branch of a union a value was meant to match, and what is said when there is no telling.

import { expect, it } from 'vitest'
import type { JsonSchema } from './json-schema.ts'
import { intendedBranch } from './validation-messages.ts'

const object = (properties: Record<string, JsonSchema>, ...required: string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
})
const drop = object({ do: { enum: ['drop', 'lose'] } }, 'do')
const delay = object({ do: { const: 'delay' }, by: { type: 'string' } }, 'do', 'by')
const to = object({ to: { type: 'string' }, max: { type: 'integer' } }, 'to')
const until = object({ until: { type: 'object' }, limit: {}, max: { type: 'integer' } }, 'until', 'limit')
const text: JsonSchema = { type: 'string' }
const whole: JsonSchema = { type: 'integer' }

it.each<[string, readonly JsonSchema[], unknown, unknown]>([
  ['the property that names the branch', [drop, delay], { do: 'delay', count: 'x' }, { branch: delay }],
  [
    'an unknown name',
    [drop, delay],
    { do: 'dela' },
    { property: 'do', problem: 'must be one of "drop", "lose", "delay"' },
  ],
  [
    'no name',
    [drop, delay],
    { by: 'P1D' },
    { property: 'do', problem: 'is missing; it must be one of "drop", "lose", "delay"' },
  ],
  ['a property of one branch alone', [to, until], { to: 5 }, { branch: to }],
  ['another property of it', [to, until], { limit: 'P1D', max: 1 }, { branch: until }],
  ['no such property', [to, until], { max: 1 }, { problem: 'must have one of "to", "until"' }],
  [
    'properties that no branch has',
    [to, until],
    { To: '', x: 1 },
    { problem: 'has the unknown fields "To" and "x", but must have one of "to", "until"' },
  ],
  [
    'properties of two branches',
    [to, until],
    { to: '', limit: '' },
    { problem: 'must have only one of "to", "until"; it has "to" and "limit"' },
  ],
  ['its type', [text, delay], { do: 'drop' }, { branch: delay }],
  ['a type of no branch', [text, whole], 1.5, { problem: 'must be a string or an integer' }],
  ['an integer for a number', [text, { type: 'number' }], 3, { branch: { type: 'number' } }],
  ['nothing, when two branches have its type', [text, { type: 'string' }], '', {}],
])('decides by %s', (_, branches, value, intended) => {
  expect(intendedBranch(branches, value)).toEqual(intended)
})
