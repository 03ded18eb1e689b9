// Walks a value beside its schema and tells every place that it saw and every fault that it found, by the names of the
// document's components. Ajv says whether a value fits; this says which place of the contract it breaks.

import { isObject } from '../../core/json.ts'
import type { Schema, TypeName } from '../../spec/openapi/schema.ts'
import { componentNamed } from './contract-document.ts'

export type FaultKind = 'missing' | 'type' | 'value' | 'pattern'

/** A place of a value, as the contract names it: `Transaction.meta.offerId`, `DecimalText`, `result.returnval`. */
export interface SeenPlace {
  place: string
  /** The places around it, innermost first. */
  around: readonly string[]
  /** Where it stands in the answer, without indexes: `result.check[].price`. */
  path: string
  /** The requirements that the document marks it with. */
  marks: readonly string[]
  value: unknown
}

export interface FormFault extends SeenPlace {
  kind: FaultKind
  /** What would be lawful there. */
  expected: string
}

export interface Walk {
  seen: SeenPlace[]
  faults: FormFault[]
}

/** Walks a value; `whole` names the place of the value as a whole. */
export function walkForm(schema: Schema, value: unknown, whole: string): Walk {
  const walk: Walk = { seen: [], faults: [] }
  visit(walk, schema, value, { place: whole, around: [], path: '', marks: [], value })
  return walk
}

function visit(walk: Walk, schema: Schema, value: unknown, at: SeenPlace): void {
  if (schema.$ref !== undefined) {
    const { name, schema: inner } = componentNamed(schema.$ref)
    const marks = [...(schema['x-requirements'] ?? []), ...at.marks]
    visit(walk, inner, value, {
      ...at,
      place: name,
      around: [at.place, ...at.around],
      marks: scalar(inner)
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
  walk.seen.push(at)
  const fault = faultOf(schema, value)
  if (fault !== undefined) {
    walk.faults.push({ ...at, ...fault })
    return
  }
  if (Array.isArray(value) && schema.items !== undefined) {
    for (const element of value) {
      visit(walk, schema.items, element, { ...at, path: `${at.path}[]`, value: element })
    }
  }
  if (isObject(value)) visitProperties(walk, schema, value, at)
}

function visitProperties(walk: Walk, schema: Schema, object: Record<string, unknown>, at: SeenPlace): void {
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    const inside: SeenPlace = {
      place: `${at.place}.${key}`,
      around: [at.place, ...at.around],
      path: at.path === '' ? key : `${at.path}.${key}`,
      // What is marked on an object that has no name of its own holds for what is inside it.
      marks: inner['x-requirements'] ?? (at.place.includes('.') ? at.marks : []),
      value: object[key],
    }
    if (Object.hasOwn(object, key)) visit(walk, inner, object[key], inside)
    else if (schema.required?.includes(key)) {
      walk.seen.push(inside)
      walk.faults.push({ ...inside, kind: 'missing', expected: `"${key}" is there` })
    }
  }
}

// The branch that fits, else the one with the fewest faults, the first of equals: its faults are the scenario to tell.
function visitBranches(walk: Walk, branches: readonly Schema[], value: unknown, at: SeenPlace): void {
  const walks = branches.map((branch) => {
    const inner: Walk = { seen: [], faults: [] }
    visit(inner, branch, value, at)
    return inner
  })
  const best = walks.reduce((a, b) => (distance(b) < distance(a) ? b : a))
  const fits = best.faults.length === 0
  // Of several types of one field none is "the" type: the fault is the field's.
  const types = branches.flatMap((branch) => (scalar(branch) ? [branch] : []))
  walk.seen.push(...best.seen)
  if (fits) return
  if (types.length === branches.length)
    walk.faults.push({ ...at, kind: 'type', expected: 'one of its types' })
  else walk.faults.push(...best.faults)
}

/** How far a value is from a branch. A value that is fixed there tells branches apart better than anything else. */
function distance({ faults }: Walk): number {
  return faults.reduce((sum, { kind }) => sum + (kind === 'value' ? 1000 : 1), 0)
}

function faultOf(schema: Schema, value: unknown): { kind: FaultKind; expected: string } | undefined {
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return { kind: 'type', expected: types.join(' or ') }
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return { kind: 'value', expected: schema.enum.map((one) => JSON.stringify(one)).join(' or ') }
  if ('const' in schema && schema.const !== value)
    return { kind: 'value', expected: JSON.stringify(schema.const) ?? 'nothing' }
  if (
    schema.pattern !== undefined &&
    typeof value === 'string' &&
    !new RegExp(schema.pattern, 'u').test(value)
  )
    return { kind: 'pattern', expected: `text of the form ${schema.pattern}` }
  return undefined
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

function scalar(schema: Schema): boolean {
  if (schema.$ref !== undefined) return scalar(componentNamed(schema.$ref).schema)
  return schema.properties === undefined && schema.type !== 'object' && schema.type !== 'array'
}
