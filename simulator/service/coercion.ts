// The changes of `--validation report` to a value that the document does not accept. It changes only what the check rejects: it
// converts a value to the type that is required, removes an optional field that cannot be converted, and sets a missing
// required field to null if that is permitted. A value that is still invalid is refused.

import { Decimal } from '../../core/decimal.ts'
import { copyJson, isObject, valueAt } from '../../core/json.ts'
import { atPointer, pointerInto, pointerSteps } from '../../core/json-pointer.ts'
import type { JsonSchema } from '../../core/json-schema.ts'
import type { Check } from '../../core/schema-validator.ts'
import { typesOf } from '../../core/validation-messages.ts'
import type { Schema } from '../../spec/openapi/schema.ts'

const maxRounds = 20

type Change = 'converted' | 'removed' | 'set to null' | 'set to its default'

interface Coerced {
  value: unknown
  /** Changes by JSON pointer. */
  changes: ReadonlyMap<string, Change>
}

/** The only change; everything by default. */
type Only = 'remove-nulls' | 'convert' | undefined
type RejectedBy = NonNullable<ReturnType<Check>>['errors']

/** A copy of the value that the check accepts; undefined without one, or after too many errors. The check finds all errors. */
export function coerce(value: unknown, check: Check, only?: Only): Coerced | undefined {
  const changes = new Map<string, Change>()
  let copy: unknown
  let invalid = check(value)
  for (let round = 0; invalid !== undefined; round += 1) {
    if (round === maxRounds) return undefined
    copy ??= copyJson(value)
    for (const [pointer, errors] of innermost(invalid.errors)) {
      // The field that was removed is required.
      if (changes.get(pointer) === 'removed') return undefined
      const change = changeAt(copy, pointer, errors, only)
      if (change === undefined) return undefined
      changes.set(pointer, change)
    }
    invalid = check(copy)
  }
  return { value: copy ?? copyJson(value), changes }
}

/** The errors by the pointer to what they reject, without those of values around a rejected one. */
function innermost(errors: RejectedBy): Map<string, RejectedBy[number][]> {
  const byPointer = new Map<string, RejectedBy[number][]>()
  const around = new Set<string>()
  for (const error of errors) {
    const { instancePath, keyword, params } = error
    const pointer =
      keyword === 'required' ? pointerInto(instancePath, String(params.missingProperty)) : instancePath
    byPointer.set(pointer, [...(byPointer.get(pointer) ?? []), error])
    for (let at = pointer.lastIndexOf('/'); at >= 0; at = pointer.lastIndexOf('/', at - 1)) {
      const outer = pointer.slice(0, at)
      if (around.has(outer)) break
      around.add(outer)
      if (at === 0) break
    }
  }
  for (const outer of around) byPointer.delete(outer)
  return byPointer
}

function changeAt(root: unknown, pointer: string, errors: RejectedBy, only: Only): Change | undefined {
  const path = pointerSteps(pointer)
  const name = path.pop()
  const parent = valueAt(root, ...path)
  if (name === undefined || typeof parent !== 'object' || parent === null) return undefined
  if (only === 'remove-nulls' && atPointer(root, pointer) !== null) return undefined
  if (!Object.hasOwn(parent, name)) return setAbsent(parent, name, errors)
  const converted = convertedValue(Reflect.get(parent, name), errors)
  if (converted !== undefined) return Reflect.set(parent, name, converted) ? 'converted' : undefined
  return only !== 'convert' && isObject(parent) && Reflect.deleteProperty(parent, name)
    ? 'removed'
    : undefined
}

function setAbsent(parent: object, name: string, errors: RejectedBy): Change | undefined {
  const schemas = errors.map(({ parentSchema }) => (parentSchema as Schema | undefined)?.properties?.[name])
  const absent = schemas[0]?.default
  if (absent !== undefined)
    return Reflect.set(parent, name, copyJson(absent)) ? 'set to its default' : undefined
  return schemas.every(admitsNull) && Reflect.set(parent, name, null) ? 'set to null' : undefined
}

type Converted = string | number | boolean | null | undefined

/** The value as the first of the types that are required and that it can be written as. */
function convertedValue(value: unknown, errors: RejectedBy): Converted {
  return errors
    .flatMap(({ keyword, params, schema }): string[] => {
      if (keyword === 'type') return [params.type].flat().map(String)
      return keyword === 'anyOf' || keyword === 'oneOf'
        ? (schema as readonly JsonSchema[]).flatMap(typesOf)
        : []
    })
    .map((type) => convert[type]?.(value))
    .find((converted) => converted !== undefined)
}

function admitsNull(schema: Schema | undefined): boolean {
  const { type = [], anyOf = [], oneOf = [] } = schema ?? {}
  return [type].flat().includes('null') || [...anyOf, ...oneOf].some(admitsNull)
}

/** By type, the value as one of it; undefined when it cannot be written as one without loss. */
const convert: Readonly<Record<string, (value: unknown) => Converted>> = {
  string: (value) => {
    if (typeof value === 'number') return Number.isFinite(value) ? new Decimal(value).toFixed() : undefined
    return typeof value === 'boolean' ? String(value) : undefined
  },
  number: numberOf,
  // PHP writes an empty object like an empty list.
  null: (value) => (Array.isArray(value) && value.length === 0 ? null : undefined),
  integer: (value) => {
    const number = numberOf(value)
    return Number.isInteger(number) ? number : undefined
  },
  boolean: (value) => {
    if (value === 'true' || value === 1) return true
    return value === 'false' || value === 0 ? false : undefined
  },
}

function numberOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}
