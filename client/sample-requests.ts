// Complete, valid sample requests. Every conforming service accepts them, whatever it does about unspecified behaviors.
// Amounts equal the sums of their carts, identifiers are new, and each function takes overrides.

import { Decimal } from '../core/decimal.ts'
import { derivedUuid } from '../core/derived-uuid.ts'
import { UsageError } from '../core/errors.ts'
import type { PayloadOf, SentBodyOf } from '../spec/operation.ts'
import type { OperationId, Operations } from '../spec/operations.ts'
import type { RequestOptions } from './operation-request.ts'
import { address, customer, fullAddress, type Notation, requiredAddress } from './sample-customers.ts'
import { drawn, productId, productIdFrom, sampleId } from './sample-ids.ts'
import type { MerchantAccount, ShopperAccount, Target } from './target.ts'
import { clientIdOf, merchantIdOf } from './target-accounts.ts'

export { address, customer, fullAddress }

/** A cart line with an amount. */
export function line(amount: string) {
  const name = 'Desk lamp'
  return { id: productId(name, amount), name, price: amount, quantity: 1 }
}

/**
 * Cart lines with an amount in total. Their prices are equal, except that the first has what is left. With `repeats`, the last two
 * are the same product.
 */
export function severalLines(amount: string, count: number, repeats = false) {
  const price = new Decimal(amount).div(count).toDecimalPlaces(2, Decimal.ROUND_DOWN)
  const first = new Decimal(amount).minus(price.times(count - 1))
  return Array.from({ length: count }, (_, at) => {
    const one = line((at === 0 ? first : price).toFixed(2))
    return { ...one, id: productId(one.name, one.price, repeats && at === count - 1 ? at - 1 : at) }
  })
}

/** A cart line of a payment: with its amount in local currency. */
export function paymentLine(amount: string, position = 0) {
  const price = Number(amount)
  const { name } = line(amount)
  const id = productId(name, amount, position)
  return { id, name, price, quantity: 1, localAmount: price, localCurrency: 'USD' }
}

interface LineSource {
  style?: Pick<SampleStyle, 'lines' | 'repeats' | 'minimal' | 'frequencies' | 'varied'> | undefined
}

/** The cart lines of a sample: one by default. */
function linesFor({ style = {} }: LineSource, amount: string) {
  const { lines: count, repeats, varied, frequencies } = style
  const lines = count === undefined ? [line(amount)] : severalLines(amount, count, repeats)
  return varied === true
    ? lines.map((one, at) => variedLine(one, frequencies === true && isSubscribed(at)))
    : lines
}

/** A line with the same total, with another name, a price as number or text, and a quantity above one unless it is a single piece. */
function variedLine({ id, price }: ReturnType<typeof line>, isSingle: boolean) {
  const name = drawn(id, ['Desk lamp', 'Floor lamp', 'Green tea', 'Tea tray'])
  const cents = Math.round(Number(price) * 100)
  const quantities = isSingle ? [] : drawn(id, [[12, 5, 2], [3, 2], [10, 4], [1]])
  // A service may have a minimum. (permitted: carts.own-prices)
  const quantity = quantities.find((one) => cents % one === 0 && cents / one >= 100) ?? 1
  const each = (cents / quantity / 100).toFixed(2)
  const isNumber = drawn(`${id} price`, [true, false])
  return {
    ...{ id: productIdFrom(JSON.stringify([id, name, each])), name, price: isNumber ? Number(each) : each },
    quantity: isNumber ? quantity : String(quantity),
  }
}

/** The cart lines of a payment; the first may have another name. */
const paymentLinesFor = (source: LineSource, amount: string, name?: string) =>
  linesFor(source, amount).map((one, at) => {
    const named = name === undefined || at > 0 ? {} : { name, id: productIdFrom(`${one.id} ${name}`) }
    const price = source.style?.varied === true ? one.price : Number(one.price)
    const inLocal = { localAmount: Number(totalOf(one)), localCurrency: 'USD' }
    return { ...one, ...named, price, ...(source.style?.minimal === true ? {} : inLocal) }
  })

