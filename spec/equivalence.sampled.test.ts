// The zod types and the JSON Schemas of the document are equivalent: both accept and refuse the same values, generated from
// either of them.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { componentName } from '../core/json-schema.ts'
import { SchemaValidator } from '../core/schema-validator.ts'
import { sampled, scaled } from '../core/test-support/sampling.ts'
import { buildDocument } from './openapi/build-document.ts'
import { refTo } from './openapi/hoist.ts'
import { listSchemas } from './openapi/reading.ts'
import type { Schema } from './openapi/schema.ts'
import { editedOnce, editsOf } from './test-support/edits.ts'
import { schemaValues } from './test-support/schema-values.ts'
import { zodTypes, zodValues } from './test-support/zod-values.ts'

const document = buildDocument()
const validator = new SchemaValidator(document)
const fromDocument = schemaValues(document)
const schemas = listSchemas(document)
const types = zodTypes()

it('has the same schemas on both sides', () => {
  expect(Object.keys(types).sort()).toEqual(Object.keys(schemas).sort())
})

describe.each(sampled(Object.entries(schemas), 30))('%s', (name, schema) => {
  const type = types[name]
  if (type === undefined) throw new Error(`There is no zod type ${name}.`)
  if (schema.$ref !== undefined) {
    const component = componentName(schema.$ref)
    it(`is ${component} on both sides`, () => {
      expect(schema).toEqual(refTo(component))
      expect(types[component] === type).toBe(true)
    })
    return
  }
  const check = validator.check(schema)
  const accepts = (value: unknown) => check(value) === undefined
  const verdicts = (value: unknown) => ({ document: accepts(value), zod: type.safeParse(value).success })
  const both = { document: true, zod: true }

  it('accepts on both sides the values that either side generates', () => {
    fc.assert(
      fc.property(fc.oneof(fromDocument(schema), zodValues(type)), (value) => {
        expect(verdicts(value)).toEqual(both)
      }),
      { numRuns: scaled(40, 4) },
    )
  })

  it('agrees on edited values and on arbitrary JSON', () => {
    const edited = fc.oneof(editedOnce(fromDocument(schema)), editedOnce(zodValues(type)))
    const anyJson = fc.jsonValue().map((value) => ({ edit: 'any JSON', value }))
    fc.assert(
      fc.property(fc.oneof({ arbitrary: edited, weight: 5 }, anyJson), ({ value }) => {
        const { document, zod } = verdicts(value)
        expect(document).toBe(zod)
      }),
      { numRuns: scaled(100, 8) },
    )
  })

  it('agrees on every edit of a value', () => {
    const differing = fc
      .sample(fromDocument(schema), 1)
      .flatMap(editsOf)
      .filter((edited) => {
        const { document, zod } = verdicts(edited.value)
        return document !== zod
      })
    expect(differing.map(({ edit }) => edit)).toEqual([])
  })
})

describe('detects a document that differs because', () => {
  it.each<[string, string, (schema: Schema) => void]>([
    ['a pattern ends earlier', 'DecimalText', (schema) => Object.assign(schema, { pattern: '^-?[0-9]+' })],
    [
      'a pattern accepts other digits',
      'TwoDecimalText',
      (schema) => Object.assign(schema, { pattern: '^-?\\p{Nd}+\\.[0-9]{2}$' }),
    ],
    [
      'a pattern accepts only one letter case',
      'Uuid',
      (schema) => Object.assign(schema, { pattern: schema.pattern?.replaceAll('A-F', '') }),
    ],
    [
      'a key is no longer required',
      'CustomerInfo',
      (schema) => Object.assign(schema, { required: ['name'] }),
    ],
    [
      'unknown keys are refused',
      'QrCartItem',
      (schema) => Object.assign(schema, { additionalProperties: false }),
    ],
    [
      'an integer is a number',
      'BankAccount',
      (schema) => Object.assign(schema.properties?.status ?? {}, { type: 'number' }),
    ],
    [
      'null is refused',
      'CurrencyEntry',
      (schema) => Object.assign(schema.properties?.sort ?? {}, { type: 'integer' }),
    ],
    [
      'an enumerated value is missing',
      'StoreSettings',
      (schema) => schema.properties?.tabs?.items?.enum?.pop(),
    ],
  ])('%s', (_, name, spoil) => {
    const copy = structuredClone(document)
    spoil(copy.components.schemas[name] ?? {})
    const check = new SchemaValidator(copy).check(refTo(name))
    const values = fc
      .sample(fromDocument(refTo(name)), 30)
      .flatMap((value) => [value, ...editsOf(value).map((each) => each.value)])
    expect(
      values.some((value) => (check(value) === undefined) !== types[name]?.safeParse(value).success),
    ).toBe(true)
  })
})
