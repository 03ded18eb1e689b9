// The files that a command line names: scenarios to read, and reports to write.

import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorMessage, UsageError } from '../../core/errors.ts'

const catalog = 'scenarios/catalog'

/** Files as they are, and every .json file of directories. Throws a UsageError for paths that do not exist. */
export function scenarioFiles(paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => {
    if (!existsSync(path))
      throw new UsageError(
        `There is no scenario at ${path}.`,
        'It is neither a file nor a directory.',
        'Give the path of a scenario, or of a directory with scenarios.',
      )
    if (!statSync(path).isDirectory()) return [path]
    return readdirSync(path)
      .filter((entry) => entry.endsWith('.json'))
      .sort()
      .map((entry) => join(path, entry))
  })
  if (files.length > 0) return files
  throw new UsageError(
    `There are no scenarios in ${paths.join(', ')}.`,
    'A scenario is a file whose name ends in .json.',
    'Give a directory with scenarios.',
  )
}

/** The scenarios that replay runs by default. */
export function catalogFiles(): string[] {
  if (existsSync(catalog)) return scenarioFiles([catalog])
  throw new UsageError(
    'No scenario was given.',
    `The default is ${catalog}, and there is no such directory here.`,
    'Give a scenario or a directory of scenarios, or change to a clone of paytwin.',
  )
}

/** Writes a file, and its directory if there is none. Throws a UsageError if that is not possible. */
export function writeText(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  } catch (error) {
    throw new UsageError(
      `Cannot write ${path}.`,
      `${errorMessage(error)}.`,
      'Give a path that you may write to.',
    )
  }
}
