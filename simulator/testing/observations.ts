// What a person outside sees of each stand-in of each open item, all rooms of the register together.

import { accessObservations } from './observations/access.ts'
import { answerObservations } from './observations/answers.ts'
import { checkoutObservations } from './observations/checkout.ts'
import type { Observations } from './observations/observation.ts'
import { payoutObservations } from './observations/payouts.ts'
import { subscriptionObservations } from './observations/subscriptions.ts'
import { transactionObservations } from './observations/transactions.ts'
import { webhookObservations } from './observations/webhooks.ts'

export const observations: Observations = {
  ...accessObservations,
  ...answerObservations,
  ...transactionObservations,
  ...checkoutObservations,
  ...payoutObservations,
  ...subscriptionObservations,
  ...webhookObservations,
}
