// The options of schemaValues. equivalence.test.ts shows that its values are valid.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildDocument } from '../openapi.ts'
import { schemaValues } from './schema-values.ts'

const document = buildDocument({ requirements: {}, unspecifiedBehaviors: {} })
const item = { $ref: '#/components/schemas/InvoiceCartItem' }
const sample = (values: fc.Arbitrary<unknown>) => fc.sample(values, 40)

describe('schemaValues', () => {
  it('includes optional keys sometimes, always or never', () => {
    const counts = (choice: 'sometimes' | 'always' | 'never') =>
      sample(schemaValues(document, { optionalKeys: choice })(item)).map(
        (value) => Object.keys(value ?? {}).length,
      )
    expect(new Set(counts('never'))).toEqual(new Set([1]))
    expect(new Set(counts('always'))).toEqual(new Set([11]))
    expect(new Set(counts('sometimes')).size).toBeGreaterThan(2)
  })

  it('uses other arbitraries for components and properties', () => {
    const instead = { DecimalText: fc.constant('1.50'), 'InvoiceRequest.currency': fc.constant('USD') }
    const request = { $ref: '#/components/schemas/InvoiceRequest' }
    for (const value of sample(schemaValues(document, { instead })(request))) {
      expect(value).toMatchObject({ amount: '1.50', currency: 'USD' })
    }
  })

  it('uses another arbitrary for text without a pattern', () => {
    const text = fc.constant('plain')
    for (const value of sample(schemaValues(document, { text, optionalKeys: 'never' })(item))) {
      expect(value).toEqual({ id: 'plain' })
    }
  })

  it('adds unknown keys on request, but never where the schema forbids them', () => {
    const schema = { type: 'object', properties: { a: { type: 'null' } }, required: ['a'] } as const
    const keys = (values: unknown[]) => new Set(values.flatMap((value) => Object.keys(value ?? {})))
    expect(keys(sample(schemaValues(document)({ ...schema, required: ['a'] })))).toEqual(new Set(['a']))
    const some = schemaValues(document, { unknownKeys: 'sometimes' })
    expect(keys(sample(some({ ...schema, required: ['a'] }))).size).toBeGreaterThan(1)
    expect(keys(sample(some({ ...schema, required: ['a'], additionalProperties: false })))).toEqual(
      new Set(['a']),
    )
  })

  it('throws for an unsupported keyword and for an unknown component', () => {
    const values = schemaValues(document)
    const unusual: object = { type: 'array', uniqueItems: true }
    expect(() => values(unusual)).toThrow('does not support the keyword "uniqueItems"')
    expect(() => values({ $ref: '#/components/schemas/Nothing' })).toThrow('no component "Nothing"')
  })
})
