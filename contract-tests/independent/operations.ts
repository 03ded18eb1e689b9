import { createHmac } from 'node:crypto'
import type { Merchant } from './accounts.ts'
import { CHOICES } from './choices.ts'
import { formOf, methodOf } from './deliveries.ts'
import { asNumber, decimal, divide, multiply, units } from './money.ts'
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
  paymentOf,
  Refusal,
  shopperOf,
  text,
} from './requests.ts'
import type { Fields } from './world.ts'

const refuse = CHOICES.refusal
const rateOf = (currency: string): bigint | undefined =>
  units((CHOICES.rates as Readonly<Record<string, string>>)[currency])
const native = (value: unknown): bigint => units(value) ?? 0n

/** The proof of a merchant in the subscription requests. */
export const merchantAuthOf = (merchant: Merchant): string =>
  createHmac('sha256', merchant.secret).update(merchant.id).digest('base64url')

function createInvoice(call: Call): Fields {
  const merchant = merchantOf(call)
  const body = need(call.body, { amount: 'amount', currency: 'text', order: 'text' })
  if (!('shippingAddress' in body))
    throw new Refusal(refuse.body, 'field', 'shippingAddress is required; it may be null.')
  addressOf(body)
  if (body['customerInfo'] !== undefined) need(body['customerInfo'], { name: 'text', email: 'text' })
  const hook = (call.world.deliveries.urlOf(merchant.id) ?? '').length + 300
  checkCustomParameter(body, (custom) =>
    methodOf(custom) === 'GET' ? hook + formOf({ fields: {}, customParameter: custom }).length : 0,
  )
  const order = { uuid: call.world.nextId('invoice'), merchant, body }
  call.world.orders.push(order)
  for (const item of cartOf(body, false))
    if (item['isSubscription'] === true) {
      need(item, { frequency: 'text', merchantSubscriptionId: 'text' })
      call.world.subscriptions.push({
        id: call.world.nextId('subscription'),
        order,
        item,
        paidBy: undefined,
        canceled: false,
      })
    }
  return { uuid: order.uuid, url: `https://pay.example/c?i=${order.uuid}`, expires: null }
}

function createQr(call: Call): Fields {
  const merchant = merchantOf(call)
  if (call.headers['x-transaction-source'] !== 'qr-code-api')
    throw new Refusal(refuse.credentials, 'source', 'x-transaction-source is missing.')
  const body = need(call.body, {
    amount: 'amount',
    currency: 'text',
    cryptoCurrency: 'text',
    orderId: 'text',
    customerInfo: 'fields',
  })
  need(body['customerInfo'], { name: 'text', email: 'text' })
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
    native: native(body['amount']),
    nativeCurrency: text(body, 'currency'),
    currency,
    customParameter: body['customParameter'],
  })
  const record = recordOf(transaction)
  const receiverAddress = text(record['meta'] as Fields, 'receiverAddress')
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

function validatePayment(call: Call): Fields {
  const shopper = shopperOf(call)
  const { fields } = paymentOf(call, need(call.body, { data: 'text' })['data'])
  need(fields, { assets: 'text', offerId: 'text', nativeAmount: 'amount' })
  cartOf(fields, false)
  const rate = rateOf(text(fields, 'assets')) ?? 10n ** 18n
  const enough = native(fields['nativeAmount']) <= multiply(native(shopper.balance), rate)
  return {
    code: enough ? 0 : 419,
    newRate: { newFiatRate: asNumber(rate), percentRate: 0.5 },
    nativeAmount: asNumber(native(fields['nativeAmount'])),
    exchange: call.exchange,
    showWhitelistElement: !shopper.whitelisted,
    password: !shopper.exchangePassword,
    fee: 0.25,
    currency: text(fields, 'assets'),
    amount: asNumber(divide(native(fields['nativeAmount']), rate)),
    receiverMemo: null,
    receiverAddress: `qz-${call.exchange}`,
  }
}

