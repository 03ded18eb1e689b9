// The register of open items: what the contract does not show, each with the lawful stand-ins for it.
// None of it is ever stated in the document as fact, nor asserted by the contract suite.

import { accessItems } from './open-items/access.ts'
import { answerItems } from './open-items/answers.ts'
import { checkoutItems } from './open-items/checkout.ts'
import { payoutItems } from './open-items/payouts.ts'
import { subscriptionItems } from './open-items/subscriptions.ts'
import { transactionItems } from './open-items/transactions.ts'
import { webhookItems } from './open-items/webhooks.ts'

/** Every open item by its permanent id. */
export const openItems = {
  ...accessItems,
  ...answerItems,
  ...transactionItems,
  ...checkoutItems,
  ...payoutItems,
  ...subscriptionItems,
  ...webhookItems,
} as const

export type OpenItemId = keyof typeof openItems
export const openItemIds = Object.keys(openItems) as OpenItemId[]

/** The names of an item's lawful stand-ins. */
export type StandInName<Id extends OpenItemId> = keyof (typeof openItems)[Id]['standIns'] & string
