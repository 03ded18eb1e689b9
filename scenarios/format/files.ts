// The scenario files that a command line names: files, directories, patterns, and shipped scenarios by name.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { globSync, isDynamicPattern } from 'tinyglobby'
import { UsageError } from '../../core/errors.ts'
import { isObject, valueAt } from '../../core/json.ts'
import { nearest } from '../../core/nearest.ts'
import { pathFrom } from './scenario.ts'
import { readScenarioText } from './scenario-text.ts'

/** In place of a path: a shipped scenario, by its name or the beginning of it. */
const shipped = /^@(?=[\w-]+$)/

/**
 * Files as they are, and the scenarios of directories and patterns: Arazzo documents that no other one of them imports.
 * Throws a UsageError for paths that do not exist.
 */
export function scenarioFiles(paths: readonly string[]): string[] {
  const files = paths.flatMap(filesAt)
  if (files.length > 0) return files
  throw new UsageError(
    `There are no scenarios in ${paths.join(', ')}.`,
    'A scenario is an Arazzo document whose name ends in .json, .yaml or .yml.',
    'Give a directory with scenarios.',
  )
}

/** The scenarios that come with paytwin. */
export function catalogFiles(): string[] {
  const directory = fileURLToPath(new URL('../catalog', import.meta.url))
  const local = relative(process.cwd(), directory)
  const shown = local.startsWith('..') || isAbsolute(local) ? directory : local
  return readdirSync(directory)
    .sort()
    .map((name) => join(shown, name))
}

function filesAt(path: string): string[] {
  if (existsSync(path))
    return statSync(path).isDirectory() ? scenariosIn('**/*.{json,yaml,yml}', path) : [path]
  if (shipped.test(path)) return [shippedFile(path.replace(shipped, ''))]
  const parts = path.split('/')
  const fixed = parts.findIndex((part) => isDynamicPattern(part))
  if (fixed >= 0)
    return scenariosIn(parts.slice(fixed).join('/'), parts.slice(0, fixed).join('/') || rootOf(path))
  throw new UsageError(
    `There is no scenario at ${path}.`,
    'It is neither a file, a directory nor a pattern.',
    'Give the path of a scenario, or of a directory with scenarios, or the name of a shipped one, such as @lookups.',
  )
}

function rootOf(path: string): string {
  return path.startsWith('/') ? '/' : '.'
}

function shippedFile(name: string): string {
  const files = new Map(catalogFiles().map((file) => [file.replace(/^.*[/\\]|\.json$/g, ''), file]))
  const exact = files.get(name)
  if (exact !== undefined) return exact
  const found = [...files].filter(([one]) => one.startsWith(name))
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only[1]
  const names = found.length > 0 ? found.map(([one]) => one) : nearest(name, [...files.keys()])
  throw new UsageError(
    `${found.length === 0 ? 'No' : 'More than one'} shipped scenario has a name that begins with "${name}".`,
    'The names are those of the files in scenarios/catalog.',
    `Give one, such as ${names.map((one) => `@${one}`).join(', ')}.`,
  )
}

/** The Arazzo documents that match a pattern and that no other one of them imports. */
function scenariosIn(pattern: string, directory: string): string[] {
  const options = { cwd: directory, ignore: ['**/node_modules/**'], expandDirectories: false }
  const documents = globSync(pattern, { ...options, followSymbolicLinks: false })
    .sort()
    .map((file) => join(directory, file))
    .flatMap((file) => importsOf(file) ?? [])
  const imported = new Set(documents.flatMap(({ imports }) => imports))
  return documents.flatMap(({ file }) => (imported.has(resolve(file)) ? [] : [file]))
}

/** The files that an Arazzo document imports; undefined for another document. One with a syntax error may be a scenario. */
function importsOf(file: string): { file: string; imports: string[] } | undefined {
  const read = readScenarioText(file)
  if (!('value' in read))
    return /^\s*(\{\s*)?["']?arazzo["']?\s*:/m.test(readFileSync(file, 'utf8'))
      ? { file, imports: [] }
      : undefined
  if (!isObject(read.value) || !('arazzo' in read.value)) return undefined
  const sources = valueAt(read.value, 'sourceDescriptions')
  const imports = (Array.isArray(sources) ? sources : []).flatMap((source: unknown) => {
    const url = valueAt(source, 'url')
    return valueAt(source, 'type') === 'arazzo' && typeof url === 'string' ? [pathFrom(file, url)] : []
  })
  return { file, imports }
}
