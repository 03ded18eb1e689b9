// What an answer is, where the document leaves room: success, a success that is broken in its form, or a refusal, which is
// anything else. How a refusal looks is never asserted here; codes and messages are looked for wherever they may stand.

import { valueAt } from '../../core/json.ts'
import type { Schema } from '../../spec/openapi/schema.ts'
import type { OperationId } from '../../spec/operations.ts'
import { componentNamed, isValidResponse, responseSchema } from './contract-document.ts'

/** `success` fits the document; `flawed` claims success in a broken form; `refusal` is anything else. */
export type Outcome = 'success' | 'flawed' | 'refusal'

/** What an answer with that HTTP status and that body (undefined where it is no JSON) is. */
export function outcomeOf(operationId: OperationId, status: number, body: unknown): Outcome {
  if (body === undefined || status < 200 || status > 299) return 'refusal'
  if (isValidResponse(operationId, body) && !saysFailure(body)) return 'success'
  const names = requiredNames(responseSchema(operationId), 3)
  if (refuses(body, names)) return 'refusal'
  // Whatever else it lost, it says itself that it succeeded.
  if (valueAt(body, 'ok') === true) return 'flawed'
  const keys = filledKeysOf(body)
  const found = names.filter((name) => keys.has(name)).length
  return found * 2 >= names.length ? 'flawed' : 'refusal'
}

// The payout refusals fit the document too: they are the other form that it shows.
function saysFailure(body: unknown): boolean {
  return valueAt(body, 'result', 'success') === false
}

function refuses(body: unknown, names: readonly string[]): boolean {
  const result = valueAt(body, 'result')
  if (valueAt(body, 'ok') === false || valueAt(body, 'success') === false || saysFailure(body)) return true
  if (['status', 'statusCode', 'code'].some((name) => Number(valueAt(body, name)) >= 400)) return true
  if (valueAt(result, 'success') === true) return false
  return [body, result].some((at) =>
    ['error', 'errors', 'message', 'errorMsg', 'detail'].some(
      (name) => !names.includes(name) && isFilled(valueAt(at, name)),
    ),
  )
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false && !isEmptyArray(value)
}

function isEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function requiredNames(schema: Schema, depth: number): string[] {
  if (schema.$ref !== undefined) return requiredNames(componentNamed(schema.$ref).schema, depth)
  const [first] = schema.oneOf ?? schema.anyOf ?? []
  if (first !== undefined) return requiredNames(first, depth)
  if (depth === 0) return []
  return (schema.required ?? []).flatMap((name) => [
    name,
    ...requiredNames(schema.properties?.[name] ?? {}, depth - 1),
  ])
}

/** The names of all keys of a value under which something stands, at every depth. */
function filledKeysOf(value: unknown): Set<string> {
  const keys = new Set<string>()
  const gather = (at: unknown): void => {
    if (Array.isArray(at)) for (const element of at) gather(element)
    else if (typeof at === 'object' && at !== null) {
      for (const [key, element] of Object.entries(at)) {
        if (element !== null) keys.add(key)
        gather(element)
      }
    }
  }
  gather(value)
  return keys
}

/** Every scalar of a value, at every depth, as text. */
export function scalarsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(scalarsOf)
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(scalarsOf)
  return value === undefined ? [] : [String(value)]
}

/** Whether a code stands in an answer: as its HTTP status, or anywhere in its body. */
export function hasCode(response: { status: number; json: unknown }, code: number): boolean {
  return response.status === code || scalarsOf(response.json).includes(String(code))
}

/** The texts of an answer's body that begin with these words. */
export function messagesBeginning(response: { json: unknown }, words: string): string[] {
  return scalarsOf(response.json).filter((text) => text.startsWith(words))
}
