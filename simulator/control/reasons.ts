// Why something is on the schedule, in words for people.

import { achBankingDays, cryptoMinutes } from '../../spec/limits.ts'
import { formatInstant } from '../time/instants.ts'
import { faultRuleDid, type Manner } from '../webhooks/fault-rules.ts'
import { type EntryKind, entryKinds, type ScheduledEvent } from '../world/scheduled-events.ts'
import type { World } from '../world/world.ts'

type Reason = (world: World, entry: ScheduledEvent) => string

const kindWords = {
  exchange: 'exchange payment',
  wallet: 'wallet payment',
  bank: 'bank payment',
  subscription: 'debit',
}

const ofTransaction: Reason = (world, { ref }) => {
  const transaction = world.transactions.get(ref)
  if (transaction === undefined) return ''
  const { kind, offerId, createdAt } = transaction
  const span =
    kind === 'bank'
      ? `a bank payment takes ${achBankingDays.min} to ${achBankingDays.max} banking days`
      : `a crypto payment takes ${cryptoMinutes.min} minutes to ${cryptoMinutes.max / 60} hours`
  return `the ${kindWords[kind]} of order ${offerId}, created at ${formatInstant(createdAt)}; ${span}`
}

const ofSubscription: Reason = (world, { ref }) => {
  const subscription = world.subscriptions.get(ref)
  if (subscription === undefined) return ''
  const { merchantSubscriptionId, frequency, anchor, status } = subscription
  return `subscription ${merchantSubscriptionId} (${status}), ${frequency} since its first debit at ${formatInstant(anchor)}`
}

/** Why a delivery waits: it failed, or webhook fault rules delay it. */
const ofDelivery: Reason = (world, { ref, seq, data }) => {
  const event = world.events[Number(ref)]
  if (event === undefined) return ''
  const { retry, copies } = data as Manner
  const not = `event ${ref} was not accepted`
  if (retry === true)
    return faultRuleDid(event, 'retry')
      ? `${not}, and webhook fault rules retry it`
      : `${not} (assumption webhooks.retries)`
  if (world.faultRules.held.some(({ entry }) => entry === seq))
    return `event ${ref}, which webhook fault rules hold back until the merchant's next delivery, at most until then`
  // A delivery that is still to be copied has a number of copies; a copy has none.
  return faultRuleDid(event, 'duplicate') && copies === undefined
    ? `a copy of event ${ref}, which webhook fault rules duplicate`
    : `event ${ref}, which webhook fault rules delay`
}

const reasons: { readonly [Kind in EntryKind]: Reason } = {
  'transaction.process': ofTransaction,
  'transaction.complete': ofTransaction,
  'transaction.time-out': (world, { ref }) =>
    `no wallet has paid order ${world.transactions.get(ref)?.offerId ?? ''} (assumption qr-transactions.expiry)`,
  'settlement.daily': (world) =>
    `${world.unsettled.size} crypto transactions are unsettled; the hour is assumption settlements.hour`,
  'subscription.debit': ofSubscription,
  'subscription.bill': ofSubscription,
  'subscription.remind': (world, entry) =>
    `${ofSubscription(world, entry)}; bill at ${formatInstant(Number(entry.data))}`,
  'subscription.end': ofSubscription,
  'webhook.attempt': ofDelivery,
}

/** What a scheduled event does, and why at that time. */
export function why(world: World, entry: ScheduledEvent): string {
  return `${entryKinds[entry.kind]}: ${reasons[entry.kind](world, entry)}`
}
