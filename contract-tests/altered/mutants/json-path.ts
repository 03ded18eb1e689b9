// Values inside JSON, by a path of keys such as `result.accounts.*.balance`; `*` stands for every element of an array.

import { isObject } from '../../../core/json.ts'

/** Leaves a key out when it is returned in place of its value. */
export const absent = Symbol('absent')

export type JsonObject = Readonly<Record<string, unknown>>

/** A copy in which every value that exists at a path is changed. The empty path refers to the whole value. */
export function changeAt(value: unknown, path: string, change: (value: unknown) => unknown): unknown {
  return changed(value, path === '' ? [] : path.split('.'), change)
}

function changed(
  value: unknown,
  [key, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): unknown {
  if (key === undefined) return change(value)
  if (key === '*')
    return Array.isArray(value) ? value.map((element) => changed(element, rest, change)) : value
  if (!isObject(value) || !Object.hasOwn(value, key)) return value
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === key ? changed(inner, rest, change) : inner,
  ])
  return Object.fromEntries(entries.filter(([, inner]) => inner !== absent))
}

/** A copy in which the key at the end of a path has a value wherever it was missing. */
export function fillAt(value: unknown, path: string, missing: unknown): unknown {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  return changeAt(value, keys.join('.'), (parent) =>
    isObject(parent) ? { [last]: missing, ...parent } : parent,
  )
}

/** The values at a path; undefined for an object that lacks the last key. */
export function valuesAt(value: unknown, path: string): unknown[] {
  return path
    .split('.')
    .reduce<unknown[]>(
      (found, key) =>
        found.flatMap((at) => (key !== '*' ? (isObject(at) ? [at[key]] : []) : Array.isArray(at) ? at : [])),
      [value],
    )
}
