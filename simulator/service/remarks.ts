// The remarks of the journal, and those about fields of a request that the document does not name, which are accepted. They are found when
// the journal is read, so that requests do not pay for them.

import { copyJson, isObject, isTooDeep, parseDeepJson } from '../../core/json.ts'
import { atPointer, pointerSteps } from '../../core/json-pointer.ts'
import { likely } from '../../core/nearest.ts'
import type { Check } from '../../core/schema-validator.ts'
import type { ValidationError } from '../../core/validation-messages.ts'
import { placeName } from '../../core/validation-words.ts'
import type { RequestEntry } from '../sandbox/entry.ts'
import type { World } from '../world/world.ts'
import type { CompiledDocument } from './compiled-document.ts'
import { refusedPayload } from './refused-payloads.ts'

const maxRemarks = 8

/** Remarks about a request. */
export type RemarksOn = (entry: RequestEntry) => string[]

/** The remarks about requests to a service, in a world. */
export function remarksOf(service: CompiledDocument): (world: World) => RemarksOn {
  return (world) => (request) => [
    ...refusedPayload(service, world, request),
    ...unknownFields(service, request),
  ]
}

/** A remark for each unknown field of a recorded request. There is none about a body that is not JSON. */
function unknownFields(
  { operations }: CompiledDocument,
  { operation, text, payload }: RequestEntry,
): string[] {
  const checks = operations.get(operation ?? '')?.checks('closed-all-errors')
  if (checks === undefined) return []
  const remarks = [
    ...remarksOn('body', checks.body, parseDeepJson(text)),
    ...remarksOn('payload', checks.payload, payload),
  ]
  const more = remarks.length - maxRemarks
  return more <= 0 ? remarks : [...remarks.slice(0, maxRemarks), `There are ${more} more unknown fields.`]
}

function remarksOn(part: 'body' | 'payload', check: Check | undefined, value: unknown): string[] {
  if (check === undefined || value === undefined || isTooDeep(value)) return []
  // A check can add defaults.
  const errors = check(copyJson(value))?.describe(part) ?? []
  return errors.flatMap((error) => remarkOn(part, value, error))
}

function remarkOn(
  part: string,
  value: unknown,
  { pointer, unknown, properties = [] }: ValidationError,
): string[] {
  if (unknown === undefined) return []
  const around = atPointer(value, pointer)
  const absent = properties.filter((name) => !isObject(around) || !Object.hasOwn(around, name))
  const meant = likely(unknown, absent)
  const place = placeName(part, pointerSteps(pointer))
  const fact = `Unknown field ${JSON.stringify(unknown)}${place === 'body' ? '' : ` in ${place}`}.`
  return [meant === undefined ? fact : `${fact} Did you mean ${JSON.stringify(meant)}?`]
}
