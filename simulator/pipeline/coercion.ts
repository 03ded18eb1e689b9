// What `--validation report` does with a value that the document does not accept. It changes only what the check rejects: it
// converts a value to the type that is required, removes an optional field that cannot be converted, and sets a missing
// required field to null if that is permitted. A value that is still invalid is refused.

import { Decimal } from '../../core/decimal.ts'
import { copyJson, isObject, valueAt } from '../../core/json.ts'
import { atPointer, pointerInto, pointerSteps } from '../../core/json-pointer.ts'
import type { Check } from '../../core/schema-validator.ts'
import type { Schema } from '../../spec/openapi/schema.ts'

const maxRounds = 20

type Change = 'converted' | 'removed' | 'set to null' | 'set to its default'

interface Coerced {
  value: unknown
  /** What was done, by JSON pointer. */
  changes: ReadonlyMap<string, Change>
}

type RejectedBy = NonNullable<ReturnType<Check>>['errors']

/** A copy of the value that the check accepts; undefined without one, or after too many errors. The check finds all errors. */
export function coerce(value: unknown, check: Check, only?: 'remove-nulls' | 'convert'): Coerced | undefined {
  const changes = new Map<string, Change>()
  let invalid = check(value)
  // Copying a value with very many errors would block other requests.
  if (invalid?.tooMany === true) return undefined
  const copy: unknown = copyJson(value)
  for (let round = 0; round < maxRounds; round += 1) {
    if (invalid === undefined) return { value: copy, changes }
    if (invalid.tooMany) return undefined
    for (const [pointer, errors] of innermost(invalid.intended())) {
      // The field that was removed is required.
      if (changes.get(pointer) === 'removed') return undefined
      if (only === 'remove-nulls' && atPointer(copy, pointer) !== null) return undefined
      const change = changeAt(copy, pointer, errors)
      if (change === undefined || (only === 'convert' && change === 'removed')) return undefined
      changes.set(pointer, change)
    }
    invalid = check(copy)
  }
  return undefined
}

/** The errors by the pointer to what they reject, without those of values around a rejected one. */
function innermost(errors: RejectedBy): Map<string, RejectedBy[number][]> {
  const byPointer = new Map<string, RejectedBy[number][]>()
  const around = new Set<string>()
  for (const error of errors) {
    const { instancePath, keyword, params } = error
    const pointer = keyword === 'required' ? pointerInto(instancePath, params.missingProperty) : instancePath
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

function changeAt(root: unknown, pointer: string, errors: RejectedBy): Change | undefined {
  const path = pointerSteps(pointer)
  const name = path.pop()
  const parent = valueAt(root, ...path)
  if (name === undefined || typeof parent !== 'object' || parent === null) return undefined
  if (!Object.hasOwn(parent, name)) {
    const schemas = errors.map((error): Schema | undefined => error.parentSchema?.properties?.[name])
    const absent = schemas[0]?.default
    if (absent !== undefined)
      return Reflect.set(parent, name, copyJson(absent)) ? 'set to its default' : undefined
    return schemas.every(admitsNull) && Reflect.set(parent, name, null) ? 'set to null' : undefined
  }
  const value: unknown = Reflect.get(parent, name)
  for (const { keyword, params } of errors) {
    const types: readonly string[] = keyword === 'type' ? [params.type].flat() : []
    for (const type of types) {
      const converted = convert(value, type)
      if (converted !== undefined && Reflect.set(parent, name, converted)) return 'converted'
    }
  }
  return isObject(parent) && Reflect.deleteProperty(parent, name) ? 'removed' : undefined
}

function admitsNull(schema: Schema | undefined): boolean {
  const { type = [], anyOf = [], oneOf = [] } = schema ?? {}
  return [type].flat().includes('null') || [...anyOf, ...oneOf].some(admitsNull)
}

/** The value as another type; undefined when it cannot be written as one without loss. */
function convert(value: unknown, type: string): string | number | boolean | undefined {
  switch (type) {
    case 'string':
      if (typeof value === 'number') return Number.isFinite(value) ? new Decimal(value).toFixed() : undefined
      return typeof value === 'boolean' ? String(value) : undefined
    case 'number':
      return numberOf(value)
    case 'integer': {
      const number = numberOf(value)
      return Number.isInteger(number) ? number : undefined
    }
    case 'boolean':
      if (value === 'true' || value === 1) return true
      return value === 'false' || value === 0 ? false : undefined
    default:
      return undefined
  }
}

function numberOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}
