// All unspecified behaviors: what the contract does not show, each with the permitted options. The document states none of
// them as fact, and the conformance suite asserts none of them.

import { authenticationUnspecified } from './unspecified/authentication.ts'
import { balancesUnspecified } from './unspecified/balances.ts'
import { bankPaymentsUnspecified } from './unspecified/bank-payments.ts'
import { banksUnspecified } from './unspecified/banks.ts'
import { cartsUnspecified } from './unspecified/carts.ts'
import { currenciesUnspecified } from './unspecified/currencies.ts'
import { encryptionUnspecified } from './unspecified/encryption.ts'
import { errorsUnspecified } from './unspecified/errors.ts'
import { exchangePaymentsUnspecified } from './unspecified/exchange-payments.ts'
import { invoicesUnspecified } from './unspecified/invoices.ts'
import { limitsUnspecified } from './unspecified/limits.ts'
import { partialPaymentsUnspecified } from './unspecified/partial-payments.ts'
import { payoutsUnspecified } from './unspecified/payouts.ts'
import { qrTransactionsUnspecified } from './unspecified/qr-transactions.ts'
import { serviceUnspecified } from './unspecified/service.ts'
import { settlementsUnspecified } from './unspecified/settlements.ts'
import { shoppersUnspecified } from './unspecified/shoppers.ts'
import { storesUnspecified } from './unspecified/stores.ts'
import { subscriptionsUnspecified } from './unspecified/subscriptions.ts'
import { transactionsUnspecified } from './unspecified/transactions.ts'
import { webhooksUnspecified } from './unspecified/webhooks.ts'

/** Every unspecified behavior by its permanent id. */
export const unspecifiedBehaviors = {
  ...serviceUnspecified,
  ...limitsUnspecified,
  ...errorsUnspecified,
  ...authenticationUnspecified,
  ...encryptionUnspecified,
  ...cartsUnspecified,
  ...invoicesUnspecified,
  ...qrTransactionsUnspecified,
  ...exchangePaymentsUnspecified,
  ...bankPaymentsUnspecified,
  ...transactionsUnspecified,
  ...settlementsUnspecified,
  ...partialPaymentsUnspecified,
  ...payoutsUnspecified,
  ...currenciesUnspecified,
  ...balancesUnspecified,
  ...banksUnspecified,
  ...storesUnspecified,
  ...shoppersUnspecified,
  ...subscriptionsUnspecified,
  ...webhooksUnspecified,
} as const

export type UnspecifiedId = keyof typeof unspecifiedBehaviors
export const unspecifiedIds = Object.keys(unspecifiedBehaviors) as UnspecifiedId[]

/** The names of the options of an unspecified behavior. */
export type OptionName<Id extends UnspecifiedId> = keyof (typeof unspecifiedBehaviors)[Id]['options'] & string
