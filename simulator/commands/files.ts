// Reads the files that a user names on the command line. Errors name the place in the file.

import { fstatSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { errorMessage, UsageError, usageErrorsOf } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { readJson } from '../../core/read-json.ts'
import { isChoice, isChoices } from '../options/assumption-choices.ts'
import { optionRules } from '../options/simulator-options.ts'
import type { Plugin } from '../plugin.ts'
import type { Snapshot } from '../sandbox/snapshot.ts'
import type { AssumptionChoices } from '../world/assumptions.ts'
import { readWorld } from '../world/read-world.ts'
import type { WorldFile } from '../world/world-file.ts'

/** The text of a file, or of standard input for `-`; `what` is the kind of file in messages, such as "world file". */
export async function readTextFile(path: string, what: string): Promise<string> {
  try {
    // A device such as /dev/zero never ends. Standard input may be a terminal.
    const isInput = path === '-'
    if ((isInput ? fstatSync(0) : statSync(path)).isCharacterDevice() && !(isInput && process.stdin.isTTY))
      throw new Error('It is a device')
    return isInput ? await textOf(process.stdin) : await readFile(path, 'utf8')
  } catch (error) {
    throw new UsageError(
      `The ${what} ${path} cannot be read.`,
      `${errorMessage(error)}.`,
      'Use the path of an existing file that you have permission to read.',
    )
  }
}

/** The JSON value of a file, or of standard input for `-`; `what` is the kind of file in messages, such as "world file". */
export async function readJsonFile(path: string, what: string): Promise<unknown> {
  const read = readJson(await readTextFile(path, what))
  if (read.ok) return read.value
  throw new UsageError(
    `The ${what} ${path} is not valid JSON.`,
    `${read.problem}.`,
    'Fix it there. JSON has no comments, trailing commas or single quotes.',
  )
}

/** Reads and validates a world file. */
export async function readWorldFile(path: string): Promise<WorldFile> {
  return readWorld(await readJsonFile(path, 'world file'), `world file ${path}`)
}

/** Reads and validates an assumptions file: ids of unspecified behaviors with their options. */
export async function readAssumptionsFile(path: string): Promise<AssumptionChoices> {
  const written = await readJsonFile(path, 'assumptions file')
  if (!isChoices(written)) {
    const [entry] = isObject(written) ? Object.entries(written).filter(([, choice]) => !isChoice(choice)) : []
    throw new UsageError(
      `Invalid assumptions file ${path}.`,
      `${entry === undefined ? '' : `The entry "${entry[0]}" is ${JSON.stringify(entry[1])}. `}Expected ${optionRules.assumptions.expected}.`,
      `Use, for example, ${optionRules.assumptions.example}.`,
    )
  }
  const { Assumptions } = await import('../world/assumptions.ts')
  usageErrorsOf(`Assumptions file ${path}`, () => Assumptions.from(written))
  return written
}

/** Reads a file with a snapshot. Its content is validated when a sandbox starts with it. */
export async function readSnapshotFile(path: string): Promise<Snapshot> {
  const value = await readJsonFile(path, 'snapshot')
  const { asSnapshot } = await import('../sandbox/snapshot.ts')
  return usageErrorsOf(`Snapshot ${path}`, () => asSnapshot(value))
}

/** Reads files with plugins, which have the names of their files. */
export function readPluginFiles(paths: readonly string[]): Promise<Plugin[]> {
  return Promise.all(
    paths.map(async (path) => {
      const { default: plugin } = await importModule(path)
      if (typeof plugin !== 'function')
        throw new UsageError(
          `The plugin ${path} has no function.`,
          `The type of its default export is ${typeof plugin}.`,
          'Begin it with: export default ({ service, sandboxOf }) => {',
        )
      const named: Plugin = (parts) => plugin(parts)
      return Object.defineProperty(named, 'name', { value: basename(path) })
    }),
  )
}

async function importModule(path: string): Promise<{ default?: unknown }> {
  try {
    return await import(pathToFileURL(resolve(path)).href)
  } catch (error) {
    throw new UsageError(
      `The plugin ${path} cannot be imported.`,
      `${errorMessage(error)}.`,
      'Use the path of a JavaScript module, such as plugin.mjs.',
    )
  }
}
