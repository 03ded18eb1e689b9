// The scenario files that a command line names: files, directories, and shipped scenarios by name.

import { readdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../core/errors.ts'
import { valueAt } from '../core/json.ts'
import { nearest } from '../core/nearest.ts'
import { pathFrom, readDocument } from './load.ts'

/** The files of paths; the shipped catalog by default. Throws a UsageError for paths that do not exist. */
export function scenarioFiles(paths: readonly string[]): string[] {
  const files = paths.length === 0 ? catalogFiles() : paths.flatMap(filesAt)
  if (files.length > 0) return files
  throw new UsageError(
    `There are no scenarios in ${paths.join(', ')}.`,
    'A scenario is an Arazzo document whose name ends in .json, .yaml or .yml.',
    'Give a directory with scenarios.',
  )
}

function catalogFiles(): string[] {
  const directory = fileURLToPath(new URL('./catalog', import.meta.url))
  const local = relative(process.cwd(), directory)
  return scenariosIn(local.startsWith('..') ? directory : local)
}

function filesAt(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats !== undefined) return stats.isDirectory() ? scenariosIn(path) : [path]
  const catalog = catalogFiles()
  const names = catalog.map((file) => `@${file.replace(/^.*[/\\]|\.json$/g, '')}`)
  const found = names.includes(path)
    ? [path]
    : names.filter((name) => path.length > 1 && name.startsWith(path))
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return [catalog[names.indexOf(only)] ?? '']
  const meant = found.length > 0 ? found : nearest(path, names)
  throw new UsageError(
    `There is no scenario at ${path}.`,
    'It is neither a file or a directory, nor the beginning of the name of one shipped scenario.',
    `Give the path of a scenario, or the name of a shipped one, such as ${meant.join(', ')}.`,
  )
}

/** The Arazzo documents below a directory that no other one of them imports. One that cannot be read may be a scenario. */
function scenariosIn(directory: string): string[] {
  const found = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(json|ya?ml)$/i.test(file) && !/(^|[/\\])node_modules[/\\]/.test(file))
    .sort()
    .map((name) => ({ file: join(directory, name), read: readDocument(join(directory, name)) }))
    .filter(({ read }) => 'message' in read || valueAt(read.value, 'arazzo') !== undefined)
  const imported = found.flatMap(({ file, read }) => {
    const sources = 'message' in read ? [] : valueAt(read.value, 'sourceDescriptions')
    return (Array.isArray(sources) ? sources : []).map(({ url }) => pathFrom(file, String(url)))
  })
  return found.flatMap(({ file }) => (imported.includes(resolve(file)) ? [] : [file]))
}