/** The total of a line, with two decimals. */
export const totalOf = ({ price, quantity }: Record<'price' | 'quantity', number | string>) =>
  new Decimal(price).times(quantity).toFixed(2)

/** The accounts, values and identifiers that samples are made of. */
export interface SampleSource {
  merchant: Pick<MerchantAccount, 'id' | 'clientId' | 'merchantAuth' | 'bankAccountId' | 'redirectUrl'>
  /** Who pays from a bank account. */
  shopper: Pick<ShopperAccount, 'stockId'>
  /** The crypto currency of payments. */
  coin: string
  /** The amount in USD, with two decimals. */
  amount: string
  /** The end of the email addresses of customers and payees. */
  emailDomain: string
  /** Unspecified behaviors: subscriptions.debit-fields, authentication.merchant-id-form. */
  debitFields: Target['assumptions']['subscriptions.debit-fields']
  merchantIdForm?: Target['assumptions']['authentication.merchant-id-form']
  /** The notation of addresses; codes by default. */
  notation?: Notation | undefined
  /** Features that plain samples do not have. */
  style?: SampleStyle | undefined
  /** Returns a new identifier, such as `order-7` for `order`. */
  id: (kind: string) => string
}

/** Differences from plain samples, which every conforming service accepts, too. */
export interface SampleStyle {
  /** A text for optional fields that are absent by default. */
  details?: string
  /** True if samples have no optional field. No webhooks are recognized then. */
  minimal?: boolean
  /** The method of webhooks; POST by default. */
  returnMethod?: 'GET' | 'POST'
  /** The number of cart lines, one by default, and of further custom parameters, none by default. */
  lines?: number
  /** True if the first two of several cart lines of an invoice are subscriptions with different frequencies. */
  frequencies?: boolean
  /** True if each order has products and a full address that differ from those of others. */
  varied?: boolean
  /** True if the last two of several cart lines are the same product. */
  repeats?: boolean
}

/** Samples for a target: its first merchant, its shopper `ready`, and identifiers with a prefix and a number. */
export function sampleSource(
  target: Pick<Target, 'merchants' | 'shoppers' | 'known' | 'assumptions'>,
  prefix = 'sample',
): SampleSource {
  const { merchants, shoppers, known, assumptions } = target
  const [merchant] = merchants
  if (merchant === undefined)
    throw new UsageError('The target has no merchant.', 'Sample requests need one.', 'Add one to merchants.')
  let last = 0
  return {
    merchant,
    shopper: shoppers.ready,
    coin: known.coin,
    amount: known.amount,
    emailDomain: known.emailDomain,
    debitFields: assumptions['subscriptions.debit-fields'],
    merchantIdForm: assumptions['authentication.merchant-id-form'],
    id: (kind) => {
      last += 1
      return sampleId(prefix, kind, last, kind.endsWith('order') ? known.orderIds : undefined)
    },
  }
}

type Body<Id extends OperationId> = SentBodyOf<Operations[Id]>
type Payload<Id extends OperationId> = PayloadOf<Operations[Id]>
type Invoice = Body<'createInvoice'>
type QrTransaction = Body<'createQrTransaction'>
type ExchangeCheck = Payload<'validateExchangePayment'>
type ExchangePayment = Payload<'createExchangePayment'>
type BankPayment = Payload<'createBankPayment'>

/**
 * The custom parameter by which the webhooks of an order are recognized. A service hardly has a field of this name, and may limit names
 * and values.
 */
export function pairOf(order: string) {
  return { name: 'shopref', value: `ref${derivedUuid(order).slice(0, 8)}` }
}

/** An update by GET has at most 2048 characters, and the service may need most of the characters. */
const maxPairsByGet = 3

/** The custom parameters of an order: as many as cart lines, by GET at most a few, and the one by which it is recognized. */
export const pairsOf = (
  { style: { lines = 0, returnMethod } = {} }: Pick<SampleSource, 'style'>,
  order: string,
) => {
  const pair = pairOf(order)
  const parts = Array.from(
    { length: returnMethod === 'GET' ? Math.min(lines, maxPairsByGet) : lines },
    (_, at) => ({
      name: `part${at + 1}`,
      value: `${pair.value}p${at + 1}`,
    }),
  )
  return [pair, ...parts]
}

