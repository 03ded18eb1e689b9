// zod is the language in which schemas are written; the document is what everyone else reads. Here they are held to mean
// the same: for every schema of the document, both accept and refuse the same values, whichever of the two they come from.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { componentName } from '../core/json-schema.ts'
import { SchemaValidator } from '../core/schema-validator.ts'
import { editedOnce, editsOf } from './edits.ts'
import type { Schema } from './openapi/document.ts'
import { refTo } from './openapi/hoist.ts'
import { listSchemas } from './openapi/reading.ts'
import { buildDocument } from './openapi.ts'
import { schemaValues } from './values.ts'
import { zodTypes, zodValues } from './zod-values.ts'

const document = buildDocument()
const validator = new SchemaValidator(document)
const fromDocument = schemaValues(document, { unknownKeys: 'sometimes' })
const schemas = listSchemas(document)
const types = zodTypes()

it('both sides name the same schemas', () => {
  expect(Object.keys(types).sort()).toEqual(Object.keys(schemas).sort())
})

describe.each(Object.entries(schemas))('%s', (name, schema) => {
  const type = types[name]
  if (type === undefined) throw new Error(`No zod type is called ${name}.`)
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

  it('accepts on both sides what the document describes, and what zod describes', () => {
    fc.assert(
      fc.property(fc.oneof(fromDocument(schema), zodValues(type)), (value) => {
        expect(verdicts(value)).toEqual(both)
      }),
      { numRuns: 60 },
    )
  })

  it('gives one verdict on near misses and on anything else', () => {
    const nearMisses = fc.oneof(editedOnce(fromDocument(schema)), editedOnce(zodValues(type)))
    const anything = fc.jsonValue().map((value) => ({ edit: 'anything', value }))
    fc.assert(
      fc.property(fc.oneof({ arbitrary: nearMisses, weight: 5 }, anything), ({ value }) => {
        const { document, zod } = verdicts(value)
        expect(document).toBe(zod)
      }),
      { numRuns: 150 },
    )
  })

  it('gives one verdict on every single edit of a value', () => {
    for (const value of fc.sample(fromDocument(schema), 2)) {
      const differing = editsOf(value).filter((edited) => {
        const { document, zod } = verdicts(edited.value)
        return document !== zod
      })
      expect(differing.map(({ edit }) => edit)).toEqual([])
    }
  })
})

describe('a document that means something else would be noticed, if', () => {
  it.each<[string, string, (schema: Schema) => void]>([
    ['a pattern ended sooner', 'DecimalText', (schema) => Object.assign(schema, { pattern: '^-?[0-9]+' })],
    [
      'a pattern took other digits',
      'TwoDecimalText',
      (schema) => Object.assign(schema, { pattern: '^-?\\p{Nd}+\\.[0-9]{2}$' }),
    ],
    [
      'a pattern took one letter case only',
      'Uuid',
      (schema) => Object.assign(schema, { pattern: schema.pattern?.replaceAll('A-F', '') }),
    ],
    [
      'a key were no longer required',
      'CustomerInfo',
      (schema) => Object.assign(schema, { required: ['name'] }),
    ],
    [
      'unknown keys were refused',
      'QrCartItem',
      (schema) => Object.assign(schema, { additionalProperties: false }),
    ],
    [
      'an integer were a number',
      'BankAccount',
      (schema) => Object.assign(schema.properties?.status ?? {}, { type: 'number' }),
    ],
    [
      'null were refused',
      'CurrencyEntry',
      (schema) => Object.assign(schema.properties?.sort ?? {}, { type: 'integer' }),
    ],
    ['a word were missing', 'StoreSettings', (schema) => schema.properties?.tabs?.items?.enum?.pop()],
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
