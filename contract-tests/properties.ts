// Every property of the suite, noun by noun.

import { authentication } from './properties/authentication.ts'
import { balances } from './properties/balances.ts'
import { banks } from './properties/banks.ts'
import { carts } from './properties/carts.ts'
import { currencies } from './properties/currencies.ts'
import { exchangeChecks } from './properties/exchange-checks.ts'
import { exchangeDurations } from './properties/exchange-durations.ts'
import { exchangeErrors } from './properties/exchange-errors.ts'
import { exchangePayments } from './properties/exchange-payments.ts'
import { invoices } from './properties/invoices.ts'
import { limits } from './properties/limits.ts'
import { merchantAuth } from './properties/merchant-auth.ts'
import { orderInfo } from './properties/order-info.ts'
import { orderSequences } from './properties/order-sequences.ts'
import { partialPayments } from './properties/partial-payments.ts'
import { people } from './properties/people.ts'
import { qrTransactions } from './properties/qr-transactions.ts'
import { service } from './properties/service.ts'
import { shoppers } from './properties/shoppers.ts'
import { stores } from './properties/stores.ts'
import { subscriptionItems } from './properties/subscription-items.ts'
import { transactions } from './properties/transactions.ts'
import type { Property } from './property.ts'

export const allProperties: readonly Property[] = [
  ...subscriptionItems,
  ...service,
  ...qrTransactions,
  ...people,
  ...orderInfo,
  ...orderSequences,
  ...merchantAuth,
  ...limits,
  ...invoices,
  ...carts,
  ...authentication,
  ...partialPayments,
  ...transactions,
  ...stores,
  ...shoppers,
  ...exchangePayments,
  ...exchangeErrors,
  ...exchangeDurations,
  ...exchangeChecks,
  ...currencies,
  ...balances,
  ...banks,
]
