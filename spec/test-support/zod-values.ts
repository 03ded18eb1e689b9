// Lists the zod types by their name in the document, and generates values from a zod type. The equivalence test compares
// them with the schemas of the document.

import type { OpenApiZodAny } from '@anatine/zod-openapi'
import fc from 'fast-check'
import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { operationIds, operations } from '../operations.ts'

/** Every zod type of the document, by component name or by `<operationId>/<part>`. */
export function zodTypes(): Record<string, z.ZodTypeAny> {
  const types: Record<string, z.ZodTypeAny> = {}
  for (const operationId of operationIds) {
    const row: Operation = operations[operationId]
    const parts = {
      path: row.params,
      headers: row.headers,
      query: row.query,
      body: row.body,
      payload: row.encrypted?.payload,
      response: row.response,
    }
    for (const [part, type] of Object.entries(parts)) {
      if (type === undefined) continue
      types[`${operationId}/${part}`] = type
      for (const [name, component] of componentsIn(type)) types[name] ??= component
    }
  }
  return types
}

function componentsIn(type: OpenApiZodAny): [string, z.ZodTypeAny][] {
  const meta = type.metaOpenApi
  const name: unknown = meta !== undefined && !Array.isArray(meta) ? meta['x-component'] : undefined
  const own: [string, z.ZodTypeAny][] = typeof name === 'string' ? [[name, type]] : []
  return [...own, ...insideOf(type).flatMap(componentsIn)]
}

function insideOf(type: z.ZodTypeAny): z.ZodTypeAny[] {
  if (type instanceof z.ZodObject) return Object.values<z.ZodTypeAny>(type.shape)
  if (type instanceof z.ZodArray) return [type.element]
  if (type instanceof z.ZodUnion) return [...type.options]
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable) return [type.unwrap()]
  if (type instanceof z.ZodDefault) return [type.removeDefault()]
  return []
}

/** Arbitrary: values that a zod type accepts. Throws for a kind of type that spec/ does not use yet. */
export function zodValues(type: z.ZodTypeAny): fc.Arbitrary<unknown> {
  if (type instanceof z.ZodObject) return objectValues(Object.entries<z.ZodTypeAny>(type.shape))
  if (type instanceof z.ZodArray)
    return fc.array(zodValues(type.element), { minLength: type._def.minLength?.value ?? 0, maxLength: 3 })
  if (type instanceof z.ZodUnion) {
    const options: z.ZodTypeAny[] = [...type.options]
    return fc.oneof(...options.map(zodValues))
  }
  if (type instanceof z.ZodNullable) return fc.option(zodValues(type.unwrap()))
  if (type instanceof z.ZodOptional) return zodValues(type.unwrap())
  if (type instanceof z.ZodDefault) return zodValues(type.removeDefault())
  if (type instanceof z.ZodRecord)
    return fc.dictionary(fc.string(), zodValues(type.valueSchema), withoutNullPrototype)
  return scalarValues(type)
}

function scalarValues(type: z.ZodTypeAny): fc.Arbitrary<unknown> {
  if (type instanceof z.ZodLiteral) return fc.constant(type.value)
  if (type instanceof z.ZodEnum) return fc.constantFrom(...type.options)
  if (type instanceof z.ZodBoolean) return fc.boolean()
  if (type instanceof z.ZodString) return textValues(type)
  if (type instanceof z.ZodNumber)
    return type.isInt ? fc.maxSafeInteger() : fc.double({ noNaN: true, noDefaultInfinity: true })
  if (type instanceof z.ZodUnknown || type instanceof z.ZodEffects) return fc.jsonValue({ maxDepth: 2 })
  throw new Error(`zodValues does not support ${type.constructor.name}. Add it.`)
}

const withoutNullPrototype = { noNullPrototype: true, maxKeys: 3 } as const

function textValues(type: z.ZodString): fc.Arbitrary<string> {
  const patterns = type._def.checks.flatMap((check) => (check.kind === 'regex' ? [check.regex] : []))
  if (patterns.length !== type._def.checks.length || patterns.length > 1) {
    throw new Error('zodValues supports strings with at most one pattern. Add the other checks.')
  }
  const [pattern] = patterns
  return pattern === undefined ? fc.string({ unit: 'binary', maxLength: 8 }) : fc.stringMatching(pattern)
}

function objectValues(shape: [string, z.ZodTypeAny][]): fc.Arbitrary<unknown> {
  const requiredKeys = shape.flatMap(([key, type]) => (type.isOptional() ? [] : [key]))
  const values = Object.fromEntries(shape.map(([key, type]) => [key, zodValues(type)]))
  return fc.record(values, { requiredKeys, noNullPrototype: true })
}
