// What an extension changes of the contract.

import { UsageError } from '../../core/errors.ts'
import { isObject, valueAt } from '../../core/json.ts'
import { componentName } from '../../core/json-schema.ts'
import { SchemaValidator } from '../../core/schema-validator.ts'
import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import { json, jsonOf, listOperations } from '../../spec/openapi/reading.ts'

/** An operation with every component that it refers to. */
export function meaning({ components: { schemas } }: OpenApiDocument, operation: unknown): unknown[] {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const reference = valueAt(value, '$ref')
    const [, name] = /^#\/components\/schemas\/(.+)$/.exec(String(reference)) ?? []
    if (name !== undefined && !names.has(name)) {
      names.add(name)
      visit(schemas[name])
    }
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(operation)
  return [operation, [...names].sort().map((name) => schemas[name])]
}

/** Whether two JSON values are the same, in the same order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The types that each type can be converted to: see ../pipeline/coercion.ts. */
const convertible: Readonly<Record<string, readonly string[]>> = {
  string: ['number', 'integer', 'boolean'],
  number: ['string', 'integer'],
  integer: ['string', 'number'],
  boolean: ['string', 'number', 'integer'],
}
const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/**
 * Throws a UsageError for what an extension permits and the simulator cannot do: a field that may be absent without a default, a
 * value that an enumeration does not have, a type that cannot be converted.
 */
export function checkLoosening(overlay: string, before: OpenApiDocument, after: OpenApiDocument): void {
  const validator = new SchemaValidator(before)
  const schemaIn = ({ components }: OpenApiDocument, schema: unknown) => {
    const $ref = valueAt(schema, '$ref')
    const named = typeof $ref === 'string' ? components.schemas[componentName($ref)] : undefined
    return named === undefined ? schema : { ...named, ...Object(schema) }
  }
  const visit = (one: unknown, other: unknown, place: string): void => {
    if (!isObject(one)) return
    const required = Array.isArray(one.required) ? one.required : []
    const stillRequired = valueAt(other, 'required')
    for (const name of required) {
      if (Array.isArray(stillRequired) && stillRequired.includes(name)) continue
      if (typeof name === 'string') checkDefault(name, one, other, place)
    }
    if (one.$ref === undefined || one.$ref !== valueAt(other, '$ref'))
      checkValues(overlay, place, schemaIn(before, one), schemaIn(after, other))
    for (const [path, inner] of innerSchemas(one))
      visit(
        inner,
        valueAt(other, ...path),
        [place, ...path.filter((step) => step !== 'properties')].join('.'),
      )
  }
  const checkDefault = (name: string, one: object, other: unknown, place: string) => {
    const byDefault = valueAt(other, 'properties', name, 'default')
    const schema = valueAt(one, 'properties', name)
    const invalid = isObject(schema) ? validator.check(schema)(byDefault)?.message('default') : undefined
    if (byDefault !== undefined && invalid === undefined) return
    throw new UsageError(
      `The ${overlay} makes ${place}.${name} optional without a ${byDefault === undefined ? '' : 'valid '}default.`,
      byDefault === undefined
        ? 'The simulator needs a value where a request has none.'
        : `The simulator continues with the default, and ${invalid}.`,
      `Add "default" to components.schemas.${place}.properties.${name} by an action.`,
    )
  }
  for (const [name, schema] of Object.entries(before.components.schemas))
    visit(schema, after.components.schemas[name], name)
  for (const { method, path, operation } of listOperations(before)) {
    const { requestBody } = operation
    const now = valueAt(after.paths, path, method)
    const place = `${method.toUpperCase()} ${path}`
    if (requestBody !== undefined && !isObject(valueAt(now, 'requestBody')))
      throw new UsageError(
        `The ${overlay} removes the requestBody of ${place}.`,
        'The simulator reads it.',
        'Remove that action. To permit a body without a field, make the field optional.',
      )
    visit(jsonOf(requestBody)?.schema, valueAt(now, 'requestBody', 'content', json, 'schema'), place)
    for (const parameter of operation.parameters ?? []) {
      const [kind, name] = [parameter.in, parameter.name]
      const same = [valueAt(now, 'parameters')]
        .flat()
        .find((one) => valueAt(one, 'in') === kind && valueAt(one, 'name') === name)
      const schema = valueAt(same, 'schema')
      if (
        parameter.required === true &&
        valueAt(same, 'required') !== true &&
        valueAt(schema, 'default') === undefined
      )
        throw new UsageError(
          `The ${overlay} makes the parameter "${name}" of ${place} optional without a default.`,
          'The simulator needs a value where a request has none.',
          'Add "default" to the schema of the parameter by an action.',
        )
      visit(parameter.schema, schema, `${place}.${name}`)
    }
  }
}

/** The schemas in a schema, with the path of each. */
function innerSchemas(schema: Readonly<Record<string, unknown>>): [path: string[], inner: unknown][] {
  const { properties, items, additionalProperties } = schema
  return [
    ...Object.entries(Object(properties)).map(([name, inner]): [string[], unknown] => [
      ['properties', name],
      inner,
    ]),
    [['items'], items],
    [['additionalProperties'], additionalProperties],
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
      Object.entries(Object(schema[key])).map(([index, inner]): [string[], unknown] => [[key, index], inner]),
    ),
  ]
}

/** Throws a UsageError for values that the simulator does not know, or cannot convert to what it knows. */
function checkValues(overlay: string, place: string, one: unknown, other: unknown): void {
  const known = valueAt(one, 'enum')
  const listed = valueAt(other, 'enum')
  const added =
    Array.isArray(listed) && Array.isArray(known) ? listed.filter((value) => !known.includes(value)) : []
  if (Array.isArray(known) && (!Array.isArray(listed) || added.length > 0))
    throw new UsageError(
      `The ${overlay} permits ${added.length === 0 ? 'every value' : added.map((value) => JSON.stringify(value)).join(', ')} for ${place}.`,
      `The simulator knows only ${known.map((value) => JSON.stringify(value)).join(', ')}.`,
      'Remove that action.',
    )
  const before = valueAt(one, 'type')
  if (before === undefined) return
  const now = [valueAt(other, 'type') ?? types].flat()
  const permitted = [before].flat()
  const unknown = now.find(
    (type) =>
      !permitted.includes(type) &&
      !permitted.some((into) => convertible[String(into)]?.includes(String(type))),
  )
  if (unknown !== undefined)
    throw new UsageError(
      `The ${overlay} permits the type ${unknown} for ${place}.`,
      `The simulator needs ${permitted.join(' or ')}, and cannot convert it.`,
      'Permit only types that can be converted: numbers and booleans as text, and the other way round.',
    )
}

/** The contract with the defaults that extensions add, at the same places. */
export function withDefaults(before: OpenApiDocument, after: OpenApiDocument): OpenApiDocument {
  const visit = (one: unknown, other: unknown): unknown => {
    if (Array.isArray(one)) return one.map((inner, index) => visit(inner, valueAt(other, index)))
    if (!isObject(one)) return one
    const inner = Object.entries(one).map(([key, value]) => [key, visit(value, valueAt(other, key))])
    const byDefault = valueAt(other, 'default')
    return { ...Object.fromEntries(inner), ...(byDefault === undefined ? {} : { default: byDefault }) }
  }
  const schemas = visit(before.components.schemas, after.components.schemas)
  return {
    ...before,
    components: { ...before.components, schemas: schemas as typeof before.components.schemas },
  }
}
