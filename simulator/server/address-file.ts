// The file with the addresses of a served simulator, for programs that start it and need to know when and where it is ready.

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { errorMessage, UsageError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'

/** Where a simulator is reached. */
export interface Address {
  /** The origin that this machine reaches it at. */
  url: string
  publicUrl: string
  /** The base URL of the service. */
  baseUrl: string
  controlUrl?: string
  /** A random token of the control API. One that the user chose is not written. */
  controlToken?: string
}

/**
 * Writes the file whole, so that a reader never sees a part of it, and removes it when the act has ended. Another file at its path is
 * neither replaced nor removed, except for one that a simulator which has ended left.
 */
export async function withAddressFile(
  file: string | undefined,
  address: Address,
  act: () => Promise<void>,
): Promise<void> {
  if (file === undefined) return act()
  const text = `${JSON.stringify({ ...address, pid: process.pid }, null, 2)}\n`
  write(file, text)
  try {
    await act()
  } finally {
    if (textOf(file) === text) rmSync(file, { force: true })
  }
}

function write(file: string, text: string): void {
  const part = `${file}.${process.pid}.tmp`
  try {
    const present = textOf(file)
    if (present !== undefined) refuseForeign(file, present)
    writeFileSync(part, text, { mode: 0o600 })
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    if (error instanceof UsageError) throw error
    throw new UsageError(
      `The address file ${file} cannot be written.`,
      `${errorMessage(error)}.`,
      'Use the path of a file in an existing directory that you have permission to write to.',
    )
  }
}

/** The text of a file; undefined if there is none. */
function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function refuseForeign(file: string, text: string): void {
  const { pid, baseUrl } = Object(parseJson(text))
  const isAddress = typeof baseUrl === 'string' && Number.isSafeInteger(pid)
  if (isAddress && (pid === process.pid || !isRunning(pid))) return
  throw new UsageError(
    `The address file ${file} exists.`,
    isAddress ? `The process ${pid}, which still runs, has written it.` : 'paytwin has not written it.',
    'Use another path, or remove the file.',
  )
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Without permission to signal it, the process runs.
    return Object(error).code === 'EPERM'
  }
}
