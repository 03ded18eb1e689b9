// Every property of the suite, resource by resource.

import { authentication } from './properties/authentication.ts'
import { balances } from './properties/balances.ts'
import { bankDurations } from './properties/bank-durations.ts'
import { bankParties } from './properties/bank-parties.ts'
import { bankPayments } from './properties/bank-payments.ts'
import { banks } from './properties/banks.ts'
import { carts } from './properties/carts.ts'
import { currencies } from './properties/currencies.ts'
import { exchangeChecks } from './properties/exchange-checks.ts'
import { exchangeDurations } from './properties/exchange-durations.ts'
import { exchangeErrors } from './properties/exchange-errors.ts'
import { exchangeNames } from './properties/exchange-names.ts'
import { exchangePayments } from './properties/exchange-payments.ts'
import { invoices } from './properties/invoices.ts'
import { limits } from './properties/limits.ts'
import { merchantAuth } from './properties/merchant-auth.ts'
import { orderInfo } from './properties/order-info.ts'
import { orderSequences } from './properties/order-sequences.ts'
import { partialPaymentRequests } from './properties/partial-payment-requests.ts'
import { partialPayments } from './properties/partial-payments.ts'
import { payees } from './properties/payees.ts'
import { payouts } from './properties/payouts.ts'
import { accounts } from './properties/people.ts'
import { qrTransactions } from './properties/qr-transactions.ts'
import { renewals } from './properties/renewals.ts'
import { service } from './properties/service.ts'
import { shippingAddresses } from './properties/shipping-addresses.ts'
import { shoppers } from './properties/shoppers.ts'
import { stores } from './properties/stores.ts'
import { subscriptionItems } from './properties/subscription-items.ts'
import { subscriptions } from './properties/subscriptions.ts'
import { transactions } from './properties/transactions.ts'
import { transfers } from './properties/transfers.ts'
import { unaskedDebits } from './properties/unasked-debits.ts'
import { webhookDeliveries } from './properties/webhook-deliveries.ts'
import { webhookLimits } from './properties/webhook-limits.ts'
import { webhooks } from './properties/webhooks.ts'
import type { Property } from './property.ts'

export const allProperties: readonly Property[] = [
  ...subscriptionItems,
  ...service,
  ...qrTransactions,
  ...accounts,
  ...shippingAddresses,
  ...orderInfo,
  ...orderSequences,
  ...merchantAuth,
  ...limits,
  ...invoices,
  ...carts,
  ...authentication,
  ...partialPayments,
  ...partialPaymentRequests,
  ...transactions,
  ...stores,
  ...shoppers,
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
  ...payees,
  ...transfers,
  ...subscriptions,
  ...renewals,
  ...unaskedDebits,
  ...webhooks,
  ...webhookDeliveries,
  ...webhookLimits,
]
