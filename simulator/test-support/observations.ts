// What a person outside sees of each assumption of each unspecified behavior, all rooms of the register together.

import { accessObservations } from './observations/access.ts'
import { responseObservations } from './observations/answers.ts'
import { checkoutObservations } from './observations/checkout.ts'
import type { Observations } from './observations/observation.ts'
import { payoutObservations } from './observations/payouts.ts'
import { subscriptionObservations } from './observations/subscriptions.ts'
import { transactionObservations } from './observations/transactions.ts'
import { webhookObservations } from './observations/webhooks.ts'

export const observations: Observations = {
  ...accessObservations,
  ...responseObservations,
  ...transactionObservations,
  ...checkoutObservations,
  ...payoutObservations,
  ...subscriptionObservations,
  ...webhookObservations,
}
