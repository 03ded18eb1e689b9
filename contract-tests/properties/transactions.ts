// What the transaction record that answers a payment must look like, and that it tells of what was paid: whose it is, for
// which order, which cart, and how much. What its codes mean, and which of its fields are null, is open.

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

/** What was asked for, which the record is to tell again. */
interface Paid {
  merchant: MerchantAccount
  offerId: string
  cart: readonly PaymentLine[]
  amount: string
}

function tellsOf(it: Context, record: TransactionRecord, { merchant, offerId, cart, amount }: Paid): void {
  it.check('transactions.names-its-order', record.meta.offerId === offerId, {
    expected: `the order ${offerId}`,
    actual: record.meta.offerId,
  })
  const { companyName } = record.merchant.shopData
  const { companyName: known = companyName } = merchant
  it.check(
    'transactions.names-its-merchant',
    record.merchantId.toLowerCase() === merchant.id.toLowerCase() && companyName === known,
    {
      expected: `the merchant ${merchant.id}, called ${known}`,
      actual: `${record.merchantId}, called ${companyName}`,
    },
  )
  it.check('transactions.names-its-customer', !othersOf(it).has(record.customer.email.toLowerCase()), {
    expected: 'the shopper who paid, or how the merchant knows that shopper',
    actual: `${record.customer.fullname}, ${record.customer.email}`,
  })
  it.check('transactions.lines-are-the-cart', linesAre(record.check, cart), {
    expected: `the lines of the cart: ${JSON.stringify(cart)}`,
    actual: JSON.stringify(record.check),
  })
  it.check('transactions.same-native-amount', sameDecimal(record.nativeAmount, amount), {
    expected: amount,
    actual: record.nativeAmount,
  })
}

/** The emails of shoppers who are not the one that pays. */
function othersOf({ target: { shoppers } }: Context): Set<string> {
  const emails = Object.values(shoppers).flatMap((one) =>
    one === undefined || one.accessToken === shoppers.ready.accessToken
      ? []
      : (one.email?.toLowerCase() ?? []),
  )
  const own = shoppers.ready.email?.toLowerCase()
  return new Set(emails.filter((email) => email !== own))
}

/** Whether the lines are those of a cart, in whatever order. */
function linesAre(check: TransactionRecord['check'], cart: readonly PaymentLine[]): boolean {
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
    title: 'the record of a payment from an exchange tells of what was paid',
    kind: 'property',
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
        tellsOf(it, result, { merchant: it.merchant, offerId: payload.offerId, cart, amount })
      })
    },
  }),
  property({
    ...money,
    title: 'the record of a bank payment tells of what was paid',
    kind: 'property',
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
        tellsOf(it, result, { merchant: it.merchant, offerId: payload.offerId, cart, amount })
      })
    },
  }),
  property({
    ...money,
    title: 'of payments to two merchants each record is of its own',
    kind: 'example',
    needs: ['secondMerchant'],
    checks: contents,
    async run(it) {
      for (const merchant of [it.merchant, it.secondMerchant]) {
        const { amount, cart } = twoLines(it.target)
        const payload = { ...exchangePayment(it, { clientId: merchant.id, nativeAmount: amount }), cart }
        const { result } = it.given(await it.client.call('createExchangePayment', { payload, merchant }))
        tellsOf(it, result, { merchant, offerId: payload.offerId, cart, amount })
      }
    },
  }),
  property({
    ...money,
    title: 'no merchant is paid whom the payload does not name',
    kind: 'example',
    checks: ['transactions.names-its-merchant'],
    async run(it) {
      const clientId = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f0'
      const payload = exchangePayment(it, { clientId })
      const response = await it.client.call('createExchangePayment', { payload })
      const paid = response.outcome === 'refusal' ? clientId : it.given(response).result.merchantId
      it.check('transactions.names-its-merchant', paid === clientId, {
        expected: `a refusal, or the record of the merchant ${clientId}`,
        actual: paid,
      })
    },
  }),
  property({
    ...money,
    title: 'whole amounts, and amounts with one decimal, are told with two',
    kind: 'example',
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
