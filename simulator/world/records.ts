// The records of a world: the schema of each field, what it refers to, and by both the types. Whoever reads or writes a record, a snapshot
// or a reference derives it from here.

import {
  arrayOf,
  boolean,
  either,
  integers,
  mapOf,
  nullable,
  objectOf,
  oneOf,
  optional,
  schemaOf,
  type TypedSchema,
  text,
  textLike,
  type ValueOf,
  type ValuesOf,
} from '../../core/typed-schema.ts'
import { statusNames, subscriptionStatuses } from '../../spec/control/values.ts'
import { frequencies, returnMethods } from '../../spec/enumerations.ts'
import { earliestInstant, type Instant, latestInstant } from '../time/instants.ts'

/** The target of a field's reference, or `past`: an instant that has come. */
export type Reference =
  | 'merchant'
  | 'shopper'
  | 'exchange'
  | 'coin'
  | 'currency'
  | 'invoice'
  | 'subscription'
  | 'past'

/** More bills than the calendar has weeks. */
export const maxBills = 1_000_000

export const instant: TypedSchema<Instant> = integers(earliestInstant, latestInstant)
export const count = integers(0, Number.MAX_SAFE_INTEGER)
const decimal = textLike(/^-?[0-9]+(\.[0-9]+)?$/, 'a decimal number as text')
export const amount = textLike(/^[0-9]+(\.[0-9]+)?$/, 'an amount as decimal text, not negative')
const refersTo = (kind: Reference): TypedSchema<string> => ({ ...text, $comment: kind })
const merchant = refersTo('merchant')
const past: TypedSchema<Instant> = { ...instant, $comment: 'past' satisfies Reference }
const numberOrText = either(schemaOf<number>({ type: 'number' }), decimal)

/** In the order in which orders show them. */
export const cartLineFields = {
  id: text,
  name: optional(text),
  price: optional(numberOrText),
  quantity: optional(numberOrText),
  key: optional(text),
  totalPrice: optional(text),
  localAmount: optional(schemaOf<number>({ type: 'number' })),
  localCurrency: optional(text),
  isSubscription: optional(boolean),
  frequency: optional(oneOf(frequencies)),
  subscriptionPeriod: optional(text),
  merchantSubscriptionId: optional(text),
  autoRenewal: optional(boolean),
}
const cartLine = objectOf(cartLineFields)
/** A line of a cart, as sent. */
export type CartLine = ValueOf<typeof cartLine>
const cart = arrayOf<CartLine[]>(cartLine)
const customParameters = objectOf({
  returnMethod: optional(oneOf(returnMethods)),
  params: optional(arrayOf<{ name: string; value: string }[]>(objectOf({ name: text, value: text }))),
})
export type CustomParameters = ValueOf<typeof customParameters>
const customParameter = nullable(customParameters)
export const customerFields = { name: text, email: text, phone: optional(text), address: optional(text) }
const customerInfo = objectOf(customerFields)
export type CustomerInfo = ValueOf<typeof customerInfo>
const customer = nullable(customerInfo)
const shippingAddress = nullable(mapOf(schemaOf<unknown>({ type: ['string', 'number', 'boolean', 'null'] })))

const payeeFields = {
  id: text,
  merchant,
  fname: text,
  lname: text,
  email: text,
  label: text,
  businessname: text,
}

const attempt = objectOf({
  at: instant,
  /** Null when only in-process receivers got it. */
  url: nullable(text),
  outcome: oneOf(['accepted', 'refused', 'unreachable', 'timed-out']),
  httpStatus: nullable(integers(0, 999)),
  response: text,
})
/** One attempt to deliver an event. */
export type Attempt = ValueOf<typeof attempt>
const faultRuleKind = oneOf(['drop', 'wrong-signature', 'delay', 'reorder', 'duplicate', 'retry'])
const note = either(
  objectOf({ withheld: oneOf(['too-long', 'forbidden-url', 'cascade']), message: text }),
  objectOf({ faultRules: arrayOf<readonly ValueOf<typeof faultRuleKind>[]>(faultRuleKind) }),
)
/** Why an event was not delivered as usual. */
export type DeliveryNote = ValueOf<typeof note>

