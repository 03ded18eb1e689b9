// Validation against the schemas of a document, and its messages: place and expectation, in plain words, in linear time.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UsageError } from './errors.ts'
import type { JsonSchema } from './json-schema.ts'
import { SchemaValidator, type ValidatorOptions } from './schema-validator.ts'
import { describeErrors } from './validation-messages.ts'

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
    [{ type: 'string', minLength: 1 }, '', 'must not be empty'],
    [{ type: 'string', minLength: 3 }, '', 'must have at least 3 characters'],
    [{ type: 'string', maxLength: 1 }, 'ab', 'must have at most 1 character'],
    [{ type: 'array', minItems: 1 }, [], 'must not be empty'],
    [{ type: 'array', maxItems: 2 }, [1, 2, 3], 'must have at most 2 elements'],
    [{ type: 'number', minimum: 0 }, -1, 'must be at least 0'],
    [{ type: 'number', maximum: 9 }, 10, 'must be at most 9'],
    [{ type: 'number', exclusiveMinimum: 0 }, 0, 'must be more than 0'],
    [{ type: 'number', exclusiveMaximum: 9 }, 9, 'must be less than 9'],
    [{ type: 'string', format: 'none', not: {} }, 'x', 'must NOT be valid'],
    [{ type: 'number' }, Number.POSITIVE_INFINITY, 'must be a number'],
    [{ anyOf: [{ type: 'number' }, ref('Decimal')] }, true, 'must be a number or a string'],
    [{ anyOf: [{ type: 'number' }, ref('Decimal')] }, 'x', 'must be a decimal number as text, such as 12'],
    [{ oneOf: [{ type: 'number' }, { type: 'integer' }] }, 1, 'matches more than one of the permitted forms'],
    [{ anyOf: [{ minimum: 5 }, { multipleOf: 2 }] }, 1, 'matches none of the permitted forms'],
    [
      { oneOf: [ref('Decimal'), { type: ['string', 'null'] }] },
      '1',
      'matches more than one of the permitted forms',
    ],
  ])('about %j names what is expected', (schema, value, problem) => {
    expect(messages(field(schema), { field: value })).toEqual([`body.field ${problem}`])
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
    expect(messages(schema, { c: 1 })).toEqual([
      'body has the unknown field "c"',
      'body.a is missing',
      'body.b is missing',
    ])
  })

  it('names the errors in the order of the schema', () => {
    const inner = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
      required: ['c', 'b'],
    }
    const schema = {
      type: 'object',
      properties: { first: { type: 'string' }, list: { items: inner }, last: { type: 'string' } },
      required: ['last', 'list', 'first'],
    }
    expect(messages(schema, { first: 1, list: [{ a: 1, b: '' }, { c: 1 }] })).toEqual([
      'body.first must be a string',
      'body.list[0].a must be a string',
      'body.list[0].c is missing',
      'body.list[1].b is missing',
      'body.list[1].c must be a string',
      'body.last is missing',
    ])
  })

  it('names the value itself when that is wrong', () => {
    expect(messages(repeat, null)).toEqual(['body must be an object'])
  })
})

describe('the message of a union', () => {
  it('is that of the branch that was meant, however deep it is nested', () => {
    const value = {
      do: 'repeat',
      steps: [
        { do: 'pause', ms: 0 },
        { do: 'repeat', steps: [{ do: 'sleep' }, 5] },
      ],
    }
    expect(messages(ref('Step'), value)).toEqual([
      'body.steps[0].ms must be at least 1',
      'body.steps[1].steps[0].do must be one of "pause", "repeat"',
      'body.steps[1].steps[1] must be an object',
    ])
  })

  it('keeps every error outside the union', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' }, step: ref('Step'), z: { type: 'string' } },
      anyOf: [{ required: ['b'] }, { required: ['c'] }],
    }
    expect(messages(schema, { a: 1, step: { do: 'pause' }, z: 2 })).toEqual([
      'body has the unknown fields "a", "step" and "z", but must have one of "b", "c"',
      'body.a must be a string',
      'body.step.ms is missing',
      'body.z must be a string',
    ])
  })

  it('names the pointer of what is wrong', () => {
    const check = new SchemaValidator(document, { allErrors: true }).check(ref('Step'))
    expect(
      check({ do: 'sleep' })
        ?.describe('body')
        .map(({ pointer }) => pointer),
    ).toEqual(['/do'])
    expect(check({ do: 'pause' })?.describe('body')).toMatchObject([{ pointer: '', missing: 'ms' }])
  })
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

