// The issues of a zod schema as messages with their places. Imports no zod itself.

import type { ZodIssue } from 'zod'
import { likely } from './nearest.ts'
import { placeName } from './validation-words.ts'

/** One thing that is wrong, found by zod or by another rule. A custom message is a predicate: `must be …`. */
export type Issue = ZodIssue | { code?: never; path: (string | number)[]; message: string }

/** The errors, place by place. `name` is what the value is called, such as `target`. */
export function zodMessages(issues: readonly Issue[], name: string): string[] {
  return issues.map((issue) => {
    const { path, message } = issue
    // The messages of zod begin with a capital.
    const text = `${placeName(name, path)}${/^[a-z]/.test(message) ? ' ' : ': '}${message}`
    if (issue.code !== 'unrecognized_keys') return text
    const missing = issues
      .filter((one) => one.message === 'Required' && one.path.slice(0, -1).join() === path.join())
      .map((one) => String(one.path.at(-1)))
    return text + issue.keys.map((key) => meantBy(key, missing)).join('')
  })
}

/** The missing field that an unknown one was probably meant to be: `accessToken` for `token`. */
function meantBy(unknown: string, missing: readonly string[]): string {
  const meant =
    likely(unknown, missing) ?? missing.find((name) => name.toLowerCase().endsWith(unknown.toLowerCase()))
  return meant === undefined ? '' : ` (did you mean ${JSON.stringify(meant)}?)`
}
