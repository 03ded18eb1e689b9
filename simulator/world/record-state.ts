// What a sandbox remembers of invoices, transactions and subscriptions, as plain data. Types only.

import type { Frequency } from '../../spec/states.ts'
import type { Instant } from '../time/instants.ts'
import type { StatusName, SubscriptionStatus } from './transitions.ts'

export type TransactionKind = 'exchange' | 'wallet' | 'bank' | 'subscription'

/** A line of a cart, as sent. */
export interface CartLine {
  id: string
  name?: string | undefined
  price?: number | string | undefined
  quantity?: number | string | undefined
  localAmount?: number | undefined
  localCurrency?: string | undefined
  key?: string | undefined
  totalPrice?: string | undefined
  isSubscription?: boolean | undefined
  frequency?: Frequency | undefined
  subscriptionPeriod?: string | undefined
  merchantSubscriptionId?: string | undefined
  autoRenewal?: boolean | undefined
}

export interface CustomParameters {
  returnMethod?: 'GET' | 'POST' | undefined
  params?: { name: string; value: string }[] | undefined
}

export interface CustomerInfo {
  name: string
  email: string
  phone?: string | undefined
  address?: string | undefined
}

export interface InvoiceState {
  uuid: string
  merchant: string
  order: string
  amount: string
  currency: string
  cart: CartLine[]
  redirectUrl: string | null
  customParameter: CustomParameters | null
  customer: CustomerInfo | null
  shippingAddress: Record<string, unknown> | null
  /** The JSON text of siteInfo, whose shape is unspecified. */
  siteInfo: string | null
  createdAt: Instant
  /** The transaction that turned the invoice into an order. */
  paidBy: string | null
}

export interface TransactionState {
  id: string
  kind: TransactionKind
  status: StatusName
  merchant: string
  shopper: string | null
  offerId: string
  /** A second id by which the merchant may close it. */
  ownOfferId: string | null
  invoice: string | null
  nativeAmount: string
  nativeCurrency: string
  amount: string
  received: string
  currency: string
  rate: string
  localAmount: string
  localCurrency: string
  cart: CartLine[]
  shippingAddress: Record<string, unknown> | null
  customParameter: CustomParameters | null
  customer: CustomerInfo | null
  exchange: string | null
  stockId: string | null
  receiverAddress: string
  subscriptions: string[]
  refund: 'none' | 'requested' | 'refunded' | 'declined'
  errorMessage: string | null
  fee: string
  firstPartialAt: Instant | null
  lastPartialAt: Instant | null
  settledAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
}

export interface SubscriptionState {
  id: string
  merchant: string
  shopper: string
  exchange: string
  coin: string
  invoice: string
  order: string
  line: CartLine
  merchantSubscriptionId: string
  frequency: Frequency
  autoRenewal: boolean
  amount: string
  currency: string
  customParameter: CustomParameters | null
  customer: CustomerInfo | null
  status: SubscriptionStatus
  /** The first debit. Later bills are counted from it. */
  anchor: Instant
  endsAt: Instant
  /** Index of the next bill; the first payment has index 0. */
  nextIndex: number
  debits: number
  failures: number
}
