// The one list of resources, with the concerns that all of them share. Files, id prefixes, document tags, report groups and
// the generated documentation use these names.

import type { OperationId } from './operations.ts'

/** Every resource name with a one-line description, in the order in which the documentation presents them. */
export const resourceDescriptions = {
  service: 'What all operations share: base URL, response envelope, formats, versioning.',
  limits: 'Request sizes and rate limits.',
  errors: 'The form of refusals.',
  authentication: 'Who may call which operation.',
  encryption: 'How request payloads are encrypted.',
  carts: 'Cart items in requests.',
  customers: 'Customer data, shipping addresses and custom parameters in requests.',
  invoices: 'Invoices, the links of their checkout pages, and their orders.',
  'qr-transactions': 'Crypto wallet transactions with a receiver address and a QR string.',
  'exchange-payments': "Payments from a shopper's exchange account, and the check before them.",
  'bank-payments': "Payments from a shopper's linked bank account.",
  transactions: 'The transaction record and its states.',
  settlements: 'Settlement to the merchant, and fees.',
  'partial-payments': 'Closing a partial payment.',
  payouts: 'Payees, and transfers to them.',
  currencies: 'The currencies that a merchant has enabled.',
  balances: "The balances of a shopper's exchange account.",
  banks: "A shopper's linked bank accounts.",
  stores: "A merchant's store and its settings.",
  shoppers: 'The shopper that a token belongs to.',
  subscriptions: 'Debiting and canceling subscriptions.',
  webhooks: "Calls from the service to the merchant's server.",
} as const

export type ResourceName = keyof typeof resourceDescriptions
export const resourceNames = Object.keys(resourceDescriptions) as ResourceName[]

export const operationResources: Record<OperationId, ResourceName> = {
  createInvoice: 'invoices',
  createQrTransaction: 'qr-transactions',
  validateExchangePayment: 'exchange-payments',
  createExchangePayment: 'exchange-payments',
  createBankPayment: 'bank-payments',
  createTransfers: 'payouts',
  addPayees: 'payouts',
  getInvoice: 'invoices',
  closePartialPayment: 'partial-payments',
  listCurrencies: 'currencies',
  checkExchangeBalance: 'balances',
  listBanks: 'banks',
  getStore: 'stores',
  getShopper: 'shoppers',
  debitSubscription: 'subscriptions',
  cancelSubscription: 'subscriptions',
}
