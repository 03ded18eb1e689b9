// Transactions, and what the outer world does to one. Each verb says what is legal now when it is not.

import { ConflictError, NotFoundError, UsageError } from '../../../core/errors.ts'
import { giveBack } from '../../resources/balances.ts'
import { mayBeClosed } from '../../resources/partial-payments.ts'
import { payFromWallet as pay, takesWalletPayment } from '../../resources/qr-transactions.ts'
import {
  cancel,
  complete,
  mayRequestRefund,
  process,
  requestRefund as request,
} from '../../resources/transactions.ts'
import { formatInstant } from '../../time/instants.ts'
import { compare, times, toScale } from '../../world/money.ts'
import type { TransactionState } from '../../world/state.ts'
import { type TransactionEvent, transactionAllows } from '../../world/transitions.ts'
import type { World } from '../../world/world.ts'
import type { ControlCall, ControlHandler } from '../call.ts'
import type { ResponseOf } from '../operation.ts'
import type { ControlOperations } from '../operations.ts'

type ControlTransaction = ResponseOf<ControlOperations['getTransaction']>
type Move = ControlCall<'moveTransaction'>['body']['to']

/** The transaction of that id; throws where there is none. */
export function transactionWith(world: World, id: string): TransactionState {
  const transaction = world.transactions.get(id)
  if (transaction !== undefined) return transaction
  throw new NotFoundError(
    `There is no transaction "${id}" in this sandbox.`,
    `It has ${world.transactions.size}.`,
    'See GET /control/transactions.',
  )
}

/** The status that each move leads to, with its event. */
const moveEvents = {
  processing: 'process',
  completed: 'complete',
  canceled: 'cancel',
} as const satisfies Record<Move, TransactionEvent>

function movesOf(transaction: TransactionState): Move[] {
  const moves = Object.keys(moveEvents) as Move[]
  return moves.filter((to) => transactionAllows(transaction, moveEvents[to]))
}

/** What is allowed for a transaction now, here and (`close`) through the service. */
function allowedActionsFor(world: World, transaction: TransactionState): string[] {
  return [
    ...(takesWalletPayment(transaction) ? ['pay'] : []),
    ...(mayBeClosed(world, transaction) ? ['close'] : []),
    ...(mayRequestRefund(transaction) ? ['request-refund'] : []),
    ...movesOf(transaction).map((status) => `move:${status}`),
  ]
}

function controlTransaction(world: World, transaction: TransactionState): ControlTransaction {
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

export const listTransactions: ControlHandler<'listTransactions'> = ({ sandbox: { world }, query }) => ({
  transactions: [...world.transactions]
    .filter(
      ({ merchant, offerId }) =>
        (query.merchantId === undefined || merchant === query.merchantId) &&
        (query.offerId === undefined || offerId === query.offerId),
    )
    .map((transaction) => controlTransaction(world, transaction)),
})

export const getTransaction: ControlHandler<'getTransaction'> = ({ sandbox: { world }, params }) =>
  controlTransaction(world, transactionWith(world, params.id))

function notAllowedActions(
  world: World,
  transaction: TransactionState,
  what: string,
  remedy: string,
): ConflictError {
  const allowedActions = allowedActionsFor(world, transaction)
  return new ConflictError(
    `The transaction ${transaction.id} cannot ${what} now.`,
    `It is a ${transaction.kind} transaction, ${transaction.status}; ` +
      (allowedActions.length === 0
        ? 'nothing is legal for it any more.'
        : `legal for it: ${allowedActions.join(', ')}.`),
    remedy,
    { state: transaction.status, allowedActions },
  )
}

export const payFromWallet: ControlHandler<'payFromWallet'> = ({ sandbox: { world }, params, body }) => {
  const transaction = transactionWith(world, params.id)
  if (!takesWalletPayment(transaction))
    throw notAllowedActions(
      world,
      transaction,
      'be paid from a wallet',
      transaction.kind === 'wallet'
        ? 'Make another with POST /api/purchase/qr/generate, or restore a snapshot from before.'
        : 'Only what POST /api/purchase/qr/generate makes is paid from a wallet.',
    )
  pay(world, transaction, paidAmount(world, transaction, body))
  return controlTransaction(world, transaction)
}

function paidAmount(
  world: World,
  { amount: whole, currency }: TransactionState,
  body: ControlCall<'payFromWallet'>['body'],
): string {
  const decimals = world.accounts.currency(currency)?.decimals ?? 18
  const paid = 'share' in body ? toScale(times(whole, body.share), decimals, 'up') : body.amount
  if (compare(paid, 0) <= 0)
    throw new UsageError(
      'A wallet pays more than nothing.',
      `It would pay ${paid} ${currency}.`,
      'Give an amount, or a share, above zero.',
    )
  if (compare(toScale(paid, decimals, 'down'), paid) !== 0)
    throw new UsageError(
      `A wallet cannot pay ${paid} ${currency}.`,
      `${currency} has ${decimals} decimals.`,
      'Give an amount with no more.',
    )
  return paid
}

export const requestRefund: ControlHandler<'requestRefund'> = ({ sandbox: { world }, params }) => {
  const transaction = transactionWith(world, params.id)
  if (!mayRequestRefund(transaction)) {
    const remedy =
      transaction.refund === 'none'
        ? 'Something must have been received first: let the wallet pay (POST …/pay), or let the transaction complete.'
        : 'One request is all there can be.'
    throw notAllowedActions(world, transaction, 'have a refund requested', remedy)
  }
  request(world, transaction)
  return controlTransaction(world, transaction)
}

const acts: Readonly<Record<Move, (world: World, transaction: TransactionState) => void>> = {
  processing: process,
  completed: complete,
  canceled: (world, transaction) => {
    giveBack(world, transaction)
    cancel(world, transaction)
  },
}

export const moveTransaction: ControlHandler<'moveTransaction'> = ({ sandbox: { world }, params, body }) => {
  const transaction = transactionWith(world, params.id)
  if (!movesOf(transaction).includes(body.to))
    throw notAllowedActions(world, transaction, `become ${body.to}`, moveRemedy(transaction, body.to))
  acts[body.to](world, transaction)
  return controlTransaction(world, transaction)
}

function moveRemedy({ status }: TransactionState, to: Move): string {
  if (status === 'awaiting' || status === 'partially-paid')
    return to === 'canceled'
      ? 'What is partly paid is closed by the merchant (POST /api/closePartialTx) or paid in full.'
      : 'Let the wallet pay the rest first: POST /control/transactions/{id}/pay with {"share":"1"}.'
  return status === to
    ? 'It is so already.'
    : 'Restore a snapshot from before, or begin with another transaction.'
}
