// Which changes of a transaction the webhook reports.

import type { RecordStorage } from '../storage/record-storage.ts'
import type { Assumptions } from './assumptions.ts'
import type { SubscriptionState, TransactionState } from './state.ts'
import { type StatusName, statusWords } from './transitions.ts'

interface Reporting {
  readonly assumptions: Assumptions
  readonly subscriptions: RecordStorage<SubscriptionState>
}

/**
 * Whether the webhook reports a new status; `before` is absent for the first one. Assumptions `webhooks.first-status`,
 * `webhooks.reported-changes` and `webhooks.merchant-debits`.
 */
export function isReported(
  { assumptions, subscriptions }: Reporting,
  { kind, status, subscriptions: [id = ''] }: TransactionState,
  before?: StatusName,
): boolean {
  if (before === undefined) {
    // The subscription is looked up last, since most worlds do not need it.
    const isSilent = kind === 'subscription' && assumptions.is('webhooks.merchant-debits', 'silent')
    if (isSilent && subscriptions.get(id)?.autoRenewal !== true) return false
    return assumptions.is('webhooks.first-status', 'reported')
  }
  // webhooks.exchange-status-changes, webhooks.bank-status-changes, webhooks.wallet-status-changes, webhooks.partial-payments
  return assumptions.is('webhooks.reported-changes', 'all') || statusWords[before] !== statusWords[status]
}
