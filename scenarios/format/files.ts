// The scenario files that a command line names.

import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../core/errors.ts'

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
