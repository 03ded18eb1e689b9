// The files that commands write: checked when a command starts, and replaced as a whole, so that readers never see a part of one.

import { randomBytes } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { errorMessage, UsageError } from './errors.ts'

/** Checks that a file can be written, and creates its directory. Throws a UsageError if it cannot. */
export function checkOutput(path: string): void {
  orUsageError(path, () => {
    const existing = statSync(path, { throwIfNoEntry: false })
    if (existing?.isDirectory()) throw new Error('It is a directory')
    if (existing !== undefined) accessSync(path, constants.W_OK)
    if (isReplaceable(path, existing)) checkDirectory(dirname(realPath(path)))
    // Opening a pipe waits for its reader.
    else if (existing?.isFIFO() !== true) writeNothing(path)
  })
}

/** Checks that files can be written to a directory, and creates it. Throws a UsageError if they cannot. */
export function checkOutputDirectory(path: string): void {
  orUsageError(path, () => checkDirectory(path))
}

/** True if a file is replaced as a whole. A device or a pipe is written to. */
function isReplaceable(
  path: string,
  existing: Stats | undefined = statSync(path, { throwIfNoEntry: false }),
): boolean {
  return existing === undefined || (existing.isFile() && !/^\/(?:dev|proc)\//.test(resolve(path)))
}

/**
 * Writes a file, with the permissions of `mode` if it is new. One that exists is replaced at once, and keeps its permissions.
 * Throws a UsageError if that is not possible.
 */
export async function writeOutput(path: string, text: string, mode = 0o666): Promise<void> {
  try {
    const existing = statSync(path, { throwIfNoEntry: false })
    if (isReplaceable(path, existing))
      await replace(realPath(path), text, existing === undefined ? mode : existing.mode & 0o777)
    else await writeFile(path, text, { flag: 'a' })
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

async function replace(path: string, text: string, mode: number): Promise<void> {
  const temporary = temporaryPath(path)
  try {
    await writeFile(temporary, text, { flag: 'wx', mode })
    await rename(temporary, path).catch((error: NodeJS.ErrnoException) => {
      // A file that is mounted by itself cannot be replaced.
      if (error.code === 'EBUSY') return writeFile(path, text)
      throw error
    })
  } finally {
    await rm(temporary, { force: true })
  }
}

function checkDirectory(path: string): void {
  makeDirectory(path)
  const probe = temporaryPath(join(path, 'probe'))
  try {
    writeFileSync(probe, '\n', { flag: 'wx' })
  } finally {
    rmSync(probe, { force: true })
  }
}

/** Creates a directory with those above it. The recursive form of `mkdirSync` never returns for a path such as /proc/x. */
function makeDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = dirname(path)
  if (parent !== path) makeDirectory(parent)
  mkdirSync(path)
}

function writeNothing(path: string): void {
  const file = openSync(path, 'a')
  try {
    writeSync(file, '')
  } finally {
    closeSync(file)
  }
}

/** The file that a symbolic link leads to: the link itself is kept. */
function realPath(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync(path)
}

// The name is random, so that nobody can place a link there.
function temporaryPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
}

function orUsageError(path: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

function cannotWrite(path: string, error: unknown): UsageError {
  return new UsageError(
    `Cannot write ${path}.`,
    `${errorMessage(error)}.`,
    'Use a writable path on a disk with free space.',
  )
}
