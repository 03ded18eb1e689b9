// Where a fault of the simulator itself is told: loudly, and the process goes on.

import { BrokenPromise } from './world/errors.ts'

export function tellFault(error: unknown): void {
  const words =
    error instanceof BrokenPromise
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error)
  console.error(`paytwin: a fault of its own: ${words}`)
}
