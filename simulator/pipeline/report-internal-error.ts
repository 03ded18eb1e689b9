// Prints internal errors of the simulator, which goes on running.

import { errorStack, InvariantError } from '../../core/errors.ts'
import { Redactor } from '../../core/redaction.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'

/** Prints an internal error; one that is not an InvariantError with its stack. */
export function reportInternalError(error: unknown): void {
  const text = error instanceof InvariantError ? error.message : errorStack(error)
  console.error(`paytwin: internal error: ${new Redactor(redactionPolicy).text(text)}`)
}
