// Turns the errors of a JSON Schema validation into messages in plain words, such as `body.cart must be an array`. An error
// of a union is replaced by what is wrong with the branch that was meant.

import type { AnySchemaObject, ErrorObject } from 'ajv/dist/2020.js'
import { isObject } from './json.ts'
import { pointerInto, pointerSteps } from './json-pointer.ts'
import type { JsonSchema } from './json-schema.ts'
import { boundWords, oneOf, placeName, quoted, typeNames, unknownFields } from './validation-words.ts'

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

/** The schemas of unions. */
export interface UnionSchemas {
  /** The schema without a reference in its place. */
  resolve: (schema: JsonSchema) => JsonSchema
  errorsOf: (schema: JsonSchema, value: unknown) => readonly ErrorObject[]
}

/**
 * Describes the errors of a validation (Ajv's option `verbose` is needed), one after the other: readers take as many as they
 * show. `name` is what the value is called in messages, such as `body`.
 */
export function* describeErrors(
  errors: readonly ErrorObject[],
  name: string,
  unions: UnionSchemas,
  base = '',
): Generator<ValidationError> {
  const described: ErrorObject[] = []
  for (const error of errors) {
    // Ajv reports what every branch of a union rejects, and right after it the union itself.
    if (isUnion(error)) while (isAtOrBelow(described.at(-1), error.instancePath)) described.pop()
    described.push(error)
  }
  for (const error of described) {
    if (isUnion(error)) yield* describeUnion(error, name, unions, base)
    else yield describe(error, name, base)
  }
}

/** The errors without those of the branches of a union that an object was not meant to match, at their places below `base`. */
export function intendedErrors(
  errors: readonly ErrorObject[],
  unions: UnionSchemas,
  base = '',
): ErrorObject[] {
  const intended: ErrorObject[] = []
  for (const error of errors) {
    const { data, schema } = error
    const instancePath = base + error.instancePath
    const { branch } =
      isUnion(error) && isObject(data)
        ? intendedBranch((schema as readonly JsonSchema[]).map(unions.resolve), data)
        : {}
    const inner = branch === undefined ? [] : unions.errorsOf(branch, data)
    if (inner.length > 0) while (isAtOrBelow(intended.at(-1), instancePath)) intended.pop()
    intended.push(
      ...(inner.length > 0 ? intendedErrors(inner, unions, instancePath) : [{ ...error, instancePath }]),
    )
  }
  return intended
}

function isUnion({ keyword }: ErrorObject): boolean {
  return keyword === 'oneOf' || keyword === 'anyOf'
}

function isAtOrBelow(error: ErrorObject | undefined, path: string): boolean {
  return error !== undefined && (error.instancePath === path || error.instancePath.startsWith(`${path}/`))
}

function* describeUnion(
  { schema, data, instancePath, keyword, params }: ErrorObject,
  name: string,
  unions: UnionSchemas,
  base: string,
): Generator<ValidationError> {
  const pointer = base + instancePath
  const branches = (schema as readonly JsonSchema[]).map(unions.resolve)
  const matches = Array.isArray(params.passingSchemas) ? 'more than one' : 'none'
  const {
    branch,
    property,
    problem = `matches ${matches} of the permitted forms`,
  } = intendedBranch(branches, data)
  const errors = branch === undefined ? [] : unions.errorsOf(branch, data)
  if (errors.length > 0) return yield* describeErrors(errors, name, unions, pointer)
  const at = property === undefined ? pointer : pointerInto(pointer, property)
  yield { pointer: at, keyword, message: `${placeOf(name, at)} ${problem}` }
}

function describe(error: ErrorObject, name: string, base: string): ValidationError {
  const pointer = base + error.instancePath
  const { keyword, params, parentSchema } = error
  const properties = Object.keys(parentSchema?.properties ?? {})
  if (keyword === 'required') {
    const missing = String(params.missingProperty)
    const message = `${placeOf(name, pointerInto(pointer, missing))} is missing`
    return { pointer, keyword, missing, properties, message }
  }
  const message = `${placeOf(name, pointer)} ${problemOf(error)}`
  if (keyword !== 'additionalProperties') return { pointer, keyword, message }
  return { pointer, keyword, unknown: String(params.additionalProperty), properties, message }
}

/** The errors in the order of the schema: a validation finds missing properties before those that are wrong. */
export function inSchemaOrder(errors: readonly ValidationError[]): ValidationError[] {
  // The steps below each place: those of its schema where they are known, then others as they come.
  const stepsBelow = new Map<string, string[]>()
  for (const { pointer, missing, properties = [] } of errors)
    if (missing !== undefined) stepsBelow.set(pointer, [...properties])
  const positions = ({ pointer, missing }: ValidationError): number[] => {
    let at = ''
    return pointerSteps(missing === undefined ? pointer : pointerInto(pointer, missing)).map((step) => {
      const steps = stepsBelow.get(at) ?? []
      stepsBelow.set(at, steps)
      at = pointerInto(at, step)
      const known = steps.indexOf(step)
      return known < 0 ? steps.push(step) - 1 : known
    })
  }
  return errors
    .map((error) => ({ error, at: positions(error) }))
    .sort((one, other) => comparePositions(one.at, other.at))
    .map(({ error }) => error)
}

