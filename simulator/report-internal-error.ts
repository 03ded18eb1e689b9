// Where a fault of the simulator itself is told: loudly, and the process goes on.

import { InvariantError } from '../core/errors.ts'

export function reportInternalError(error: unknown): void {
  const words =
    error instanceof InvariantError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error)
  console.error(`paytwin: a fault of its own: ${words}`)
}
