// Checks the transaction record in the response to a payment: its form, merchant, customer, order, cart and amount. The
// contract does not specify the meaning of its codes, or which of its fields are null.

import fc from 'fast-check'
import { inNotation, requiredAddress } from '../../client/sample-customers.ts'
import { exchangePayment, paymentLine, severalLines } from '../../client/sample-requests.ts'
import type { MerchantAccount } from '../../client/target.ts'
import { clientIdOf } from '../../client/target-accounts.ts'
import { Decimal } from '../../core/decimal.ts'
import type { TransactionRecord } from '../../spec/resources/transactions.ts'
import { isLess, sameDecimal } from '../observe/decimals.ts'
import { fieldDifferences, isMisread, lineDifferences } from '../observe/differences.ts'
import { manyLines, type PaymentLine, paymentCarts, twoLines } from '../steps/arbitraries.ts'
import { asFarAsPossible } from '../steps/as-far-as-possible.ts'
import type { Context } from '../steps/context.ts'
import { exchangesOf } from '../steps/exchanges.ts'
import { properties, property } from '../steps/property.ts'
import { bankPaymentRequest, exchangePaymentRequest, levelAndNeeds, send } from '../steps/requests.ts'

/** The requirements that the schema of a transaction record checks. */
const recordForms = [
  'transactions.record-shape',
  'transactions.uuids',
  'transactions.codes-are-integers',
  'transactions.native-amount-two-decimals',
  'transactions.amounts-are-text',
  'transactions.final-amounts-are-numbers',
  'transactions.text-or-null',
  'transactions.check-shape',
  'transactions.check-counts-refunds',
  'transactions.meta-shape',
  'transactions.shipping-address-object-or-null',
] as const

/** The requirements of the contents of a record. */
export const contents = [
  'transactions.names-its-order',
  'transactions.names-its-merchant',
  'transactions.names-its-customer',
  'transactions.lines-are-the-cart',
  'transactions.same-native-amount',
] as const

/** The address of the samples, and another one. */
const addressesOf = (it: Context) => [
  requiredAddress(it),
  inNotation(it, { address1: '24 Beacon Street', city: 'Boston', state: 'MA', country: 'US' }),
]
type Address = ReturnType<typeof addressesOf>[number]

const payments = [
  { request: exchangePaymentRequest, withAmount: (amount: string) => ({ nativeAmount: amount }) },
  { request: bankPaymentRequest, withAmount: (amount: string) => ({ amount: Number(amount) }) },
]

/** The content of the payment, which the record must repeat. */
interface Payment {
  merchant: MerchantAccount
  offerId: string
  cart: readonly PaymentLine[]
  amount: string
}

/** Checks that a record repeats what the request paid. */
function checkRecord(
  it: Context,
  record: TransactionRecord,
  { merchant, offerId, cart, amount }: Payment,
): void {
  const { offerId: actual } = record.meta
  it.checkEqual('transactions.names-its-order', actual, offerId)
  const { companyName } = record.merchant.shopData
  const { companyName: known = companyName } = merchant
  it.check(
    'transactions.names-its-merchant',
    record.merchantId.toLowerCase() === merchant.id.toLowerCase() && companyName === known,
    {
      expected: `merchant ${merchant.id} with the company name ${known}`,
      actual: `merchant ${record.merchantId} with the company name ${companyName}`,
    },
  )
  it.check('transactions.names-its-customer', !emailsOfOthers(it).has(record.customer.email.toLowerCase()), {
    expected: 'a customer who is not another shopper of the target',
    actual: `${record.customer.fullname}, ${record.customer.email}`,
    // No invoice has the email of a shopper.
    gross: true,
  })
  checkLines(it, record, cart)
  checkAmount(it, record, amount)
}

function checkLines(it: Context, { check }: TransactionRecord, cart: Payment['cart']): void {
  const difference = lineDifferences(cart, check, ['id', 'name', 'price', 'quantity', 'localAmount'])
  it.check('transactions.lines-are-the-cart', difference === '', {
    expected: `the ${cart.length} lines of the cart`,
    actual: difference,
    gross: isMisread(cart, check),
  })
}

/** Checks the address of a record. That of another payment can be no form of the one sent. */
function checkAddress(it: Context, sent: Address | null, { txMetadata }: TransactionRecord): void {
  const differences = (one: object | null) => fieldDifferences(one ?? {}, txMetadata.shippingAddress ?? {})
  it.check('transactions.same-shipping-address', differences(sent).length === 0, {
    expected: JSON.stringify(sent),
    actual: JSON.stringify(txMetadata.shippingAddress),
    gross: addressesOf(it).some((one) => differences(one).length === 0),
  })
}

function checkAmount(it: Context, record: TransactionRecord, expected: string): void {
  const { nativeAmount: actual, nativeCurrency } = record
  // Payments are sent in USD.
  const gross = nativeCurrency === 'USD' && isLess(expected, actual)
  it.check('transactions.same-native-amount', sameDecimal(actual, expected), { expected, actual, gross })
}

