// The cart item in its three request forms, and as order info returns it. Contract: Resources, Cart item; Endpoints, 8.

import { z } from 'zod'
import { frequencies } from '../enumerations.ts'
import { boolean, component, field, namedObject, number, numberOrText, text } from '../primitives.ts'

/** A count and a period letter. The contract gives y, m and w as examples, so the schema accepts every letter. */
const SubscriptionPeriod = component('SubscriptionPeriod', z.string().regex(/^[0-9]+[A-Za-z]+$/), {
  description: 'A count followed by a period letter, for example y, m or w.',
  examples: ['12m'],
})

const id = field(text, 'Product id.', 'sku-1')
const name = field(text, 'Product name.')
const price = field(numberOrText, 'Price per unit.')
const quantity = field(numberOrText, 'Number of units.')
const isSubscription = field(boolean.optional(), 'True marks a subscription product.')
const frequency = field(z.enum(frequencies).optional(), 'How often the subscription is debited.')
const merchantSubscriptionId = field(
  text.optional(),
  "The merchant's unique id of the subscription. Recurring payments are reported with it.",
)

const subscriptionFields = {
  isSubscription,
  frequency,
  subscriptionPeriod: field(SubscriptionPeriod.optional(), 'How long the subscription lasts.'),
  merchantSubscriptionId,
}

export const InvoiceCartItem = namedObject(
  'InvoiceCartItem',
  'A cart item of an invoice. Whether an item must have the fields that only invoices or subscriptions have is not shown.',
  {
    id,
    name: name.optional(),
    price: price.optional(),
    quantity: quantity.optional(),
    key: field(text.optional(), 'Key of the item.'),
    totalPrice: field(text.optional(), 'Total price of the item.'),
    ...subscriptionFields,
    autoRenewal: field(
      boolean.optional(),
      'Who manages the debits of a subscription: the service if true, the merchant if false.',
    ),
  },
)

export const QrCartItem = namedObject('QrCartItem', 'A cart item of a QR transaction.', {
  id,
  name,
  price,
  quantity,
  ...subscriptionFields,
})

export const PaymentCartItem = namedObject(
  'PaymentCartItem',
  'A cart item of an exchange payment, a bank payment or a pre-payment check. Whether an item must have the local fields is not shown.',
  {
    id,
    name,
    price,
    quantity,
    localAmount: field(number.optional(), 'Amount of the item in local currency.'),
    localCurrency: field(text.optional(), 'Currency code of the local currency.'),
  },
)

/** The forms of requests do not restrict responses, in which null may stand for what a request does not have. */
const numberTextOrNull = z.union([number, text.nullable()])

export const OrderCartItem = namedObject(
  'OrderCartItem',
  'A cart item as order info returns it. Which fields every item has is not shown.',
  {
    id,
    name: field(text.nullish(), 'Product name.', 'Desk lamp'),
    price: field(numberTextOrNull.optional(), 'Price per unit.', '129.95'),
    quantity: field(numberTextOrNull.optional(), 'Number of units.', 1),
    isSubscription: field(boolean.nullish(), 'True marks a subscription product.'),
    frequency: field(text.nullish(), 'How often the subscription is debited, as in the request.'),
    merchantSubscriptionId: field(text.nullish(), "The merchant's unique id of the subscription."),
  },
)
