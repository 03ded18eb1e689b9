// The form of a refusal: what it has that a success has not.

import { isObject, valueAt } from '../../core/json.ts'
import type { Refusal } from './profile.ts'

/** The fields of a refusal that a success has not. Without a success, only the status is known. */
export function refusalOf({ status, json }: { status: number; json: unknown }, success: unknown): Refusal {
  const fields = success === undefined ? [] : placesIn(json).filter((path) => !isSaid(success, path))
  return { status, fields: fields.map((path) => path.join('.')) }
}

/** True if a place says that a request is refused: it is false, or has a text, a number or a list. */
export function isSaid(body: unknown, path: readonly string[]): boolean {
  const value = valueAt(body, ...path)
  return value !== undefined && value !== null && value !== '' && value !== true && !isEmpty(value)
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0

/** The places of an object that say something, up to three names deep. */
function placesIn(value: unknown, path: readonly string[] = []): string[][] {
  if (isObject(value) && path.length < 3)
    return Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))
  return path.length > 0 && !isObject(value) && isSaid({ at: value }, ['at']) ? [[...path]] : []
}
