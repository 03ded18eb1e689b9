// The JSON Schemas of the records of a world. A field of a record without a schema is a compile error.

import {
  arrayOf,
  boolean,
  either,
  type FieldSchemas,
  integers,
  mapOf,
  nullable,
  object,
  oneOf,
  optional,
  schemaOf,
  type TypedSchema,
  text,
  textLike,
} from '../../core/typed-schema.ts'
import { frequencies, returnMethods } from '../../spec/states.ts'
import { earliestInstant, type Instant, latestInstant } from '../time/instants.ts'
import type { FaultRule, StatusEvent } from '../world/delivery-state.ts'
import type { CartLine, CustomerInfo, CustomParameters, WorldData } from '../world/state.ts'
import { statusNames, subscriptionStatuses } from '../world/transitions.ts'

export const recordNames = [
  'invoices',
  'transactions',
  'subscriptions',
  'payees',
  'transfers',
  'reminders',
  'settlements',
  'events',
] as const satisfies (keyof WorldData)[]
export type RecordName = (typeof recordNames)[number]

/** More bills than the calendar has weeks. */
export const maxBills = 1_000_000

export const instant: TypedSchema<Instant> = integers(earliestInstant, latestInstant)
export const count = integers(0, Number.MAX_SAFE_INTEGER)
const decimal = textLike(/^-?[0-9]+(\.[0-9]+)?$/, 'a decimal number as text')
export const amount = textLike(/^[0-9]+(\.[0-9]+)?$/, 'an amount as decimal text, not negative')
const numberOrText = either(schemaOf<number>({ type: 'number' }), decimal)

const cartLine = object<CartLine>({
  id: text,
  name: optional(text),
  price: optional(numberOrText),
  quantity: optional(numberOrText),
  localAmount: optional(schemaOf<number>({ type: 'number' })),
  localCurrency: optional(text),
  key: optional(text),
  totalPrice: optional(text),
  isSubscription: optional(boolean),
  frequency: optional(oneOf(frequencies)),
  subscriptionPeriod: optional(text),
  merchantSubscriptionId: optional(text),
  autoRenewal: optional(boolean),
})
const cart = arrayOf<CartLine[]>(cartLine)
const customParameter = nullable(
  object<CustomParameters>({
    returnMethod: optional(oneOf(returnMethods)),
    params: optional(arrayOf(object({ name: text, value: text }))),
  }),
)
const customer = nullable(
  object<CustomerInfo>({ name: text, email: text, phone: optional(text), address: optional(text) }),
)
const shippingAddress = nullable(mapOf(schemaOf<unknown>({ type: ['string', 'number', 'boolean', 'null'] })))

type RecordFields = { readonly [Name in RecordName]: FieldSchemas<WorldData[Name][number]> }

const payeeFields: Omit<RecordFields['payees'], 'addedAt'> = {
  id: text,
  merchant: text,
  fname: text,
  lname: text,
  email: text,
  label: text,
  businessname: text,
}

const attempt = object<StatusEvent['attempts'][number]>({
  at: instant,
  url: nullable(text),
  outcome: oneOf(['accepted', 'refused', 'unreachable', 'timed-out']),
  httpStatus: nullable(integers(0, 999)),
  response: text,
})

/** The fields of each kind of record. */
export const recordFields: RecordFields = {
  invoices: {
    uuid: text,
    merchant: text,
    order: text,
    amount: decimal,
    currency: text,
    cart,
    redirectUrl: nullable(text),
    customParameter,
    customer,
    shippingAddress,
    siteInfo: nullable(text),
    createdAt: instant,
    paidBy: nullable(text),
  },
  transactions: {
    id: text,
    kind: oneOf(['exchange', 'wallet', 'bank', 'subscription']),
    status: oneOf(statusNames),
    merchant: text,
    shopper: nullable(text),
    offerId: text,
    ownOfferId: nullable(text),
    invoice: nullable(text),
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
    exchange: nullable(text),
    stockId: nullable(text),
    receiverAddress: text,
    subscriptions: arrayOf<string[]>(text),
    refund: oneOf(['none', 'requested', 'refunded', 'declined']),
    errorMessage: nullable(text),
    fee: decimal,
    firstPartialAt: nullable(instant),
    lastPartialAt: nullable(instant),
    settledAt: nullable(instant),
    createdAt: instant,
    updatedAt: instant,
  },
  subscriptions: {
    id: text,
    merchant: text,
    shopper: text,
    exchange: text,
    coin: text,
    invoice: text,
    order: text,
    line: cartLine,
    merchantSubscriptionId: text,
    frequency: oneOf(frequencies),
    autoRenewal: boolean,
    amount,
    currency: text,
    customParameter,
    customer,
    status: oneOf(subscriptionStatuses),
    anchor: instant,
    endsAt: instant,
    nextIndex: integers(1, maxBills),
    debits: count,
    failures: count,
  },
  payees: { ...payeeFields, addedAt: instant },
  transfers: { ...payeeFields, amount: decimal, currency: text, descriptor: text, createdAt: instant },
  reminders: { at: instant, subscription: text, billAt: instant },
  settlements: {
    at: instant,
    merchant: text,
    kind: oneOf(['crypto', 'bank']),
    currency: text,
    amount: decimal,
    transactions: count,
  },
  events: {
    seq: count,
    at: instant,
    transaction: text,
    status: oneOf(statusNames),
    received: amount,
    delivery: oneOf(['waiting', 'delivered', 'failed', 'withheld', 'unregistered', 'dropped']),
    note: nullable(
      either(
        object({ withheld: oneOf(['too-long', 'forbidden-url', 'cascade']), message: text }),
        object({
          faultRules: arrayOf<readonly FaultRule['do'][]>(
            oneOf(['drop', 'wrong-signature', 'delay', 'reorder', 'duplicate', 'retry']),
          ),
        }),
      ),
    ),
    attempts: arrayOf<StatusEvent['attempts']>(attempt),
  },
}
