// Which resource an operation belongs to: the file of resources/ that declares it. Nouns become the document's tags.

import type { Operation } from '../operation.ts'
import * as balances from '../resources/balances.ts'
import * as bankPayments from '../resources/bank-payments.ts'
import * as banks from '../resources/banks.ts'
import * as currencies from '../resources/currencies.ts'
import * as exchangePayments from '../resources/exchange-payments.ts'
import * as invoices from '../resources/invoices.ts'
import * as partialPayments from '../resources/partial-payments.ts'
import * as payouts from '../resources/payouts.ts'
import * as qrTransactions from '../resources/qr-transactions.ts'
import * as shoppers from '../resources/shoppers.ts'
import * as stores from '../resources/stores.ts'
import * as subscriptions from '../resources/subscriptions.ts'

/** The resources of the house, in the order in which a reader of the document meets them. */
export const resources = {
  invoices: {
    declares: invoices,
    description: 'Invoices, the links of their checkout pages, and their orders.',
  },
  'qr-transactions': { declares: qrTransactions, description: 'Transactions that wait for a crypto wallet.' },
  'exchange-payments': {
    declares: exchangePayments,
    description: "Payments from a shopper's exchange account.",
  },
  'bank-payments': { declares: bankPayments, description: "Payments from a shopper's linked bank account." },
  payouts: { declares: payouts, description: 'Payees, and transfers to them.' },
  'partial-payments': { declares: partialPayments, description: 'Closing what was paid in part.' },
  balances: { declares: balances, description: "A shopper's balances at an exchange." },
  banks: { declares: banks, description: "A shopper's linked bank accounts." },
  currencies: { declares: currencies, description: 'Currencies that a merchant has enabled.' },
  stores: { declares: stores, description: "A merchant's store." },
  shoppers: { declares: shoppers, description: 'The shopper behind a token.' },
  subscriptions: { declares: subscriptions, description: 'Debiting and cancelling subscriptions.' },
} as const
export type Resource = keyof typeof resources

/** The resource that declares an operation. */
export function resourceOf(row: Operation): Resource {
  for (const [resource, { declares }] of Object.entries(resources)) {
    if (Object.values(declares).some((declared) => declared === row)) return resource as Resource
  }
  throw new Error(`No resource declares ${row.method} ${row.path}. Export its row from a file of resources/.`)
}
