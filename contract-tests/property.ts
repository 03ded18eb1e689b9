// What a property is, and how one is written.
//
//   export const partialPayments = [
//     property({
//       resource: 'partial-payments',
//       title: 'a refund request blocks an unforced closing',
//       kind: 'example',
//       level: 'money',
//       needs: ['shopper'],
//       checks: ['partial-payments.unforced-refund-request-blocks'],
//       async run(it) {
//         const order = await partiallyPaid(it)                      // steps that must succeed are preconditions
//         await it.requestRefund(order.transactionId)
//         const answer = await it.client.call('closePartialPayment', closing(it, order, { forceUpdate: false }))
//         it.refuses('partial-payments.unforced-refund-request-blocks', answer, 'the shopper asked for the money back')
//       },
//     }),
//   ]
//
// Generated inputs: inside `run`, `await it.forAll(arbitrary, async (it, value) => { … })`; each run has a world of its
// own where the deployment can give one. The rules: send only what every lawful deployment must accept; assert only what
// the contract states; every step that is not the check itself is a precondition (`it.given`), so that a deployment that fails
// there makes the property inconclusive and not a failure of the wrong requirement; take ids from `it.id`.

import type { RequirementId } from '../spec/requirements.ts'
import type { ResourceName } from '../spec/resource-names.ts'
import type { Context } from './context.ts'
import type { Level, Role } from './target.ts'

/**
 * An example: no randomness. A property: generated inputs. A ladder: several faults at once, each row mends one.
 * A model: sequences across operations, time and webhooks.
 */
export type Kind = 'example' | 'property' | 'ladder' | 'model'

/** What a property cannot do without, beside a first merchant and a shopper who is ready. */
export type Need =
  | 'clock'
  | 'shopper'
  | 'webhooks'
  | 'secondMerchant'
  | 'bankAccount'
  | 'statusIntegers'
  | `shopper.${Role}`
  | `fixture.${string}`

export interface Property {
  resource: ResourceName
  title: string
  kind: Kind
  level: Level
  needs?: readonly Need[]
  /** The requirements that it is there to check. */
  checks: readonly RequirementId[]
  run: (it: Context) => Promise<void>
}

/** Declares a property. */
export function property(declared: Property): Property {
  return declared
}
