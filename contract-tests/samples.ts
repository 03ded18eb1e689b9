// Complete, lawful requests: what every lawful deployment must accept, whatever its assumptions. Each takes what a property
// wants otherwise; amounts are the sums of their carts, ids are new, customerInfo is always there.

import type { z } from 'zod'
import { Decimal } from '../core/decimal.ts'
import type { PayloadOf, SentBodyOf } from '../spec/operation.ts'
import type { Operations } from '../spec/operations.ts'
import type { Asked } from './client.ts'
import type { Context } from './context.ts'

type Body<Id extends keyof Operations> = SentBodyOf<Operations[Id]>
type Payload<Id extends keyof Operations> = PayloadOf<Operations[Id]>

export const customer = { name: 'Ada Example', email: 'ada@shop.example' } as const

export const address = {
  address1: '1 Sample Street',
  city: 'Springfield',
  state: 'IL',
  country: 'US',
} as const

/** An address with all that it may have. */
export const fullAddress = {
  ...address,
  firstname: 'Ada',
  lastname: 'Example',
  phoneNo: '+1 202 555 0101',
  address2: 'Second floor',
  zipcode: '62701',
  landmark: 'Beside the old lighthouse',
  email: 'ada+home@shop.example',
} as const

/** One line that makes an amount. */
export function line(amount: string) {
  return { id: 'sku-1', name: 'Desk lamp', price: amount, quantity: 1 }
}

/** Lines that make an amount: one of all but so many cents, and so many of a cent each. */
export function linesWithGifts(amount: string, gifts: number) {
  const first = line(new Decimal(amount).minus(new Decimal(gifts).div(100)).toFixed(2))
  return [first, ...Array.from({ length: gifts }, (_, at) => ({ ...line('0.01'), id: `sku-${at + 2}` }))]
}

/** A line of a payment, with its amount in local currency. */
export function paymentLine(amount: string) {
  return {
    id: 'sku-1',
    name: 'Desk lamp',
    price: Number(amount),
    quantity: 1,
    localAmount: Number(amount),
    localCurrency: 'USD',
  }
}

/** The merchant's own pair that comes back in webhooks: whatever bears it is of that order. */
export function pairOf(order: string) {
  return { name: 'reference', value: `ref-${order}` }
}

/** POST /hosted-page. */
export function invoice(it: Context, other: Partial<Body<'createInvoice'>> = {}): Body<'createInvoice'> {
  const amount = other.amount ?? it.target.known.amount
  const order = other.order ?? it.id('order')
  return {
    amount,
    currency: 'USD',
    order,
    cart: [{ ...line(amount), key: 'line-1', totalPrice: amount }],
    redirectUrl: 'https://shop.example/thanks',
    customParameter: { returnMethod: 'POST', params: [pairOf(order)] },
    customerInfo: customer,
    shippingAddress: null,
    ...other,
  }
}

/** POST /purchase/qr/generate. */
export function qrTransaction(
  it: Context,
  other: Partial<Body<'createQrTransaction'>> = {},
): Body<'createQrTransaction'> {
  const amount = other.amount ?? it.target.known.amount
  const orderId = other.orderId ?? it.id('order')
  return {
    amount,
    currency: 'USD',
    cryptoCurrency: it.target.known.coin,
    orderId,
    cart: [line(amount)],
    customerInfo: customer,
    customParameter: { returnMethod: 'POST', params: [pairOf(orderId)] },
    ...other,
  }
}

/** What is encrypted in POST /exchanges/payment-validate. */
export function exchangeCheck(
  it: Context,
  other: Partial<Payload<'validateExchangePayment'>> = {},
): Payload<'validateExchangePayment'> {
  const nativeAmount = other.nativeAmount ?? it.target.known.amount
  return {
    clientId: it.merchant.id,
    assets: it.target.known.coin,
    cart: [paymentLine(nativeAmount)],
    offerId: it.id('order'),
    confirmation: 'true',
    nativeAmount,
    ...other,
  }
}