const customParameter = ({ style }: SampleSource, order: string) =>
  style?.minimal === true
    ? {}
    : {
        customParameter: {
          returnMethod: style?.returnMethod ?? ('POST' as const),
          params: pairsOf({ style }, order),
        },
      }

const shippingOf = (source: SampleSource, order: string) =>
  source.style?.details === undefined ? requiredAddress(source) : fullAddress(source, order)

/** Where the shopper returns to; with details, with the order. */
function redirectUrlOf({ merchant: { redirectUrl }, style }: SampleSource, order: string) {
  if (redirectUrl === undefined || style?.details === undefined) return redirectUrl
  const url = new URL(redirectUrl)
  url.searchParams.append('order', order)
  return url.href
}

/** The cart of an invoice without subscriptions. */
export const plainCart = (source: LineSource, amount: string) =>
  linesFor(source, amount).map((one, at) => ({ ...one, key: `line-${at + 1}`, totalPrice: totalOf(one) }))

const isSubscribed = (at: number) => at < 2

const frequencies = [
  ['monthly', 'weekly'],
  ['quarterly', 'monthly'],
  ['weekly', 'half-yearly'],
  ['yearly', 'quarterly'],
] as const

/** The cart of an invoice that is not paid from a bank account: the first two lines may be subscriptions that the merchant debits. */
export const subscribingCart = <Line extends { id: string }>(source: SampleSource, cart: readonly Line[]) => {
  const ofCart = source.style?.varied === true ? drawn(cart[0]?.id ?? '', frequencies) : frequencies[0]
  return cart.map((one, at) => {
    const frequency = source.style?.frequencies === true && isSubscribed(at) ? ofCart[at] : undefined
    if (frequency === undefined) return one
    const { isSubscription, subscriptionPeriod, merchantSubscriptionId } = subscriptionItem(source)
    return {
      ...one,
      ...{ isSubscription, frequency, subscriptionPeriod, merchantSubscriptionId, autoRenewal: false },
    }
  })
}

/** The body of createInvoice. Contract: Endpoints, 1. */
export function invoice(source: SampleSource, overrides: Partial<Invoice> = {}): Invoice {
  const amount = overrides.amount ?? source.amount
  const order = overrides.order ?? source.id('order')
  return {
    amount,
    currency: 'USD',
    order,
    cart: subscribingCart(source, plainCart(source, amount)),
    redirectUrl: redirectUrlOf(source, order),
    ...customParameter(source, order),
    customerInfo: customer(source),
    shippingAddress: source.style?.details === undefined ? null : fullAddress(source, order),
    ...overrides,
  }
}

/** A cart line of an invoice for a subscription: monthly for a year, renewed by the service. */
export function subscriptionItem(source: SampleSource, overrides: Partial<Invoice['cart'][number]> = {}) {
  return {
    ...line(source.amount),
    key: 'line-1',
    totalPrice: source.amount,
    isSubscription: true,
    frequency: 'monthly' as const,
    subscriptionPeriod: '12m',
    merchantSubscriptionId: source.id('subscription'),
    autoRenewal: true,
    ...overrides,
  }
}

/** The body of createQrTransaction. Contract: Endpoints, 2. */
export function qrTransaction(source: SampleSource, overrides: Partial<QrTransaction> = {}): QrTransaction {
  const amount = overrides.amount ?? source.amount
  const orderId = overrides.orderId ?? source.id('order')
  return {
    amount,
    currency: 'USD',
    cryptoCurrency: source.coin,
    orderId,
    cart: linesFor(source, amount),
    customerInfo: customer(source),
    ...customParameter(source, orderId),
    ...overrides,
  }
}

/** The payload of validateExchangePayment. Contract: Endpoints, 3. */
export function exchangeCheck(source: SampleSource, overrides: Partial<ExchangeCheck> = {}): ExchangeCheck {
  const nativeAmount = overrides.nativeAmount ?? source.amount
  return {
    clientId: clientIdOf(source.merchant),
    assets: source.coin,
    // No response repeats the names of these lines, so one may be long.
    cart: paymentLinesFor(source, nativeAmount, source.style?.details),
    offerId: overrides.offerId ?? source.id('order'),
    confirmation: 'true',
    nativeAmount,
    ...overrides,
  }
}

