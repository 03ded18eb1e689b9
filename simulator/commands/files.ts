// Reading the files that a person names on the command line, with every fault told by its place.

import { readFile } from 'node:fs/promises'
import { UsageError } from '../../core/errors.ts'
import { isChoices } from '../options/simulator-options.ts'
import type { AssumptionChoices } from '../world/assumptions.ts'
import { readWorld } from '../world/read-world.ts'
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

/** Reads and checks a world file. */
export async function readWorldFile(path: string): Promise<WorldFile> {
  return readWorld(await readJsonFile(path, 'world file'), `The world file ${path}`)
}

/** Reads and checks a file of assumptions: the id of an unspecified behavior with the assumption for it. */
export async function readAssumptionsFile(path: string): Promise<AssumptionChoices> {
  const written = await readJsonFile(path, 'assumptions file')
  if (!isChoices(written)) {
    throw new UsageError(
      `The assumptions file ${path} has another form.`,
      'It holds an object: ids of unspecified behaviors with the name of a assumption, or with { "use": name, "value": data }.',
      'Write it like { "transactions.repeated-order": "refused" }.',
    )
  }
  const { Assumptions } = await import('../world/assumptions.ts')
  try {
    Assumptions.from(written)
  } catch (error) {
    if (error instanceof UsageError)
      throw new UsageError(`In the assumptions file ${path}: ${error.fact}`, error.detail, error.remedy)
    throw error
  }
  return written
}
