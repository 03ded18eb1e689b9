// The behaviors that an operation of an extension can be bound to. They act on the world as operations of the service do.

import type { Outputs } from '../../core/template.ts'
import { getInvoice } from '../resources/invoices.ts'
import { Refusal } from '../resources/refusals.ts'
import { transactionRecord } from '../resources/transaction-records.ts'
import { paymentStatus } from '../webhooks/payload.ts'
import type { Merchant } from '../world/accounts.ts'
import type { InvoiceState, TransactionState } from '../world/state.ts'
import { cryptoAmounts } from '../world/wire-values.ts'
import type { World } from '../world/world.ts'

/** A request that a behavior refuses: nothing has changed. */
export class ExtensionRefusal {
  /** Unspecified behavior `errors.http-status` assigns an HTTP status to it. */
  readonly kind: 'invalid' | 'credentials' | 'refused' | 'unknown' | 'too-large'
  readonly message: string

  constructor(kind: ExtensionRefusal['kind'], message: string) {
    this.kind = kind
    this.message = message
  }
}

type Inputs = Readonly<Record<string, string | undefined>>

/** The behavior of an operation of an extension. */
export interface Behavior {
  /** Where each input is, unless the overlay says otherwise; null for one that is read only if the overlay says where it is. */
  readonly from: Readonly<Record<string, string | null>>
  /** By input, the one that is read in its place if the overlay says where that one is. */
  readonly insteadOf?: Readonly<Record<string, string>>
  /** Inputs that the overlay may set to null, for requests that have none. */
  readonly optional: readonly string[]
  /** Values that a response can insert. */
  readonly outputs: readonly string[]
  /** The response, unless the overlay has another one; undefined if it must have one. */
  readonly response: unknown
  /** Values that the setting `each` can insert into an element of a list; an element is the first of them by default. */
  readonly elements?: readonly string[]
  /** `merchant` is the one that the request identifies, and `form` makes an element of a list. */
  readonly run: (
    world: World,
    inputs: Inputs,
    merchant: Merchant | undefined,
    form: (element: Outputs) => unknown,
  ) => Outputs | ExtensionRefusal
}

const identifying = { token: '$request.header.authorization', clientId: null }

/** The refusal of a request that identifies no merchant. */
const unidentified = new ExtensionRefusal(
  'credentials',
  'The request has no access token, and nothing else in it identifies a merchant.',
)

/** Exchanges the credentials of a merchant for its access token, which is valid for its full time from now. */
const issueToken: Behavior = {
  from: { clientId: '$request.body#/clientId', clientSecret: '$request.body#/clientSecret' },
  // A text that the secret or the key of a merchant decrypts proves as much.
  optional: ['clientSecret'],
  outputs: ['token', 'expiresInSeconds', 'expiresAt', 'merchantId'],
  response: { ok: true, result: { accessToken: '{token}', expiresAt: '{expiresAt}' } },
  run: (world, { clientId, clientSecret }, merchant) => {
    if (
      merchant === undefined ||
      world.accounts.clientIdOf(merchant) !== clientId ||
      (clientSecret !== undefined && clientSecret !== merchant.clientSecret)
    )
      return new ExtensionRefusal('credentials', 'The client id and secret are not those of a merchant.')
    const { ageSeconds, expiresAt } = world.issueToken(merchant.accessToken)
    return { token: merchant.accessToken, merchantId: merchant.id, expiresInSeconds: ageSeconds, expiresAt }
  },
}

/** Gives an order another id: its invoice, what was paid for it, and its subscriptions. Later webhooks carry the new id. */
const renameOrder: Behavior = {
  from: {
    ...identifying,
    uuid: '$request.body#/uuid',
    previousOrder: null,
    order: '$request.body#/order',
  },
  insteadOf: { uuid: 'previousOrder' },
  optional: ['token'],
  outputs: ['uuid', 'order', 'previousOrder'],
  response: { ok: true, result: { uuid: '{uuid}', order: '{order}' } },
  run: (world, { uuid, previousOrder, order }, merchant) => {
    if (merchant === undefined) return unidentified
    if (order === undefined || order === '')
      return new ExtensionRefusal('invalid', 'The new order id is missing.')
    const { invoices, transactions, subscriptions } = world
    const invoice = invoiceOf(world, merchant, { uuid, order: previousOrder })
    const before = invoice?.order ?? previousOrder ?? ''
    const paid = transactions
      .group(merchant, before)
      .filter((payment) => uuid === undefined || payment.invoice === uuid)
    if (invoice === undefined && paid.length === 0) return noInvoice
    const outputs = { uuid: invoice?.uuid ?? null, order, previousOrder: before }
    if (order === before) return outputs
    if (invoices.group(merchant, order).length + transactions.group(merchant, order).length > 0)
      return new ExtensionRefusal('refused', `The order id "${order}" is that of another order.`)
    const renamed = invoices.group(merchant, before).filter((one) => uuid === undefined || one.uuid === uuid)
    for (const one of [...renamed])
      invoices.changeKey(one, () => {
        one.order = order
      })
    for (const payment of paid)
      transactions.changeKey(payment, () => {
        payment.offerId = order
      })
    for (const id of paid.flatMap((payment) => payment.subscriptions)) {
      const subscription = subscriptions.get(id)
      if (subscription?.order === before) subscription.order = order
    }
    return outputs
  },
}