/** The payload of createExchangePayment. Contract: Endpoints, 4. */
export function exchangePayment(
  source: SampleSource,
  overrides: Partial<ExchangePayment> = {},
): ExchangePayment {
  const nativeAmount = overrides.nativeAmount ?? source.amount
  const offerId = overrides.offerId ?? source.id('order')
  return {
    clientId: clientIdOf(source.merchant),
    assets: source.coin,
    cart: paymentLinesFor(source, nativeAmount),
    shippingAddress: shippingOf(source, offerId),
    offerId,
    nativeAmount,
    savepassword: source.style?.details !== undefined,
    code2fa: '',
    merchantStoreCurrency: 'USD',
    ...overrides,
  }
}

/** The payload of createBankPayment. Contract: Endpoints, 5. Throws a UsageError without a linked bank account. */
export function bankPayment(source: SampleSource, overrides: Partial<BankPayment> = {}): BankPayment {
  const amount = overrides.amount ?? Number(source.amount)
  const offerId = overrides.offerId ?? source.id('order')
  return {
    clientId: clientIdOf(source.merchant),
    amount,
    accountId: overrides.accountId ?? linked('merchant', source.merchant.bankAccountId),
    cart: paymentLinesFor(source, amount.toFixed(2)),
    stockId: overrides.stockId ?? linked('shopper', source.shopper.stockId),
    offerId,
    merchantStoreCurrency: 'USD',
    hostedPageId: '',
    shippingAddress: shippingOf(source, offerId),
    ...overrides,
  }
}

function linked(account: 'merchant' | 'shopper', id: string | null | undefined): string {
  if (typeof id === 'string') return id
  throw new UsageError(
    `The ${account} of the sample has no linked bank account.`,
    'A bank payment goes from an account of the shopper to one of the merchant.',
    account === 'merchant' ? 'Add its bankAccountId.' : 'Add its stockId.',
  )
}

/** An element of the payload of addPayees. Its email shows which one it is. Contract: Endpoints, 7. */
export function payee(source: SampleSource, kind = 'payee'): Payload<'addPayees'>[number] {
  const name = source.id(kind)
  return {
    id: derivedUuid(name),
    fname: 'Grace',
    lname: 'Example',
    email: `${name}@${source.emailDomain}`,
    label: 'supplier',
    businessname: source.style?.details ?? 'Grace and Co',
  }
}

/** An element of the payload of createTransfers: a transfer to a payee. Contract: Endpoints, 6. */
export function transfer(
  to: Payload<'addPayees'>[number],
  overrides: Partial<Payload<'createTransfers'>[number]> = {},
): Payload<'createTransfers'>[number] {
  return { ...to, amount: 12.5, currency: 'USD', descriptor: 'January', ...overrides }
}

/** A call of closePartialPayment for an order. Contract: Endpoints, 9. */
export function closing(
  { merchant }: SampleSource,
  { offerId }: { offerId: string },
  body: { forceUpdate?: boolean } = {},
) {
  return { body: { clientId: clientIdOf(merchant), ...body }, payload: { offerId } } satisfies RequestOptions
}

/** The body of cancelSubscription. Contract: Endpoints, 16. */
export function cancellationOf(
  { merchant, merchantIdForm }: Pick<SampleSource, 'merchant' | 'merchantIdForm'>,
  subscriptionId: string,
) {
  const { merchantAuth } = merchant
  return { merchantId: merchantIdOf(merchant, merchantIdForm), merchantAuth, subscriptionId }
}

/** The body of debitSubscription. Contract: Endpoints, 15. */
export function debit(
  { merchant, debitFields, merchantIdForm }: SampleSource,
  fields: { subscriptionId: string; amount: number; currency: string },
  overrides: Record<string, unknown> = {},
): Body<'debitSubscription'> {
  const placed = debitFields === 'items' ? { items: [fields] } : { ...fields, items: [] }
  const merchantId = merchantIdOf(merchant, merchantIdForm)
  return { merchantId, merchantAuth: merchant.merchantAuth, ...placed, ...overrides }
}
