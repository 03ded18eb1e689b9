// Reading the files that a person names on the command line, with every fault told by its place.

import { readFile } from 'node:fs/promises'
import type { ZodIssue } from 'zod'
import { UsageError } from '../world/errors.ts'
import type { WrittenChoice, WrittenChoices } from '../world/stand-ins.ts'
import type { WorldFile } from '../world/world-file.ts'
import { readJson } from './json-text.ts'

/** The JSON value of a file; `what` says which kind of file it should be, such as "world file". */
export async function readJsonFile(path: string, what: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw new UsageError(
      `The ${what} ${path} cannot be read.`,
      error instanceof Error ? `${error.message}.` : String(error),
      'Give the path of a file that exists and that you may read.',
    )
  }
  const read = readJson(text.replace(/^\uFEFF/, ''))
  if (read.ok) return read.value
  throw new UsageError(
    `The ${what} ${path} is not JSON.`,
    `At line ${read.line}, column ${read.column}: expected ${read.wanted}.`,
    'Mend it there; comments, trailing commas and single quotes are no part of JSON.',
  )
}

/** Reads and checks a world file; the schema is loaded only here, for most starts do without. */
export async function readWorldFile(path: string): Promise<WorldFile> {
  const written = await readJsonFile(path, 'world file')
  const { WorldFileSchema } = await import('../world/world-file.ts')
  const read = WorldFileSchema.safeParse(written)
  if (read.success) return read.data
  const faults = read.error.issues.map(faultLine)
  const shown = faults.slice(0, mostFaults)
  if (faults.length > shown.length) shown.push(`and ${faults.length - shown.length} more`)
  throw new UsageError(
    `The world file ${path} has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}.`,
    shown.join('\n'),
    'Mend it; "paytwin world" prints the world that is served without one, to begin with.',
  )
}

const mostFaults = 20

function faultLine(issue: ZodIssue): string {
  const place = issue.path.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
    '',
  )
  return `${place === '' ? 'the file' : place}: ${faultText(issue)}`
}

function faultText(issue: ZodIssue): string {
  if (issue.code === 'invalid_type')
    return issue.received === 'undefined'
      ? `is missing; expected ${issue.expected}`
      : `is ${issue.received}; expected ${issue.expected}`
  if (issue.code === 'unrecognized_keys')
    return `holds ${issue.keys.map((key) => `"${key}"`).join(', ')}, which a world file does not know`
  return issue.message
}

/** Reads and checks a file of stand-ins: the id of an open item with the stand-in for it. */
export async function readStandInsFile(path: string): Promise<WrittenChoices> {
  const written = await readJsonFile(path, 'stand-ins file')
  if (!isChoices(written)) {
    throw new UsageError(
      `The stand-ins file ${path} has another form.`,
      'It holds an object: ids of open items with the name of a stand-in, or with { "use": name, "value": data }.',
      'Write it like { "offers.repeated": "refused" }.',
    )
  }
  const { StandIns } = await import('../world/stand-ins.ts')
  try {
    StandIns.from(written)
  } catch (error) {
    if (error instanceof UsageError)
      throw new UsageError(`In the stand-ins file ${path}: ${error.fact}`, error.detail, error.remedy)
    throw error
  }
  return written
}

function isChoices(value: unknown): value is WrittenChoices {
  return isObject(value) && Object.values(value).every(isChoice)
}

function isChoice(value: unknown): value is WrittenChoice {
  if (typeof value === 'string') return true
  if (!isObject(value) || !Object.hasOwn(value, 'value')) return false
  const { use } = value
  return use === undefined || typeof use === 'string'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
