// Invoices, QR transactions, and the closing of partial payments.

import { createHmac } from 'node:crypto'
import type { Merchant } from './accounts.ts'
import { CHOICES } from './choices.ts'
import { formOf, methodOf } from './deliveries.ts'
import { decimal, units } from './money.ts'
import { decryptWithPassphrase } from './payloads.ts'
import { recordOf } from './records.ts'
import {
  addressOf,
  type Call,
  cartOf,
  checkCustomParameter,
  isFields,
  merchantOf,
  need,
  Refusal,
  text,
} from './requests.ts'
import type { Fields } from './world.ts'

const refuse = CHOICES.refusal

/** The proof of a merchant in the subscription requests. */
export const merchantAuthOf = (merchant: Merchant): string =>
  createHmac('sha256', merchant.secret).update(merchant.id).digest('base64url')

function createInvoice(call: Call): Fields {
  const merchant = merchantOf(call)
  const body = need(call.body, 'amount:amount currency order')
  if (!('shippingAddress' in body))
    throw new Refusal(refuse.body, 'field', 'shippingAddress is required; it may be null.')
  addressOf(body)
  if (body.customerInfo !== undefined) need(body.customerInfo, 'name email')
  const hook = (call.world.deliveries.urlOf(merchant.id) ?? '').length + 300
  checkCustomParameter(body, (custom) =>
    methodOf(custom) === 'GET' ? hook + formOf({ fields: {}, customParameter: custom }).length : 0,
  )
  const cart = cartOf(body, false)
  const order = { uuid: call.world.nextId('invoice'), merchant, body }
  for (const item of cart)
    if (item.isSubscription === true) {
      need(item, 'frequency merchantSubscriptionId')
      if (!(text(item, 'frequency') in CHOICES.frequencyDays))
        throw new Refusal(refuse.body, 'frequency', 'The frequency is none of the five.')
      call.world.subscriptions.push({
        id: call.world.nextId('subscription'),
        order,
        item,
        paidBy: undefined,
        canceled: false,
      })
    }
  call.world.orders.push(order)
  return { uuid: order.uuid, url: `https://pay.example/c?i=${order.uuid}`, expires: null }
}

function createQr(call: Call): Fields {
  const merchant = merchantOf(call)
  if (call.headers['x-transaction-source'] !== 'qr-code-api')
    throw new Refusal(refuse.credentials, 'source', 'x-transaction-source is missing.')
  const body = need(call.body, 'amount:amount currency cryptoCurrency orderId customerInfo:fields')
  need(body.customerInfo, 'name email')
  checkCustomParameter(body, (custom) =>
    methodOf(custom) === 'GET' ? 300 + formOf({ fields: {}, customParameter: custom }).length : 0,
  )
  const currency = text(body, 'cryptoCurrency')
  if (!(merchant.currencies as readonly string[]).includes(currency))
    throw new Refusal(refuse.body, 'coin', 'The currency is not enabled.')
  const transaction = call.world.open({
    kind: 'wallet',
    merchant,
    shopper: undefined,
    offerId: text(body, 'orderId'),
    cart: cartOf(body, true),
    status: 'pending',
    native: units(body.amount) ?? 0n,
    nativeCurrency: text(body, 'currency'),
    currency,
    customParameter: body.customParameter,
  })
  const record = recordOf(transaction)
  const receiverAddress = text(record.meta as Fields, 'receiverAddress')
  const amount = decimal(transaction.amount, CHOICES.decimals.crypto)
  return {
    meta: {
      qrString: `${currency.toLowerCase()}:${receiverAddress}?amount=${amount}`,
      receiverAddress,
      offerId: transaction.offerId,
    },
    id: transaction.id,
    crytoCurrency: currency,
    currency: transaction.nativeCurrency,
    totalAmount: decimal(transaction.native, CHOICES.decimals.total),
  }
}

function showInvoice(call: Call): Fields {
  const merchant = merchantOf(call)
  const order = call.world.orders.find(
    (one) => one.merchant === merchant && one.uuid === call.query.get('uuid'),
  )
  if (order === undefined || call.world.isPaid(merchant, order.body.order))
    throw new Refusal(refuse.unknown, 'invoice', 'No such invoice, or an order by now.')
  const { cart, currency, amount } = order.body
  const returnval = {
    companyName: merchant.name,
    username: merchant.name.toLowerCase(),
    shippingAddress: order.body.shippingAddress ?? null,
    redirectUrl: order.body.redirectUrl ?? '',
    merchant_id: merchant.id,
    encrypted: 'bm9uZQ',
    currency,
    amount: String(amount),
    order: order.body.order,
    cart: (cart as readonly Fields[]).toReversed(),
  }
  return { returnval }
}

function closePartial(call: Call): Fields {
  const body = need(call.body, 'clientId encryptedReq')
  const merchant = call.world.accounts.merchants.find((one) => one.id === body.clientId)
  const payload = merchant && decryptWithPassphrase(merchant.secret, body.encryptedReq)
  if (!isFields(payload) || typeof payload.offerId !== 'string')
    throw new Refusal(refuse.credentials, 'cipher', 'The request cannot be decrypted.')
  const found = call.world.transactions
    .filter((one) => one.merchant === merchant && one.offerId === payload.offerId)
    .at(-1)
  if (found === undefined || found.closed) return { success: true }
  const why =
    found.partialMs === undefined || found.received >= found.amount
      ? 'nothing partial'
      : call.world.nowMs() - found.partialMs > call.world.closingWindowMs
        ? 'too late'
        : body.forceUpdate === false && found.refundRequested
          ? 'refund requested'
          : ''
  if (why !== '') return { why, success: false }
  found.closed = true
  call.world.change(found, 'completed')
  return { success: true }
}

export const operations: Readonly<Record<string, (call: Call) => unknown>> = {
  'POST /hosted-page': createInvoice,
  'POST /purchase/qr/generate': createQr,
  'GET /invoices': showInvoice,
  'POST /closePartialTx': closePartial,
}
