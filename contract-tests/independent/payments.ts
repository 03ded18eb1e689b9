// Payments through exchanges and from banks, and the check before the former.

import type { Merchant } from './accounts.ts'
import { CHOICES } from './choices.ts'
import { asNumber, divide, multiply, units } from './money.ts'
import { decryptWithKey } from './payloads.ts'
import { recordOf } from './records.ts'
import { addressOf, type Call, cartOf, need, paymentOf, Refusal, shopperOf, text } from './requests.ts'
import type { Fields } from './world.ts'

const refuse = CHOICES.refusal
const rateOf = (currency: string): bigint | undefined =>
  units((CHOICES.rates as Readonly<Record<string, string>>)[currency])
const native = (value: unknown): bigint => units(value) ?? 0n

function validatePayment(call: Call): Fields {
  const shopper = shopperOf(call)
  const { data } = need(call.body, 'data')
  const fields = need(decryptWithKey(call.world.accounts.serviceKey, data), 'clientId')
  if (!call.world.accounts.merchants.some((one) => one.id === fields.clientId))
    throw new Refusal(refuse.unknown, 'client', 'No such merchant.')
  need(fields, 'assets offerId nativeAmount:amount')
  cartOf(fields, false)
  const rate = rateOf(text(fields, 'assets')) ?? 10n ** 18n
  const enough = native(fields.nativeAmount) <= multiply(native(shopper.balance), rate)
  return {
    code: enough ? 0 : 419,
    newRate: { newFiatRate: asNumber(rate), percentRate: 0.5 },
    nativeAmount: asNumber(native(fields.nativeAmount)),
    exchange: call.exchange,
    showWhitelistElement: !shopper.whitelisted,
    password: !shopper.exchangePassword,
    fee: 0.25,
    currency: text(fields, 'assets'),
    amount: asNumber(divide(native(fields.nativeAmount), rate)),
    receiverMemo: null,
    receiverAddress: `qz-${call.exchange}`,
  }
}

/** Refuses a payment of an order that has no invoice, or that was paid before. */
function payableOrder({ world }: Call, merchant: Merchant, { offerId }: Fields): void {
  if (!world.orders.some((one) => one.merchant === merchant && one.body.order === offerId))
    throw new Refusal(refuse.unknown, 'order', 'The order has no invoice.')
  if (world.isPaid(merchant, offerId)) throw new Refusal(refuse.state, 'order', 'The order was paid.')
}

function payByExchange(call: Call): Fields {
  const shopper = shopperOf(call)
  const { merchant, fields } = paymentOf(call, need(call.body, 'data').data)
  need(fields, 'assets offerId nativeAmount:amount merchantStoreCurrency')
  const currency = text(fields, 'assets')
  const [rate, amount, cart] = [rateOf(currency), native(fields.nativeAmount), cartOf(fields, true)]
  const fail = (code: number, message: string) => new Refusal(422, code, message)
  if (!shopper.exchangeLogin) throw fail(418, 'Authentication Failed! Please try again after some time.')
  if (!shopper.wallet || rate === undefined || !(merchant.currencies as readonly string[]).includes(currency))
    throw fail(421, 'Coin Wallet is not supported at this moment! please try again after some time.')
  if (!shopper.whitelisted) throw fail(420, 'Address whitelist is pending!')
  if (amount < native(shopper.minimum))
    throw fail(422, `Amount is less than minimum transaction amount supported by ${call.exchange}`)
  if (amount > multiply(native(shopper.balance), rate)) throw fail(419, 'Insufficient Balance')
  payableOrder(call, merchant, fields)
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
  const { merchant, fields } = paymentOf(call, call.body)
  need(fields, 'amount:amount accountId stockId offerId merchantStoreCurrency')
  const shopper = call.world.accounts.shoppers.find((one) => one.stockId === fields.stockId)
  if (!shopper?.bank || fields.accountId !== merchant.bankAccountId)
    throw new Refusal(refuse.unknown, 'bank', 'No such bank account.')
  if (shopper.country !== 'US')
    throw new Refusal(refuse.state, 'country', 'Bank payments are for shoppers of the US.')
  if (!merchant.verified) throw new Refusal(refuse.state, 'kyb', 'The business is not verified.')
  payableOrder(call, merchant, fields)
  const transaction = call.world.open({
    kind: 'bank',
    merchant,
    shopper,
    offerId: text(fields, 'offerId'),
    cart: cartOf(fields, true),
    status: 'pending',
    native: native(fields.amount),
    nativeCurrency: 'USD',
    currency: 'USD',
    shippingAddress: addressOf(fields),
  })
  return recordOf(transaction)
}

export const payments: Readonly<Record<string, (call: Call) => unknown>> = {
  'POST /exchanges/payment-validate/*': validatePayment,
  'POST /exchanges/payments/*': payByExchange,
  'POST /purchases': payByBank,
}
