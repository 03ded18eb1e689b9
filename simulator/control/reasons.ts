// Why something is on the schedule, in words for people.

import { achBankingDays, cryptoMinutes } from '../../spec/limits.ts'
import { formatInstant } from '../time/instants.ts'
import { faultRuleDid, type Manner } from '../webhooks/fault-rules.ts'
import { type EntryKind, entryKinds, type ScheduledEvent } from '../world/scheduled-event.ts'
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
      ? `a bank payment takes ${achBankingDays.min} to ${achBankingDays.max} working days`
      : `a crypto payment takes ${cryptoMinutes.min} minutes to ${cryptoMinutes.max / 60} hours`
  return `the ${kindWords[kind]} of order ${offerId}, begun at ${formatInstant(createdAt)}; ${span}`
}

const ofSubscription: Reason = (world, { ref }) => {
  const subscription = world.subscriptions.get(ref)
  if (subscription === undefined) return ''
  const { merchantSubscriptionId, frequency, anchor, status } = subscription
  return `subscription ${merchantSubscriptionId} (${status}), ${frequency} since its first debit at ${formatInstant(anchor)}`
}

/** Whether it was tried in vain, or the webhook lab let it wait in one of its ways. */
const ofDelivery: Reason = (world, { ref, seq, data }) => {
  const event = world.events[Number(ref)]
  if (event === undefined) return ''
  const { retry, copies } = data as Manner
  const not = `event ${ref} was not accepted`
  if (retry === true)
    return faultRuleDid(event, 'retry')
      ? `${not}, and the webhook lab tries it again`
      : `${not} (assumption webhooks.retries)`
  if (world.faultRules.held.some(({ entry }) => entry === seq))
    return `event ${ref}, which the webhook lab holds back until the merchant's next delivery, at most until then`
  // What is still to be copied when it is sent knows of its copies; a copy does not.
  return faultRuleDid(event, 'duplicate') && copies === undefined
    ? `a copy of event ${ref}, which the webhook lab duplicates`
    : `event ${ref}, which the webhook lab delays`
}

const reasons: { readonly [Kind in EntryKind]: Reason } = {
  'transaction.process': ofTransaction,
  'transaction.complete': ofTransaction,
  'transaction.time-out': (world, { ref }) =>
    `no wallet has paid order ${world.transactions.get(ref)?.offerId ?? ''} (assumption qr-transactions.expiry)`,
  'settlement.daily': (world) =>
    `${world.unsettled.size} crypto transactions wait; the hour is assumption settlements.hour`,
  'subscription.debit': ofSubscription,
  'subscription.bill': ofSubscription,
  'subscription.remind': (world, entry) =>
    `${ofSubscription(world, entry)}; bill at ${formatInstant(Number(entry.data))}`,
  'subscription.end': ofSubscription,
  'webhook.attempt': ofDelivery,
}

/** What an entry will do, and why at that time. */
export function why(world: World, entry: ScheduledEvent): string {
  return `${entryKinds[entry.kind]}: ${reasons[entry.kind](world, entry)}`
}
