// Prints internal errors of the simulator, which goes on running.

import { InvariantError } from '../../core/errors.ts'
import { printable } from '../../core/terminal-text.ts'

/** Prints an internal error; one that is not an InvariantError with its stack. */
export function reportInternalError(error: unknown): void {
  const text =
    error instanceof InvariantError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error)
  console.error(`paytwin: internal error: ${printable(text).replaceAll('\n', '\n  ')}`)
}
