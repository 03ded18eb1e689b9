// The changes of the contract by an extension.

import { UsageError } from '../../core/errors.ts'
import { isObject, valueAt } from '../../core/json.ts'
import { componentName } from '../../core/json-schema.ts'
import { SchemaValidator } from '../../core/schema-validator.ts'
import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import { json, jsonOf, listOperations } from '../../spec/openapi/reading.ts'

/** The names of the components that a part of the document refers to, directly or not. */
function referenced({ components: { schemas } }: OpenApiDocument, part: unknown): string[] {
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
  visit(part)
  return [...names].sort()
}

/** An operation with every component that it refers to. */
export function meaning(document: OpenApiDocument, operation: unknown): unknown[] {
  return [operation, referenced(document, operation).map((name) => document.components.schemas[name])]
}

/** True if two JSON values are the same, in the same order. */
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

type Visit = (one: object, other: unknown, place: string) => void

/** Throws a UsageError when a request needs a field of the contract no longer, and it has no default. A field that was removed may be renamed. */
export function checkNeeded(document: OpenApiDocument, contract: OpenApiDocument): void {
  const checkDefault = defaultsCheck('document', contract)
  const visit: Visit = (one, other, place) => {
    for (const name of noLongerRequired(one, other))
      if (valueAt(other, 'properties', name) !== undefined) checkDefault(name, one, other, place)
  }
  const requests = listOperations(contract).map(({ operation }) => [
    operation.requestBody,
    operation['x-encrypted-payload'],
  ])
  for (const name of referenced(contract, requests))
    visitSchemas(contract.components.schemas[name], document.components.schemas[name], name, visit)
}

/** Calls `visit` for a schema and each schema in it, with the schema at the same place of another document. */
function visitSchemas(one: unknown, other: unknown, place: string, visit: Visit): void {
  if (!isObject(one)) return
  visit(one, other, place)
  for (const [path, inner] of innerSchemas(one))
    visitSchemas(
      inner,
      valueAt(other, ...path),
      [place, ...path.filter((step) => step !== 'properties')].join('.'),
      visit,
    )
}

function noLongerRequired(one: object, other: unknown): string[] {
  const still = [valueAt(other, 'required')].flat()
  return [valueAt(one, 'required') ?? []]
    .flat()
    .map(String)
    .filter((name) => !still.includes(name))
}

/** Throws a UsageError for a field that may be absent and has no valid default. `changed` is what permits that. */
function defaultsCheck(changed: string, before: OpenApiDocument) {
  const validator = new SchemaValidator(before)
  return (name: string, one: object, other: unknown, place: string): void => {
    const byDefault = valueAt(other, 'properties', name, 'default')
    const schema = valueAt(one, 'properties', name)
    const invalid = isObject(schema) ? validator.check(schema)(byDefault)?.message('default') : undefined
    if (byDefault !== undefined && invalid === undefined) return
    throw new UsageError(
      `The ${changed} makes ${place}.${name} optional without a ${byDefault === undefined ? '' : 'valid '}default.`,
      byDefault === undefined
        ? 'The simulator needs a value where a request has none.'
        : `The simulator continues with the default, and ${invalid}.`,
      `Add "default" to components.schemas.${place}.properties.${name} by an action.`,
    )
  }
}

/**
 * Throws a UsageError for what an extension permits and the simulator cannot do: a field that may be absent without a default, a
 * value that an enumeration does not have, a type that cannot be converted.
 */
export function checkLoosening(overlay: string, before: OpenApiDocument, after: OpenApiDocument): void {
  const checkDefault = defaultsCheck(overlay, before)
  const schemaIn = ({ components }: OpenApiDocument, schema: unknown) => {
    const $ref = valueAt(schema, '$ref')
    const named = typeof $ref === 'string' ? components.schemas[componentName($ref)] : undefined
    return named === undefined ? schema : { ...named, ...Object(schema) }
  }
  const visit: Visit = (one, other, place) => {
    for (const name of noLongerRequired(one, other)) checkDefault(name, one, other, place)
    const $ref = valueAt(one, '$ref')
    if ($ref === undefined || $ref !== valueAt(other, '$ref'))
      checkValues(overlay, place, schemaIn(before, one), schemaIn(after, other))
  }
  for (const [name, schema] of Object.entries(before.components.schemas))
    visitSchemas(schema, after.components.schemas[name], name, visit)
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
    const body = valueAt(now, 'requestBody', 'content', json, 'schema')
    visitSchemas(jsonOf(requestBody)?.schema, body, place, visit)
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
      visitSchemas(parameter.schema, schema, `${place}.${name}`, visit)
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
