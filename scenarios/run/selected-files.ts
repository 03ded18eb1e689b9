// Which scenarios a replay runs, out of those that the command line names.

import { UsageError } from '../../core/errors.ts'
import { valueAt } from '../../core/json.ts'
import { partOf, shardOf } from '../../core/shard.ts'
import { catalogFiles, scenarioFiles } from '../format/files.ts'
import { readScenarioText } from '../format/scenario-text.ts'

export interface SelectionFlags {
  /** A regular expression for the file or the title. */
  grep?: string
  /** A part of the files, such as `1/4`. */
  shard?: string
}

/** The files of a run; the shipped catalog by default. Only a shard may be empty: other selections then throw a UsageError. */
export function selectedFiles(paths: readonly string[], { grep, shard }: SelectionFlags): string[] {
  const named = paths.length === 0 ? catalogFiles() : scenarioFiles(paths)
  const found = grep === undefined ? named : matching(named, grep)
  // Machines may be more than scenarios: those without one have nothing to do.
  return shard === undefined ? found : partOf(found, shardOf(shard))
}

function matching(files: readonly string[], grep: string): string[] {
  const wanted = patternOf(grep)
  const found = files.filter((file) => wanted.test(file) || wanted.test(titleOf(file)))
  if (found.length > 0) return found
  throw new UsageError(
    `No scenario matches "${grep}".`,
    `Neither the file nor the title of any of the ${files.length} scenarios does.`,
    'Correct the pattern, or omit --grep.',
  )
}

function patternOf(grep: string): RegExp {
  try {
    return new RegExp(grep, 'i')
  } catch {
    throw new UsageError(
      `Invalid value "${grep}" for --grep.`,
      'Expected a regular expression.',
      'Put \\ before special characters such as ( and +.',
    )
  }
}

function titleOf(file: string): string {
  const read = readScenarioText(file)
  return 'value' in read ? String(valueAt(read.value, 'info', 'title') ?? '') : ''
}
