// Every property of the suite, resource by resource.

import type { Property } from './engine/property.ts'
import { merchantAuth } from './properties/authentication/merchant-auth.ts'
import { authentication } from './properties/authentication/tokens.ts'
import { balances } from './properties/balances.ts'
import { bankDurations } from './properties/bank-payments/durations.ts'
import { bankParties } from './properties/bank-payments/parties.ts'
import { bankPayments } from './properties/bank-payments/payments.ts'
import { banks } from './properties/banks.ts'
import { beyondAscii } from './properties/beyond-ascii.ts'
import { carts } from './properties/carts/lines.ts'
import { subscriptionItems } from './properties/carts/subscription-items.ts'
import { currencies } from './properties/currencies.ts'
import { accounts } from './properties/customers/customer-info.ts'
import { shippingAddresses } from './properties/customers/shipping-addresses.ts'
import { exchangeDurations } from './properties/exchange-payments/durations.ts'
import { exchangeErrors } from './properties/exchange-payments/errors.ts'
import { exchangeNames } from './properties/exchange-payments/exchange-names.ts'
import { exchangePayments } from './properties/exchange-payments/payments.ts'
import { payments } from './properties/exchange-payments/shared-with-bank-payments.ts'
import { exchangeChecks } from './properties/exchange-payments/validation.ts'
import { invoices } from './properties/invoices/creation.ts'
import { existingInvoices } from './properties/invoices/existing.ts'
import { orderInfo } from './properties/invoices/order-info.ts'
import { orderSequences } from './properties/invoices/order-sequences.ts'
import { limits } from './properties/limits.ts'
import { partialPayments } from './properties/partial-payments/closing.ts'
import { existingPartialPayments } from './properties/partial-payments/existing.ts'
import { partialPaymentRequests } from './properties/partial-payments/requests.ts'
import { payouts } from './properties/payouts.ts'
import { qrTransactions } from './properties/qr-transactions.ts'
import { service } from './properties/service.ts'
import { shoppers } from './properties/shoppers.ts'
import { stores } from './properties/stores.ts'
import { automaticDebits } from './properties/subscriptions/automatic-debits.ts'
import { existingSubscriptions } from './properties/subscriptions/existing.ts'
import { subscriptions } from './properties/subscriptions/merchant-debits.ts'
import { noAutomaticDebit } from './properties/subscriptions/no-automatic-debit.ts'
import { transactions } from './properties/transactions.ts'
import { customParameters } from './properties/webhooks/custom-parameters.ts'
import { firstUpdates } from './properties/webhooks/first-updates.ts'
import { webhooks } from './properties/webhooks/status-changes.ts'

export const allProperties: readonly Property[] = [
  ...subscriptionItems,
  ...service,
  ...qrTransactions,
  ...accounts,
  ...shippingAddresses,
  ...orderInfo,
  ...orderSequences,
  ...existingInvoices,
  ...merchantAuth,
  ...limits,
  ...invoices,
  ...carts,
  ...authentication,
  ...partialPayments,
  ...partialPaymentRequests,
  ...existingPartialPayments,
  ...transactions,
  ...stores,
  ...shoppers,
  ...payments,
  ...exchangePayments,
  ...exchangeErrors,
  ...exchangeDurations,
  ...exchangeChecks,
  ...exchangeNames,
  ...currencies,
  ...balances,
  ...banks,
  ...bankPayments,
  ...bankParties,
  ...bankDurations,
  ...payouts,
  ...subscriptions,
  ...existingSubscriptions,
  ...automaticDebits,
  ...noAutomaticDebit,
  ...webhooks,
  ...firstUpdates,
  ...customParameters,
  ...beyondAscii,
]
