// The operations that create and change something.

import { type Merchant, merchantAuthOf, type Shopper } from './accounts.ts'
import { DAYS, FIRST_ROW, type Kind, RATES, STATUS_CODES, WEBHOOKS } from './choices.ts'
import { receiverOf, record, transactionRecord } from './records.ts'
import * as requests from './requests.ts'
import { amountOf, decryptWithKey, decryptWithPassphrase, type Fields, fieldsOf, rowsOf } from './values.ts'
import { formOf, type Subscription } from './world.ts'

const { find, merchantOf, merchantWith, invalidFields, need, Refusal, shopperOf } = requests
type Call = requests.Call

/** Refuses custom parameters that would not fit a delivery by GET. */
function checkCustomParameter({ world }: Call, merchant: Merchant, { customParameter }: Fields): void {
  const custom = need(customParameter ?? {}, 'returnMethod?:method params?:pair*')
  const chars = (world.webhooks.get(merchant.id) ?? '').length + 300 + formOf(custom, {}).length
  if ((custom.returnMethod ?? WEBHOOKS.method) === 'GET' && chars > world.limits.getChars)
    throw new Refusal('get', 'The params exceed a GET request.')
}

/** The payment that the key of a merchant decrypts. */
function paymentOf({ world }: Call, text: unknown, expected: string) {
  for (const merchant of world.accounts.merchants) {
    const fields = decryptWithKey(merchant.key.privateKey, text)
    if (fieldsOf(fields).clientId === merchant.id) return { merchant, fields: need(fields, expected) }
  }
  throw new Refusal('body', 'The data cannot be decrypted.')
}

/** Pays an order, which has an invoice and was not paid before. */
function pay({ world }: Call, kind: Kind, merchant: Merchant, fields: Fields, shopper: Shopper): Fields {
  const orders = world.orders.filter((one) => one.merchant === merchant)
  const order = find(orders, ({ body }) => body.order === fields.offerId)
  if (world.isPaid(order)) throw new Refusal('state', 'The order was paid.')
  return transactionRecord(world.open(kind, merchant, fields, order, shopper), world.timestamp())
}

/** The payload that a merchant's secret decrypts; the token of a payout says nothing about the merchant. */
function payoutOf({ world, body }: Call, field: string): unknown {
  const text = fieldsOf(body)[field]
  const decrypted = world.accounts.merchants.map(({ secret }) => decryptWithPassphrase(secret, text))
  return decrypted.find((one) => one !== undefined)
}

const refusedPayout = (errorMsg: string) => ({ success: false, errorMsg })
const names = { 'First Name': 'fname', 'Last Name': 'lname', Email: 'email', Label: 'label' }
const payeeOf = (row: Fields) =>
  Object.fromEntries(Object.entries(names).map(([name, source]) => [name, row[source] ?? '']))

function subscriptionOf({ world, body }: Call, id: unknown): Subscription {
  const { merchantId, merchantAuth } = need(body, 'merchantId merchantAuth')
  const merchant = world.accounts.merchants.find((one) => one.id === merchantId)
  if (!merchant || merchantAuthOf(merchant) !== merchantAuth)
    throw new Refusal('who', 'Not the merchantAuth.')
  const subscriptions = world.orders.flatMap((one) => (one.merchant === merchant ? one.subscriptions : []))
  return find(subscriptions, (one) => one.id === id)
}

const payable = 'offerId merchantStoreCurrency cart:item+ shippingAddress?:address'

