// Values of schemas. equivalence.sampled.test.ts shows that its values are valid.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildDocument } from '../openapi/build-document.ts'
import { schemaValues } from './schema-values.ts'

const document = buildDocument({ requirements: {}, unspecifiedBehaviors: {} })
const sample = (values: fc.Arbitrary<unknown>) => fc.sample(values, 40)

describe('schemaValues', () => {
  it('uses other arbitraries for components and properties', () => {
    const instead = { DecimalText: fc.constant('1.50'), 'InvoiceRequest.currency': fc.constant('USD') }
    const request = { $ref: '#/components/schemas/InvoiceRequest' }
    for (const value of sample(schemaValues(document, instead)(request))) {
      expect(value).toMatchObject({ amount: '1.50', currency: 'USD' })
    }
  })

  it('adds unknown keys, but never where the schema forbids them', () => {
    const schema = { type: 'object', properties: { a: { type: 'null' } }, required: ['a'] } as const
    const keys = (more: object) =>
      new Set(
        sample(schemaValues(document)({ ...schema, required: ['a'], ...more })).flatMap((value) =>
          Object.keys(value ?? {}),
        ),
      )
    expect(keys({}).size).toBeGreaterThan(1)
    expect(keys({ additionalProperties: false })).toEqual(new Set(['a']))
  })

  it('throws for an unsupported keyword and for an unknown component', () => {
    const values = schemaValues(document)
    const unusual: object = { type: 'array', uniqueItems: true }
    expect(() => values(unusual)).toThrow('does not support the keyword "uniqueItems"')
    expect(() => values({ $ref: '#/components/schemas/Nothing' })).toThrow('no component "Nothing"')
  })
})
