// Reading the files that a person names on the command line, with every fault told by its place.

import { readFile } from 'node:fs/promises'
import { isChoices } from '../options.ts'
import { UsageError } from '../world/errors.ts'
import { readWorld } from '../world/read-world.ts'
import type { WrittenChoices } from '../world/stand-ins.ts'
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
