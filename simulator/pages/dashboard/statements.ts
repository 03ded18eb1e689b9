// The statements of the contract about each operation, for the links of the timeline: its requirements and unspecified behaviors.

import { operationIds } from '../../../spec/operations.ts'
import { requirements } from '../../../spec/requirements.ts'
import { placesOf } from '../../../spec/statements.ts'
import { unspecifiedBehaviors } from '../../../spec/unspecified.ts'

/** The statements by operation, and those about webhooks as `webhook`. */
export function statementsByPlace() {
  const places = [...operationIds, 'webhook'].map((name) => {
    const concerns = (statement: { section: string; places: string }) =>
      placesOf(statement).some((place) => place === name || place.startsWith(`${name}/`))
    const required = Object.entries(requirements).filter(([, statement]) => concerns(statement))
    const open = Object.entries(unspecifiedBehaviors).filter(([, statement]) => concerns(statement))
    const statements = {
      requirements: required.map(([id, { statement }]) => ({ id, text: statement })),
      unspecified: open.map(([id, { question }]) => ({ id, text: question })),
    }
    return [name, statements] as const
  })
  return Object.fromEntries(places)
}
