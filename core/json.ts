// Reads JSON values whose shape is not known: parses without exceptions and reads values. Keeps the texts of values that are
// written again and again.

import { isTooDeep, isTooDeepToParse, maxReadDepth } from './json-depth.ts'

/** True if a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a JSON text; undefined when the text is not JSON, or is nested too deep for code that follows it. */
export function parseJson(text: string): unknown {
  const value = parseDeepJson(text)
  return isTooDeep(value, maxReadDepth) ? undefined : value
}

/** The value of a JSON text of almost any depth; undefined when the text is not JSON, or too deep to be parsed in time. */
export function parseDeepJson(text: string): unknown {
  if (isTooDeepToParse(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const ownField = { enumerable: true, writable: true, configurable: true }

/** A copy of a JSON value, several times as fast as `structuredClone`. The value must not be nested deep. */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson)
  if (!isObject(value)) return value
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const inner = copyJson(value[key])
    // An assignment would set the prototype of the copy.
    if (key === '__proto__') Object.defineProperty(copy, key, { ...ownField, value: inner })
    else copy[key] = inner
  }
  return copy
}

/** The value at a path of keys and indexes; undefined when there is none. Inherited properties do not count. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = Reflect.get(at, key)
  }
  return at
}

const texts = new WeakMap<object, string>()

/** Notes that a value does not change any more, so that its text is kept when it is written. Returns the value. */
export function withKeptText<Value extends object>(value: Value): Value {
  if (!texts.has(value)) texts.set(value, '')
  return value
}

/** The JSON text of an object. */
export function jsonText(value: object): string {
  const kept = texts.get(value)
  if (kept === undefined) return JSON.stringify(value)
  if (kept !== '') return kept
  const text = JSON.stringify(value)
  texts.set(value, text)
  return text
}
