// The register of requirements: everything that the contract states, by permanent id, one file per resource. What it does not
// state is in open-items.ts.

import { authenticationRequirements } from './requirements/authentication.ts'
import { bankPaymentRequirements } from './requirements/bank-payments.ts'
import { cartRequirements } from './requirements/carts.ts'
import { currencyRequirements } from './requirements/currencies.ts'
import { accountsRequirements } from './requirements/customers.ts'
import { exchangeCheckRequirements } from './requirements/exchange-checks.ts'
import { exchangePaymentRequirements } from './requirements/exchange-payments.ts'
import { invoiceRequirements } from './requirements/invoices.ts'
import { partialPaymentRequirements } from './requirements/partial-payments.ts'
import { payoutRequirements } from './requirements/payouts.ts'
import { qrTransactionRequirements } from './requirements/qr-transactions.ts'
import { serviceRequirements } from './requirements/service.ts'
import { shopperRequirements } from './requirements/shoppers.ts'
import { storeRequirements } from './requirements/stores.ts'
import { subscriptionRequirements } from './requirements/subscriptions.ts'
import { transactionRequirements } from './requirements/transactions.ts'
import { webhookRequirements } from './requirements/webhooks.ts'
import type { Requirement } from './statements.ts'

/** Every requirement by its permanent id. */
export const requirements = {
  ...serviceRequirements,
  ...authenticationRequirements,
  ...cartRequirements,
  ...accountsRequirements,
  ...invoiceRequirements,
  ...qrTransactionRequirements,
  ...exchangeCheckRequirements,
  ...exchangePaymentRequirements,
  ...bankPaymentRequirements,
  ...transactionRequirements,
  ...partialPaymentRequirements,
  ...payoutRequirements,
  ...currencyRequirements,
  ...storeRequirements,
  ...shopperRequirements,
  ...subscriptionRequirements,
  ...webhookRequirements,
} as const

export type RequirementId = keyof typeof requirements
export const requirementIds = Object.keys(requirements) as RequirementId[]

/** The requirements that a client could see broken, by id. */
export const observableRequirementIds = requirementIds.filter((id) => isObservable(requirements[id]))

/** Whether a client could see a requirement broken. */
export function isObservable({ observable }: Requirement): boolean {
  return 'yes' in observable
}
