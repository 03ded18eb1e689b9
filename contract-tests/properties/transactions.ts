// Checks the transaction record in the response to a payment: its form, merchant, customer, order, cart and amount. The
// contract does not specify the meaning of its codes, or which of its fields are null.

import fc from 'fast-check'
import { address, bankPayment, exchangePayment, paymentLine } from '../../client/sample-requests.ts'
import type { MerchantAccount } from '../../client/target.ts'
import type { TransactionRecord } from '../../spec/resources/transactions.ts'
import { sameDecimal } from '../checks/decimals.ts'
import type { Context } from '../engine/context.ts'
import { property } from '../engine/property.ts'
import { type PaymentLine, paymentCarts, twoLines } from '../inputs/arbitraries.ts'

const money = { resource: 'transactions', level: 'money' } as const

const forms = [
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

const contents = [
  'transactions.names-its-order',
  'transactions.names-its-merchant',
  'transactions.names-its-customer',
  'transactions.lines-are-the-cart',
  'transactions.same-native-amount',
] as const

/** What the request paid, and the record must repeat. */
interface Payment {
  merchant: MerchantAccount
  offerId: string
  cart: readonly PaymentLine[]
  amount: string
}

function checkRecord(
  it: Context,
  record: TransactionRecord,
  { merchant, offerId, cart, amount }: Payment,
): void {
  it.check('transactions.names-its-order', record.meta.offerId === offerId, {
    expected: `order ${offerId}`,
    actual: record.meta.offerId,
  })
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
  })
  it.check('transactions.lines-are-the-cart', hasLines(record.check, cart), {
    expected: `the lines of the cart: ${JSON.stringify(cart)}`,
    actual: JSON.stringify(record.check),
  })
  it.check('transactions.same-native-amount', sameDecimal(record.nativeAmount, amount), {
    expected: amount,
    actual: record.nativeAmount,
  })
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

/** Whether a record has the lines of a cart, in any order. */
function hasLines(check: TransactionRecord['check'], cart: readonly PaymentLine[]): boolean {
  return (
    check.length === cart.length &&
    cart.every((sent) => {
      const line = check.find(({ id }) => id === sent.id)
      return (
        line !== undefined &&
        line.name === sent.name &&
        sameDecimal(line.price, sent.price) &&
        sameDecimal(line.quantity, sent.quantity) &&
        sameDecimal(line.localAmount, sent.localAmount)
      )
    })
  )
}

export const transactions = [
  property({
    ...money,
    title: 'returns a record with the order, cart and amount of an exchange payment',
    checks: [...forms, ...contents],
    async run(it) {
      const cases = fc.record({
        paid: paymentCarts(it.target),
        shippingAddress: fc.constantFrom(address, null),
        exchange: fc.constantFrom(...(it.target.shoppers.ready.exchanges ?? it.target.exchanges)),
      })
      await it.forAll(cases, async (it, { paid: { amount, cart }, shippingAddress, exchange }) => {
        const payload = { ...exchangePayment(it, { nativeAmount: amount, shippingAddress }), cart }
        const { result } = it.given(await it.client.call('createExchangePayment', { payload, exchange }))
        checkRecord(it, result, { merchant: it.merchant, offerId: payload.offerId, cart, amount })
      })
    },
  }),
  property({
    ...money,
    title: 'returns a record with the order, cart and amount of a bank payment',
    needs: ['bankAccount'],
    checks: [...forms, ...contents],
    async run(it) {
      const cases = fc.record({
        paid: paymentCarts(it.target),
        shippingAddress: fc.constantFrom(address, null),
      })
      await it.forAll(cases, async (it, { paid: { amount, cart }, shippingAddress }) => {
        const payload = { ...bankPayment(it, { amount: Number(amount), shippingAddress }), cart }
        const { result } = it.given(await it.client.call('createBankPayment', { payload }))
        checkRecord(it, result, { merchant: it.merchant, offerId: payload.offerId, cart, amount })
      })
    },
  }),
  property({
    ...money,
    title: 'returns the paid merchant in each record, for payments to two merchants',
    needs: ['secondMerchant'],
    checks: contents,
    async run(it) {
      for (const merchant of [it.merchant, it.secondMerchant]) {
        const { amount, cart } = twoLines(it.target)
        const payload = { ...exchangePayment(it, { clientId: merchant.id, nativeAmount: amount }), cart }
        const { result } = it.given(await it.client.call('createExchangePayment', { payload, merchant }))
        checkRecord(it, result, { merchant, offerId: payload.offerId, cart, amount })
      }
    },
  }),
  property({
    ...money,
    title: 'pays no other merchant if the client id is unknown',
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
  }),
  property({
    ...money,
    title: 'returns whole amounts, and amounts with one decimal, with two decimals',
    checks: ['transactions.native-amount-two-decimals', 'transactions.same-native-amount'],
    async run(it) {
      const whole = Math.ceil(Number(it.target.known.amount))
      for (const amount of [`${whole}`, `${whole}.5`]) {
        const payload = exchangePayment(it, { nativeAmount: amount, cart: [paymentLine(amount)] })
        const { nativeAmount } = it.given(await it.client.call('createExchangePayment', { payload })).result
        it.check('transactions.same-native-amount', sameDecimal(nativeAmount, amount), {
          expected: amount,
          actual: nativeAmount,
        })
      }
    },
  }),
]
