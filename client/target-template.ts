// The target file that `verify --init` writes: each field with its description, those that are not needed in comments.

import { readFileSync, writeFileSync } from 'node:fs'
import { errorMessage, UsageError } from '../core/errors.ts'
import { isObject } from '../core/json.ts'

/** What is read of the schema of target files. */
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
  return `${lines.join('\n').replace(/,$/, '')}\n`
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
  if (name === '$schema') return [`${key}${JSON.stringify(example)},`]
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