/** The fields of each kind of record. */
export const recordFields = {
  invoices: {
    uuid: text,
    merchant,
    order: text,
    amount: decimal,
    currency: refersTo('currency'),
    cart,
    redirectUrl: nullable(text),
    customParameter,
    customer,
    shippingAddress,
    /** The JSON text of siteInfo, whose shape is unspecified. */
    siteInfo: nullable(text),
    createdAt: past,
    /** The transaction that turned the invoice into an order. */
    paidBy: nullable(text),
  },
  transactions: {
    id: text,
    kind: oneOf(['exchange', 'wallet', 'bank', 'subscription']),
    status: oneOf(statusNames),
    merchant,
    shopper: nullable(refersTo('shopper')),
    offerId: text,
    /** A second id by which the merchant may close it. */
    ownOfferId: nullable(text),
    invoice: nullable(refersTo('invoice')),
    nativeAmount: decimal,
    nativeCurrency: text,
    amount,
    received: amount,
    currency: text,
    rate: amount,
    localAmount: decimal,
    localCurrency: text,
    cart,
    shippingAddress,
    customParameter,
    customer,
    exchange: nullable(refersTo('exchange')),
    stockId: nullable(text),
    receiverAddress: text,
    subscriptions: arrayOf<string[]>(refersTo('subscription')),
    refund: oneOf(['none', 'requested', 'refunded', 'declined']),
    errorMessage: nullable(text),
    fee: decimal,
    firstPartialAt: nullable(instant),
    lastPartialAt: nullable(past),
    settledAt: nullable(past),
    createdAt: instant,
    updatedAt: past,
  },
  subscriptions: {
    id: text,
    merchant,
    shopper: refersTo('shopper'),
    exchange: refersTo('exchange'),
    coin: refersTo('coin'),
    invoice: refersTo('invoice'),
    order: text,
    line: cartLine,
    merchantSubscriptionId: text,
    frequency: oneOf(frequencies),
    autoRenewal: boolean,
    amount,
    currency: refersTo('currency'),
    customParameter,
    customer,
    status: oneOf(subscriptionStatuses),
    /** The first debit. Later bills are counted from it. */
    anchor: past,
    endsAt: instant,
    /** Index of the next bill; the first payment has index 0. */
    nextIndex: integers(1, maxBills),
    debits: count,
    failures: count,
  },
  payees: { ...payeeFields, addedAt: past },
  transfers: { ...payeeFields, amount: decimal, currency: text, descriptor: text, createdAt: past },
  /** Sent to a shopper. Its text is written when it is read. */
  reminders: { at: past, subscription: refersTo('subscription'), billAt: instant },
  /** A sum paid to a merchant: the daily crypto settlement, or a bank credit. */
  settlements: {
    at: past,
    merchant,
    kind: oneOf(['crypto', 'bank']),
    currency: text,
    amount: decimal,
    transactions: count,
  },
  events: {
    seq: count,
    at: past,
    transaction: text,
    status: oneOf(statusNames),
    received: amount,
    /** `delivered` once an attempt was accepted, whatever the others did. */
    delivery: oneOf(['waiting', 'delivered', 'failed', 'withheld', 'unregistered', 'dropped']),
    note: nullable(note),
    /** Also empty when the only attempt was accepted in process at the instant of the event. */
    attempts: arrayOf<readonly Attempt[]>(attempt),
  },
}

export type RecordName = keyof typeof recordFields
/** A record of a kind. */
export type RecordOf<Name extends RecordName> = ValuesOf<(typeof recordFields)[Name]>
export const recordNames = Object.keys(recordFields) as RecordName[]
/** A value for each kind of record. */
export function byRecord<Value>(make: (name: RecordName) => Value): Record<RecordName, Value> {
  return Object.fromEntries(recordNames.map((name) => [name, make(name)])) as Record<RecordName, Value>
}
export type InvoiceState = RecordOf<'invoices'>
export type TransactionState = RecordOf<'transactions'>
export type SubscriptionState = RecordOf<'subscriptions'>
export type TransactionKind = TransactionState['kind']
export type StatusEvent = RecordOf<'events'>

/** The fields of a kind of record that name something, with what they name. */
export function references(name: RecordName): [field: string, kind: Reference][] {
  return Object.entries<{ $comment?: string; items?: { $comment?: string } }>(recordFields[name]).flatMap(
    ([field, { $comment, items }]) => {
      const kind = ($comment ?? items?.$comment) as Reference | undefined
      return kind === undefined ? [] : [[field, kind]]
    },
  )
}
