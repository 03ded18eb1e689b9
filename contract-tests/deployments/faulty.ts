// Every mutant, resource by resource.

import { faultyAuthentication } from './faulty/authentication.ts'
import { faultyBalances } from './faulty/balances.ts'
import { faultyBankDurations } from './faulty/bank-durations.ts'
import { faultyBankPayments } from './faulty/bank-payments.ts'
import { faultyBanks } from './faulty/banks.ts'
import { faultyCarts } from './faulty/carts.ts'
import { faultyCurrencies } from './faulty/currencies.ts'
import { faultyExchangeChecks } from './faulty/exchange-checks.ts'
import { faultyExchangeDurations } from './faulty/exchange-durations.ts'
import { faultyExchangeErrors } from './faulty/exchange-errors.ts'
import { faultyExchangeNames } from './faulty/exchange-names.ts'
import { faultyExchangePayments } from './faulty/exchange-payments.ts'
import { faultyInvoices } from './faulty/invoices.ts'
import { faultyLimits } from './faulty/limits.ts'
import { faultyOrderInfo } from './faulty/order-info.ts'
import { faultyPartialPaymentRequests } from './faulty/partial-payment-requests.ts'
import { faultyPartialPayments } from './faulty/partial-payments.ts'
import { faultyPayoutForms } from './faulty/payout-forms.ts'
import { faultyPayoutRows } from './faulty/payout-rows.ts'
import { faultyPayoutWords } from './faulty/payout-words.ts'
import { faultyPayouts } from './faulty/payouts.ts'
import { faultyAccounts } from './faulty/people.ts'
import { faultyQrTransactions } from './faulty/qr-transactions.ts'
import { faultyRenewals } from './faulty/renewals.ts'
import { faultyService } from './faulty/service.ts'
import { faultyShoppers } from './faulty/shoppers.ts'
import { faultyStores } from './faulty/stores.ts'
import { faultySubscriptionItems } from './faulty/subscription-items.ts'
import { faultySubscriptions } from './faulty/subscriptions.ts'
import { faultyTransactionForms } from './faulty/transaction-forms.ts'
import { faultyTransactions } from './faulty/transactions.ts'
import { faultyWebhookDeliveries } from './faulty/webhook-deliveries.ts'
import { faultyWebhooks } from './faulty/webhooks.ts'
import type { FaultyDeployment } from './graded-deployment.ts'

export const faultyDeployments: readonly FaultyDeployment[] = [
  ...faultySubscriptionItems,
  ...faultyService,
  ...faultyQrTransactions,
  ...faultyAccounts,
  ...faultyOrderInfo,
  ...faultyLimits,
  ...faultyInvoices,
  ...faultyCarts,
  ...faultyAuthentication,
  ...faultyTransactions,
  ...faultyTransactionForms,
  ...faultyStores,
  ...faultyShoppers,
  ...faultyExchangePayments,
  ...faultyExchangeErrors,
  ...faultyExchangeDurations,
  ...faultyExchangeChecks,
  ...faultyExchangeNames,
  ...faultyCurrencies,
  ...faultyBanks,
  ...faultyBalances,
  ...faultyPartialPayments,
  ...faultyPartialPaymentRequests,
  ...faultyBankDurations,
  ...faultyBankPayments,
  ...faultyPayoutForms,
  ...faultyPayoutRows,
  ...faultyPayoutWords,
  ...faultyPayouts,
  ...faultyRenewals,
  ...faultySubscriptions,
  ...faultyWebhookDeliveries,
  ...faultyWebhooks,
]