export const operations: requests.Operations = {
  'POST /hosted-page': (call) => {
    const merchant = merchantOf(call)
    const form = 'amount:positive currency order cart:product+ customerInfo?:person shippingAddress?:address'
    const body = need(call.body, form)
    if (body.shippingAddress === undefined) throw new Refusal('body', 'shippingAddress may be null.')
    for (const item of rowsOf(body.cart).filter((one) => one.isSubscription === true))
      if (!(String(need(item, 'frequency merchantSubscriptionId').frequency) in DAYS))
        throw new Refusal('body', 'The frequency is none of the five.')
    checkCustomParameter(call, merchant, body)
    const { uuid } = call.world.addOrder(merchant, body)
    return { uuid, url: `https://pay.example/c?i=${uuid}`, expires: null }
  },

  'POST /purchase/qr/generate': (call) => {
    const merchant = merchantOf(call)
    if (call.headers['x-transaction-source'] !== 'qr-code-api')
      throw new Refusal('who', 'x-transaction-source is missing.')
    const form = 'amount:positive currency cryptoCurrency orderId customerInfo:person cart:item+'
    const fields = need(call.body, form)
    checkCustomParameter(call, merchant, fields)
    if (!merchant.currencies.includes(String(fields.cryptoCurrency)))
      throw new Refusal('body', 'The currency is not enabled.')
    const transaction = call.world.open('wallet', merchant, fields)
    const { currency, amount, offerId } = transaction
    const receiverAddress = receiverOf(transaction)
    const qrString = `${currency.toLowerCase()}:${receiverAddress}?amount=${amount.toFixed(12)}`
    return record('qr', { ...transaction, meta: { offerId, receiverAddress, qrString } })
  },

  'POST /closePartialTx': (call) => {
    const { clientId, encryptedReq, forceUpdate } = need(call.body, 'clientId encryptedReq')
    const [{ world }, merchant] = [call, merchantWith(call, clientId)]
    const { offerId } = need(decryptWithPassphrase(merchant.secret, encryptedReq), 'offerId')
    const found = world.transactions.findLast((one) => one.merchant === merchant && one.offerId === offerId)
    if (found === undefined || found.isClosed) return { success: true }
    const { partialMs, received, amount, isRefundRequested } = found
    if (partialMs === undefined || received.gte(amount)) return { success: false, why: 'nothing partial' }
    if (world.nowMs() - partialMs > world.limits.closingMs) return { success: false, why: 'too late' }
    if (forceUpdate === false && isRefundRequested) return { success: false, why: 'refund requested' }
    found.isClosed = true
    world.change(found, 'completed')
    return { success: true }
  },

  'POST /exchanges/payments/*': (call) => {
    const shopper = shopperOf(call)
    const form = `assets nativeAmount:positive ${payable}`
    const { merchant, fields } = paymentOf(call, need(call.body, 'data').data, form)
    const [native, currency] = [amountOf(fields.nativeAmount), String(fields.assets)]
    const rate = merchant.currencies.includes(currency) && shopper.hasWallet ? RATES[currency] : undefined
    const fail = (code: number, message: string) => new Refusal('body', message, code)
    if (!shopper.canLogIn) throw fail(418, 'Authentication Failed! Please try again after some time.')
    if (rate === undefined)
      throw fail(421, 'Coin Wallet is not supported at this moment! please try again after some time.')
    if (!shopper.isListed) throw fail(420, 'Address whitelist is pending!')
    if (native.lt(shopper.minimum))
      throw fail(422, `Amount is less than minimum transaction amount supported by ${call.name}`)
    if (native.gt(amountOf(rate).times(shopper.balance))) throw fail(419, 'Insufficient Balance')
    return pay(call, 'exchange', merchant, fields, shopper)
  },

  'POST /purchases': (call) => {
    const { merchant, fields } = paymentOf(call, call.body, `accountId stockId amount:positive ${payable}`)
    const shopper = call.world.accounts.shoppers.find((one) => one.stockId === fields.stockId)
    if (!shopper?.hasBank || fields.accountId !== merchant.bankAccountId)
      throw new Refusal('unknown', 'There is no such bank account.')
    if (shopper.country !== 'US') throw new Refusal('state', 'Bank payments are for shoppers of the US.')
    if (!merchant.isVerified) throw new Refusal('state', 'The business is not verified.')
    return pay(call, 'bank', merchant, fields, shopper)
  },

  'POST /payout/transfer': (call) => {
    shopperOf(call)
    const rows = payoutOf(call, 'encryptedReq')
    if (!Array.isArray(rows)) return refusedPayout('Invalid Encrypted Data')
    const bad = rows.findIndex((row) => invalidFields(row, 'email:email amount:positive currency').length > 0)
    if (bad >= 0) return refusedPayout(`Invalid Email: Raw - ${bad + FIRST_ROW}`)
    const receivers = rowsOf(rows).map(({ amount, currency, descriptor = '', ...row }) => {
      return {
        ...payeeOf(row),
        Amount: amountOf(amount).toFixed(12),
        Currency: currency,
        Descriptor: descriptor,
      }
    })
    const batch = { result: { batch: call.world.nextId('batch') }, insertedCount: rows.length }
    return { success: true, receivers: receivers.reverse(), ...batch, errorData: [], errorMsg: '' }
  },

  'POST /payout/payee': (call) => {
    const rows = payoutOf(call, 'data')
    if (rows === undefined) return refusedPayout('Invalid Encrypted Data')
    if (!Array.isArray(rows)) return refusedPayout('Invalid Formate of Decrypted Data')
    for (const [at, row] of rows.entries())
      for (const key of invalidFields(row, 'fname lname email'))
        return refusedPayout(`Invalid Data: Row - ${at + FIRST_ROW}, Key - ${key}`)
    const payees = rowsOf(rows).map((row) => ({ ...payeeOf(row), 'Error(s)': [] }))
    return { success: true, payees: payees.reverse(), insertedCount: rows.length, errorMsg: '' }
  },

  'POST /subscription/debit': (call) => {
    const { items, orderId = '' } = need(call.body, 'items:debit+')
    const debits = rowsOf(items).map((item) => ({
      item,
      subscription: subscriptionOf(call, item.subscriptionId),
    }))
    const data = debits.map(({ item, subscription }) => {
      call.world.reportDebit(subscription)
      const { merchant, payer } = subscription
      const ids = {
        merchantId: merchant.id,
        userId: payer?.id ?? '',
        transactionId: call.world.nextId('debit'),
      }
      const status = STATUS_CODES.completed
      return record('debit', { ...item, ...ids, amount: amountOf(item.amount), orderId, status })
    })
    return { data, errors: [] }
  },

  'POST /subscription/cancel': (call) => {
    subscriptionOf(call, need(call.body, 'subscriptionId').subscriptionId).isCanceled = true
    return { success: true }
  },
}
