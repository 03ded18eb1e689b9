// Business terms that the contract does not show: periods, ends of partial payments, debits, cancellations, and notices.

import { dayMs } from '../../../core/durations.ts'
import type {
  InProcessOptions,
  SubscriptionState,
  TransactionState,
  WebhookRequest,
} from '../../observe/in-process.ts'
import { intervalOf } from '../../steps/subscriptions.ts'
import { replaceHandler } from '../mutants/handler-seam.ts'
import type { JsonObject } from '../mutants/json-path.ts'
import { by, deliver } from '../mutants/operators/delivery.ts'
import { cancels } from '../mutants/subscriptions.ts'
import { type HookedWorld, interceptTransactions } from '../mutants/world-seam.ts'
import { notice } from './deliveries.ts'
import {
  type ContractVariants,
  payouts,
  permitting,
  perWorld,
  refusals,
  refusing,
  refusingAny,
} from './rows.ts'
import { together } from './together.ts'
import { every, failing } from './unavailability.ts'

/** The approximate days of a subscription period such as `12m`. */
function daysOf(period: string | undefined): number {
  const [, count = '0', unit = ''] = /^(\d+)([ymw])$/.exec(period ?? '') ?? []
  return Number(count) * (unit === 'y' ? 365 : unit === 'm' ? 30.4 : 7)
}

/** True if one of the first thirty debits of a subscription is due within two days of an age. */
const isDueAround = (days: number, { anchor, frequency }: SubscriptionState) =>
  Array.from({ length: 30 }, (_, at) => intervalOf(anchor, frequency, at + 1)).some(
    ({ earliest, latest }) => earliest <= anchor + days * dayMs && anchor + days * dayMs <= latest,
  )

/** Refuses requests about a subscription at an age, by either of its ids. */
export const atAge = (
  id: 'debitSubscription' | 'cancelSubscription',
  isRefused: (days: number, subscription: SubscriptionState) => boolean,
) =>
  refusing(id, ({ world, body }) => {
    const ids = JSON.stringify(body)
    return [...world.subscriptions].some(
      (one) =>
        (ids.includes(one.id) || ids.includes(`"${one.merchantSubscriptionId}"`)) &&
        isRefused((world.now - one.anchor) / dayMs, one),
    )
  })

const madeIn = perWorld(() => new Map<string, number>())
const onceInAMinute = refusingAny(
  ['debitSubscription', 'createQrTransaction', 'createBankPayment'],
  ({ world, payload, body }) => {
    const { amount, merchantAuth }: JsonObject = { ...(payload ?? body) }
    const key = `${payload === undefined} ${merchantAuth === undefined} ${Number(amount)}`
    const last = madeIn(world).get(key)
    if (last !== undefined && world.now - last < 60_000) return true
    madeIn(world).set(key, world.now)
    return false
  },
)

const limiting = (status: number, body: object) => ({
  transport: failing([every(10), () => Response.json(body, { status })]),
})

const offering = (...periods: readonly string[]) =>
  refusing('createInvoice', ({ body }) =>
    body.cart.some(
      ({ isSubscription, subscriptionPeriod = '' }) =>
        isSubscription === true && !periods.includes(subscriptionPeriod),
    ),
  )

const unitOf: Readonly<Record<string, string>> = { weekly: 'w', yearly: 'y' }

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

const paidNotices = noticing(isFinal, (request, { id }) => [
  request,
  notice(request, { event: 'invoice.paid', transactionId: id, status: 'completed' }),
])

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

const noticesOfProcessingDebits: InProcessOptions = {
  delivery: deliver((request, { kind, status, id, subscriptions }) => {
    if (kind !== 'subscription') return [request]
    if (status !== 'completed') return []
    const of = { transactionId: id, subscriptionId: subscriptions[0] }
    return [notice(request, { event: 'payment.created', status: 'processing', ...of }), request]
  }),
}

const announcingTwice = together([noticesOfNextDebits, noticesOfProcessingDebits])