function payByExchange(call: Call): Fields {
  const shopper = shopperOf(call)
  const { merchant, fields } = paymentOf(call, need(call.body, { data: 'text' })['data'])
  need(fields, { assets: 'text', offerId: 'text', nativeAmount: 'amount', merchantStoreCurrency: 'text' })
  const currency = text(fields, 'assets')
  const [rate, amount, cart] = [rateOf(currency), native(fields['nativeAmount']), cartOf(fields, true)]
  const fail = (code: number, message: string) => new Refusal(422, code, message)
  if (!shopper.exchangeLogin) throw fail(418, 'Authentication Failed! Please try again after some time.')
  if (rate === undefined || !(merchant.currencies as readonly string[]).includes(currency))
    throw fail(421, 'Coin Wallet is not supported at this moment! please try again after some time.')
  if (!shopper.whitelisted) throw fail(420, 'Address whitelist is pending!')
  if (amount < native(CHOICES.minimumNative))
    throw fail(422, `Amount is less than minimum transaction amount supported by ${call.exchange}`)
  if (amount > multiply(native(shopper.balance), rate)) throw fail(419, 'Insufficient Balance')
  const transaction = call.world.open({
    kind: 'exchange',
    merchant,
    shopper,
    offerId: text(fields, 'offerId'),
    cart,
    native: amount,
    nativeCurrency: 'USD',
    currency,
    status: 'processing',
    shippingAddress: addressOf(fields),
  })
  return recordOf(transaction)
}

function payByBank(call: Call): Fields {
  const { merchant, fields } = paymentOf(
    call,
    need(call.body, { [CHOICES.purchasesField]: 'text' })[CHOICES.purchasesField],
  )
  need(fields, {
    amount: 'amount',
    accountId: 'text',
    stockId: 'text',
    offerId: 'text',
    merchantStoreCurrency: 'text',
  })
  const shopper = call.world.shoppers.find((one) => one.stockId === fields['stockId'])
  if (shopper === undefined || fields['accountId'] !== merchant.bankAccountId)
    throw new Refusal(refuse.unknown, 'bank', 'No such bank account.')
  if (shopper.country !== 'US')
    throw new Refusal(refuse.state, 'country', 'Bank payments are for shoppers of the US.')
  if (!merchant.verified) throw new Refusal(refuse.state, 'kyb', 'The business is not verified.')
  const transaction = call.world.open({
    kind: 'bank',
    merchant,
    shopper,
    offerId: text(fields, 'offerId'),
    cart: cartOf(fields, true),
    status: 'pending',
    native: native(fields['amount']),
    nativeCurrency: 'USD',
    currency: 'USD',
    shippingAddress: addressOf(fields),
  })
  return recordOf(transaction)
}

function showInvoice(call: Call): Fields {
  const merchant = merchantOf(call)
  const order = call.world.orders.find(
    (one) => one.merchant === merchant && one.uuid === call.query.get('uuid'),
  )
  if (order === undefined) throw new Refusal(refuse.unknown, 'invoice', 'No such invoice.')
  const { cart, currency, amount } = order.body
  const returnval = {
    companyName: merchant.name,
    username: merchant.name.toLowerCase(),
    shippingAddress: order.body['shippingAddress'] ?? null,
    redirectUrl: order.body['redirectUrl'] ?? '',
    merchant_id: merchant.id,
    encrypted: 'bm9uZQ',
    currency,
    amount: String(amount),
    order: order.body['order'],
    cart,
  }
  return { returnval }
}

function closePartial(call: Call): Fields {
  const body = need(call.body, { clientId: 'text', encryptedReq: 'text' })
  const merchant = call.world.merchants.find((one) => one.id === body['clientId'])
  const payload = merchant && decryptWithPassphrase(merchant.secret, body['encryptedReq'])
  if (!isFields(payload)) throw new Refusal(refuse.credentials, 'cipher', 'The request cannot be decrypted.')
  const found = call.world.transactions
    .filter((one) => one.merchant === merchant && one.offerId === payload['offerId'])
    .at(-1)
  if (found?.closed) return { success: true }
  const why =
    found?.partialMs === undefined || found.received >= found.amount
      ? 'nothing partial'
      : call.world.nowMs() - found.partialMs > CHOICES.closingWindowMs
        ? 'too late'
        : body['forceUpdate'] === false && found.refundRequested
          ? 'refund requested'
          : ''
  if (found === undefined || why !== '') return { why, success: false }
  found.closed = true
  call.world.change(found, 'completed')
  return { success: true }
}

export const operations: Readonly<Record<string, (call: Call) => unknown>> = {
  'POST /hosted-page': createInvoice,
  'POST /purchase/qr/generate': createQr,
  'POST /exchanges/payment-validate/*': validatePayment,
  'POST /exchanges/payments/*': payByExchange,
  'POST /purchases': payByBank,
  'GET /invoices': showInvoice,
  'POST /closePartialTx': closePartial,
}
