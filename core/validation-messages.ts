// Turns the errors of Ajv into messages in plain words, such as `body.cart must be an array`. An error of a union is replaced by
// what is wrong with the branch that was meant.

import { isObject } from './json.ts'
import { pointerInto, pointerSteps } from './json-pointer.ts'
import type { JsonSchema } from './json-schema.ts'
import { likely } from './nearest.ts'
import { placeName } from './validation-words.ts'

/** One thing that is wrong with a value. */
export interface ValidationError {
  /** JSON pointer to what is wrong. For a missing or unknown property, to the object around it. */
  pointer: string
  /** The name of a missing property. */
  missing?: string
  /** The name of an unknown property. */
  unknown?: string
  /** The properties that the object around a missing or unknown one may have, in the order of its schema. */
  properties?: readonly string[]
  /** The keyword of the schema that rejects it. */
  keyword: string
  /** The place and what is wrong there, without a full stop. */
  message: string
}

/** An error of Ajv, in the fields that messages need: published types must not name packages that users do not have. */
export interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
  readonly schema?: unknown
  readonly parentSchema?: object
  readonly data?: unknown
}

/** The schemas of unions. */
export interface Unions {
  /** The schema without a reference in its place. */
  resolve: (schema: JsonSchema) => JsonSchema
  errorsOf: (schema: JsonSchema, value: unknown) => readonly SchemaError[]
}

/** The errors, with those of the meant branch of each union in place of those of all branches. */
export function meantErrors(errors: readonly SchemaError[], unions: Unions): SchemaError[] {
  const meant: SchemaError[] = []
  for (const error of errors) {
    const { keyword, instancePath: path } = error
    const isUnion = keyword === 'oneOf' || keyword === 'anyOf'
    // Ajv reports what every branch rejects, and right after it the union itself.
    while (isUnion && `${meant.at(-1)?.instancePath}/`.startsWith(`${path}/`)) meant.pop()
    meant.push(...(isUnion ? unionErrors(error, unions) : [error]))
  }
  return meant
}

function unionErrors(error: SchemaError, unions: Unions): SchemaError[] {
  const { instancePath: path, data } = error
  const branches = (error.schema as readonly JsonSchema[]).map(unions.resolve)
  const branch = branchOf(branches, data)
  const isProblem = branch !== undefined && 'problem' in branch
  const inner = branch === undefined || isProblem ? [] : unions.errorsOf(branch, data)
  if (inner.length > 0) return inner.map((one) => ({ ...one, instancePath: path + one.instancePath }))
  const { problem, at = '' }: Problem = isProblem ? branch : { problem: severalForms }
  return [{ ...error, schema: branches, instancePath: path + at, message: problem }]
}

const severalForms = 'matches none or several of the permitted forms'

/** Something that keeps a value from matching any branch, and the pointer to it. */
interface Problem {
  problem: string
  at?: string
}

/** The branch that a value was meant to match, or what is wrong if there is none; undefined if nothing shows it. */
function branchOf(branches: readonly JsonSchema[], value: unknown): JsonSchema | Problem | undefined {
  const candidates = branches.filter((branch) => hasTypeOf(branch, value))
  const [first, second] = candidates
  if (first === undefined) return { problem: `must be ${typeNames(branches.flatMap(typesOf))}` }
  if (second === undefined) return first
  if (!isObject(value)) return undefined
  // A property that every branch requires, each with other values.
  const name = first.required?.find((one) => candidates.every((branch) => valuesOf(branch, one).length > 0))
  if (name !== undefined) {
    const values = oneOf(candidates.flatMap((branch) => valuesOf(branch, name)))
    const named = candidates.find((branch) => valuesOf(branch, name).includes(value[name]))
    const problem = `${Object.hasOwn(value, name) ? '' : 'is missing; it '}must be ${values}`
    return named ?? { at: pointerInto('', name), problem }
  }
  const present = candidates.map(({ required = [] }) => required.filter((one) => Object.hasOwn(value, one)))
  const most = Math.max(...present.map((names) => names.length))
  const best = new Set(present.filter((names) => names.length === most).flat())
  if (best.size > most) return { problem: `must have only ${oneOf([...best])}` }
  const firsts = new Set(candidates.map(({ required = [] }) => required[0]))
  if (most === 0 && firsts.size === candidates.length) return { problem: `must have ${oneOf([...firsts])}` }
  return candidates[present.findIndex((names) => names.length === most)]
}

function valuesOf({ required = [], properties = {} }: JsonSchema, name: string): readonly unknown[] {
  const { const: only, enum: values = only === undefined ? [] : [only] } = properties[name] ?? {}
  return required.includes(name) ? values : []
}

/** The JSON types that a schema permits; none if it permits all. */
export function typesOf({ type, enum: values, const: only }: JsonSchema): string[] {
  if (type !== undefined) return [type].flat()
  return (values ?? (only === undefined ? [] : [only])).map(typeOf)
}

function hasTypeOf(branch: JsonSchema, value: unknown): boolean {
  const types = typesOf(branch)
  const own = typeOf(value)
  return types.length === 0 || types.includes(own) || (own === 'integer' && types.includes('number'))
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

export function describe(error: SchemaError, name: string): ValidationError {
  const { instancePath: pointer, keyword, params, parentSchema } = error
  const properties = Object.keys((parentSchema as JsonSchema | undefined)?.properties ?? {})
  if (keyword === 'required') {
    const missing = String(params.missingProperty)
    const message = `${placeName(name, pointerSteps(pointerInto(pointer, missing)))} is missing`
    return { pointer, keyword, missing, properties, message }
  }
  const message = `${placeName(name, pointerSteps(pointer))} ${problemOf(error)}`
  if (keyword !== 'additionalProperties') return { pointer, keyword, message }
  const unknown = String(params.additionalProperty)
  const meant = likely(unknown, properties)
  const hint = meant === undefined ? '' : ` (did you mean ${JSON.stringify(meant)}?)`
  return { pointer, keyword, unknown, properties, message: `${message}${hint}` }
}

function problemOf({ keyword, params, parentSchema, message = 'is invalid' }: SchemaError): string {
  switch (keyword) {
    case 'type':
      return `must be ${typeNames([params.type].flat().map(String))}`
    case 'enum':
      return `must be ${oneOf([params.allowedValues].flat())}`
    case 'const':
      return `must be ${oneOf([params.allowedValue])}`
    case 'additionalProperties':
      return `has the unknown field ${JSON.stringify(params.additionalProperty)}`
    case 'pattern':
      return `must be ${patternWords((parentSchema ?? {}) as JsonSchema, String(params.pattern))}`
    default:
      return message
  }
}

/** JSON types in words: `a string or null`. */
function typeNames(types: readonly string[]): string {
  const article = (type: string) => (type === 'null' ? '' : /^[aio]/.test(type) ? 'an ' : 'a ')
  return [...new Set(types)].map((type) => `${article(type)}${type}`).join(' or ')
}

/** Permitted values: `"GET"`, or `one of "GET", "POST"`. */
function oneOf(values: readonly unknown[]): string {
  const words = values.map((value) => JSON.stringify(value)).join(', ')
  return values.length === 1 ? words : `one of ${words}`
}

/** The values that a pattern permits: its description and an example. Without a description, the pattern itself. */
function patternWords({ description, examples = [] }: JsonSchema, pattern: string): string {
  if (description === undefined) return `a text that matches ${pattern}`
  const words = description.replace(/\.$/, '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())
  return examples.length === 0 ? words : `${words}, such as ${examples[0]}`
}
