// Steps of which some may fail without consequence for a check.

import { NotApplicable, PreconditionFailed } from '../observe/violation.ts'

/** Takes steps one after another. One whose precondition fails is left out. */
export async function asFarAsPossible(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      if (!(error instanceof PreconditionFailed || error instanceof NotApplicable)) throw error
    }
  }
}
