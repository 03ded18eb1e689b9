// Turns the issues of a zod schema into messages in the same words as those of a JSON Schema. Imports no zod itself.

import type { ZodIssue } from 'zod'
import { likely } from './nearest.ts'
import { boundWords, oneOf, placeName, typeNames, unknownFields } from './validation-words.ts'

/** One thing that is wrong, found by zod or by another rule. A custom message is a predicate: `must be …`. */
export type Issue = ZodIssue | { code?: never; path: (string | number)[]; message: string }

/** The errors, place by place. `name` is what the value is called, such as `target`. */
export function zodMessages(issues: readonly Issue[], name: string): string[] {
  return issues.map((issue) => messageOf(issue, placeName(name, issue.path), missingIn(issue, issues)))
}

/** The names of the fields that are missing where an issue is. */
function missingIn({ path }: Issue, issues: readonly Issue[]): string[] {
  const missing = issues.filter(
    (one) => one.message === 'Required' && JSON.stringify(one.path.slice(0, -1)) === JSON.stringify(path),
  )
  return missing.map((one) => String(one.path.at(-1)))
}

/** The missing field that an unknown one was probably meant to be: `accessToken` for `token`. */
function meantBy(unknown: string, missing: readonly string[]): string {
  const meant =
    likely(unknown, missing) ?? missing.find((name) => name.toLowerCase().endsWith(unknown.toLowerCase()))
  return meant === undefined ? '' : ` (did you mean ${JSON.stringify(meant)}?)`
}

function messageOf(issue: Issue, place: string, missing: readonly string[]): string {
  const { message } = issue
  if (message === 'Required') return `${place} is missing`
  // The messages of zod begin with a capital.
  if (/^[a-z]/.test(message)) return `${place} ${message}`
  switch (issue.code) {
    case 'invalid_type':
      return `${place} must be ${typeNames([issue.expected])}`
    case 'unrecognized_keys':
      return `${place} has ${unknownFields(issue.keys)}${issue.keys.map((key) => meantBy(key, missing)).join('')}`
    case 'invalid_enum_value':
      return `${place} must be ${oneOf(issue.options)}`
    case 'invalid_literal':
      return `${place} must be ${oneOf([issue.expected])}`
    case 'too_small':
      return `${place} ${boundWords(true, issue.minimum, units[issue.type], issue.inclusive)}`
    case 'too_big':
      return `${place} ${boundWords(false, issue.maximum, units[issue.type], issue.inclusive)}`
    case 'invalid_string':
      return issue.validation === 'url' ? `${place} must be a valid URL` : `${place} is invalid`
    default:
      return `${place}: ${message}`
  }
}

const units: Readonly<Record<string, 'element' | 'character'>> = { array: 'element', string: 'character' }