function comparePositions(one: readonly number[], other: readonly number[]): number {
  const differs = one.findIndex((position, index) => position !== other[index])
  return differs < 0 ? one.length - other.length : (one[differs] ?? 0) - (other[differs] ?? -1)
}

function placeOf(name: string, pointer: string): string {
  return placeName(name, pointerSteps(pointer))
}

function problemOf({ keyword, params, parentSchema, message }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return `must be ${typeNames([params.type].flat())}`
    case 'enum':
      return `must be ${oneOf(params.allowedValues)}`
    case 'const':
      return `must be ${oneOf([params.allowedValue])}`
    case 'additionalProperties':
      return `has ${unknownFields([params.additionalProperty])}`
    case 'pattern':
      return `must be ${patternWords(parentSchema, String(params.pattern))}`
    case 'minLength':
    case 'maxLength':
      return boundWords(keyword === 'minLength' ? 'least' : 'most', params.limit, 'character')
    case 'minItems':
    case 'maxItems':
      return boundWords(keyword === 'minItems' ? 'least' : 'most', params.limit, 'element')
    case 'minimum':
    case 'exclusiveMinimum':
      return boundWords('least', params.limit, undefined, keyword === 'minimum')
    case 'maximum':
    case 'exclusiveMaximum':
      return boundWords('most', params.limit, undefined, keyword === 'maximum')
    default:
      return message ?? 'is invalid'
  }
}

/** The values that a pattern permits: its description and an example. Without a description, the pattern itself. */
function patternWords(schema: AnySchemaObject | undefined, pattern: string): string {
  const { description, examples } = (schema ?? {}) as JsonSchema
  if (description === undefined) return `a text that matches ${pattern}`
  const words = description.replace(/\.$/, '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())
  const [example] = examples ?? []
  return example === undefined ? words : `${words}, such as ${example}`
}

/** The intended branch, or what keeps the value from matching any. Empty when that is unknown. */
interface IntendedBranch {
  branch?: JsonSchema
  problem?: string
  /** The property that the problem is with. Absent when it is the value itself. */
  property?: string
}

/**
 * Finds the intended branch: by the value's type, then by a property whose value names the branch (`do: "delay"`), then by
 * a property that only this branch has, then by the most properties. References must be resolved already.
 */
export function intendedBranch(branches: readonly JsonSchema[], value: unknown): IntendedBranch {
  const candidates = branches.filter((branch) => hasTypeOf(branch, value))
  const [first, second] = candidates
  if (first === undefined) return { problem: `must be ${typeNames(branches.flatMap(typesOf))}` }
  if (second === undefined) return { branch: first }
  if (!isObject(value)) return {}
  return (
    byDiscriminator(candidates, value) ?? byOwnProperty(candidates, value) ?? byPresent(candidates, value)
  )
}

/** By a property that every branch requires, each with other values. */
function byDiscriminator(
  branches: readonly JsonSchema[],
  value: Record<string, unknown>,
): IntendedBranch | undefined {
  const property = branches[0]?.required?.find((name) =>
    branches.every((branch) => valuesOf(branch, name).length > 0),
  )
  if (property === undefined) return undefined
  const branch = branches.find((one) => valuesOf(one, property).includes(value[property]))
  if (branch !== undefined) return { branch }
  const values = oneOf(branches.flatMap((one) => valuesOf(one, property)))
  return { property, problem: property in value ? `must be ${values}` : `is missing; it must be ${values}` }
}

function valuesOf({ required = [], properties = {} }: JsonSchema, name: string): readonly unknown[] {
  const { const: only, enum: values = only === undefined ? [] : [only] } = properties[name] ?? {}
  return required.includes(name) ? values : []
}

/** By a required property that no other branch has. */
function byOwnProperty(
  branches: readonly JsonSchema[],
  value: Record<string, unknown>,
): IntendedBranch | undefined {
  const own = branches.map((branch) =>
    (branch.required ?? []).filter((name) =>
      branches.every((other) => other === branch || !(name in (other.properties ?? {}))),
    ),
  )
  if (own.some((names) => names.length === 0)) return undefined
  const choices = oneOf(own.map(([first = '']) => first))
  const present = branches.flatMap((branch, index) => {
    const name = own[index]?.find((one) => one in value)
    return name === undefined ? [] : [{ branch, name }]
  })
  const [only, another] = present
  if (only === undefined) {
    const unknown = Object.keys(value).filter((name) =>
      branches.every(({ properties = {} }) => !(name in properties)),
    )
    return {
      problem:
        unknown.length === 0
          ? `must have ${choices}`
          : `has ${unknownFields(unknown)}, but must have ${choices}`,
    }
  }
  if (another === undefined) return { branch: only.branch }
  return { problem: `must have only ${choices}; it has ${quoted(present.map(({ name }) => name))}` }
}

/** By the most required properties that the value has; the first of several. */
function byPresent(branches: readonly JsonSchema[], value: object): IntendedBranch {
  const present = branches.map(
    ({ required = [] }) => required.filter((name) => Object.hasOwn(value, name)).length,
  )
  const branch = branches[present.indexOf(Math.max(...present))]
  return branch === undefined ? {} : { branch }
}

function typesOf({ type, enum: values, const: only }: JsonSchema): string[] {
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
