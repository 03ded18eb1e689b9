// The choices that a caller of schemaValues has. That the values are valid shows in equivalence.test.ts.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildDocument } from './openapi.ts'
import { schemaValues } from './values.ts'

const document = buildDocument({ requirements: {}, unspecifiedBehaviors: {} })
const item = { $ref: '#/components/schemas/InvoiceCartItem' }
const sample = (values: fc.Arbitrary<unknown>) => fc.sample(values, 40)

describe('values of a schema', () => {
  it('have optional keys now and then, always or never', () => {
    const counts = (choice: 'sometimes' | 'always' | 'never') =>
      sample(schemaValues(document, { optionalKeys: choice })(item)).map(
        (value) => Object.keys(value ?? {}).length,
      )
    expect(new Set(counts('never'))).toEqual(new Set([1]))
    expect(new Set(counts('always'))).toEqual(new Set([11]))
    expect(new Set(counts('sometimes')).size).toBeGreaterThan(2)
  })

  it('draw something else for a component or for one of its properties, where told', () => {
    const instead = { DecimalText: fc.constant('1.50'), 'InvoiceRequest.currency': fc.constant('USD') }
    const request = { $ref: '#/components/schemas/InvoiceRequest' }
    for (const value of sample(schemaValues(document, { instead })(request))) {
      expect(value).toMatchObject({ amount: '1.50', currency: 'USD' })
    }
  })

  it('draw text from what is given, where no pattern rules', () => {
    const text = fc.constant('plain')
    for (const value of sample(schemaValues(document, { text, optionalKeys: 'never' })(item))) {
      expect(value).toEqual({ id: 'plain' })
    }
  })

  it('have unknown keys only when asked, and never where the schema forbids them', () => {
    const schema = { type: 'object', properties: { a: { type: 'null' } }, required: ['a'] } as const
    const keys = (values: unknown[]) => new Set(values.flatMap((value) => Object.keys(value ?? {})))
    expect(keys(sample(schemaValues(document)({ ...schema, required: ['a'] })))).toEqual(new Set(['a']))
    const some = schemaValues(document, { unknownKeys: 'sometimes' })
    expect(keys(sample(some({ ...schema, required: ['a'] }))).size).toBeGreaterThan(1)
    expect(keys(sample(some({ ...schema, required: ['a'], additionalProperties: false })))).toEqual(
      new Set(['a']),
    )
  })

  it('are not drawn for a keyword that would not be honoured, nor for an unknown component', () => {
    const values = schemaValues(document)
    const unusual: object = { type: 'array', uniqueItems: true }
    expect(() => values(unusual)).toThrow('the keyword "uniqueItems"')
    expect(() => values({ $ref: '#/components/schemas/Nothing' })).toThrow('No component is called "Nothing"')
  })
})
