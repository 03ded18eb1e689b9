// The behaviors that an operation of an extension can be bound to. They act on the world as operations of the service do.

import type { Outputs } from '../../core/template.ts'
import { getInvoice } from '../resources/invoices.ts'
import { Refusal } from '../resources/refusals.ts'
import { transactionRecord } from '../resources/transaction-records.ts'
import { formatInstant, latestInstant } from '../time/instants.ts'
import type { Merchant } from '../world/accounts.ts'
import type { InvoiceState } from '../world/state.ts'
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

/** What an operation of an extension does. */
export interface Behavior {
  /** Where each input is, unless the overlay says otherwise. */
  readonly from: Readonly<Record<string, string>>
  /** What a response can insert. */
  readonly outputs: readonly string[]
  /** The response, unless the overlay has another one; undefined if it must have one. */
  readonly response: unknown
  /** The list among the outputs whose elements the setting `each` forms, and what a template calls an element. */
  readonly list?: { readonly name: string; readonly element: string }
  readonly run: (world: World, inputs: Inputs) => Outputs | ExtensionRefusal
}

const token = '$request.header.authorization'

/** Exchanges the credentials of a merchant for its access token, which is valid for its full time from now. */
const issueToken: Behavior = {
  from: { clientId: '$request.body#/clientId', clientSecret: '$request.body#/clientSecret' },
  outputs: ['token', 'expiresInSeconds', 'expiresAt', 'merchantId'],
  response: { ok: true, result: { accessToken: '{token}', expiresAt: '{expiresAt}' } },
  run: (world, { clientId = '', clientSecret }) => {
    const merchant = world.accounts.merchantWithClientId(clientId)
    if (merchant === undefined || merchant.clientSecret !== clientSecret)
      return new ExtensionRefusal('credentials', 'The client id and secret are not those of a merchant.')
    world.issueToken(merchant.accessToken)
    const outputs = { token: merchant.accessToken, merchantId: merchant.id }
    if (world.assumptions.is('authentication.token-issue', 'listed'))
      return { ...outputs, expiresInSeconds: null, expiresAt: null }
    const { ageSeconds } = world.assumptions.value('authentication.token-issue')
    const expiresAt = formatInstant(Math.min(world.now + ageSeconds * 1000, latestInstant))
    return { ...outputs, expiresInSeconds: ageSeconds, expiresAt }
  },
}

/** Gives an invoice another order id, as long as nothing was paid for it. */
const renameOrder: Behavior = {
  from: { token, uuid: '$request.body#/uuid', order: '$request.body#/order' },
  outputs: ['uuid', 'order', 'previousOrder'],
  response: { ok: true, result: { uuid: '{uuid}', order: '{order}' } },
  run: (world, { token, uuid, order }) => {
    const merchant = merchantOf(world, token)
    if (merchant instanceof ExtensionRefusal) return merchant
    if (order === undefined || order === '')
      return new ExtensionRefusal('invalid', 'The new order id is missing.')
    const invoice = invoiceOf(world, merchant, { uuid })
    if (invoice instanceof ExtensionRefusal) return invoice
    const previousOrder = invoice.order
    const payments = world.transactions.group(merchant, previousOrder)
    if (payments.some((payment) => payment.invoice === invoice.uuid))
      return new ExtensionRefusal('refused', 'The invoice has a payment, which refers to its order id.')
    if (order !== previousOrder && world.invoices.group(merchant, order).length > 0)
      return new ExtensionRefusal('refused', `The order id "${order}" is that of another invoice.`)
    world.invoices.changeKey(invoice, () => {
      invoice.order = order
    })
    return { uuid: invoice.uuid, order, previousOrder }
  },
}

/** Reads an invoice by its uuid or by its order id, with its payment. */
const readInvoice: Behavior = {
  from: { token, uuid: '$request.query.uuid', order: '$request.query.order' },
  outputs: ['invoice', 'uuid', 'order', 'amount', 'currency', 'paid', 'transaction'],
  response: { ok: true, result: { invoice: '{invoice}', paid: '{paid}' } },
  run: (world, { token, uuid, order }) => {
    const merchant = merchantOf(world, token)
    if (merchant instanceof ExtensionRefusal) return merchant
    const invoice = invoiceOf(world, merchant, { uuid, order })
    if (invoice instanceof ExtensionRefusal) return invoice
    const query = { uuid: invoice.uuid }
    const read = getInvoice({ world, merchant, query, ...noInput })
    if (read instanceof Refusal) return new ExtensionRefusal('unknown', read.detail)
    const payment = invoice.paidBy === null ? undefined : world.transactions.get(invoice.paidBy)
    return {
      invoice: read.result.returnval,
      uuid: invoice.uuid,
      order: invoice.order,
      amount: invoice.amount,
      currency: invoice.currency,
      paid: invoice.paidBy !== null,
      transaction: payment === undefined ? null : transactionRecord(world, payment),
    }
  },
}

const defaultListed = 100
const maxListed = 1000

/** Lists the latest transactions of a merchant, oldest first; only those of an order if one is given. */
const listTransactions: Behavior = {
  from: { token, order: '$request.query.order', limit: '$request.query.limit' },
  outputs: ['transactions', 'count'],
  response: { ok: true, result: { transactions: '{transactions}' } },
  list: { name: 'transactions', element: 'transaction' },
  run: (world, { token, order, limit = String(defaultListed) }) => {
    const merchant = merchantOf(world, token)
    if (merchant instanceof ExtensionRefusal) return merchant
    const count = /^\d{1,4}$/.test(limit) ? Number(limit) : 0
    if (count < 1 || count > maxListed)
      return new ExtensionRefusal('invalid', `The limit must be a whole number from 1 to ${maxListed}.`)
    const rows =
      order === undefined
        ? [...world.transactions].filter((transaction) => transaction.merchant === merchant.id)
        : world.transactions.group(merchant, order)
    const transactions = rows.slice(-count).map((row) => transactionRecord(world, row))
    return { transactions, count: transactions.length }
  },
}

/** Responds with what the overlay says. */
const fixedResponse: Behavior = { from: {}, outputs: [], response: undefined, run: () => ({}) }

/** The behaviors by name. */
export const behaviors: Readonly<Record<string, Behavior>> = {
  'issue-token': issueToken,
  'rename-order': renameOrder,
  'read-invoice': readInvoice,
  'list-transactions': listTransactions,
  'fixed-response': fixedResponse,
}

const noInput = { shopper: undefined, exchange: undefined, body: undefined, payload: undefined }

/** The merchant of an access token, with or without "Bearer". */
function merchantOf(world: World, sent: string | undefined): Merchant | ExtensionRefusal {
  const token = sent?.replace(/^Bearer +/i, '').trim() ?? ''
  if (token === '') return new ExtensionRefusal('credentials', 'The request has no access token.')
  const merchant = world.accounts.merchantWithToken(token)
  return merchant !== undefined && world.tokenValid(token)
    ? merchant
    : new ExtensionRefusal('credentials', 'The access token is not a valid token of a merchant.')
}

function invoiceOf(
  world: World,
  merchant: Merchant,
  { uuid, order }: { uuid?: string | undefined; order?: string | undefined },
): InvoiceState | ExtensionRefusal {
  const invoice =
    uuid === undefined ? world.invoices.group(merchant, order ?? '').at(-1) : world.invoices.get(uuid)
  return invoice?.merchant === merchant.id
    ? invoice
    : new ExtensionRefusal('unknown', 'The merchant has no such invoice.')
}
