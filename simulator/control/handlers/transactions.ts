// Transactions, and the actions of other parties. An action that the status does not allow returns 409 with the allowed ones.

import { ConflictError, NotFoundError, UsageError } from '../../../core/errors.ts'
import { creditBack } from '../../resources/balances.ts'
import { mayBeClosed } from '../../resources/partial-payments.ts'
import { payFromWallet as pay, takesWalletPayment } from '../../resources/qr-transactions.ts'
import { cancel, complete } from '../../resources/subscription-billing.ts'
import { mayRequestRefund, process, requestRefund as request } from '../../resources/transactions.ts'
import { formatInstant } from '../../time/instants.ts'
import { compare, fits, shareOf } from '../../world/money.ts'
import type { TransactionState } from '../../world/state.ts'
import { type TransactionEvent, transactionAllows } from '../../world/transitions.ts'
import type { World } from '../../world/world.ts'
import type { ControlInput, ControlResult, TopicHandlers } from '../handler-types.ts'
import { namedPage } from './page.ts'

type ControlTransaction = ControlResult<'getTransaction'>
type SettableStatus = ControlInput<'setTransactionStatus'>['body']['status']

/** The transaction with an id. Throws a NotFoundError for an unknown id. */
export function findTransaction(world: World, id: string): TransactionState {
  const transaction = world.transactions.get(id)
  if (transaction !== undefined) return transaction
  throw new NotFoundError(
    `No such transaction: "${id}".`,
    `Transactions in the sandbox: ${world.transactions.size}.`,
    'See GET /control/transactions.',
  )
}

/** The event that leads to each status. */
const statusEvents = {
  processing: 'process',
  completed: 'complete',
  canceled: 'cancel',
} as const satisfies Record<SettableStatus, TransactionEvent>

function settableStatuses(transaction: TransactionState): SettableStatus[] {
  const statuses = Object.keys(statusEvents) as SettableStatus[]
  return statuses.filter((status) => transactionAllows(transaction, statusEvents[status]))
}

/** The actions that are allowed now: through the control API, and `close` through the service. */
function allowedActionsFor(world: World, transaction: TransactionState): string[] {
  return [
    ...(takesWalletPayment(transaction) ? ['pay'] : []),
    ...(mayBeClosed(world, transaction) ? ['close'] : []),
    ...(mayRequestRefund(transaction) ? ['request-refund'] : []),
    ...settableStatuses(transaction).map((status) => `set-status:${status}`),
  ]
}

export function controlTransaction(world: World, transaction: TransactionState): ControlTransaction {
  const { settledAt } = transaction
  return {
    id: transaction.id,
    kind: transaction.kind,
    status: transaction.status,
    merchantId: transaction.merchant,
    shopperId: transaction.shopper,
    offerId: transaction.offerId,
    invoice: transaction.invoice,
    nativeAmount: transaction.nativeAmount,
    nativeCurrency: transaction.nativeCurrency,
    localAmount: transaction.localAmount,
    localCurrency: transaction.localCurrency,
    amount: transaction.amount,
    received: transaction.received,
    currency: transaction.currency,
    refund: transaction.refund,
    errorMessage: transaction.errorMessage,
    settledAt: settledAt === null ? null : formatInstant(settledAt),
    subscriptions: [...transaction.subscriptions],
    createdAt: formatInstant(transaction.createdAt),
    updatedAt: formatInstant(transaction.updatedAt),
    allowedActions: allowedActionsFor(world, transaction),
  }
}

