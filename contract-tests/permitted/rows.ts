// Behaviors that a conforming deployment may have otherwise than the suite expects: one row each, by its permanent id. A check that asks about a
// row is inconclusive by its id, unless what the row says is ruled out. No other file says it.

import { behaviors } from './behaviors.ts'
import { inputs } from './inputs.ts'

/** The id of a row that checks can ask about. */
export type PermittedId = keyof typeof behaviors

/** Every row by its id. */
export const permittedRows = { ...behaviors, ...inputs }

/** Why there is no verdict: the row, what rules it out, and what was seen. */
export function permittedReason(id: PermittedId, detail?: string): string {
  const { says, rulesOut } = behaviors[id]
  return `${id}: ${says} ${rulesOut}${detail === undefined ? '' : ` Actual: ${detail}`}`
}
