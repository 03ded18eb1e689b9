// Values for properties: valid ones drawn from a JSON Schema of the document, and the near misses that single edits make
// of them. Edits know no schema; whether an edited value is still valid is for a validator to say.

import fc from 'fast-check'
import { componentName } from '../core/json-schema.ts'
import type { OpenApiDocument, Schema, TypeName } from './openapi/document.ts'

export interface ValueChoices {
  /** What is drawn instead, by `Component` or `Component.property`. */
  instead?: Readonly<Record<string, fc.Arbitrary<unknown>>>
  /** How often a key comes that may be left out. Now and then, unless told. */
  optionalKeys?: 'sometimes' | 'always' | 'never'
  /** Whether objects get keys that their schema does not name, where it allows them. They do not, unless told. */
  unknownKeys?: 'sometimes' | 'never'
  /** What stands for text without a rule. Text of any script, unless told. */
  text?: fc.Arbitrary<string>
}

const anyText = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 6 }))
const decimals = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 8 }))
  .map(([count, scale]) => count / 10 ** scale)
const anyNumber = fc.oneof(decimals, fc.double({ noNaN: true, noDefaultInfinity: true }))
const anyInteger = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.maxSafeInteger())

/** Draws valid values of any schema of a document. Throws on a keyword that it cannot honour. */
export function schemaValues(
  document: Pick<OpenApiDocument, 'components'>,
  { instead = {}, optionalKeys = 'sometimes', unknownKeys = 'never', text = anyText }: ValueChoices = {},
): (schema: Schema) => fc.Arbitrary<unknown> {
  const drawn = new Map<string, fc.Arbitrary<unknown>>()

  function component($ref: string): fc.Arbitrary<unknown> {
    const name = componentName($ref)
    const known = instead[name] ?? drawn.get(name)
    if (known !== undefined) return known
    const schema = document.components.schemas[name]
    if (schema === undefined) throw new Error(`No component is called "${name}" (${$ref}).`)
    const values = valuesOf(schema, name)
    drawn.set(name, values)
    return values
  }

  function valuesOf(schema: Schema, name?: string): fc.Arbitrary<unknown> {
    for (const keyword of Object.keys(schema)) {
      if (!honoured.has(keyword)) throw new Error(`Values cannot be drawn for the keyword "${keyword}".`)
    }
    if (schema.$ref !== undefined) return component(schema.$ref)
    if ('const' in schema) return fc.constant(schema.const)
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
    const branches = schema.oneOf ?? schema.anyOf
    if (branches !== undefined) return fc.oneof(...branches.map((branch) => valuesOf(branch)))
    if (schema.type === undefined) return fc.jsonValue({ maxDepth: 2 })
    const types = Array.isArray(schema.type) ? schema.type : [schema.type]
    return fc.oneof(...types.map((type) => valuesOfType(type, schema, name)))
  }

  function valuesOfType(type: TypeName, schema: Schema, name?: string): fc.Arbitrary<unknown> {
    const { minimum = -Infinity, maximum = Infinity } = schema
    const inRange = (number: number) => number >= minimum && number <= maximum
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
    const values = pattern === undefined ? text : fc.stringMatching(new RegExp(pattern, 'u'))
    return values.filter((value) => [...value].length >= min && [...value].length <= max)
  }

  function objects(schema: Schema, name?: string): fc.Arbitrary<unknown> {
    const { properties = {}, required = [], additionalProperties = {} } = schema
    const named = Object.entries(properties)
      .filter(([key]) => optionalKeys !== 'never' || required.includes(key))
      .map(([key, at]) => [key, instead[`${name}.${key}`] ?? valuesOf(at)] as const)
    const requiredKeys = optionalKeys === 'always' ? named.map(([key]) => key) : required
    const known = fc.record(Object.fromEntries(named), { requiredKeys, noNullPrototype: true })
    if (additionalProperties === false || (unknownKeys === 'never' && named.length > 0)) return known
    const values = additionalProperties === true ? fc.jsonValue() : valuesOf(additionalProperties)
    const unknown = fc.dictionary(fc.string({ maxLength: 6 }), values, { maxKeys: 2, noNullPrototype: true })
    return fc.tuple(unknown, known).map(([others, value]) => ({ ...others, ...value }))
  }

  return (schema) => valuesOf(schema)
}

const honoured = new Set([
  ...[
    '$ref',
    'const',
    'enum',
    'oneOf',
    'anyOf',
    'type',
    'pattern',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
  ],
  ...['items', 'minItems', 'maxItems', 'properties', 'required', 'additionalProperties'],
  ...['default', 'description', 'examples', 'x-requirements', 'x-unspecified'],
])

function lengths(minLength = 0, maxLength: number | undefined, usualMax: number) {
  return { minLength, maxLength: maxLength ?? minLength + usualMax }
}