export const transactions: TopicHandlers<'transactions'> = {
  listTransactions: ({ sandbox: { world }, query }) =>
    namedPage(
      'transactions',
      world.transactions,
      query,
      (transaction) => controlTransaction(world, transaction),
      ({ merchant, offerId }) =>
        (query.merchantId === undefined || merchant === query.merchantId) &&
        (query.offerId === undefined || offerId === query.offerId),
    ),
  getTransaction: ({ sandbox: { world }, params }) =>
    controlTransaction(world, findTransaction(world, params.id)),
  payFromWallet: ({ sandbox: { world }, params, body }) => {
    const transaction = findTransaction(world, params.id)
    if (!takesWalletPayment(transaction))
      throw notAllowed(
        world,
        transaction,
        'cannot be paid from a wallet',
        transaction.kind === 'wallet'
          ? 'Create another with POST /api/purchase/qr/generate, or restore an earlier snapshot.'
          : 'Only transactions of POST /api/purchase/qr/generate are paid from a wallet.',
      )
    pay(world, transaction, paidAmount(world, transaction, body))
    return controlTransaction(world, transaction)
  },
  requestRefund: ({ sandbox: { world }, params }) => {
    const transaction = findTransaction(world, params.id)
    if (!mayRequestRefund(transaction)) {
      const remedy =
        transaction.refund === 'none'
          ? 'Pay the transaction first (POST /control/transactions/{id}/pay), or let it complete.'
          : 'A transaction can have one refund request.'
      throw notAllowed(world, transaction, 'does not allow a refund request', remedy)
    }
    request(world, transaction)
    return controlTransaction(world, transaction)
  },
  setTransactionStatus: ({ sandbox: { world }, params, body: { status } }) => {
    const transaction = findTransaction(world, params.id)
    if (!settableStatuses(transaction).includes(status))
      throw notAllowed(world, transaction, `cannot become ${status}`, statusRemedy(transaction, status))
    setStatus[status](world, transaction)
    return controlTransaction(world, transaction)
  },
}

function notAllowed(
  world: World,
  transaction: TransactionState,
  what: string,
  remedy: string,
): ConflictError {
  const allowedActions = allowedActionsFor(world, transaction)
  return new ConflictError(
    `The transaction ${transaction.id} ${what}.`,
    `It is a ${transaction.kind} transaction with the status ${transaction.status}. ` +
      (allowedActions.length === 0
        ? 'No action is allowed.'
        : `Allowed actions: ${allowedActions.join(', ')}.`),
    remedy,
    { state: transaction.status, allowedActions },
  )
}

/** The amount that a wallet pays: an amount in the coin, or a share of the whole. Throws a UsageError for nothing. */
export function paidAmount(
  world: World,
  transaction: TransactionState,
  body: ControlInput<'payFromWallet'>['body'],
): string {
  const { currency } = transaction
  const decimals = world.accounts.currency(currency)?.decimals ?? 18
  const paid = 'share' in body ? shareOf(world, transaction, body.share) : body.amount
  if (compare(paid, 0) <= 0)
    throw new UsageError(
      `Invalid amount ${paid} ${currency}.`,
      'A wallet payment must be greater than zero.',
      'Use an amount or a share greater than zero.',
    )
  checkDecimals(paid, currency, decimals)
  return paid
}

/** Throws a UsageError for an amount with more decimals than its coin has. */
export function checkDecimals(amount: string, coin: string, decimals: number): void {
  if (!fits(amount, decimals))
    throw new UsageError(
      `Invalid amount ${amount} ${coin}.`,
      `${coin} has ${decimals} decimals.`,
      'Use an amount with at most as many decimals.',
    )
}

const setStatus: Readonly<Record<SettableStatus, (world: World, transaction: TransactionState) => void>> = {
  processing: process,
  completed: complete,
  canceled: (world, transaction) => {
    creditBack(world, transaction)
    cancel(world, transaction)
  },
}

function statusRemedy({ status }: TransactionState, wanted: SettableStatus): string {
  if (status === 'awaiting' || status === 'partially-paid')
    return wanted === 'canceled'
      ? 'Close the partial payment (POST /api/closePartialTx), or pay the rest.'
      : 'Pay the rest first: POST /control/transactions/{id}/pay with {"share":"1"}.'
  return status === wanted
    ? 'The transaction already has this status.'
    : 'Restore an earlier snapshot, or use another transaction.'
}
