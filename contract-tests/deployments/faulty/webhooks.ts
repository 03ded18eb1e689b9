// Deployments that keep changes of status from a merchant's webhook, or bring them to another address. Those whose
// deliveries lack something, or come otherwise, are in webhook-deliveries.ts.

import type { TransactionState, WebhookRequest, World, Wrapping } from '../../targets/in-process.ts'
import { faulty } from '../graded-deployment.ts'

type Kind = TransactionState['kind']
type Delivering = NonNullable<Wrapping['delivery']>

/** What becomes of deliveries, by the transaction that they are of and the status that they say. */
export function delivering(
  change: (
    request: WebhookRequest,
    about: { transaction: TransactionState; world: World; status: TransactionState['status'] },
  ) => WebhookRequest[],
): Delivering {
  return (request, world) => {
    const text = `${request.url} ${request.body}`
    const transaction = [...world.transactions].findLast(({ id }) => text.includes(id))
    return transaction === undefined
      ? [request]
      : change(request, { transaction, world, status: transaction.status })
  }
}

/** Drops the deliveries of some transactions. */
function silent(drops: (transaction: TransactionState, world: World) => boolean): Delivering {
  return delivering((request, { transaction, world }) => (drops(transaction, world) ? [] : [request]))
}

const of = (...kinds: Kind[]) => silent(({ kind }) => kinds.includes(kind))
const endsOf = (...kinds: Kind[]) =>
  silent(({ kind, status }) => kinds.includes(kind) && status === 'completed')

/** Brings the deliveries of some kinds elsewhere. */
function elsewhere(url: (own: string) => string, ...kinds: Kind[]): Delivering {
  return delivering((request, { transaction: { kind } }) => [
    kinds.includes(kind) ? { ...request, url: url(request.url) } : request,
  ])
}

export const faultyWebhooks = [
  faulty({
    requirement: 'webhooks.one-for-crypto-and-bank',
    name: 'an address for banks',
    says: 'Updates of bank payments come to an address of their own.',
    delivery: elsewhere((own) => own.replace('/webhook/0', '/webhook/0/bank'), 'bank'),
  }),
  faulty({
    requirement: 'webhooks.one-for-crypto-and-bank',
    name: "banks to the other merchant's",
    says: "Updates of bank payments come to another merchant's webhook.",
    delivery: elsewhere((own) => own.replace('/webhook/0', '/webhook/1'), 'bank'),
  }),
  faulty({
    requirement: 'webhooks.exchange-status-changes',
    name: 'no end of an exchange payment',
    says: 'Nothing comes when an exchange payment completes.',
    delivery: endsOf('exchange'),
  }),
  faulty({
    requirement: 'webhooks.exchange-status-changes',
    name: 'nothing of an exchange payment',
    says: 'Nothing comes of an exchange payment at all.',
    delivery: of('exchange'),
  }),
  faulty({
    requirement: 'webhooks.exchange-status-changes',
    name: 'one exchange is silent',
    says: 'Nothing comes when a payment through the third exchange completes.',
    delivery: silent(
      ({ exchange, status }, { accounts }) =>
        status === 'completed' && exchange === accounts.exchanges[2]?.name,
    ),
  }),
  faulty({
    requirement: 'webhooks.bank-status-changes',
    name: 'no end of a bank payment',
    says: 'Nothing comes when a bank payment completes.',
    delivery: endsOf('bank'),
  }),
  faulty({
    requirement: 'webhooks.bank-status-changes',
    name: 'nothing of a bank payment',
    says: 'Nothing comes of a bank payment at all.',
    delivery: of('bank'),
  }),
  faulty({
    requirement: 'webhooks.wallet-status-changes',
    name: 'nothing of a part',
    says: 'Nothing comes when a wallet pays a part.',
    delivery: silent(({ status }) => status === 'partially-paid'),
  }),
  faulty({
    requirement: 'webhooks.wallet-status-changes',
    name: 'nothing of the whole',
    says: 'Nothing comes when a wallet pays all at once.',
    delivery: silent(
      ({ kind, firstPartialAt, status }) =>
        kind === 'wallet' && firstPartialAt === null && status !== 'awaiting',
    ),
  }),
  faulty({
    requirement: 'webhooks.wallet-status-changes',
    name: 'nothing of the rest',
    says: 'Nothing comes when a wallet pays the rest.',
    delivery: silent(
      ({ kind, firstPartialAt, status }) =>
        kind === 'wallet' && firstPartialAt !== null && status !== 'partially-paid',
    ),
  }),
  faulty({
    requirement: 'webhooks.wallet-status-changes',
    name: 'the first status only',
    says: 'Of a wallet transaction nothing comes but that it was made.',
    delivery: silent(({ kind, status }) => kind === 'wallet' && status !== 'awaiting'),
  }),
  faulty({
    requirement: 'webhooks.recurring-payments',
    name: 'nothing of a renewal',
    says: 'Nothing comes of what the service debits.',
    delivery: of('subscription'),
  }),
  faulty({
    requirement: 'webhooks.recurring-payments',
    name: "the service's own id",
    says: "A recurring payment is reported with the service's id of the subscription, not the merchant's.",
    delivery: delivering((request, { transaction, world }) => {
      const [id = ''] = transaction.subscriptions
      const own = world.subscriptions.get(id)?.merchantSubscriptionId
      return own === undefined || transaction.kind !== 'subscription'
        ? [request]
        : [{ ...request, body: request.body.replaceAll(own, id), url: request.url.replaceAll(own, id) }]
    }),
  }),
  faulty({
    requirement: 'webhooks.recurring-payments',
    name: 'the id of the first time only',
    says: 'From the second debit on, recurring payments are reported without the id that the merchant gave.',
    delivery: delivering((request, { transaction, world }) => {
      const [id = ''] = transaction.subscriptions
      const { merchantSubscriptionId: own, debits = 0 } = world.subscriptions.get(id) ?? {}
      return own === undefined || debits <= 2
        ? [request]
        : [{ ...request, body: request.body.replaceAll(own, 'renewal') }]
    }),
  }),
]
