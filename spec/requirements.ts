// The register of requirements: everything that the contract states, by permanent id, one file per resource. What it does not
// state is in open-items.ts.

import { authenticationRequirements } from './requirements/authentication.ts'
import { balancesRequirements } from './requirements/balances.ts'
import { bankPaymentsRequirements } from './requirements/bank-payments.ts'
import { banksRequirements } from './requirements/banks.ts'
import { cartsRequirements } from './requirements/carts.ts'
import { currenciesRequirements } from './requirements/currencies.ts'
import { customersRequirements } from './requirements/customers.ts'
import { exchangePaymentsRequirements } from './requirements/exchange-payments.ts'
import { invoicesRequirements } from './requirements/invoices.ts'
import { limitsRequirements } from './requirements/limits.ts'
import { partialPaymentsRequirements } from './requirements/partial-payments.ts'
import { payoutsRequirements } from './requirements/payouts.ts'
import { qrTransactionsRequirements } from './requirements/qr-transactions.ts'
import { serviceRequirements } from './requirements/service.ts'
import { settlementsRequirements } from './requirements/settlements.ts'
import { shoppersRequirements } from './requirements/shoppers.ts'
import { storesRequirements } from './requirements/stores.ts'
import { subscriptionsRequirements } from './requirements/subscriptions.ts'
import { transactionsRequirements } from './requirements/transactions.ts'
import { webhooksRequirements } from './requirements/webhooks.ts'
import type { Requirement } from './statements.ts'

/** Every requirement by its permanent id. */
export const requirements = {
  ...serviceRequirements,
  ...limitsRequirements,
  ...authenticationRequirements,
  ...cartsRequirements,
  ...customersRequirements,
  ...invoicesRequirements,
  ...qrTransactionsRequirements,
  ...exchangePaymentsRequirements,
  ...bankPaymentsRequirements,
  ...transactionsRequirements,
  ...settlementsRequirements,
  ...partialPaymentsRequirements,
  ...payoutsRequirements,
  ...currenciesRequirements,
  ...balancesRequirements,
  ...banksRequirements,
  ...storesRequirements,
  ...shoppersRequirements,
  ...subscriptionsRequirements,
  ...webhooksRequirements,
} as const

export type RequirementId = keyof typeof requirements
export const requirementIds = Object.keys(requirements) as RequirementId[]

/** The requirements that a client could see broken, by id. */
export const observableRequirementIds = requirementIds.filter((id) => isObservable(requirements[id]))

/** Whether a client could see a requirement broken. */
export function isObservable({ observable }: Requirement): boolean {
  return 'yes' in observable
}
