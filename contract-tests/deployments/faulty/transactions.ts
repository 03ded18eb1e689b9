// Deployments whose transaction record tells of something else than what was paid. What is wrong with its form is in
// transaction-forms.ts.

import { faulty } from '../graded-deployment.ts'
import { spoiling } from '../spoiling.ts'

const payments = ['createExchangePayment', 'createBankPayment'] as const

/** A change of one field of every line of `check`. */
const ofEachLine = (key: string, change: (value: unknown) => unknown) =>
  spoiling(payments, `result.check.*.${key}`, change)

export const faultyTransactions = [
  faulty({
    requirement: 'transactions.names-its-order',
    name: 'the record of another order',
    says: 'The record names an order that nobody paid.',
    response: spoiling(payments, 'result.meta.offerId', () => 'order-1'),
  }),
  faulty({
    requirement: 'transactions.names-its-order',
    name: 'half of the order id',
    says: 'The record names the order by its first eight letters.',
    response: spoiling(payments, 'result.meta.offerId', (id) => String(id).slice(0, 8)),
  }),
  faulty({
    requirement: 'transactions.names-its-order',
    name: 'no order for banks',
    says: 'The record of a bank payment names no order.',
    response: spoiling('createBankPayment', 'result.meta.offerId', () => ''),
  }),
  faulty({
    requirement: 'transactions.names-its-merchant',
    name: 'the record of another merchant',
    says: 'The record is of the first merchant, whoever was paid.',
    response: spoiling(payments, 'result.merchantId', (_, { world }) => world.accounts.firstMerchant.id),
  }),
  faulty({
    requirement: 'transactions.names-its-merchant',
    name: "another merchant's shop",
    says: 'The record shows the shop of the second merchant.',
    response: spoiling(
      payments,
      'result.merchant.shopData',
      (_, { world }) => world.accounts.merchants[1]?.shop,
    ),
  }),
  faulty({
    requirement: 'transactions.names-its-merchant',
    name: 'whoever has the key is paid',
    says: 'A payment to a merchant who does not exist is made to the one whose key encrypted it.',
    handlers: (real) => ({
      createExchangePayment: (call) =>
        real.createExchangePayment({ ...call, payload: { ...call.payload, clientId: call.merchant.id } }),
    }),
  }),
  faulty({
    requirement: 'transactions.names-its-customer',
    name: 'another customer',
    says: 'The record bears the email of a shopper who did not pay.',
    response: spoiling(
      payments,
      'result.customer.email',
      (_, { world }) => world.accounts.shoppers[1]?.email,
    ),
  }),
  faulty({
    requirement: 'transactions.lines-are-the-cart',
    name: 'the last line is lost',
    says: 'The record lacks the last line of a cart of several.',
    response: spoiling(payments, 'result.check', (lines) => {
      const all = [lines].flat()
      return all.length > 1 ? all.slice(0, -1) : all
    }),
  }),
  faulty({
    requirement: 'transactions.lines-are-the-cart',
    name: 'one of each',
    says: 'The quantity of every line is 1.',
    response: ofEachLine('quantity', () => 1),
  }),
  faulty({
    requirement: 'transactions.lines-are-the-cart',
    name: 'prices in whole dollars',
    says: 'The price of every line lacks its cents.',
    response: ofEachLine('price', (price) => Math.floor(Number(price))),
  }),
  faulty({
    requirement: 'transactions.lines-are-the-cart',
    name: 'names without accents',
    says: 'Letters beyond ASCII are lost from the names of the lines.',
    response: ofEachLine('name', (name) => String(name).replace(/[^ -~]/g, '?')),
  }),
  faulty({
    requirement: 'transactions.lines-are-the-cart',
    name: 'lines by their number',
    says: "The id of a line is its number, not the product's id.",
    response: spoiling(payments, 'result.check', (lines) =>
      [lines].flat().map((line, index) => ({ ...Object(line), id: String(index + 1) })),
    ),
  }),
  faulty({
    requirement: 'transactions.lines-are-the-cart',
    name: 'a line for shipping',
    says: 'The record has one more line, for shipping.',
    response: spoiling(payments, 'result.check', (lines) => {
      const all = [lines].flat()
      return [...all, { ...Object(all[0]), id: 'shipping', name: 'Shipping', num: all.length + 1 }]
    }),
  }),
  faulty({
    requirement: 'transactions.lines-are-the-cart',
    name: 'no local amounts',
    says: 'The local amount of every line is 0.',
    response: ofEachLine('localAmount', () => 0),
  }),
  faulty({
    requirement: 'transactions.same-native-amount',
    name: 'rounded to dollars',
    says: 'The native amount is rounded to whole dollars.',
    response: spoiling(payments, 'result.nativeAmount', (amount) => Math.floor(Number(amount)).toFixed(2)),
  }),
  faulty({
    requirement: 'transactions.same-native-amount',
    name: 'less the fee',
    says: 'The native amount of a bank payment is what is left after the fee.',
    response: spoiling('createBankPayment', 'result.nativeAmount', (amount) =>
      (Number(amount) * 0.99).toFixed(2),
    ),
  }),
]
