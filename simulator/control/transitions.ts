// The events of records: when each is possible, what it does, and why it is refused. spec/control/transitions.ts has their bodies.

import { ConflictError, NotFoundError, UsageError } from '../../core/errors.ts'
import type { KindName } from '../../spec/control/kinds.ts'
import type { TransitionId } from '../../spec/control/transitions.ts'
import { creditBack } from '../resources/balances.ts'
import {
  asksForPassword,
  type Checkout,
  payByBank,
  payByExchange,
  paymentOf,
  walletTransaction,
} from '../resources/checkout-payments.ts'
import { mayBeClosed } from '../resources/partial-payments.ts'
import { payFromWallet as pay, takesWalletPayment } from '../resources/qr-transactions.ts'
import { describeRefusal, Refusal } from '../resources/refusals.ts'
import { complete, nextBillAt, renew } from '../resources/subscription-billing.ts'
import {
  cancel,
  isExchangeOnly,
  mayRequestRefund,
  process,
  requestRefund,
} from '../resources/transactions.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { formatInstant } from '../time/instants.ts'
import { describeNote } from '../webhooks/delivery-records.ts'
import type { Exchange, Merchant, Shopper } from '../world/accounts.ts'
import { compare, subtract, times, toScale } from '../world/money.ts'
import type { SubscriptionState, TransactionState } from '../world/state.ts'
import { subscriptionAllows, type TransactionEvent, transactionAllows } from '../world/transitions.ts'
import type { World } from '../world/world.ts'
import type { ControlInput } from './handler-types.ts'

export function notFound(kind: KindName, word: string, key: string | number): NotFoundError {
  return new NotFoundError(
    `No such ${word}: ${JSON.stringify(key)}.`,
    'The sandbox has none with this id. A reset deletes all, and each sandbox has its own.',
    `See GET /control/${kind}.`,
  )
}

/** An event of a record. */
interface Event<Row> {
  isPossible: (world: World, row: Row) => boolean
  /** Text after the record, and the remedy, where it is not possible. */
  what: string
  remedy: (row: Row) => string
}

const toStatus = (event: TransactionEvent, what: string): Event<TransactionState> => ({
  isPossible: (_, transaction) => transactionAllows(transaction, event),
  what,
  remedy: ({ status }) =>
    status !== 'awaiting' && status !== 'partially-paid'
      ? 'Restore an earlier snapshot, or use another transaction.'
      : event === 'cancel'
        ? 'Close the partial payment (POST /api/closePartialTx), or pay the rest.'
        : 'Pay the rest first: POST /control/transactions/{id}/pay with {"share":"1"}.',
})

/** The events of transactions: those of the control API, and `close` through the service. */
const transactionEvents = {
  pay: {
    isPossible: (_, transaction) => takesWalletPayment(transaction),
    what: 'cannot be paid from a wallet',
    remedy: ({ kind }) =>
      kind === 'wallet'
        ? 'Create another with POST /api/purchase/qr/generate, or restore an earlier snapshot.'
        : 'Only transactions of POST /api/purchase/qr/generate are paid from a wallet.',
  },
  close: { isPossible: mayBeClosed, what: 'cannot be closed', remedy: () => '' },
  'request-refund': {
    isPossible: (_, transaction) => mayRequestRefund(transaction),
    what: 'does not allow a refund request',
    remedy: ({ refund }) =>
      refund === 'none'
        ? 'Pay the transaction first (POST /control/transactions/{id}/pay), or let it complete.'
        : 'A transaction can have one refund request.',
  },
  process: toStatus('process', 'cannot start processing'),
  complete: toStatus('complete', 'cannot be completed'),
  cancel: toStatus('cancel', 'cannot be canceled'),
} satisfies Record<string, Event<TransactionState>>

/** The events that a transaction allows now. */
export function transactionActions(world: World, transaction: TransactionState): string[] {
  return Object.entries<Event<TransactionState>>(transactionEvents).flatMap(([name, { isPossible }]) =>
    isPossible(world, transaction) ? [name] : [],
  )
}

/** The transaction with an id. Throws a NotFoundError for an unknown id. */
export function findTransaction({ transactions }: World, id: string): TransactionState {
  const transaction = transactions.get(id)
  if (transaction === undefined) throw notFound('transactions', 'transaction', id)
  return transaction
}

