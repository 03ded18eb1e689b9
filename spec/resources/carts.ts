// The cart item in its three request forms and the form in which it is read back. Contract: Resources, Cart item.

import { z } from 'zod'
import { component, number, numberOrText, text } from '../primitives.ts'
import { frequencies } from '../states.ts'

/** A count and the letter of a period. The contract names y, m and w by way of example, so other letters stay open. */
export const SubscriptionPeriod = component('SubscriptionPeriod', z.string().regex(/^[0-9]+[A-Za-z]+$/), {
  description: 'A count followed by a period, for example y, m or w.',
  examples: ['12m'],
})

const subscriptionFields = {
  isSubscription: z.boolean().optional(),
  frequency: z.enum(frequencies).optional(),
  subscriptionPeriod: SubscriptionPeriod.optional(),
  merchantSubscriptionId: text.optional(),
}

export const InvoiceCartItem = component(
  'InvoiceCartItem',
  z.object({
    id: text,
    name: text.optional(),
    price: numberOrText.optional(),
    quantity: numberOrText.optional(),
    key: text.optional(),
    totalPrice: text.optional(),
    ...subscriptionFields,
    autoRenewal: z.boolean().optional(),
  }),
  { description: 'A line of the cart of an invoice.' },
)

export const QrCartItem = component(
  'QrCartItem',
  z.object({ id: text, name: text, price: numberOrText, quantity: numberOrText, ...subscriptionFields }),
  { description: 'A line of the cart of a QR transaction.' },
)

export const PaymentCartItem = component(
  'PaymentCartItem',
  z.object({
    id: text,
    name: text,
    price: numberOrText,
    quantity: numberOrText,
    localAmount: number.optional(),
    localCurrency: text.optional(),
  }),
  { description: 'A line of the cart inside a payment payload.' },
)

export const OrderCartItem = component(
  'OrderCartItem',
  z.object({
    id: text,
    name: text.optional(),
    price: numberOrText.optional(),
    quantity: numberOrText.optional(),
    isSubscription: z.boolean().optional(),
    frequency: z.enum(frequencies).optional(),
    merchantSubscriptionId: text.optional(),
  }),
  { description: 'A line of the cart as order info gives it back.' },
)
