// The probes of all unspecified behaviors.

import type { Probes } from './probe.ts'
import { authenticationProbes } from './unspecified-probes/authentication.ts'
import { balancesProbes } from './unspecified-probes/balances.ts'
import { bankPaymentsProbes } from './unspecified-probes/bank-payments.ts'
import { banksProbes } from './unspecified-probes/banks.ts'
import { cartsProbes } from './unspecified-probes/carts.ts'
import { currenciesProbes } from './unspecified-probes/currencies.ts'
import { encryptionProbes } from './unspecified-probes/encryption.ts'
import { errorsProbes } from './unspecified-probes/errors.ts'
import { exchangePaymentsProbes } from './unspecified-probes/exchange-payments.ts'
import { invoicesProbes } from './unspecified-probes/invoices.ts'
import { limitsProbes } from './unspecified-probes/limits.ts'
import { partialPaymentsProbes } from './unspecified-probes/partial-payments.ts'
import { payoutsProbes } from './unspecified-probes/payouts.ts'
import { qrTransactionsProbes } from './unspecified-probes/qr-transactions.ts'
import { serviceProbes } from './unspecified-probes/service.ts'
import { settlementsProbes } from './unspecified-probes/settlements.ts'
import { shoppersProbes } from './unspecified-probes/shoppers.ts'
import { storesProbes } from './unspecified-probes/stores.ts'
import { subscriptionsProbes } from './unspecified-probes/subscriptions.ts'
import { transactionsProbes } from './unspecified-probes/transactions.ts'
import { webhooksProbes } from './unspecified-probes/webhooks.ts'

export const unspecifiedProbes: Probes = {
  ...serviceProbes,
  ...limitsProbes,
  ...errorsProbes,
  ...authenticationProbes,
  ...encryptionProbes,
  ...cartsProbes,
  ...invoicesProbes,
  ...qrTransactionsProbes,
  ...exchangePaymentsProbes,
  ...bankPaymentsProbes,
  ...transactionsProbes,
  ...settlementsProbes,
  ...partialPaymentsProbes,
  ...payoutsProbes,
  ...currenciesProbes,
  ...balancesProbes,
  ...banksProbes,
  ...storesProbes,
  ...shoppersProbes,
  ...subscriptionsProbes,
  ...webhooksProbes,
}