export const termVariants: ContractVariants = {
  ...permitting({
    'States and transitions: subscription states and the effect of debits on them are not shown.': {
      'debits in the two days around each due day only': atAge(
        'debitSubscription',
        (age, subscription) => !isDueAround(age, subscription),
      ),
      'subscriptions that begin after twenty days': { ...atAge('cancelSubscription', (age) => age < 20) },
      'debits from the twentieth day on': atAge('debitSubscription', (age) => age < 20),
      'subscriptions with a minimum term of three months': atAge('cancelSubscription', (age) => age < 91),
      'automatic debits only with a saved password': replaceHandler('createExchangePayment', (call, real) => {
        const known = new Set(call.world.subscriptions)
        const response = real(call)
        if (call.payload.savepassword !== true)
          for (const one of call.world.subscriptions) if (!known.has(one)) one.autoRenewal = false
        return response
      }),
    },
    'Limits: rate limits are not shown, nor that equal requests in a short time are all accepted.': {
      'one debit, wallet transaction and bank payment of an amount in a minute': onceInAMinute,
      'a rate limit with HTTP 403': limiting(403, { message: 'Too many requests.' }),
      'a rate limit with HTTP 200 and ok: false': limiting(200, { ok: false, error: 'Rate limit exceeded' }),
    },
  }),
  ...refusals('debitSubscription', {
    'Endpoints, 15: orderId is optional, and what it names is not shown.': {
      'debits for orders that are not paid': ({ world, merchant, body: { orderId } }) =>
        orderId !== undefined &&
        (world.invoices.group(merchant, orderId).length === 0 ||
          world.transactions.group(merchant, orderId).length > 0),
    },
  }),
  ...permitting({
    'States and transitions: "may take"; when a crypto transaction completes is not stated.': {
      'exchange payments that are pending for five days': {
        world: {
          scheduleEvent(event, { transactions, now }) {
            if (transactions.get(event.ref)?.kind !== 'exchange') return event
            if (event.kind === 'transaction.process') return undefined
            return event.kind === 'transaction.complete' ? { ...event, due: now + 5 * dayMs } : event
          },
        },
      },
    },
    'Endpoints, 6: whether a merchant has the funds for a transfer is not shown.': {
      'transfers of a merchant without funds': payouts('Insufficient funds of the merchant', () => true, [
        'createTransfers',
      ]),
    },
    'Resources, Cart item: the form of a period is shown, not which periods a service offers.': {
      'weekly subscriptions for at most half a year': refusing('createInvoice', ({ body }) =>
        body.cart.some((one) => one.frequency === 'weekly' && daysOf(one.subscriptionPeriod) > 184),
      ),
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
      'cancellations of subscriptions that the service renews': refusing(
        'cancelSubscription',
        cancels(false),
      ),
      'cancellations of subscriptions that the merchant debits': refusing(
        'cancelSubscription',
        cancels(true),
      ),
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
        'notices of new debits that begin as processing': noticesOfProcessingDebits,
        'notices of the next debit, and then of the new one that begins as processing': announcingTwice,
        'notices of the next debit, and then of the new one, and updates with an unknown integer': together([
          announcingTwice,
          {
            delivery: deliver((request, { kind }) => [
              kind === 'subscription'
                ? {
                    ...request,
                    body: request.body.replace(/(?<=[sS]tatus\\?":\\?"?)(1|completed)\b/g, '7001'),
                  }
                : request,
            ]),
          },
        ]),
        'notices of new orders with the status of the order': noticing(
          isFinal,
          (request, { id, offerId }) => [
            notice(request, {
              event: 'order.created',
              transactionId: id,
              offerId,
              orderStatus: 'processing',
            }),
            request,
          ],
        ),
        'notices of completed payments by POST, after the update': paidNotices,
        'notices of completed payments by POST, after an update with other names': {
          ...paidNotices,
          simulator: { assumptions: { 'webhooks.payload': 'template' } },
        },
      },
  }),
}
