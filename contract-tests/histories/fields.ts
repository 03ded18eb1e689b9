// The fields of requests, as the document lists them.

import { listSchemas } from '../../spec/openapi/reading.ts'
import type { Schema } from '../../spec/openapi/schema.ts'
import type { OperationId } from '../../spec/operations.ts'
import { componentNamed, contractDocument } from '../observe/contract-document.ts'

export interface Field {
  /** Keys from the outermost; `*` is every element of a list. */
  path: readonly string[]
  schema: Schema
  /** True if what it is part of must have it. */
  required: boolean
}

const schemas = listSchemas(contractDocument)
const known = new Map<string, readonly Field[]>()

/** The fields of a part of a request, with those inside of lists and objects. */
export function fieldsOf(operation: OperationId, part: 'body' | 'payload' | 'query'): readonly Field[] {
  const key = `${operation}/${part}`
  const fields = known.get(key) ?? inside(schemas[key] ?? {}, [])
  known.set(key, fields)
  return fields
}

function inside(schema: Schema, path: readonly string[], required = false): Field[] {
  const { properties = {}, items, oneOf = [], anyOf = [], required: names = [], ...rest } = resolved(schema)
  const own: Field[] = path.length === 0 ? [] : [{ path, schema: rest, required }]
  const branches = [...oneOf, ...anyOf].flatMap((one) => inside(one, path, required))
  return [
    ...(branches.length > 0 ? firstOfEach(branches) : own),
    ...Object.entries(properties).flatMap(([name, field]) =>
      inside(field, [...path, name], names.includes(name)),
    ),
    ...(items === undefined ? [] : inside(items, [...path, '*'])),
  ]
}

function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : resolved(componentNamed(schema.$ref).schema)
}

/** Of fields that several alternatives have, the first one. */
const firstOfEach = (fields: readonly Field[]) => [
  ...new Map([...fields].reverse().map((field) => [field.path.join('.'), field])).values(),
]

/** A copy of a value with another one at a path of keys and indexes; undefined removes the key or the element. */
export function withValue(
  value: unknown,
  [key, ...rest]: readonly (string | number)[],
  other: unknown,
): unknown {
  if (key === undefined) return other
  if (Array.isArray(value))
    return value.flatMap((one, at) => {
      if (at !== Number(key)) return [one]
      const changed = withValue(one, rest, other)
      return changed === undefined ? [] : [changed]
    })
  const { [key]: inner, ...others } = Object(value) as Record<string | number, unknown>
  const changed = withValue(inner, rest, other)
  if (changed === undefined) return others
  return inner === undefined ? { ...others, [key]: changed } : { ...Object(value), [key]: changed }
}