/** The subscription with an id of the service. Throws a NotFoundError for an unknown id. */
export function findSubscription({ subscriptions }: World, id: string): SubscriptionState {
  const subscription = subscriptions.get(id)
  if (subscription === undefined) throw notFound('subscriptions', 'subscription', id)
  return subscription
}

/** A request about a transaction. */
interface OfTransaction {
  sandbox: Sandbox
  params: { id: string }
}

/** The transaction of a request, which allows an event now. */
function transactionFor(
  { sandbox: { world }, params: { id } }: OfTransaction,
  event: keyof typeof transactionEvents,
): TransactionState {
  const transaction = findTransaction(world, id)
  const { isPossible, what, remedy }: Event<TransactionState> = transactionEvents[event]
  if (isPossible(world, transaction)) return transaction
  const { kind, status } = transaction
  const allowedActions = transactionActions(world, transaction)
  throw new ConflictError(
    `The transaction ${id} ${what}.`,
    `It is a ${kind} transaction with the status ${status}. ${
      allowedActions.length === 0 ? 'No event is allowed.' : `Allowed: ${allowedActions.join(', ')}.`
    }`,
    remedy(transaction),
    { state: status, allowedActions },
  )
}

const onTransaction =
  (event: keyof typeof transactionEvents, run: (world: World, transaction: TransactionState) => void) =>
  (input: OfTransaction) => {
    const transaction = transactionFor(input, event)
    run(input.sandbox.world, transaction)
    return transaction.id
  }

/** The events that a subscription allows now: `renew`, and those through the service. */
export function subscriptionActions(world: World, subscription: SubscriptionState): string[] {
  const renews = subscription.autoRenewal && nextBillAt(world, subscription) !== undefined
  return [
    ...(renews ? ['renew'] : []),
    ...(['debit', 'cancel'] as const).filter((event) => subscriptionAllows(subscription, event)),
  ]
}

function renewNow(world: World, id: string): string {
  const subscription = findSubscription(world, id)
  const { status, autoRenewal, endsAt } = subscription
  const allowedActions = subscriptionActions(world, subscription)
  const isManual = status === 'active' && !autoRenewal
  if (!allowedActions.includes('renew'))
    throw new ConflictError(
      `The subscription ${id} cannot be renewed.`,
      isManual
        ? 'Its autoRenewal is false, so the merchant requests the debits.'
        : status === 'active'
          ? `It has no bill before its period ends at ${formatInstant(endsAt)}.`
          : `It is ${status}.`,
      isManual
        ? 'Send POST /api/subscription/debit as the merchant.'
        : 'Create another subscription, or restore an earlier snapshot.',
      { state: status, allowedActions },
    )
  renew(world, subscription)
  return id
}

async function redeliver(sandbox: Sandbox, seq: number): Promise<number> {
  const { world } = sandbox
  const event = world.events[seq]
  if (event === undefined) throw notFound('events', 'event', seq)
  const cannot = (detail: string, remedy: string) =>
    new ConflictError(`The event ${seq} cannot be delivered.`, detail, remedy, { state: event.delivery })
  const merchant = world.transactions.get(event.transaction)?.merchant ?? ''
  if (!sandbox.outbox.reaches(merchant)) {
    // The state of the event is that after the deliveries of earlier inputs.
    await sandbox.settled()
    throw cannot(
      `The merchant ${merchant} has no webhook.`,
      'Register one with PUT /control/merchants/{id}/webhook, then redeliver.',
    )
  }
  await sandbox.redeliver(seq)
  if (event.delivery === 'withheld')
    throw cannot(describeNote(event.note) ?? '', 'Send fewer custom parameters with the next invoice.')
  return seq
}

/** The amount that a wallet pays: an amount in the coin, or a share of the whole. Throws a UsageError for nothing. */
function paidAmount(
  world: World,
  { amount: whole, currency }: TransactionState,
  body: ControlInput<'payFromWallet'>['body'],
): string {
  const decimals = world.accounts.currency(currency)?.decimals ?? 18
  const paid = 'share' in body ? toScale(times(whole, body.share), decimals, 'up') : body.amount
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
  if (compare(toScale(amount, decimals, 'down'), amount) !== 0)
    throw new UsageError(
      `Invalid amount ${amount} ${coin}.`,
      `${coin} has ${decimals} decimals.`,
      'Use an amount with at most as many decimals.',
    )
}

