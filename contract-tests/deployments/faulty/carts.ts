// Deployments that are wrong about the carts of requests: that refuse what is lawful, or take what is none.

import { refuse, type Wrapping } from '../../targets/in-process.ts'
import { faulty } from '../graded-deployment.ts'

/** A line as any of the requests has it. */
interface Line {
  id: string
  name?: string | undefined
  price?: string | number | undefined
  quantity?: string | number | undefined
  key?: string | undefined
  totalPrice?: string | undefined
  localAmount?: number | undefined
  localCurrency?: string | undefined
}
type Refuses = (cart: readonly Line[]) => boolean

/** Deployments that refuse some carts in one kind of request. */
const refusing = {
  invoices: (refuses: Refuses): Wrapping => ({
    handlers: (real) => ({
      createInvoice: (call) =>
        refuses(call.body.cart) ? refuse('invoices.amount-mismatch') : real.createInvoice(call),
    }),
  }),
  walletTransactions: (refuses: Refuses): Wrapping => ({
    handlers: (real) => ({
      createQrTransaction: (call) =>
        refuses(call.body.cart) ? refuse('qr-transactions.amount-mismatch') : real.createQrTransaction(call),
    }),
  }),
  exchangePayments: (refuses: Refuses): Wrapping => ({
    handlers: (real) => ({
      createExchangePayment: (call) =>
        refuses(call.payload.cart)
          ? refuse('transactions.amount-mismatch')
          : real.createExchangePayment(call),
    }),
  }),
  bankPayments: (refuses: Refuses): Wrapping => ({
    handlers: (real) => ({
      createBankPayment: (call) =>
        refuses(call.payload.cart) ? refuse('transactions.amount-mismatch') : real.createBankPayment(call),
    }),
  }),
}

const someLine =
  (holds: (line: Line) => boolean): Refuses =>
  (cart) =>
    cart.some(holds)

export const faultyCarts = [
  faulty({
    requirement: 'carts.lines-complete',
    name: 'one line only',
    says: 'A wallet transaction takes a cart of one line only.',
    ...refusing.walletTransactions((cart) => cart.length > 1),
  }),
  faulty({
    requirement: 'carts.lines-complete',
    name: 'fifty lines at most',
    says: 'An invoice of more than fifty lines is refused.',
    ...refusing.invoices((cart) => cart.length > 50),
  }),
  faulty({
    requirement: 'carts.lines-complete',
    name: 'plain letters',
    says: 'An invoice is refused for a name that is not in plain letters.',
    ...refusing.invoices(someLine(({ name = '' }) => /[^ -~]/.test(name))),
  }),
  faulty({
    requirement: 'carts.lines-complete',
    name: 'bank payments of one line',
    says: 'A bank payment takes a cart of one line only.',
    ...refusing.bankPayments((cart) => cart.length > 1),
  }),
  faulty({
    requirement: 'carts.price-number-or-text',
    name: 'prices of invoices as text',
    says: 'An invoice is refused for a price that is a number.',
    ...refusing.invoices(someLine(({ price }) => typeof price === 'number')),
  }),
  faulty({
    requirement: 'carts.price-number-or-text',
    name: 'prices of wallet transactions as numbers',
    says: 'A wallet transaction is refused for a price that is text.',
    ...refusing.walletTransactions(someLine(({ price }) => typeof price === 'string')),
  }),
  faulty({
    requirement: 'carts.price-number-or-text',
    name: 'prices of exchange payments as numbers',
    says: 'An exchange payment is refused for a price that is text.',
    ...refusing.exchangePayments(someLine(({ price }) => typeof price === 'string')),
  }),
  faulty({
    requirement: 'carts.quantity-number-or-text',
    name: 'quantities of invoices as numbers',
    says: 'An invoice is refused for a quantity that is text.',
    ...refusing.invoices(someLine(({ quantity }) => typeof quantity === 'string')),
  }),
  faulty({
    requirement: 'carts.quantity-number-or-text',
    name: 'quantities of bank payments as numbers',
    says: 'A bank payment is refused for a quantity that is text.',
    ...refusing.bankPayments(someLine(({ quantity }) => typeof quantity === 'string')),
  }),
  faulty({
    requirement: 'carts.quantity-number-or-text',
    name: 'quantities of wallet transactions as text',
    says: 'A wallet transaction is refused for a quantity that is a number.',
    ...refusing.walletTransactions(someLine(({ quantity }) => typeof quantity === 'number')),
  }),
  ...(['name', 'price', 'quantity'] as const).map((key) =>
    faulty({
      requirement: 'carts.invoice-line-may-lack-name-price-quantity',
      name: `lines with a ${key}`,
      says: `An invoice is refused for a line without a ${key}.`,
      ...refusing.invoices(someLine((line) => line[key] === undefined)),
    }),
  ),
  ...(['key', 'totalPrice'] as const).map((key) =>
    faulty({
      requirement: 'carts.invoice-line-key-and-total',
      name: `lines without ${key}`,
      says: `An invoice is refused for a line with a ${key}.`,
      ...refusing.invoices(someLine((line) => line[key] !== undefined)),
    }),
  ),
  faulty({
    requirement: 'carts.payment-line-local-amount',
    name: 'no local amount at an exchange',
    says: 'An exchange payment is refused for a line with a local amount.',
    ...refusing.exchangePayments(someLine(({ localAmount }) => localAmount !== undefined)),
  }),
  faulty({
    requirement: 'carts.payment-line-local-amount',
    name: 'no local currency at a bank',
    says: 'A bank payment is refused for a line with a local currency.',
    ...refusing.bankPayments(someLine(({ localCurrency }) => localCurrency !== undefined)),
  }),
]
