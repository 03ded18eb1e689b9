// Creating an invoice link and reading its order back.

import { isObject, isTooDeep, maxJsonDepth, withKeptText } from '../../core/json.ts'
import { RecentValues } from '../../core/recent-values.ts'
import type { ResponseOf } from '../../spec/operation.ts'
import type { Operations } from '../../spec/operations.ts'
import { encryptRsa } from '../encryption/encrypt.ts'
import { parseSubscriptionPeriod } from '../time/frequencies.ts'
import type { Merchant } from '../world/accounts.ts'
import { compare } from '../world/money.ts'
import type { CartLine, InvoiceState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import {
  amountRefused,
  hasSubscription,
  lineTotal,
  storedAddress,
  storedCart,
  storedCustomer,
  storedParameters,
} from './carts.ts'
import { rateOf } from './currencies.ts'
import type { Handler, Rules } from './handler-types.ts'
import { firstRefusal, refuse } from './refusals.ts'
import { orderRefused, subscriptionIdRefused } from './transactions.ts'

/** Where the hosted checkout page of an invoice is. Assumption `invoices.link`. */
export function invoiceLink(world: World, uuid: string): string {
  const form = world.assumptions.is('invoices.link', 'path') ? `/${uuid}` : `?uuid=${uuid}`
  // invoices.url-is-a-redirect-url
  return `${world.options.publicUrl}/checkout${form}`
}

/** A redirect URL that a browser may follow; undefined for a relative one and for other schemes, such as `javascript:`. */
export function followableUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

const rules: Rules<'createInvoice'> = [
  ({ world, body }) =>
    body.customerInfo === undefined &&
    world.assumptions.is('invoices.customer-info', 'demanded') &&
    'invoices.customer-info-required',
  ({ world, body: { siteInfo } }) =>
    siteInfo !== undefined &&
    !isObject(siteInfo) &&
    world.assumptions.is('invoices.site-info-shape', 'object') &&
    'invoices.site-info-not-an-object',
  ({ world, body: { redirectUrl } }) =>
    redirectUrl !== undefined &&
    redirectUrl !== '' &&
    followableUrl(redirectUrl) === undefined &&
    world.assumptions.is('invoices.redirect-url', 'absolute') &&
    'invoices.redirect-url-not-absolute',
  ({ body }) =>
    isTooDeep(body.siteInfo) &&
    refuse('invoices.site-info-too-deep', `It may have at most ${maxJsonDepth} levels.`),
  ({ world, body }) => orderRefused(world, body.order, body.cart),
  ({ world, body }) =>
    compare(body.amount, 0) <= 0 &&
    world.assumptions.is('transactions.zero-amount', 'refused') &&
    'transactions.amount-not-positive',
  ({ world, body: { currency } }) =>
    rateOf(world, currency) === undefined && refuse('currencies.unknown', `It is "${currency}".`),
  ({ world, body: { cart } }) =>
    cart.length > 1 &&
    hasSubscription(cart) &&
    world.assumptions.is('carts.mixed-subscriptions', 'alone') &&
    'carts.mixed-subscriptions',
  ({ world, body: { cart, amount } }) => {
    for (const line of cart) {
      const refused = lineRefused(world, line, amount)
      if (refused !== undefined) return refused
    }
    return undefined
  },
  ({ world, body }) => amountRefused(world, body.amount, body.cart) && 'invoices.amount-mismatch',
  ({ world, merchant, body }) =>
    subscriptionIdRefused(world, merchant, body) && 'carts.subscription-id-in-use',
  ({ world, merchant, body }) =>
    world.assumptions.is('transactions.repeated-order', 'refused') &&
    world.invoices.group(merchant, body.order).length > 0 &&
    'invoices.duplicate-order',
]

function lineRefused(world: World, line: CartLine, amount: string) {
  // A debit of less than nothing would be a gift to the shopper at every renewal.
  if (line.isSubscription === true && compare(lineTotal(line) ?? amount, 0) < 0)
    return 'invoices.negative-subscription'
  if (!isComplete(line) && world.assumptions.is('carts.conditional-fields', 'complete-subscriptions'))
    return 'carts.incomplete-subscription'
  if (line.subscriptionPeriod === undefined) return undefined
  const wrong = wrongInPeriod(world, line.subscriptionPeriod)
  return wrong === undefined
    ? undefined
    : refuse('invoices.bad-period', `It is "${line.subscriptionPeriod}"${wrong}.`)
}

export const createInvoice: Handler<'createInvoice'> = (call) => {
  const refused = firstRefusal(rules, call)
  if (refused !== undefined) return refused // invoices.refused-order-id-free
  const { world, merchant, body } = call
  const uuid = world.random.uuid() // invoices.uuid-is-a-uuid
  world.addInvoice({
    uuid,
    merchant: merchant.id,
    order: body.order,
    amount: body.amount,
    currency: body.currency,
    cart: storedCart(body.cart),
    redirectUrl: body.redirectUrl ?? null,
    customParameter: storedParameters(body.customParameter),
    customer: storedCustomer(body.customerInfo),
    shippingAddress: storedAddress(body.shippingAddress),
    siteInfo: body.siteInfo === undefined ? null : JSON.stringify(body.siteInfo),
    createdAt: world.now,
    paidBy: null,
  })
  // invoices.created
  return { ok: true, result: { url: invoiceLink(world, uuid), uuid } }
}

/** True if a subscription item has all fields that apply to it. Assumption `carts.conditional-fields`. */
function isComplete(line: CartLine): boolean {
  if (line.isSubscription !== true) return true
  const { frequency, subscriptionPeriod, merchantSubscriptionId, autoRenewal } = line
  return [frequency, subscriptionPeriod, merchantSubscriptionId, autoRenewal].every(
    (one) => one !== undefined,
  )
}

/** The wrong part of a period; empty if it is all of it. Assumptions `carts.period-letters` and `carts.zero-period`. */
function wrongInPeriod({ assumptions }: World, text: string): string | undefined {
  const period = parseSubscriptionPeriod(text)
  if (period === undefined) return ''
  if (period.count === 0 && assumptions.is('carts.zero-period', 'refused'))
    return ', and its count must be greater than zero'
  return period.unit === 'd' && assumptions.is('carts.period-letters', 'named') ? '' : undefined
}

/** The content of `encrypted`. Assumption `invoices.order-info-encrypted`: it follows from the invoice, so reading changes nothing. */
function encryptedOrder(world: World, merchant: Merchant, invoice: InvoiceState, isOpaque: boolean): string {
  if (isOpaque) return Buffer.from(invoice.uuid).toString('base64')
  const filler = invoice.uuid.replaceAll('-', 'f')
  const padding = (count: number) => Buffer.alloc(count, filler)
  return encryptRsa(invoice.uuid, world.accounts.keysOf(merchant).publicKey, 'pkcs1', padding)
}

type OrderInfo = ResponseOf<Operations['getInvoice']>

function orderInfo(world: World, owner: Merchant, invoice: InvoiceState, encrypted: string): OrderInfo {
  const absent = world.assumptions.is('invoices.order-info-absent-redirect', 'empty') ? '' : owner.shop.url
  return {
    ok: true,
    result: {
      returnval: {
        cart: invoice.cart, // invoices.order-info-products, invoices.order-info-same-cart, invoices.order-info-subscription-lines
        order: invoice.order, // invoices.order-info-same-order
        amount: invoice.amount, // invoices.order-info-same-amount
        currency: invoice.currency, // invoices.order-info-same-currency
        encrypted,
        merchant_id: owner.id, // invoices.order-info-names-the-merchant
        redirectUrl: invoice.redirectUrl ?? absent, // invoices.order-info-same-redirect-url
        shippingAddress: invoice.shippingAddress, // invoices.order-info-same-shipping-address
        username:
          (world.assumptions.is('invoices.username', 'customer') ? invoice.customer?.name : undefined) ??
          owner.username,
        companyName: owner.shop.companyName,
      },
    },
  }
}

/** An order of a merchant, and its next id. Only what belongs to one invoice of it is renamed if that has its uuid. */
export interface OrderRenaming {
  previousOrder: string
  order: string
  uuid?: string | undefined
}

/** Gives an order another id: its invoices, what was paid for them, and its subscriptions. Later webhooks have the new id. */
export function renameOrder(
  { invoices, transactions, subscriptions }: World,
  merchant: string,
  { previousOrder, order, uuid }: OrderRenaming,
): void {
  const isRenamed = (invoice: string | null) => uuid === undefined || invoice === uuid
  const renamed = invoices.group({ id: merchant }, previousOrder).filter((one) => isRenamed(one.uuid))
  const paid = transactions.group({ id: merchant }, previousOrder).filter((one) => isRenamed(one.invoice))
  for (const invoice of renamed)
    invoices.changeKey(invoice, () => {
      invoice.order = order
    })
  for (const payment of paid) {
    transactions.changeKey(payment, () => {
      payment.offerId = order
    })
    for (const id of payment.subscriptions) {
      const subscription = subscriptions.get(id)
      if (subscription?.order === previousOrder) subscription.order = order
    }
  }
}

/** An invoice is often read again, until it is paid. */
const lastReads = new RecentValues<InvoiceState, OrderInfo>(1000)

function isSame(one: OrderInfo['result']['returnval'], other: typeof one): boolean {
  for (const field in one)
    if (one[field as keyof typeof one] !== other[field as keyof typeof one]) return false
  return true
}

export const getInvoice: Handler<'getInvoice'> = ({ world, merchant: token, query }) => {
  const invoice = world.invoices.get(query.uuid)
  // authentication.order-info-for-its-merchant
  const owner = invoice?.merchant === token.id ? token : world.accounts.merchant(invoice?.merchant ?? '')
  if (invoice === undefined || owner === undefined) return refuse('invoices.unknown')
  if (owner !== token && world.assumptions.is('invoices.other-merchants', 'refused'))
    return refuse('invoices.unknown')
  if (invoice.paidBy !== null && world.assumptions.is('invoices.paid', 'refused'))
    return refuse('invoices.paid')
  const isOpaque = world.assumptions.is('invoices.order-info-encrypted', 'opaque')
  const read = () => orderInfo(world, owner, invoice, encryptedOrder(world, owner, invoice, isOpaque))
  const last = lastReads.get(invoice, read)
  const { returnval } = last.result
  const now = orderInfo(world, owner, invoice, returnval.encrypted)
  return isSame(returnval, now.result.returnval) ? withKeptText(last) : now
}
