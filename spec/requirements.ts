// All requirements: everything that the contract states, by permanent id, one file per resource. What it leaves open is in
// unspecified.ts.

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
import { type ResourceName, resourceNames } from './resource-names.ts'
import { mapValues, type Requirement, type WrittenRequirement, withBasis } from './statements.ts'

const rows = {
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

export type RequirementId = keyof typeof rows

/** Every requirement by its permanent id. */
export const requirements: Readonly<Record<RequirementId, Requirement>> = mapValues<
  RequirementId,
  WrittenRequirement,
  Requirement
>(rows, withBasis)
export const requirementIds = Object.keys(requirements) as RequirementId[]

/** The ids of the requirements whose violation a client can see. */
export const observableRequirementIds = requirementIds.filter((id) => isObservable(requirements[id]))

/** True if a client can see a violation of the requirement. */
export function isObservable(requirement: Requirement): boolean {
  return requirement.notObservable === undefined
}

/** The resource of a requirement: the part of its id before the dot. */
export function resourceOf(id: RequirementId): ResourceName {
  return id.split('.')[0] as ResourceName
}

/** The resources that have an observable requirement. Reports group verdicts by them. */
export const observableResources = resourceNames.filter((name) =>
  observableRequirementIds.some((id) => resourceOf(id) === name),
)