/** The emails of the shoppers who do not pay. */
function emailsOfOthers({ target: { shoppers } }: Context): Set<string> {
  const emails = Object.values(shoppers).flatMap((shopper) =>
    shopper === undefined || shopper.accessToken === shoppers.ready.accessToken
      ? []
      : (shopper.email?.toLowerCase() ?? []),
  )
  const own = shoppers.ready.email?.toLowerCase()
  return new Set(emails.filter((email) => email !== own))
}

/** Checks the record of a payment of a cart from an exchange. */
export async function checkPaid(
  it: Context,
  { amount, cart, offerId = it.id('order') }: Pick<Payment, 'amount' | 'cart'> & { offerId?: string },
  merchant = it.merchant,
): Promise<void> {
  const assets = merchant === it.merchant ? it.coin : it.sharedCoin
  const overrides = { clientId: clientIdOf(merchant), assets, nativeAmount: amount, offerId, cart }
  const { result } = it.given(await send(it, exchangePaymentRequest, overrides, { merchant }))
  checkRecord(it, result, { merchant, offerId, cart, amount })
}

/** A payment of one and a half units, within the target's limit. */
function oneAndAHalf({ amount: known, target: { limits } }: Context) {
  const thirdOf = (total: string, rounding: 0 | 1) => new Decimal(total).div(3).toDecimalPlaces(2, rounding)
  const half = Decimal.min(thirdOf(known, Decimal.ROUND_UP), thirdOf(limits.amount, Decimal.ROUND_DOWN))
  const amount = half.times(3).toFixed(2)
  return { amount, line: { ...paymentLine(half.times(2).toFixed(2)), localAmount: Number(amount) } }
}

export const transactions = [
  ...payments.map(({ request, withAmount }) =>
    property({
      ...levelAndNeeds(request),
      title: `returns one and a half units in the record of ${request.creates}, if they are accepted`,
      checks: ['transactions.lines-are-the-cart'],
      async run(it) {
        const { amount, line } = oneAndAHalf(it)
        // permitted: carts.own-prices
        const pays = [1.5, '1.5'].map((quantity) => async () => {
          const cart = [{ ...line, quantity }]
          const { result } = it.given(await send(it, request, { ...withAmount(amount), cart }))
          checkLines(it, result, cart)
        })
        await asFarAsPossible(pays)
      },
    }),
  ),
  ...payments.map(({ request, withAmount }) =>
    property({
      ...levelAndNeeds(request),
      title: `returns a record with the order, cart and amount of ${request.creates}`,
      checks: [...recordForms, ...contents, 'transactions.same-shipping-address'],
      async run(it) {
        const cases = fc.record({
          paid: paymentCarts(it),
          shippingAddress: fc.constantFrom(...addressesOf(it), null),
          exchange: fc.constantFrom(...exchangesOf(it)),
        })
        await it.forAll(cases, async (it, { paid: { amount, cart }, shippingAddress, exchange }) => {
          const offerId = it.id('order')
          const overrides = { ...withAmount(amount), offerId, cart, shippingAddress }
          const { result } = it.given(await send(it, request, overrides, { exchange }))
          checkRecord(it, result, { merchant: it.merchant, offerId, cart, amount })
          checkAddress(it, shippingAddress, result)
        })
      },
    }),
  ),
  ...properties({ level: 'money' })({
    'returns the paid merchant in each record, for payments to two merchants': {
      needs: ['secondMerchant'],
      checks: contents,
      async run(it) {
        for (const merchant of [it.merchant, it.secondMerchant]) await checkPaid(it, twoLines(it), merchant)
      },
    },
    'returns a record with each of about sixty lines': {
      checks: contents,
      async run(it) {
        const { amount } = it
        const lines = severalLines(amount, manyLines)
        await checkPaid(it, { amount, cart: lines.map(({ price }, at) => paymentLine(price, at)) })
      },
    },
    'pays no other merchant if the client id is unknown': {
      checks: ['transactions.names-its-merchant'],
      async run(it) {
        const clientId = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f0'
        const payload = exchangePayment(it, { clientId })
        const response = await it.client.call('createExchangePayment', { payload })
        const paid = response.outcome === 'refusal' ? clientId : it.given(response).result.merchantId
        it.check('transactions.names-its-merchant', paid === clientId, {
          expected: `a refusal, or a record of merchant ${clientId}`,
          actual: paid,
        })
      },
    },
    'returns whole amounts, and amounts with one decimal, with two decimals': {
      checks: ['transactions.native-amount-two-decimals', 'transactions.same-native-amount'],
      async run(it) {
        const whole = Math.ceil(Number(it.target.known.amount))
        for (const amount of [`${whole}`, `${whole}.5`]) {
          const payload = exchangePayment(it, { nativeAmount: amount, cart: [paymentLine(amount)] })
          const { result } = it.given(await it.client.call('createExchangePayment', { payload }))
          checkAmount(it, result, amount)
        }
      },
    },
  }),
]
