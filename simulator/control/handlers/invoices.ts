// Paying an invoice in one call, as a shopper does on the hosted checkout page.

import { ConflictError, NotFoundError } from '../../../core/errors.ts'
import {
  asksForPassword,
  type Checkout,
  payByBank,
  payByExchange,
  paymentOf,
  walletTransaction,
} from '../../pages/checkout/payments.ts'
import { invoiceLink } from '../../resources/invoices.ts'
import { dueOf } from '../../resources/payability.ts'
import { payFromWallet } from '../../resources/qr-transactions.ts'
import { describeRefusal, Refusal } from '../../resources/refusals.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { formatInstant } from '../../time/instants.ts'
import type { Merchant } from '../../world/accounts.ts'
import { compare, subtract } from '../../world/money.ts'
import type { TransactionState } from '../../world/state.ts'
import type { ControlInput, TopicHandlers } from '../handler-types.ts'
import { namedPage } from './page.ts'
import { findExchange, findShopper } from './shoppers.ts'
import { controlTransaction, paidAmount } from './transactions.ts'

type Payment = ControlInput<'payInvoice'>['body']

export const invoices: TopicHandlers<'invoices'> = {
  listInvoices: ({ sandbox: { world }, query }) =>
    namedPage(
      'invoices',
      world.invoices,
      query,
      (invoice) => ({
        uuid: invoice.uuid,
        merchantId: invoice.merchant,
        order: invoice.order,
        ...dueOf(world, invoice),
        items: invoice.cart.length,
        url: invoiceLink(world, invoice.uuid),
        paidBy: invoice.paidBy,
        createdAt: formatInstant(invoice.createdAt),
      }),
      ({ merchant, order }) =>
        (query.merchantId === undefined || merchant === query.merchantId) &&
        (query.order === undefined || order === query.order),
    ),
  payInvoice: ({ sandbox, params: { uuid }, body }) =>
    controlTransaction(sandbox.world, payInvoice(sandbox, uuid, body)),
}

/** Pays an invoice. Throws a ConflictError when the service refuses the payment. */
function payInvoice(sandbox: Sandbox, uuid: string, payment: Payment): TransactionState {
  const checkout = checkoutOf(sandbox, uuid, payment.as)
  const paid = pay(checkout, payment)
  if (!(paid instanceof Refusal)) return paid
  throw new ConflictError(
    `The service refused the payment of the invoice ${uuid}.`,
    describeRefusal(paid),
    paid.code === 'transactions.subscription-item'
      ? 'Pay by "exchange".'
      : 'Pay as another shopper, in another way, or change the world. See GET /control/credentials.',
    { state: paid.code },
  )
}

function checkoutOf({ world, options }: Sandbox, uuid: string, as: string): Checkout {
  const invoice = world.invoices.get(uuid)
  const merchant = invoice === undefined ? undefined : world.accounts.merchant(invoice.merchant)
  if (invoice === undefined || merchant === undefined)
    throw new NotFoundError(
      `No such invoice: "${uuid}".`,
      `Invoices in the sandbox: ${world.invoices.size}.`,
      'Create one with POST /api/hosted-page.',
    )
  const payment = paymentOf(world, invoice)
  if (payment !== undefined)
    throw new ConflictError(
      `The invoice ${uuid} is ${invoice.paidBy === null ? 'being paid' : 'paid'}.`,
      `The status of its transaction ${payment.id} is ${payment.status}.`,
      'Create another invoice with POST /api/hosted-page.',
      { state: invoice.paidBy === null ? payment.status : 'paid' },
    )
  return { world, handlers: options.handlers, merchant, invoice, shopper: findShopper(world, as) }
}

function pay(checkout: Checkout, payment: Payment): TransactionState | Refusal {
  const { world, merchant, shopper } = checkout
  switch (payment.by) {
    case 'exchange': {
      const exchange = findExchange(world, payment.exchange)
      const coin =
        payment.coin ??
        merchant.enabledCurrencies.find((id) => exchange.coins.includes(id)) ??
        anyCoin(merchant)
      if (payment.password === undefined && asksForPassword(checkout, exchange, coin))
        throw new ConflictError(
          `The exchange ${exchange.name} asks for the password of ${shopper.accessToken}.`,
          'The pre-payment check returns `password: true`, and the payment has no `password`.',
          'Send `password`. The simulator accepts every text.',
          { state: 'password-required' },
        )
      return payByExchange(checkout, { exchange, coin, savePassword: payment.savePassword ?? false })
    }
    case 'wallet': {
      const transaction = walletTransaction(checkout, payment.coin ?? anyCoin(merchant))
      if (transaction instanceof Refusal) return transaction
      const { share } = payment
      if (share === undefined)
        payFromWallet(world, transaction, subtract(transaction.amount, transaction.received))
      else if (compare(share, 0) > 0)
        payFromWallet(world, transaction, paidAmount(world, transaction, { share }))
      return transaction
    }
    case 'bank':
      return payByBank(checkout, payment.stockId ?? shopper.banks[0]?.stockId ?? '')
  }
}

function anyCoin({ enabledCurrencies }: Merchant): string {
  return enabledCurrencies[0] ?? ''
}