describe('an invalid schema', () => {
  it.each([[{ type: 'shop' } as object], [ref('Nothing')], [{ minimum: 'x' }]])(
    '%j is rejected',
    (schema) => {
      expect(() => new SchemaValidator(document).compile(schema)).toThrow(UsageError)
    },
  )

  it('may have unknown keywords, unless the validator is strict', () => {
    const schema: object = { type: 'string', 'x-note': 1, unknown: 1 }
    const strict = { annotations: ['x-note'] }
    expect(() => new SchemaValidator(document).compile(schema)).not.toThrow()
    expect(() => new SchemaValidator(document, { strict }).compile(schema)).toThrow(
      'unknown keyword: "unknown"',
    )
    expect(() => new SchemaValidator(document, { strict }).compile({ 'x-note': 1 })).not.toThrow()
  })
})

it('says of every value whether it is valid, with at least one message when it is not', () => {
  const check = new SchemaValidator(document, { allErrors: true }).check(ref('Step'))
  const words = fc.constantFrom('pause', 'repeat', 'sleep')
  const { step } = fc.letrec((tie) => ({
    step: fc.oneof(
      fc.record({ do: words, ms: fc.jsonValue() }),
      fc.record({ do: words, steps: fc.array(tie('step'), { maxLength: 3 }) }),
    ),
  }))
  fc.assert(
    fc.property(step, (value) => {
      const invalid = check(value)
      if (invalid !== undefined) expect(invalid.messages('body').length).toBeGreaterThan(0)
    }),
  )
})

it('describes many errors in linear time', () => {
  const check = new SchemaValidator(document, { allErrors: true }).check({
    items: { anyOf: [pause, { type: 'string' }] },
  })
  const readsOfErrors = (count: number) => {
    let reads = 0
    const errors = check(Array(count).fill({ do: 'pause', ms: 'x' }))?.errors.map(
      (error) =>
        new Proxy(error, {
          get(target, name) {
            reads += 1
            return Reflect.get(target, name)
          },
        }),
    )
    const unions = { resolve: (schema: JsonSchema) => schema, errorsOf: () => [] }
    expect([...describeErrors(errors ?? [], 'body', unions)]).toHaveLength(count)
    return reads
  }
  expect(readsOfErrors(300)).toBeLessThan(33 * readsOfErrors(10))
})

describe('a value with too many errors', () => {
  const many = Array(100_000).fill({ do: 'pause', ms: 'x' })

  it.each<[string, object, unknown]>([
    ['in a list of references', { items: ref('Pause') }, many],
    ['in a list of unions', { items: ref('Step') }, many],
    ['in one object', { additionalProperties: false }, Object.fromEntries(Object.entries(many))],
  ])('is checked up to a thousand of them: %s', (_, schema, value) => {
    const invalid = new SchemaValidator(document, { allErrors: true }).check(schema)(value)
    expect(invalid?.tooMany).toBe(true)
    expect(invalid?.errors.length).toBeLessThan(1010)
    expect(invalid?.describe('body')).toHaveLength(100)
    expect(invalid?.summary('body')).toMatch(/; and at least \d+ more$/)
  })

  it('is invalid for every way of checking it, and its check works afterwards', () => {
    const check = new SchemaValidator(document, { allErrors: true, coerceTypes: true }).check({
      items: ref('Pause'),
    })
    expect(check(many)?.tooMany).toBe(true)
    expect(check([{ do: 'pause', ms: 1 }])).toBeUndefined()
    expect(check([{ do: 'pause', ms: 0 }])?.summary('body')).toBe('body[0].ms must be at least 1')
  })

  it('does not count the branches of a union that a valid value does not match', () => {
    const check = new SchemaValidator(document, { allErrors: true }).check({ items: ref('Step') })
    expect(check(Array(5000).fill({ do: 'repeat', steps: [] }))).toBeUndefined()
  })
})