/** The shopper with an id or an access token. Throws a NotFoundError for an unknown one. */
export function findShopper({ accounts }: World, id: string): Shopper {
  const shopper = accounts.shopper(id) ?? accounts.shopperWithToken(id)
  if (shopper !== undefined) return shopper
  throw new NotFoundError(
    `No such shopper: "${id}".`,
    `The access tokens of the shoppers are ${accounts.shoppers.map(({ accessToken }) => accessToken).join(', ')}.`,
    "Use a shopper's id or access token, as in GET /control/credentials.",
  )
}

/** The exchange of a name; the first one without a name. Throws a NotFoundError for an unknown one. */
export function findExchange({ accounts }: World, name: string | undefined): Exchange {
  const exchange = name === undefined ? accounts.exchanges[0] : accounts.exchange(name)
  if (exchange !== undefined) return exchange
  throw new NotFoundError(
    `No such exchange: "${name}".`,
    'The world has five exchanges.',
    `Choose among: ${accounts.exchanges.map((one) => one.name).join(', ')}.`,
  )
}

type Payment = ControlInput<'payInvoice'>['body']

/** Pays an invoice, as a shopper does on the checkout page. Throws a ConflictError when the service refuses the payment. */
function payInvoice(sandbox: Sandbox, uuid: string, payment: Payment): string {
  const checkout = checkoutOf(sandbox, uuid, payment.as)
  const paid = paidBy(checkout, payment)
  if (!(paid instanceof Refusal)) return paid.id
  throw new ConflictError(
    `The service refused the payment of the invoice ${uuid}.`,
    describeRefusal(paid),
    payment.by !== 'exchange' && isExchangeOnly(sandbox.world, checkout.invoice)
      ? 'Pay by "exchange".'
      : 'Pay as another shopper, in another way, or change the world. See GET /control/credentials.',
    { state: paid.code },
  )
}

function checkoutOf({ world, options }: Sandbox, uuid: string, as: string): Checkout {
  const invoice = world.invoices.get(uuid)
  const merchant = invoice === undefined ? undefined : world.accounts.merchant(invoice.merchant)
  if (invoice === undefined || merchant === undefined) throw notFound('invoices', 'invoice', uuid)
  const payment = paymentOf(world, merchant, invoice)
  if (payment !== undefined)
    throw new ConflictError(
      `The invoice ${uuid} is ${invoice.paidBy === null ? 'being paid' : 'paid'}.`,
      `The status of its transaction ${payment.id} is ${payment.status}.`,
      'Create another invoice with POST /api/hosted-page.',
      { state: invoice.paidBy === null ? payment.status : 'paid' },
    )
  return { world, handlers: options.handlers, merchant, invoice, shopper: findShopper(world, as) }
}

function paidBy(checkout: Checkout, payment: Payment): TransactionState | Refusal {
  const { world, merchant, shopper } = checkout
  switch (payment.by) {
    case 'exchange': {
      const exchange = findExchange(world, payment.exchange)
      const common = merchant.enabledCurrencies.find((id) => exchange.coins.includes(id))
      const coin = payment.coin ?? common ?? anyCoin(merchant)
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
      if (share === undefined) pay(world, transaction, subtract(transaction.amount, transaction.received))
      else if (compare(share, 0) > 0) pay(world, transaction, paidAmount(world, transaction, { share }))
      return transaction
    }
    case 'bank':
      return payByBank(checkout, payment.stockId ?? shopper.banks[0]?.stockId ?? '')
  }
}

function anyCoin({ enabledCurrencies }: Merchant): string {
  return enabledCurrencies[0] ?? ''
}

/** Each transition. It returns the key of the record that the response shows. */
export const runTransition: {
  readonly [Id in TransitionId]: (input: ControlInput<Id>) => string | number | Promise<string | number>
} = {
  payInvoice: ({ sandbox, params: { uuid }, body }) => payInvoice(sandbox, uuid, body),
  payFromWallet: (input) =>
    onTransaction('pay', (world, transaction) =>
      pay(world, transaction, paidAmount(world, transaction, input.body)),
    )(input),
  requestRefund: onTransaction('request-refund', requestRefund),
  processTransaction: onTransaction('process', process),
  completeTransaction: onTransaction('complete', complete),
  cancelTransaction: onTransaction('cancel', (world, transaction) => {
    creditBack(world, transaction)
    cancel(world, transaction)
  }),
  renewSubscription: ({ sandbox: { world }, params: { id } }) => renewNow(world, id),
  redeliver: ({ sandbox, params: { seq } }) => redeliver(sandbox, seq),
}
