// Infers a JSON Schema from sample values, for what only the assumptions determine: the forms of refusals and of deliveries.

import { isObject } from '../../../core/json.ts'
import type { Schema, TypeName } from '../../../spec/openapi/schema.ts'

/** The most values that are listed as an enumeration. */
const maxListed = 12
const word = /^[a-z]+([.-][a-z]+)*$/i

/** A schema that accepts every sample. Words and integers that differ between the samples become enumerations. */
export function inferSchema(samples: readonly unknown[]): Schema {
  const types = [...new Set(samples.map(typeOf))]
  const [type] = types
  if (type === undefined) return {}
  if (types.length > 1)
    return { anyOf: types.map((one) => inferSchema(samples.filter((sample) => typeOf(sample) === one))) }
  const values = [...new Set(samples)]
  switch (type) {
    case 'object':
      return objectSchema(samples.filter(isObject))
    case 'array':
      return { type, items: inferSchema(samples.flat()) }
    case 'boolean':
      return values.length === 1 ? { type, const: values[0] } : { type }
    case 'integer':
      return isEnumeration(values) ? { type, enum: values } : { type }
    case 'string':
      return isEnumeration(values) && values.every((value) => word.test(String(value)))
        ? { type, enum: values }
        : { type }
    default:
      return { type }
  }
}

function isEnumeration(values: readonly unknown[]): boolean {
  return values.length > 1 && values.length <= maxListed
}

function objectSchema(samples: readonly object[]): Schema {
  const names = [...new Set(samples.flatMap((sample) => Object.keys(sample)))]
  const properties = names.map((name) => [
    name,
    inferSchema(
      samples.filter((sample) => Object.hasOwn(sample, name)).map((sample) => Reflect.get(sample, name)),
    ),
  ])
  const required = names.filter((name) => samples.every((sample) => Object.hasOwn(sample, name)))
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  }
}

function typeOf(value: unknown): TypeName {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as 'boolean' | 'object' | 'string'
}
