// The register of unspecified behaviors: what the contract does not show, each with the lawful assumptions for it.
// None of it is ever stated in the document as fact, nor asserted by the contract suite.

import { accessItems } from './unspecified/access.ts'
import { responseItems } from './unspecified/answers.ts'
import { checkoutItems } from './unspecified/checkout.ts'
import { payoutItems } from './unspecified/payouts.ts'
import { subscriptionItems } from './unspecified/subscriptions.ts'
import { transactionItems } from './unspecified/transactions.ts'
import { webhookItems } from './unspecified/webhooks.ts'

/** Every unspecified behavior by its permanent id. */
export const unspecifiedBehaviors = {
  ...accessItems,
  ...responseItems,
  ...transactionItems,
  ...checkoutItems,
  ...payoutItems,
  ...subscriptionItems,
  ...webhookItems,
} as const

export type UnspecifiedId = keyof typeof unspecifiedBehaviors
export const unspecifiedIds = Object.keys(unspecifiedBehaviors) as UnspecifiedId[]

/** The names of an item's lawful assumptions. */
export type OptionName<Id extends UnspecifiedId> = keyof (typeof unspecifiedBehaviors)[Id]['options'] & string
