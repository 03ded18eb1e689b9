// The statements of the contract about an operation: its requirements and unspecified behaviors. Loaded only when a row is opened.

import { requirements } from '../../../spec/requirements.ts'
import { placesOf } from '../../../spec/statements.ts'
import { unspecifiedBehaviors } from '../../../spec/unspecified.ts'

interface Statement {
  id: string
  text: string
}

/** The statements about an operation, or about webhooks. */
export function statementsOf(name: string): { required: Statement[]; open: Statement[] } {
  const concerns = ([, statement]: [string, { section: string; places: string }]) =>
    placesOf(statement).some((place) => place === name || place.startsWith(`${name}/`))
  return {
    required: Object.entries(requirements)
      .filter(concerns)
      .map(([id, { statement }]) => ({ id, text: statement })),
    open: Object.entries(unspecifiedBehaviors)
      .filter(concerns)
      .map(([id, { question }]) => ({ id, text: question })),
  }
}