/** Reads an invoice by its uuid or by its order id, with its payment, or the part that was paid. */
const readInvoice: Behavior = {
  from: { ...identifying, uuid: '$request.query.uuid', order: '$request.query.order' },
  optional: ['token', 'uuid', 'order'],
  outputs: [
    ...['invoice', 'uuid', 'order', 'amount', 'currency'],
    ...['paid', 'partlyPaid', 'paymentStatus', 'receivedAmount', 'transaction'],
  ],
  response: { ok: true, result: { invoice: '{invoice}', paid: '{paid}' } },
  run: (world, { uuid, order }, merchant) => {
    if (merchant === undefined) return unidentified
    const invoice = invoiceOf(world, merchant, { uuid, order })
    if (invoice === undefined) return noInvoice
    const query = { uuid: invoice.uuid }
    const read = getInvoice({ world, merchant, query, ...noInput })
    if (read instanceof Refusal) return new ExtensionRefusal('unknown', read.detail)
    const payment = paymentsOf(world, merchant, invoice).at(-1)
    return {
      invoice: read.result.returnval,
      uuid: invoice.uuid,
      order: invoice.order,
      amount: invoice.amount,
      currency: invoice.currency,
      paid: invoice.paidBy !== null,
      ...(payment === undefined ? noPayment : outputsOf(world, payment)),
    }
  },
}

const defaultListed = 100
const maxListed = 1000

/** Lists the latest transactions of a merchant, oldest first; only those of an order if one is given. */
const listTransactions: Behavior = {
  from: { ...identifying, order: '$request.query.order', limit: '$request.query.limit' },
  optional: ['token', 'order', 'limit'],
  outputs: ['transactions', 'count'],
  response: { ok: true, result: { transactions: '{transactions}' } },
  elements: ['transaction', 'uuid', 'partlyPaid', 'paymentStatus', 'receivedAmount'],
  run: (world, { order, limit = String(defaultListed) }, merchant, form) => {
    if (merchant === undefined) return unidentified
    const count = /^\d{1,4}$/.test(limit) ? Number(limit) : 0
    if (count < 1 || count > maxListed)
      return new ExtensionRefusal('invalid', `The limit must be a whole number from 1 to ${maxListed}.`)
    const rows =
      order === undefined
        ? [...world.transactions].filter((transaction) => transaction.merchant === merchant.id)
        : world.transactions.group(merchant, order)
    const transactions = rows
      .slice(-count)
      .map((row) => form({ ...outputsOf(world, row), uuid: row.invoice }))
    return { transactions, count: transactions.length }
  },
}

/** Responds with what the overlay says. */
const fixedResponse: Behavior = {
  from: {},
  optional: [],
  outputs: [],
  response: undefined,
  run: () => ({}),
}

/** The behaviors by name. */
export const behaviors: Readonly<Record<string, Behavior>> = {
  'issue-token': issueToken,
  'rename-order': renameOrder,
  'read-invoice': readInvoice,
  'list-transactions': listTransactions,
  'fixed-response': fixedResponse,
}

const noInput = { shopper: undefined, exchange: undefined, body: undefined, payload: undefined }

const noInvoice = new ExtensionRefusal('unknown', 'The merchant has no such invoice.')

/** An invoice of the merchant; of several with one order id, one that was paid at least in part, or else the newest. */
function invoiceOf(
  world: World,
  merchant: Merchant,
  { uuid, order }: { uuid?: string | undefined; order?: string | undefined },
): InvoiceState | undefined {
  if (uuid !== undefined) {
    const invoice = world.invoices.get(uuid)
    return invoice?.merchant === merchant.id ? invoice : undefined
  }
  const invoices = world.invoices.group(merchant, order ?? '')
  return invoices.findLast((invoice) => paymentsOf(world, merchant, invoice).length > 0) ?? invoices.at(-1)
}

/** The payments for an invoice, the one that paid it last. */
function paymentsOf(
  world: World,
  merchant: Merchant,
  { uuid, order, paidBy }: InvoiceState,
): TransactionState[] {
  const paying = paidBy === null ? undefined : world.transactions.get(paidBy)
  if (paying !== undefined) return [paying]
  return world.transactions.group(merchant, order).filter(({ invoice }) => invoice === uuid)
}

const noPayment = { partlyPaid: false, paymentStatus: null, receivedAmount: null, transaction: null }

function outputsOf(world: World, payment: TransactionState) {
  return {
    partlyPaid: payment.status === 'partially-paid',
    paymentStatus: paymentStatus(world, payment.status),
    receivedAmount: cryptoAmounts(world, payment, payment.received).received,
    transaction: transactionRecord(world, payment),
  }
}
