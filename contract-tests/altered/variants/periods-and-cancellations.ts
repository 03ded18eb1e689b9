// Further terms of a service that the contract does not show: which periods it offers, when a partial payment ends on its own, and
// which subscriptions can be canceled. And notices of new payments.

import { dayMs } from '../../../core/durations.ts'
import type { InProcessOptions, TransactionState, WebhookRequest } from '../../observe/in-process.ts'
import { by, deliver } from '../mutants/operators/delivery.ts'
import { type HookedWorld, interceptTransactions } from '../mutants/world-seam.ts'
import { notice } from './delivery-changes.ts'
import { permitting, refusing } from './rows.ts'

const offering = (...periods: readonly string[]) =>
  refusing('createInvoice', ({ body }) =>
    body.cart.some(
      ({ isSubscription, subscriptionPeriod = '' }) =>
        isSubscription === true && !periods.includes(subscriptionPeriod),
    ),
  )

const unitOf: Readonly<Record<string, string>> = { weekly: 'w', yearly: 'y' }

const canceling = (isRefused: (autoRenewal: boolean) => boolean) =>
  refusing('cancelSubscription', ({ world, body }) =>
    [...world.subscriptions].some(
      ({ id, merchantSubscriptionId, autoRenewal }) =>
        [id, merchantSubscriptionId].includes(body.subscriptionId ?? '') && isRefused(autoRenewal),
    ),
  )

type Change = (request: WebhookRequest, transaction: TransactionState) => WebhookRequest[]

/** Partial payments that time out two weeks after an instant, and what is delivered about that. */
const ending = (
  since: (transaction: TransactionState, now: number) => number,
  change: Change,
): InProcessOptions => ({
  simulator: { assumptions: { 'partial-payments.unclosed': 'times-out' } },
  world: {
    scheduleEvent(event, { transactions, now }) {
      const transaction = transactions.get(event.ref)
      if (event.kind !== 'transaction.lapse' || transaction === undefined) return event
      const from = since(transaction, now)
      Object.assign(transaction, { firstPartialAt: from, lastPartialAt: from })
      return { ...event, due: from + 14 * dayMs + 1 }
    },
  },
  delivery: deliver((request, transaction) =>
    transaction.status === 'timed-out' ? change(request, transaction) : [request],
  ),
})

const afterAWeek = (_: unknown, now: number) => now - 7 * dayMs
const notDelivered: Change = () => []

const isNew = ({ status }: TransactionState) => ['awaiting', 'pending'].includes(status)
const ofNew = ({ id }: TransactionState) => ({
  event: 'payment.created',
  transactionId: id,
  status: 'pending',
})
const isFinal = ({ status }: TransactionState) => ['completed', 'closed'].includes(status)

/** Deliveries about a payment with a status, with notices before or in their place. */
const noticing = (
  isNoticed: (transaction: TransactionState) => boolean,
  change: Change,
): InProcessOptions => ({
  delivery: deliver((request, transaction) =>
    isNoticed(transaction) ? change(request, transaction) : [request],
  ),
})

function nextDebitId(subscription: string, { transactions }: Pick<HookedWorld, 'transactions'>): string {
  const made = [...transactions].filter(
    ({ kind, subscriptions }) => kind === 'subscription' && subscriptions.includes(subscription),
  )
  return `${subscription.slice(0, -2)}${String(made.length).padStart(2, '0')}`
}

/** Notices of the next debit of a subscription, as soon as the debit before is completed. */
const noticesOfNextDebits: InProcessOptions = {
  world: interceptTransactions((transaction, world) => {
    const [subscription] = transaction.subscriptions
    if (transaction.kind === 'subscription' && subscription !== undefined)
      transaction.id = nextDebitId(subscription, world)
  }),
  delivery: deliver((request, { status, subscriptions }, world) => [
    request,
    ...subscriptions
      .filter(() => status === 'completed')
      .map((subscriptionId) =>
        notice(request, {
          ...{ event: 'payment.created', status: 'pending', subscriptionId },
          transactionId: nextDebitId(subscriptionId, world),
        }),
      ),
  ]),
}

export const moreTermVariants = permitting({
  'Resources, Cart item: the form of a period is shown, not which periods a service offers.': {
    'subscriptions for half a year, or 1, 2 or 3 years': offering('26w', '6m', '1y', '2y', '3y'),
    'subscriptions for 1, 3, 6 or 12 months': offering('1m', '3m', '6m', '12m'),
    'periods in the unit of the frequency': refusing('createInvoice', ({ body }) =>
      body.cart.some(
        ({ isSubscription, frequency = '', subscriptionPeriod = '' }) =>
          isSubscription === true && !subscriptionPeriod.endsWith(unitOf[frequency] ?? 'm'),
      ),
    ),
  },
  'States and transitions: "Other transaction transitions: not shown", and closed is none of the four statuses.':
    {
      'partial payments that end after a week without an update': ending(afterAWeek, notDelivered),
      'partial payments that end after a week with a status of another name': ending(
        afterAWeek,
        (request, { id }) => [notice(request, { transactionId: id, status: 'expired' })],
      ),
      'partial payments that end two weeks after the creation of the transaction': ending(
        ({ createdAt }) => createdAt,
        notDelivered,
      ),
    },
  'States and transitions: "the effect of debit or cancel" on subscription states is not shown.': {
    'cancellations of subscriptions that the service renews': canceling((autoRenewal) => !autoRenewal),
    'cancellations of subscriptions that the merchant debits': canceling((autoRenewal) => autoRenewal),
  },
  'Events, 2: updates are sent on status changes; nothing says that a payment begins with one, or that nothing else is sent.':
    {
      'notices of new payments by POST, before the update': noticing(isNew, (request, transaction) => [
        notice(request, ofNew(transaction)),
        request,
      ]),
      'notices of new payments by POST, in place of the update': noticing(isNew, (request, transaction) => [
        notice(request, ofNew(transaction)),
      ]),
      'notices of new payments by the other method': noticing(isNew, (request) => [
        by(request.method === 'GET' ? 'POST' : 'GET', request),
      ]),
      'notices of the next debit after each payment of a subscription': noticesOfNextDebits,
      'notices of new debits that begin as processing': {
        delivery: deliver((request, { kind, status, id, subscriptions }) => {
          if (kind !== 'subscription') return [request]
          if (status !== 'completed') return []
          const of = { transactionId: id, subscriptionId: subscriptions[0] }
          return [notice(request, { event: 'payment.created', status: 'processing', ...of }), request]
        }),
      },
      'notices of new orders with the status of the order': noticing(isFinal, (request, { id, offerId }) => [
        notice(request, { event: 'order.created', transactionId: id, offerId, orderStatus: 'processing' }),
        request,
      ]),
      'notices of completed payments by POST, after the update': noticing(isFinal, (request, { id }) => [
        request,
        notice(request, { event: 'invoice.paid', transactionId: id, status: 'completed' }),
      ]),
    },
})
