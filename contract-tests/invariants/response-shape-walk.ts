// Walks a value along its schema and lists the places it visits and the errors it finds, named by the document's components. Ajv
// reports whether a value is valid; this also reports which place of the contract is violated.

import { isObject } from '../../core/json.ts'
import type { Schema, TypeName } from '../../spec/openapi/schema.ts'
import { componentNamed } from '../observe/contract-document.ts'

export type ShapeErrorKind = 'missing' | 'type' | 'value' | 'pattern'

export interface VisitedPlace {
  /** Its name in the contract, such as `Transaction.meta.offerId`, `DecimalText` or `result.returnval`. */
  place: string
  /** The places that enclose it, innermost first. */
  enclosing: readonly string[]
  /** Its path in the response, without indexes: `result.check[].price`. */
  path: string
  marks: readonly string[]
  value: unknown
}

export interface ShapeError extends VisitedPlace {
  kind: ShapeErrorKind
  expected: string
}

interface Walk {
  visited: VisitedPlace[]
  errors: ShapeError[]
}

/** Walks a value; `whole` is the name of the value as a whole. */
export function walkResponse(schema: Schema, value: unknown, whole: string): Walk {
  const walk: Walk = { visited: [], errors: [] }
  visit(walk, schema, value, { place: whole, enclosing: [], path: '', marks: [], value })
  return walk
}

function visit(walk: Walk, schema: Schema, value: unknown, at: VisitedPlace): void {
  if (schema.$ref !== undefined) {
    const { name, schema: inner } = componentNamed(schema.$ref)
    const marks = [...(schema['x-requirements'] ?? []), ...at.marks]
    visit(walk, inner, value, {
      ...at,
      place: name,
      enclosing: [at.place, ...at.enclosing],
      marks: isScalar(inner)
        ? [...marks, ...(inner['x-requirements'] ?? [])]
        : (inner['x-requirements'] ?? marks),
    })
    return
  }
  const branches = schema.oneOf ?? schema.anyOf
  if (branches !== undefined) {
    visitBranches(walk, branches, value, at)
    return
  }
  walk.visited.push(at)
  const error = errorOf(schema, value)
  if (error !== undefined) {
    walk.errors.push({ ...at, ...error })
    return
  }
  if (Array.isArray(value) && schema.items !== undefined) {
    for (const element of value) {
      visit(walk, schema.items, element, { ...at, path: `${at.path}[]`, value: element })
    }
  }
  if (isObject(value)) visitProperties(walk, schema, value, at)
}

function visitProperties(
  walk: Walk,
  schema: Schema,
  object: Record<string, unknown>,
  at: VisitedPlace,
): void {
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    const inside: VisitedPlace = {
      place: `${at.place}.${key}`,
      enclosing: [at.place, ...at.enclosing],
      path: at.path === '' ? key : `${at.path}.${key}`,
      // The marks of an object without a component name apply to what is inside it.
      marks: inner['x-requirements'] ?? (at.place.includes('.') ? at.marks : []),
      value: object[key],
    }
    if (Object.hasOwn(object, key)) visit(walk, inner, object[key], inside)
    else if (schema.required?.includes(key)) {
      walk.visited.push(inside)
      walk.errors.push({ ...inside, kind: 'missing', expected: `the field "${key}"` })
    }
  }
}

// The branch that is valid, or else the first with the fewest errors: its errors are reported.
function visitBranches(walk: Walk, branches: readonly Schema[], value: unknown, at: VisitedPlace): void {
  const walks = branches.map((branch) => {
    const inner: Walk = { visited: [], errors: [] }
    visit(inner, branch, value, at)
    return inner
  })
  const best = walks.reduce((a, b) => (distance(b) < distance(a) ? b : a))
  walk.visited.push(...best.visited)
  if (best.errors.length === 0) return
  // A field of several scalar types has one error, whichever branch is closest.
  if (branches.every(isScalar)) {
    const expected = new Set(walks.flatMap(({ errors }) => errors.map((error) => error.expected)))
    walk.errors.push({ ...at, kind: 'type', expected: [...expected].join(' or ') })
  } else walk.errors.push(...best.errors)
}

/** The distance of a value from a branch. A wrong constant counts most, because constants distinguish branches. */
function distance({ errors }: Walk): number {
  return errors.reduce((sum, { kind }) => sum + (kind === 'value' ? 1000 : 1), 0)
}

function errorOf(schema: Schema, value: unknown): { kind: ShapeErrorKind; expected: string } | undefined {
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return { kind: 'type', expected: types.join(' or ') }
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return { kind: 'value', expected: schema.enum.map((one) => JSON.stringify(one)).join(' or ') }
  if ('const' in schema && schema.const !== value)
    return { kind: 'value', expected: JSON.stringify(schema.const) ?? 'no value' }
  if (schema.pattern !== undefined && typeof value === 'string' && !patternOf(schema.pattern).test(value))
    return { kind: 'pattern', expected: `a string that matches ${schema.pattern}` }
  return undefined
}

const patterns = new Map<string, RegExp>()

function patternOf(source: string): RegExp {
  const pattern = patterns.get(source) ?? new RegExp(source, 'u')
  patterns.set(source, pattern)
  return pattern
}

function isOfType(value: unknown, type: TypeName): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return Number.isFinite(value)
    default:
      return typeof value === type
  }
}

function isScalar(schema: Schema): boolean {
  if (schema.$ref !== undefined) return isScalar(componentNamed(schema.$ref).schema)
  return schema.properties === undefined && schema.type !== 'object' && schema.type !== 'array'
}
