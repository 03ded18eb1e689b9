// Which branch of a union (`oneOf`, `anyOf`) an invalid value was meant to match. A message about that one branch says
// what to correct; "no branch matches" does not.

import { isObject } from './json.ts'
import type { JsonSchema } from './json-schema.ts'
import { oneOf, quoted, typeNames, unknownFields } from './validation-words.ts'

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
