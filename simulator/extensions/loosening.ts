// What an extension changes of the contract.

import { UsageError } from '../../core/errors.ts'
import { isObject, valueAt } from '../../core/json.ts'
import type { OpenApiDocument } from '../../spec/openapi/document.ts'

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

/** Throws a UsageError for a field that an extension makes optional without a default, because handlers need its value. */
export function checkDefaults(overlay: string, before: OpenApiDocument, after: OpenApiDocument): void {
  const visit = (one: unknown, other: unknown, place: string): void => {
    if (!isObject(one)) return
    const required = Array.isArray(one.required) ? one.required : []
    const stillRequired = valueAt(other, 'required')
    for (const name of required) {
      if (Array.isArray(stillRequired) && stillRequired.includes(name)) continue
      if (typeof name !== 'string' || valueAt(other, 'properties', name, 'default') !== undefined) continue
      throw new UsageError(
        `The overlay "${overlay}" makes ${place}.${name} optional without a default.`,
        'The simulator needs a value where a request has none.',
        `Add "default" to components.schemas.${place}.properties.${name} by an action.`,
      )
    }
    for (const [key, inner] of Object.entries(one))
      if (key !== 'required')
        visit(inner, valueAt(other, key), key === 'properties' ? place : `${place}.${key}`)
  }
  for (const [name, schema] of Object.entries(before.components.schemas))
    visit(schema, after.components.schemas[name], name)
}
