// Validation against the schemas of a document, and its messages: place and expectation, in plain words.

import { describe, expect, it } from 'vitest'
import type { JsonSchema } from './json-schema.ts'
import { SchemaValidator, type ValidatorOptions } from './schema-validator.ts'

const decimal = {
  type: 'string',
  pattern: '^[0-9]+$',
  description: 'A decimal number as text.',
  examples: ['12'],
}
const pause = {
  type: 'object',
  properties: { do: { const: 'pause' }, ms: { type: 'integer', minimum: 1 } },
  required: ['do', 'ms'],
}
const repeat = {
  type: 'object',
  properties: {
    do: { const: 'repeat' },
    steps: { type: 'array', items: { $ref: '#/components/schemas/Step' } },
  },
  required: ['do', 'steps'],
}
const document = {
  components: {
    schemas: {
      Decimal: decimal,
      Step: { oneOf: [{ $ref: '#/components/schemas/Pause' }, { $ref: '#/components/schemas/Repeat' }] },
      Pause: pause,
      Repeat: repeat,
      Open: { type: 'object', properties: { a: {} } },
    },
  },
}
const to = { type: 'object', properties: { to: { type: 'string' }, max: {} }, required: ['to'] }
const until = { type: 'object', properties: { limit: {}, max: {} }, required: ['until', 'limit'] }
const severalForms = 'matches none or several of the permitted forms'
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

function messages(schema: object, value: unknown, options: ValidatorOptions = { allErrors: true }): string[] {
  return new SchemaValidator(document, options).check(schema)(value)?.messages('body') ?? []
}
const field = (schema: object) => ({ type: 'object', properties: { field: schema } })

describe('a message', () => {
  it.each<[object, unknown, string]>([
    [{ type: 'array' }, 'x', 'must be an array'],
    [{ type: ['string', 'null'] }, 1, 'must be a string or null'],
    [{ enum: ['GET', 'POST'] }, 'PUT', 'must be one of "GET", "POST"'],
    [{ enum: ['GET'] }, 'PUT', 'must be "GET"'],
    [{ const: 200 }, '200', 'must be 200'],
    [{ type: 'string', pattern: '^a$' }, 'b', 'must be a text that matches ^a$'],
    [ref('Decimal'), 'b', 'must be a decimal number as text, such as 12'],
    [{ type: 'array', minItems: 1 }, [], 'must NOT have fewer than 1 items'],
    [{ type: 'number', minimum: 0 }, -1, 'must be >= 0'],
    [{ type: 'string', format: 'none', not: {} }, 'x', 'must NOT be valid'],
    [{ type: 'number' }, Number.POSITIVE_INFINITY, 'must be a number'],
    [{ anyOf: [{ type: 'number' }, ref('Decimal')] }, true, 'must be a number or a string'],
    [{ anyOf: [{ type: 'number' }, ref('Decimal')] }, 'x', 'must be a decimal number as text, such as 12'],
    [{ oneOf: [{ type: 'number' }, { type: 'integer' }] }, 1, severalForms],
    [{ anyOf: [{ minimum: 5 }, { multipleOf: 2 }] }, 1, severalForms],
    [{ anyOf: [to, until] }, { to: 5 }, '.to must be a string'],
    [{ anyOf: [to, until] }, { limit: 'P1D' }, '.until is missing'],
    [{ anyOf: [to, until] }, { max: 1 }, 'must have one of "to", "until"'],
    [ref('Step'), { do: 'sleep' }, '.do must be one of "pause", "repeat"'],
    [ref('Step'), { ms: 1 }, '.do is missing; it must be one of "pause", "repeat"'],
    [ref('Step'), { do: 'repeat', steps: [{ do: 'pause', ms: 0 }] }, '.steps[0].ms must be >= 1'],
  ])('about %j names what is expected', (schema, value, problem) => {
    expect(messages(field(schema), { field: value })).toEqual([
      `body.field${/^[.[]/.test(problem) ? '' : ' '}${problem}`,
    ])
  })

  it('names the place, however its parts are spelled', () => {
    const schema = { additionalProperties: { items: { $ref: '#/components/schemas/Decimal' } } }
    expect(messages(schema, { 'First Name': ['1', 'x'], 'a/b~c': ['x'], plain: ['x'] })).toEqual([
      'body["First Name"][1] must be a decimal number as text, such as 12',
      'body["a/b~c"][0] must be a decimal number as text, such as 12',
      'body.plain[0] must be a decimal number as text, such as 12',
    ])
  })

  it('names missing and unknown fields', () => {
    const schema = {
      type: 'object',
      properties: { a: {} },
      required: ['a', 'b'],
      additionalProperties: false,
    }
    expect(messages(schema, { A: 1, c: 1 })).toEqual([
      'body.a is missing',
      'body.b is missing',
      'body has the unknown field "A" (did you mean "a"?)',
      'body has the unknown field "c"',
    ])
  })

  it('names the value itself when that is wrong', () => {
    expect(messages(repeat, null)).toEqual(['body must be an object'])
  })
})

it('keeps every error outside a union', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' }, step: ref('Step'), z: { type: 'string' } },
    anyOf: [{ required: ['b'] }, { required: ['c'] }],
  }
  expect(messages(schema, { a: 1, step: { do: 'pause' }, z: 2 })).toEqual([
    'body must have one of "b", "c"',
    'body.a must be a string',
    'body.step.ms is missing',
    'body.z must be a string',
  ])
})

describe('options', () => {
  const schema = field({ type: 'integer', default: 7 })

  it('change nothing by default, and stop at the first error', () => {
    const value = {}
    expect(messages({ ...schema, required: ['a', 'b'] }, value, {})).toEqual(['body.a is missing'])
    expect(messages(schema, { field: '7' }, {})).toEqual(['body.field must be an integer'])
    expect(value).toEqual({})
  })

  it('coerce types and fill in defaults', () => {
    const value = [{ field: '7' }, {}]
    expect(messages({ items: schema }, value, { coerceTypes: true, useDefaults: true })).toEqual([])
    expect(value).toEqual([{ field: 7 }, { field: 7 }])
  })

  it('explain a union without changing the value', () => {
    const union = { oneOf: [field({ type: 'integer', default: 7 }), { type: 'string' }] }
    const value = { field: 'x', other: 1 }
    const invalid = new SchemaValidator(document, { coerceTypes: true, useDefaults: true }).check(union)(
      value,
    )
    expect(invalid?.messages('body')).toEqual(['body.field must be an integer'])
    expect(value).toEqual({ field: 'x', other: 1 })
  })

  it('close objects, those of the document too', () => {
    const value = { b: 1 }
    expect(messages(ref('Open'), value)).toEqual([])
    expect(messages(ref('Open'), value, { closed: true })).toEqual(['body has the unknown field "b"'])
  })
})

it('finds only the first error of a large value', () => {
  const check = new SchemaValidator(document, { allErrors: true }).check({ items: ref('Step') })
  const invalid = { do: 'pause', ms: 'x' }
  expect(check(Array(100_000).fill(invalid))?.summary('body')).toBe('body[0].ms must be an integer')
  expect(check(Array(100_000).fill({ do: 'repeat', steps: [] }))).toBeUndefined()
  expect(check(Array(2000).fill(invalid))?.errors).toHaveLength(2000)
  expect(check(Array(2000).fill(invalid))?.summary('body')).toMatch(/; and at least 92 more$/)
})
