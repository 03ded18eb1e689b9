// Prints internal errors of the simulator, which goes on running.

import { errorStack, InvariantError } from '../../core/errors.ts'
import { Redactor } from '../../core/redaction.ts'
import { printable } from '../../core/terminal-text.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'

/** Prints an internal error; one that is not an InvariantError with its stack. */
export function reportInternalError(error: unknown): void {
  const text = error instanceof InvariantError ? error.message : errorStack(error)
  const shown = printable(new Redactor(redactionPolicy).text(text))
  console.error(`paytwin: internal error: ${shown.replaceAll('\n', '\n  ')}`)
}
