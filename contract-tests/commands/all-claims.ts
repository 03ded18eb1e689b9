// Every property of the suite, resource by resource.

import { merchantAuth } from '../claims/authentication/merchant-auth.ts'
import { authentication } from '../claims/authentication/tokens.ts'
import { balances } from '../claims/balances.ts'
import { bankDurations } from '../claims/bank-payments/durations.ts'
import { bankParties } from '../claims/bank-payments/parties.ts'
import { bankPayments } from '../claims/bank-payments/payments.ts'
import { banks } from '../claims/banks.ts'
import { beyondAscii } from '../claims/beyond-ascii.ts'
import { carts } from '../claims/carts/lines.ts'
import { subscriptionItems } from '../claims/carts/subscription-items.ts'
import { currencies } from '../claims/currencies.ts'
import { accounts } from '../claims/customers/customer-info.ts'
import { shippingAddresses } from '../claims/customers/shipping-addresses.ts'
import { exchangeDurations } from '../claims/exchange-payments/durations.ts'
import { exchangeErrors } from '../claims/exchange-payments/errors.ts'
import { exchangeNames } from '../claims/exchange-payments/exchange-names.ts'
import { exchangePayments } from '../claims/exchange-payments/payments.ts'
import { payments } from '../claims/exchange-payments/shared-with-bank-payments.ts'
import { exchangeChecks } from '../claims/exchange-payments/validation.ts'
import { invoices } from '../claims/invoices/creation.ts'
import { existingInvoices } from '../claims/invoices/existing.ts'
import { orderHistories } from '../claims/invoices/order-histories.ts'
import { orderInfo } from '../claims/invoices/order-info.ts'
import { limits } from '../claims/limits.ts'
import { partialPayments } from '../claims/partial-payments/closing.ts'
import { existingPartialPayments } from '../claims/partial-payments/existing.ts'
import { partialPaymentRequests } from '../claims/partial-payments/requests.ts'
import { payouts } from '../claims/payouts.ts'
import { qrTransactions } from '../claims/qr-transactions.ts'
import { service } from '../claims/service.ts'
import { shoppers } from '../claims/shoppers.ts'
import { stores } from '../claims/stores.ts'
import { automaticDebits } from '../claims/subscriptions/automatic-debits.ts'
import { existingSubscriptions } from '../claims/subscriptions/existing.ts'
import { subscriptions } from '../claims/subscriptions/merchant-debits.ts'
import { noAutomaticDebit } from '../claims/subscriptions/no-automatic-debit.ts'
import { transactions } from '../claims/transactions.ts'
import { customParameters } from '../claims/webhooks/custom-parameters.ts'
import { firstUpdates } from '../claims/webhooks/first-updates.ts'
import { webhooks } from '../claims/webhooks/status-changes.ts'
import type { Property } from '../steps/property.ts'

export const allProperties: readonly Property[] = [
  ...subscriptionItems,
  ...service,
  ...qrTransactions,
  ...accounts,
  ...shippingAddresses,
  ...orderInfo,
  ...orderHistories,
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