/** What is encrypted in POST /exchanges/payments. */
export function exchangePayment(
  it: Context,
  other: Partial<Payload<'createExchangePayment'>> = {},
): Payload<'createExchangePayment'> {
  const nativeAmount = other.nativeAmount ?? it.target.known.amount
  return {
    clientId: it.merchant.id,
    assets: it.target.known.coin,
    cart: [paymentLine(nativeAmount)],
    shippingAddress: address,
    offerId: it.id('order'),
    nativeAmount,
    savepassword: false,
    code2fa: '',
    merchantStoreCurrency: 'USD',
    ...other,
  }
}

/** What is encrypted in POST /purchases. A property that uses it needs `bankAccount`. */
export function bankPayment(
  it: Context,
  other: Partial<Payload<'createBankPayment'>> = {},
): Payload<'createBankPayment'> {
  const amount = other.amount ?? Number(it.target.known.amount)
  return {
    clientId: it.merchant.id,
    amount,
    accountId: it.merchant.bankAccountId ?? it.notApplicable('the merchant has linked no bank account'),
    cart: [paymentLine(amount.toFixed(2))],
    stockId:
      it.target.shoppers.ready.stockId ?? it.notApplicable('the shopper who is ready has linked no bank'),
    offerId: it.id('order'),
    merchantStoreCurrency: 'USD',
    hostedPageId: '',
    shippingAddress: address,
    ...other,
  }
}

/** A payee, told apart by a word. */
export function payee(it: Context, word = 'payee'): Payload<'addPayees'>[number] {
  const id = it.id(word)
  return {
    id,
    fname: 'Grace',
    lname: 'Example',
    email: `${id}@payee.example`,
    label: 'supplier',
    businessname: 'Grace & Co',
  }
}

/** A transfer to a payee. */
export function transfer(
  to: Payload<'addPayees'>[number],
  other: Partial<Payload<'createTransfers'>[number]> = {},
): Payload<'createTransfers'>[number] {
  return { ...to, amount: 12.5, currency: 'USD', descriptor: 'January', ...other }
}

/** A call of POST /closePartialTx for an order. */
export function closing(
  it: Context,
  order: { offerId: string },
  body: { forceUpdate?: boolean } = {},
): Asked {
  return { body: { clientId: it.merchant.id, ...body }, payload: { offerId: order.offerId } }
}

/** The line of an invoice that is a subscription item, complete. */
export function subscriptionItem(
  it: Context,
  other: Partial<z.input<Operations['createInvoice']['body']>['cart'][number]> = {},
) {
  return {
    ...line(it.target.known.amount),
    key: 'line-1',
    totalPrice: it.target.known.amount,
    isSubscription: true,
    frequency: 'monthly' as const,
    subscriptionPeriod: '12m',
    merchantSubscriptionId: it.id('subscription'),
    autoRenewal: true,
    ...other,
  }
}

/** The ids of a record's subscriptions, as text or as objects with an `id`: which of them it is, is not shown. */
export function subscriptionIdsOf(record: { subscriptionIds: readonly unknown[] }): string[] {
  return record.subscriptionIds.flatMap((element) => {
    if (typeof element === 'string') return [element]
    const id: unknown =
      typeof element === 'object' && element !== null ? Reflect.get(element, 'id') : undefined
    return typeof id === 'string' ? [id] : []
  })
}

/** A call of POST /subscription/debit, with the fields where the target wants them. */
export function debit(
  it: Context,
  fields: { subscriptionId: string; amount: number; currency: string },
  beside: Record<string, unknown> = {},
): Asked {
  const { id: merchantId, merchantAuth } = it.merchant
  const own = it.target.known.debitFields === 'items' ? { items: [fields] } : { ...fields, items: [] }
  return { body: { merchantId, merchantAuth, ...own, ...beside } }
}
