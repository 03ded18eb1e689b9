// The states of transactions and subscriptions, and every permitted change between them. The world applies these tables;
// allowed actions, relevant scheduled events and docs/reference/states.md are derived from them. Contract: States and transitions.

import type { statusNames, subscriptionStatuses } from '../../spec/control/values.ts'
import type { TransactionStatus } from '../../spec/enumerations.ts'

/** A permitted change of state. A record that is created comes from `null`. */
export interface Transition<Status extends string = string> {
  readonly from: Status | null
  readonly event: string
  readonly to: Status
}

export type StatusName = (typeof statusNames)[number]

/** The name that the contract has for each status. It has no other names for the statuses of a wallet payment. */
export const statusWords: Readonly<Record<StatusName, TransactionStatus>> = {
  pending: 'pending',
  processing: 'processing',
  completed: 'completed',
  canceled: 'canceled',
  awaiting: 'pending',
  'partially-paid': 'pending',
  closed: 'completed',
  'timed-out': 'canceled',
}

export const transactionTransitions = [
  { from: null, event: 'create', to: 'awaiting' },
  { from: null, event: 'create', to: 'pending' },
  { from: null, event: 'create', to: 'processing' },
  // Assumptions `exchange-payments.immediate-status-name`, `exchange-payments.code2fa` and `exchange-payments.failed-record`.
  { from: null, event: 'create', to: 'completed' },
  { from: null, event: 'create', to: 'canceled' },
  { from: 'awaiting', event: 'pay-in-part', to: 'partially-paid' },
  { from: 'awaiting', event: 'pay-in-full', to: 'pending' },
  { from: 'awaiting', event: 'cancel', to: 'canceled' },
  { from: 'awaiting', event: 'time-out', to: 'timed-out' },
  { from: 'partially-paid', event: 'pay-in-part', to: 'partially-paid' },
  { from: 'partially-paid', event: 'pay-in-full', to: 'pending' },
  { from: 'partially-paid', event: 'close', to: 'closed' },
  // Assumption `partial-payments.unclosed`.
  { from: 'partially-paid', event: 'lapse', to: 'timed-out' },
  { from: 'pending', event: 'process', to: 'processing' },
  { from: 'pending', event: 'complete', to: 'completed' },
  { from: 'pending', event: 'cancel', to: 'canceled' },
  { from: 'processing', event: 'complete', to: 'completed' },
  { from: 'processing', event: 'cancel', to: 'canceled' },
] as const satisfies readonly Transition<StatusName>[]
export type TransactionEvent = Exclude<(typeof transactionTransitions)[number]['event'], 'create'>

export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const subscriptionTransitions = [
  { from: null, event: 'create', to: 'active' },
  { from: 'active', event: 'debit', to: 'active' },
  { from: 'active', event: 'cancel', to: 'canceled' },
  { from: 'active', event: 'fail', to: 'ended' },
  { from: 'active', event: 'expire', to: 'ended' },
  // Assumption `subscriptions.cancel-effect` may let a canceled subscription be debited once more.
  { from: 'canceled', event: 'fail', to: 'ended' },
] as const satisfies readonly Transition<SubscriptionStatus>[]
export type SubscriptionEvent = Exclude<(typeof subscriptionTransitions)[number]['event'], 'create'>

/** The rules of a table. A status is found by the status before and the event. */
function rulesOf<Status extends string, Event extends string>(transitions: readonly Transition<Status>[]) {
  const index = new Map<string | null, Map<string, Status>>()
  for (const { from, event, to } of transitions)
    index.set(from, (index.get(from) ?? new Map<string, Status>()).set(event, to))
  return {
    /** Undefined when the table does not permit the event. */
    statusAfter: (status: Status, event: Event): Status | undefined => index.get(status)?.get(event),
    allows: ({ status }: { readonly status: Status }, event: Event): boolean =>
      index.get(status)?.has(event) === true,
    isInitial: ({ status }: { readonly status: Status }): boolean =>
      transitions.some(({ from, to }) => from === null && to === status),
    isFinal: ({ status }: { readonly status: Status }): boolean => !index.has(status),
  }
}

const ofTransactions = rulesOf<StatusName, TransactionEvent>(transactionTransitions)
const ofSubscriptions = rulesOf<SubscriptionStatus, SubscriptionEvent>(subscriptionTransitions)
export const transactionStatusAfter = ofTransactions.statusAfter
export const transactionAllows = ofTransactions.allows
export const { isInitial, isFinal } = ofTransactions
export const subscriptionStatusAfter = ofSubscriptions.statusAfter
export const subscriptionAllows = ofSubscriptions.allows

export function awaitsSettlement(transaction: {
  readonly kind: string
  readonly status: StatusName
  readonly settledAt: number | null
}): boolean {
  const { kind, status, settledAt } = transaction
  return kind !== 'bank' && settledAt === null && (status === 'completed' || status === 'closed')
}
