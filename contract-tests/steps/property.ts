// The parts of a property, and an example of one:
//
//   async run(it) {
//     const order = await partlyPaidQrOrder(it) // steps that must succeed are preconditions
//     await it.requestRefund(order.transactionId)
//     const response = await close(it, order, { forceUpdate: false })
//     it.refuses('partial-payments.unforced-refund-request-blocks', response, 'a refund is requested')
//   }
//
// Generated inputs: inside `run`, call `await it.forAll(arbitrary, async (it, value) => { … })`. Each run has a new world if the
// deployment isolates.
//
// Rules: Send only what every conforming deployment must accept. Assert only what the contract states. Make each step that is
// not the check itself a precondition (`it.given`): if it fails, the property is inconclusive instead of failing the wrong
// requirement. Take ids from `it.id`.

import { type RequirementId, resourceOf } from '../../spec/requirements.ts'
import type { Context } from './context.ts'
import type { Needing } from './needs.ts'

export interface Property extends Needing {
  title: string
  checks: readonly RequirementId[]
  run: (it: Context) => Promise<void>
}

/** The resource of the first requirement that a property checks, and its title; unique. */
export function nameOf({ checks: [first], title }: Pick<Property, 'checks' | 'title'>): string {
  return `${first === undefined ? '' : resourceOf(first)}: ${title}`
}

export function property(declared: Property): Property {
  return declared
}

type Untitled = Pick<Property, 'checks' | 'run'> & Partial<Property>

/** Declares properties by their titles, with what they have in common. */
export const properties =
  (shared: Pick<Property, 'level'> & Partial<Property>) =>
  (table: Readonly<Record<string, Untitled>>): Property[] =>
    Object.entries(table).map(([title, own]) => ({ ...shared, title, ...own }))
