// Reads target files, which `verify`, `replay` and `record` take. Any field may be `{ "env": "NAME" }`.
// Writes the one to fill in of `verify --init`: each field with its description, those that are not needed in comments.

import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { errorMessage, UsageError } from '../core/errors.ts'
import { isObject, parseJson } from '../core/json.ts'
import { readJson } from '../core/read-json.ts'
import { listMessages, placeName } from '../core/validation-words.ts'
import { zodMessages } from '../core/zod-messages.ts'
import { type EncryptPayload, type ModuleOperation, type Target, targetSchema } from './target.ts'

type Path = readonly (string | number)[]

/** Where a value refers to environment variables: names by the places, which are JSON. */
type References = ReadonlyMap<string, string>

function resolved(
  value: unknown,
  path: Path,
  environment: NodeJS.ProcessEnv,
  references: Map<string, string>,
): unknown {
  if (Array.isArray(value))
    return value.map((element, at) => resolved(element, [...path, at], environment, references))
  if (typeof value === 'string') return withLines(value)
  if (!isObject(value)) return value
  const entries = Object.entries(value)
  const [[key, name] = [], ...others] = entries
  if (key === 'env' && typeof name === 'string' && others.length === 0) {
    references.set(JSON.stringify(path), name)
    return withLines(environment[name])
  }
  return Object.fromEntries(
    entries.map(([field, inner]) => [field, resolved(inner, [...path, field], environment, references)]),
  )
}

/** A key in PEM with its lines: files with variables, and secrets of CI, have \n in place of them. */
function withLines<Text extends string | undefined>(text: Text): Text | string {
  return text?.startsWith('-----BEGIN ') === true ? text.replaceAll('\\n', '\n') : text
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
    `${json.problem}.`,
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

/**
 * Replaces every reference and validates the result. Where the schema expects no text, the variable is read as JSON; a list may
 * also be separated by commas.
 */
function validTarget(file: unknown, environment: NodeJS.ProcessEnv, origin: string): Target {
  const references = new Map<string, string>()
  const value = resolved(file, [], environment, references)
  checkSet(references, environment)
  const nameAt = (path: Path) => references.get(JSON.stringify(path))
  const first = targetSchema.safeParse(value)
  if (first.success) return first.data
  for (const issue of first.error.issues)
    if (/^invalid_(type|union)$/.test(issue.code) && nameAt(issue.path) !== undefined)
      readAsJson(value, issue.path, issue.code === 'invalid_type' && issue.expected === 'array')
  const second = targetSchema.safeParse(value)
  if (second.success) return second.data
  const { issues } = second.error
  const messages = zodMessages(issues, 'target').map((message, at) => {
    const name = nameAt(issues[at]?.path ?? [])
    return name === undefined ? message : `${message} (from the environment variable ${name})`
  })
  throw new UsageError(
    `Invalid target (${origin}).`,
    `${listMessages(messages)}.`,
    `Correct it. ${schemaHint}`,
  )
}

/** The parts of the schema of target files that are read. */
interface Schema {
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  description?: string
  examples?: readonly unknown[]
  default?: unknown
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
}

const maxLineCharacters = 120

/** Writes a target file to fill in. Throws a UsageError if the file exists. */
export function writeTargetTemplate(path: string): void {
  try {
    writeFileSync(path, targetTemplate(path), { flag: 'wx' })
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    throw new UsageError(
      `Cannot write the target file ${path}.`,
      exists ? 'It exists, and is not overwritten.' : `${errorMessage(error)}.`,
      'Give another path: --init FILE.',
    )
  }
}

/** The text of a target file to fill in: JSON with comments. */
export function targetTemplate(path: string): string {
  const schema: Schema = JSON.parse(readFileSync(new URL('./target.schema.json', import.meta.url), 'utf8'))
  const lines = [
    ...comment('A target of paytwin: a deployment of the service, and what is known about it.', ''),
    ...comment(
      'Each { "env": "NAME" } is read from that environment variable. Set it, or write the value in its place.',
      '',
    ),
    ...comment('What is commented out is optional. The line above it says what depends on it.', ''),
    ...comment(`Then run: npx paytwin verify --target ${path}`, ''),
    ...objectLines(schema, '', ''),
  ]
  // Editors check the file by it in a project that has the package.
  const text = lines.join('\n').replace('// "$schema"', '"$schema"')
  return `${text.replace(/,$/, '')}\n`
}

/** The lines of an object, whose closing brace ends with a comma. */
function objectLines({ properties = {}, required = [] }: Schema, parent: string, indent: string): string[] {
  const inner = `${indent}  `
  const fields = Object.entries(properties).flatMap(([name, field]) => [
    ...comment(`${field.description}${choicesIn(field)}${defaultOf(field)}`, inner),
    ...fieldLines(name, field, { parent, indent: inner, isRequired: required.includes(name) }),
  ])
  return [`${indent}{`, ...fields, `${indent}},`]
}

function fieldLines(
  name: string,
  { properties, items, examples = [], default: byDefault, ...rest }: Schema,
  { parent, indent, isRequired }: { parent: string; indent: string; isRequired: boolean },
): string[] {
  const key = `${indent}${JSON.stringify(name)}: `
  const isIncluded = isRequired || byDefault !== undefined
  const [example] = examples
  if (properties !== undefined && isIncluded) {
    const [, ...lines] = objectLines({ ...rest, properties }, name, indent)
    return [`${key}{`, ...lines]
  }
  if (items?.properties !== undefined && isIncluded)
    return [`${key}[`, ...objectLines(items, name, `${indent}  `), `${indent}],`]
  if (isRequired && byDefault === undefined)
    return [`${key}${inline(isReference(example) ? example : { env: variableOf(parent, name) })},`]
  const written = `${JSON.stringify(name)}: ${inline(example)},`
  return [`${indent}// ${written}`]
}

function choicesIn({ anyOf: [scalar] = [] }: Schema): string {
  return scalar?.enum === undefined ? '' : ` One of ${scalar.enum.map(inline).join(', ')}.`
}

/** The default of a field that is commented out. */
function defaultOf({ default: byDefault, properties }: Schema): string {
  return byDefault === undefined || properties !== undefined ? '' : ` Default: ${inline(byDefault)}.`
}

function isReference(value: unknown): value is { env: string } {
  return isObject(value) && typeof value.env === 'string'
}

/** The environment variable of a required field, such as MERCHANT_ID. */
function variableOf(parent: string, name: string): string {
  const words = parent === 'merchants' ? `merchant_${name}` : name
  return words.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}

/** A JSON value in one line, with spaces. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${inline(inner)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

/** A text in comment lines. */
function comment(text: string, indent: string): string[] {
  const start = `${indent}// `
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && start.length + line.length + 1 + word.length > maxLineCharacters) {
      lines.push(start + line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, start + line]
}
