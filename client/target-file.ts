// Reads target files, which `verify`, `replay` and `record` take. Any field may be `{ "env": "NAME" }`.

import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ZodTypeAny, z } from 'zod'
import { errorMessage, UsageError } from '../core/errors.ts'
import { isObject, parseJson } from '../core/json.ts'
import { readJson } from '../core/json-positions.ts'
import { listMessages, placeName } from '../core/validation-words.ts'
import { type Issue, zodMessages } from '../core/zod-messages.ts'
import { type EncryptPayload, type ModuleOperation, type Target, targetSchema } from './target.ts'

type Path = readonly (string | number)[]

/** Where a value refers to environment variables: names by the places, which are JSON. */
type References = ReadonlyMap<string, string>

/**
 * Replaces every reference and validates the result. Where the schema expects no text, the variable is read as JSON; a list may
 * also be separated by commas. Returns the validated value, or what is wrong with it. Throws a UsageError that names the fields of
 * variables that are not set.
 */
function parseWithEnvironment<Schema extends ZodTypeAny>(
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
  for (const issue of first.error.issues)
    if (/^invalid_(type|union)$/.test(issue.code) && references.has(JSON.stringify(issue.path)))
      readAsJson(value, issue.path, issue.code === 'invalid_type' && issue.expected === 'array')
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

/** Replaces the text at a place by the JSON value that it is. A list may also be separated by commas; leaves any other text. */
function readAsJson(value: unknown, path: Path, isList: boolean): void {
  const parent = path.slice(0, -1).reduce<unknown>((inner, step) => Object(inner)[step], value)
  const last = path.at(-1)
  if (last === undefined || typeof parent !== 'object' || parent === null) return
  const text = String(Reflect.get(parent, last))
  const json = parseJson(text) ?? (isList ? text.split(/\s*,\s*/) : undefined)
  if (json !== undefined) Reflect.set(parent, last, json)
}

const remedy =
  'Export a function encrypt(payload, { operationId, merchant, servicePublicKey }) that returns the encrypted text.'

/** Adds the `encrypt` of the module that a target names. The path of the module is relative to the target file. */
async function withModule(target: Target, targetFile: string): Promise<Target> {
  if (target.module === undefined) return target
  const path = resolve(dirname(targetFile), target.module)
  const exported = await importModule(path)
  const encrypt: unknown = Object(exported).encrypt
  if (typeof encrypt !== 'function')
    throw new UsageError(`The target module ${path} does not export encrypt.`, 'It is required.', remedy)
  return { ...target, encrypt: checked(path, (payload, operation) => encrypt(payload, operation)) }
}

/** The path of a profile is relative to the target file. */
const withProfile = ({ profile, ...target }: Target, targetFile: string): Target =>
  profile === undefined ? target : { ...target, profile: resolve(dirname(targetFile), profile) }

async function importModule(path: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(path).href)
  } catch (error) {
    throw new UsageError(
      `Cannot load the target module ${path}.`,
      `${errorMessage(error)}.`,
      'Correct the module, or its path in the target file: it is relative to that file.',
    )
  }
}

/** An `encrypt` that throws a UsageError where the one of the module fails. */
function checked(
  path: string,
  encrypt: (payload: unknown, operation: ModuleOperation) => unknown,
): EncryptPayload {
  return (payload, operation) => {
    const where = `The target module ${path} cannot encrypt a payload of ${operation.operationId}.`
    let encrypted: unknown
    try {
      encrypted = encrypt(payload, operation)
    } catch (error) {
      throw new UsageError(where, `encrypt threw: ${errorMessage(error)}.`, 'Correct the module.')
    }
    if (typeof encrypted === 'string') return encrypted
    const returned = encrypted instanceof Promise ? 'a promise' : `a value of type ${typeof encrypted}`
    throw new UsageError(where, `encrypt returned ${returned}; expected a string.`, remedy)
  }
}

const schemaHint = 'The schema of target files is client/target.schema.json.'

/** Reads a target file and loads its module. Throws a UsageError that names every invalid place. */
export async function readTarget(
  path: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Target> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(
      `Cannot read the target file ${path}.`,
      `${errorMessage(error)}.`,
      `Check the path. ${schemaHint}`,
    )
  }
  const json = readJson(text, { allowComments: true })
  if (json.ok) return withModule(withProfile(validTarget(json.value, environment, path), path), path)
  throw new UsageError(
    `The target file ${path} is not JSON.`,
    `At line ${json.position.line}, column ${json.position.column}: expected ${json.expected}.`,
    `Correct it. ${schemaHint}`,
  )
}

/** The token for a control API whose URL is given on the command line; undefined if none is set. */
export function controlTokenOf({ PAYTWIN_CONTROL_TOKEN }: NodeJS.ProcessEnv): string | undefined {
  return PAYTWIN_CONTROL_TOKEN === '' ? undefined : PAYTWIN_CONTROL_TOKEN
}

/**
 * Resolves the environment variables of a target, validates it, and applies defaults. Throws a UsageError that names every
 * invalid place. A target with a module is read from its file, by `readTarget`.
 */
export function resolveTarget(
  file: unknown,
  environment: NodeJS.ProcessEnv = process.env,
  origin = 'target',
): Target {
  const target = validTarget(file, environment, origin)
  if (target.module === undefined) return target
  throw new UsageError(
    `The target (${origin}) has a module.`,
    'The path of a module is relative to a target file, and this target is not read from a file.',
    'Use readTarget.',
  )
}

function validTarget(file: unknown, environment: NodeJS.ProcessEnv, origin: string): Target {
  const parsed = parseWithEnvironment(targetSchema, file, environment)
  if ('invalid' in parsed) throw invalid(origin, parsed.invalid)
  const issues = unusableTokens(parsed.data)
  if (issues.length > 0) throw invalid(origin, parsed.messages(issues))
  return parsed.data
}

function invalid(origin: string, messages: readonly string[]): UsageError {
  return new UsageError(
    `Invalid target (${origin}).`,
    `${listMessages(messages)}.`,
    `Correct it. ${schemaHint}`,
  )
}

/** Access tokens that cannot be sent in a header. */
function unusableTokens({ merchants, shoppers, capabilities }: Target): Issue[] {
  const tokens = [
    ...merchants.map(({ accessToken }, index) => ({
      path: ['merchants', index, 'accessToken'],
      token: accessToken,
    })),
    ...merchants.map(({ payoutToken }, index) => ({
      path: ['merchants', index, 'payoutToken'],
      token: payoutToken,
    })),
    ...Object.entries(shoppers).map(([role, account]) => ({
      path: ['shoppers', role, 'accessToken'],
      token: account?.accessToken,
    })),
    { path: ['capabilities', 'control', 'token'], token: capabilities.control?.token },
  ]
  return tokens
    .filter(({ token }) => token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    .map(({ path }) => ({
      path,
      message: 'must be printable ASCII without spaces, because it is sent in a header',
    }))
}
