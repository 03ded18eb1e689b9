// Which form a value was meant to have: each way of telling it, and what is said where none of them tells.

import { expect, it } from 'vitest'
import { meantForm } from './choices.ts'
import type { Schema } from './document.ts'

const strict = (properties: Record<string, Schema>, ...required: string[]): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const drop = strict({ do: { enum: ['drop', 'lose'] } }, 'do')
const delay = strict({ do: { const: 'delay' }, by: { type: 'string' } }, 'do', 'by')
const to = strict({ to: { type: 'string' }, max: { type: 'integer' } }, 'to')
const until = strict({ until: { type: 'object' }, limit: {}, max: { type: 'integer' } }, 'until', 'limit')
const text: Schema = { type: 'string' }
const whole: Schema = { type: 'integer' }

it.each([
  ['the word that names the form', [drop, delay], { do: 'delay', count: 'x' }, { form: delay }],
  [
    'a word that names none',
    [drop, delay],
    { do: 'dela' },
    { fault: '.do must be one of drop, lose, delay' },
  ],
  ['no word', [drop, delay], { by: 'P1D' }, { fault: 'lacks "do", one of drop, lose, delay' }],
  ['the field of one form alone', [to, until], { to: 5 }, { form: to }],
  ['another field of it', [to, until], { limit: 'P1D', max: 1 }, { form: until }],
  ['no such field', [to, until], { max: 1 }, { fault: 'must have one of to, until' }],
  [
    'a field that no form has',
    [to, until],
    { To: '', x: 1 },
    { fault: 'has no field "To" and "x"; it must have one of to, until' },
  ],
  [
    'fields of two forms',
    [to, until],
    { to: '', limit: '' },
    { fault: 'may have only one of to, until; to and limit are there' },
  ],
  ['its type', [text, delay], { do: 'drop' }, { form: delay }],
  ['its type, a number being none', [text, whole], 1.5, { fault: 'must be string or integer' }],
  ['an integer as a number', [text, { type: 'number' }], 3, { form: { type: 'number' } }],
  [
    'nothing, where two forms have one type',
    [text, { type: 'string', pattern: 'x' }],
    '',
    { fault: 'has none of the forms that it may have' },
  ],
] as const satisfies (readonly [string, readonly Schema[], unknown, unknown])[])(
  'is told by %s',
  (_, forms, value, meant) => {
    expect(meantForm(forms, value)).toEqual(meant)
  },
)
