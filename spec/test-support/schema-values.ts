// Generates valid values from a JSON Schema of the document.

import fc from 'fast-check'
import { componentName } from '../../core/json-schema.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { Schema, TypeName } from '../openapi/schema.ts'

const anyText = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 6 }))
const decimals = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 8 }))
  .map(([count, scale]) => count / 10 ** scale)
const anyNumber = fc.oneof(decimals, fc.double({ noNaN: true, noDefaultInfinity: true }))
const anyInteger = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.maxSafeInteger())

/**
 * Arbitraries for the schemas of a document. Objects sometimes get keys that their schema allows but does not name. `instead`
 * has other arbitraries, by `Component`, `Component.property`, or `.property` of any object. Throws for a keyword that it does
 * not support.
 */
export function schemaValues(
  document: Pick<OpenApiDocument, 'components'>,
  instead: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): (schema: Schema) => fc.Arbitrary<unknown> {
  const drawn = new Map<string, fc.Arbitrary<unknown>>()

  function component($ref: string): fc.Arbitrary<unknown> {
    const name = componentName($ref)
    const known = instead[name] ?? drawn.get(name)
    if (known !== undefined) return known
    const schema = document.components.schemas[name]
    if (schema === undefined) throw new Error(`The document has no component "${name}" (${$ref}).`)
    const values = valuesOf(schema, name)
    drawn.set(name, values)
    return values
  }

  function valuesOf(schema: Schema, name?: string): fc.Arbitrary<unknown> {
    const unsupported = Object.keys(schema).find((keyword) => !supportedKeywords.has(keyword))
    if (unsupported !== undefined)
      throw new Error(`schemaValues does not support the keyword "${unsupported}".`)
    if (schema.$ref !== undefined) return component(schema.$ref)
    if ('const' in schema) return fc.constant(schema.const)
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
    const branches = schema.oneOf ?? schema.anyOf
    if (branches !== undefined) return fc.oneof(...branches.map((branch) => valuesOf(branch)))
    if (schema.type === undefined) return fc.jsonValue({ maxDepth: 2 })
    return fc.oneof(...[schema.type].flat().map((type) => valuesOfType(type, schema, name)))
  }

  function valuesOfType(type: TypeName, schema: Schema, name?: string): fc.Arbitrary<unknown> {
    const { minimum = -Infinity, exclusiveMinimum = -Infinity, maximum = Infinity } = schema
    const inRange = (number: number) => number >= minimum && number > exclusiveMinimum && number <= maximum
    switch (type) {
      case 'null':
        return fc.constant(null)
      case 'boolean':
        return fc.boolean()
      case 'integer':
        return anyInteger.filter(inRange)
      case 'number':
        return anyNumber.filter(inRange)
      case 'string':
        return texts(schema)
      case 'array':
        return fc.array(valuesOf(schema.items ?? {}), lengths(schema.minItems, schema.maxItems, 3))
      case 'object':
        return objects(schema, name)
    }
  }

  function texts({ pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
    const { minLength: min, maxLength: max } = lengths(minLength, maxLength, Infinity)
    const values = pattern === undefined ? anyText : fc.stringMatching(new RegExp(pattern, 'u'))
    return values.filter((value) => [...value].length >= min && [...value].length <= max)
  }

  function objects(schema: Schema, name?: string): fc.Arbitrary<unknown> {
    const { properties = {}, required = [], additionalProperties = {} } = schema
    const named = Object.fromEntries(
      Object.entries(properties).map(([key, at]) => [
        key,
        instead[`${name}.${key}`] ?? instead[`.${key}`] ?? valuesOf(at),
      ]),
    )
    const known = fc.record<Record<string, unknown>>(named, { requiredKeys: required, noNullPrototype: true })
    if (additionalProperties === false) return known
    const values = additionalProperties === true ? fc.jsonValue() : valuesOf(additionalProperties)
    // The name of a property that is left out is not unknown.
    const names = fc.string({ maxLength: 6 }).filter((text) => !Object.hasOwn(properties, text))
    const unknown = fc.dictionary(names, values, { maxKeys: 2, noNullPrototype: true })
    return fc.tuple(unknown, known).map(([others, value]) => ({ ...others, ...value }))
  }

  return (schema) => valuesOf(schema)
}

const supportedKeywords = new Set([
  ...[
    '$ref',
    'const',
    'enum',
    'oneOf',
    'anyOf',
    'type',
    'pattern',
    'format',
    'minLength',
    'maxLength',
    'minimum',
  ],
  ...[
    'exclusiveMinimum',
    'maximum',
    'items',
    'minItems',
    'maxItems',
    'properties',
    'required',
    'additionalProperties',
  ],
  ...['default', 'description', 'examples', 'x-requirements', 'x-unspecified'],
])

function lengths(minLength = 0, maxLength: number | undefined, usualMax: number) {
  return { minLength, maxLength: maxLength ?? minLength + usualMax }
}
