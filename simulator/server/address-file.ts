// The file with the addresses of a served simulator, for programs that start it and need to know when and where it is ready.

import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { errorMessage, UsageError } from '../../core/errors.ts'

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

/** Writes the file whole, so that a reader never sees a part of it, and removes it when the act has ended. */
export async function withAddressFile(
  file: string | undefined,
  address: Address,
  act: () => Promise<void>,
): Promise<void> {
  if (file === undefined) return act()
  const part = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(part, `${JSON.stringify({ ...address, pid: process.pid }, null, 2)}\n`, { mode: 0o600 })
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw new UsageError(
      `The address file ${file} cannot be written.`,
      `${errorMessage(error)}.`,
      'Use the path of a file in an existing directory that you have permission to write to.',
    )
  }
  try {
    await act()
  } finally {
    rmSync(file, { force: true })
  }
}
