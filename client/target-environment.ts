// References from a target file to environment variables: any field may be `{ "env": "NAME" }`.

import type { ZodTypeAny, z } from 'zod'
import { UsageError } from '../core/errors.ts'
import { isObject, parseJson } from '../core/json.ts'
import { listMessages, placeName } from '../core/validation-words.ts'
import { type Issue, zodMessages } from '../core/zod-messages.ts'

/** The environment variable that has the value of a field. */
interface FromEnvironment {
  env: string
}

/** A value in which an environment variable may stand for any text, number or boolean. */
export type WithEnvironment<Value> = Value extends string | number | boolean
  ? Value | FromEnvironment
  : Value extends (infer Element)[]
    ? WithEnvironment<Element>[]
    : Value extends object
      ? { [Key in keyof Value]: WithEnvironment<Value[Key]> }
      : Value

type Path = readonly (string | number)[]

/** Where a value refers to environment variables: names by the places, which are JSON. */
type References = ReadonlyMap<string, string>

/**
 * Replaces every reference and validates the result. Where the schema expects no text, the variable is read as JSON. Returns
 * the validated value, or what is wrong with it. Throws a UsageError that names the fields of variables that are not set.
 */
export function parseWithEnvironment<Schema extends ZodTypeAny>(
  schema: Schema,
  written: unknown,
  environment: NodeJS.ProcessEnv,
): { data: z.output<Schema>; messages: (issues: readonly Issue[]) => string[] } | { invalid: string[] } {
  const references = new Map<string, string>()
  const value = resolved(written, [], environment, references)
  checkSet(references, environment)
  const messages = (issues: readonly Issue[]) =>
    issues.map((issue) => {
      const [message = ''] = zodMessages([issue], 'target')
      const name = references.get(JSON.stringify(issue.path))
      if (name !== undefined) return `${message} (from the environment variable ${name})`
      const isOtherObject = issue.code === 'invalid_type' && issue.received === 'object'
      return isOtherObject ? `${message}, or {"env":"NAME"} to read the environment variable NAME` : message
    })
  const first = schema.safeParse(value)
  if (first.success) return { data: first.data, messages }
  for (const { code, path } of first.error.issues)
    if (/^invalid_(type|union)$/.test(code) && references.has(JSON.stringify(path))) readAsJson(value, path)
  const second = schema.safeParse(value)
  return second.success ? { data: second.data, messages } : { invalid: messages(second.error.issues) }
}

function resolved(
  value: unknown,
  path: Path,
  environment: NodeJS.ProcessEnv,
  references: Map<string, string>,
): unknown {
  if (Array.isArray(value))
    return value.map((element, at) => resolved(element, [...path, at], environment, references))
  if (!isObject(value)) return value
  const entries = Object.entries(value)
  const [[key, name] = [], ...others] = entries
  if (key === 'env' && typeof name === 'string' && others.length === 0) {
    references.set(JSON.stringify(path), name)
    return environment[name]
  }
  return Object.fromEntries(
    entries.map(([field, inner]) => [field, resolved(inner, [...path, field], environment, references)]),
  )
}

function checkSet(references: References, environment: NodeJS.ProcessEnv): void {
  const unset = [...references].filter(([, name]) => (environment[name] ?? '') === '')
  const names = [...new Set(unset.map(([, name]) => name))]
  if (names.length === 0) return
  const [variables, are] =
    names.length === 1 ? ['environment variable', 'is'] : ['environment variables', 'are']
  throw new UsageError(
    `The ${variables} ${names.join(', ')} ${are} not set.`,
    `${listMessages(unset.map(([path, name]) => `${placeName('target', JSON.parse(path))} is read from ${name}`))}.`,
    `Set ${names.length === 1 ? 'it' : 'them'}: ${names.map((name) => `${name}=…`).join(' ')} paytwin …`,
  )
}

/** Replaces the text at a place by the JSON value that it is; leaves a text that is not JSON. */
function readAsJson(value: unknown, path: Path): void {
  const parent = path.slice(0, -1).reduce<unknown>((inner, step) => Object(inner)[step], value)
  const last = path.at(-1)
  if (last === undefined || typeof parent !== 'object' || parent === null) return
  const json = parseJson(String(Reflect.get(parent, last)))
  if (json !== undefined) Reflect.set(parent, last, json)
}
