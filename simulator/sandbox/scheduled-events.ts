// Everything about each kind of scheduled event, in one row: what it is called, whether it is still relevant, what it does, why
// it is scheduled, and which automation group it belongs to.

import { achBankingDays, cryptoMinutes } from '../../spec/limits.ts'
import { windowEnd } from '../resources/partial-payments.ts'
import { settleAll } from '../resources/settlements.ts'
import { complete, nextBillAt, passBill, remind, renew, renews } from '../resources/subscription-billing.ts'
import { formatInstant, type Instant } from '../time/instants.ts'
import { faultRuleApplied } from '../webhooks/fault-rules.ts'
import type { Outbox } from '../webhooks/outbox.ts'
import type { Automation, AutomationGroup, AutomationMode } from '../world/automation.ts'
import type { ScheduledEvent, ScheduledEventKind, ScheduledEventOf } from '../world/scheduled-event.ts'
import type { SubscriptionState, TransactionState } from '../world/state.ts'
import { subscriptionAllows, type TransactionEvent, transactionAllows } from '../world/transitions.ts'
import type { World } from '../world/world.ts'

interface Row<Event> {
  label: string
  /** True if the event would still change something: what it is about may have ended, or happened early. */
  isRelevant: (world: World, event: Event) => boolean
  run: (world: World, event: Event, outbox: Outbox) => void
  /** Why it is scheduled for that instant. */
  explain: (world: World, event: Event) => string
  /** The state of its record after it has run. */
  outcome?: (world: World, event: Event) => string
  /** Events without a group happen at their time. */
  automation: AutomationGroup | undefined
}

const kindNames = {
  exchange: 'exchange payment',
  wallet: 'wallet payment',
  bank: 'bank payment',
  subscription: 'debit',
}

const maxShownId = 200

/** The start of an id that a merchant chose: the contract permits one of a megabyte. */
function shortened(id: string): string {
  return id.length <= maxShownId ? id : `${id.slice(0, maxShownId)}…`
}

function explainTransaction({ kind, offerId, createdAt }: TransactionState): string {
  const duration =
    kind === 'bank'
      ? `bank payments take ${achBankingDays.min} to ${achBankingDays.max} banking days`
      : `crypto payments take ${cryptoMinutes.min} minutes to ${cryptoMinutes.max / 60} hours`
  return `${kindNames[kind]} of order ${shortened(offerId)}, created at ${formatInstant(createdAt)}; ${duration}`
}

function explainSubscription(subscription: SubscriptionState): string {
  const { merchantSubscriptionId, frequency, anchor, status } = subscription
  return `subscription ${shortened(merchantSubscriptionId)} (${status}), ${frequency} since its first debit at ${formatInstant(anchor)}`
}

function outcomeOf({ offerId, status, errorMessage }: TransactionState): string {
  return [`order ${shortened(offerId)}`, status, errorMessage].filter(Boolean).join(', ')
}

/** An event about a record. */
interface About {
  readonly ref: string
}

/** A row about a record. */
function ofRecord<Subject, Event extends About>(
  recordsOf: (world: World) => { get: (id: string) => Subject | undefined },
  label: string,
  automation: AutomationGroup | undefined,
  does: {
    isRelevant: (world: World, subject: Subject, event: Event) => boolean
    run: (world: World, subject: Subject, event: Event) => void
    explain: (subject: Subject) => string
    outcome: (world: World, subject: Subject) => string
  },
): Row<Event> {
  const about =
    <Result>(act: (world: World, subject: Subject, event: Event) => Result, otherwise: Result) =>
    (world: World, event: Event): Result => {
      const subject = recordsOf(world).get(event.ref)
      return subject === undefined ? otherwise : act(world, subject, event)
    }
  return {
    label,
    isRelevant: about(does.isRelevant, false),
    run: about(does.run, undefined),
    explain: about((_, subject) => does.explain(subject), ''),
    outcome: about(does.outcome, ''),
    automation,
  }
}

interface AboutTransaction extends About {
  readonly due: Instant
}

/** A row about a transaction, relevant while the transaction permits the event. By default it applies the event. */
function ofTransaction(
  label: string,
  event: TransactionEvent,
  {
    run = (world, transaction) => world.transition(transaction, event),
    automation,
    explain = explainTransaction,
    isOver = () => true,
  }: {
    run?: (world: World, transaction: TransactionState) => void
    automation?: AutomationGroup
    explain?: (transaction: TransactionState) => string
    /** True if what the event waits for is over when it is due. */
    isOver?: (world: World, transaction: TransactionState, due: Instant) => boolean
  },
): Row<AboutTransaction> {
  return ofRecord<TransactionState, AboutTransaction>(({ transactions }) => transactions, label, automation, {
    isRelevant: (world, transaction, { due }) =>
      transactionAllows(transaction, event) && isOver(world, transaction, due),
    run,
    explain,
    outcome: (_, transaction) => outcomeOf(transaction),
  })
}

interface AboutSubscription<Data> extends About {
  readonly data: Data
}

/** A row about a subscription. */
function ofSubscription<Data>(
  label: string,
  isRelevant: (world: World, subscription: SubscriptionState, data: Data) => boolean,
  run: (world: World, subscription: SubscriptionState, data: Data) => void,
  automation?: AutomationGroup,
): Row<AboutSubscription<Data>> {
  return ofRecord<SubscriptionState, AboutSubscription<Data>>(
    ({ subscriptions }) => subscriptions,
    label,
    automation,
    {
      isRelevant: (world, subscription, { data }) => isRelevant(world, subscription, data),
      run: (world, subscription, { data }) => run(world, subscription, data),
      explain: explainSubscription,
      outcome: (_, { order, status }) => `order ${shortened(order)}, ${status}`,
    },
  )
}

type Table = { readonly [Kind in ScheduledEventKind]: Row<ScheduledEventOf<Kind>> }

const reminder = ofSubscription<Instant>(
  'the shopper is reminded of the next bill',
  (world, subscription, billAt) => nextBillAt(world, subscription) === billAt,
  remind,
  'reminders',
)

const debit = ofSubscription<number>(
  'the service debits the subscription',
  (world, subscription, index) => index === subscription.nextIndex && renews(world, subscription),
  renew,
  'renewals',
)

const scheduledEvents: Table = {
  'transaction.process': ofTransaction('the transaction starts processing', 'process', {
    automation: 'transactions',
  }),
  'transaction.complete': ofTransaction('the transaction completes', 'complete', {
    run: complete,
    automation: 'transactions',
  }),
  'transaction.time-out': ofTransaction('the unpaid transaction times out', 'time-out', {
    explain: ({ offerId }) =>
      `no wallet has paid order ${shortened(offerId)} (assumption qr-transactions.expiry)`,
  }),
  'transaction.lapse': ofTransaction('the partial payment that nobody closed times out', 'lapse', {
    explain: ({ offerId }) =>
      `the closing window of order ${shortened(offerId)} is over (assumption partial-payments.unclosed)`,
    // A further partial payment may move the end of the window.
    isOver: (world, transaction, due) => due > windowEnd(world, transaction),
  }),
  'settlement.daily': {
    label: 'unsettled crypto payments are settled to the merchants',
    isRelevant: (world) => world.unsettled.size > 0,
    run: settleAll,
    explain: (world) =>
      `${world.unsettled.size} crypto transactions are unsettled; the hour is assumption settlements.hour`,
    automation: 'settlements',
  },
  // A bill is named by its index. A bill that was debited early through the control API is not relevant any more.
  'subscription.debit': {
    ...debit,
    outcome: (world, event) => {
      const subscription = world.subscriptions.get(event.ref)
      if (subscription === undefined) return ''
      const made = world.transactions.group({ id: subscription.merchant }, subscription.order).at(-1)
      return made === undefined ? '' : outcomeOf(made)
    },
  },
  'subscription.bill': ofSubscription<number>(
    'the merchant can debit the subscription',
    (_, subscription, index) => index === subscription.nextIndex && subscriptionAllows(subscription, 'debit'),
    passBill,
  ),
  'subscription.remind': {
    ...reminder,
    explain: (world, event) => `${reminder.explain(world, event)}; bill at ${formatInstant(event.data)}`,
  },
  'subscription.end': ofSubscription(
    'the subscription period ends',
    (_, subscription) => subscriptionAllows(subscription, 'expire'),
    (world, subscription) => world.transitionSubscription(subscription, 'expire'),
  ),
  'webhook.attempt': {
    label: 'a waiting delivery is sent to the webhook',
    // A retry is obsolete once someone redelivered the event.
    isRelevant: (world, { ref, data }) =>
      data.retry !== true || world.events.at(Number(ref))?.delivery !== 'delivered',
    run: (_, event, outbox) => outbox.enqueue(event),
    explain: explainDelivery,
    automation: undefined,
  },
}

function explainDelivery(world: World, { ref, seq, data }: ScheduledEventOf<'webhook.attempt'>): string {
  const event = world.events.at(Number(ref))
  if (event === undefined) return ''
  if (data.retry === true)
    return faultRuleApplied(event, 'retry')
      ? `event ${ref} was not accepted; a webhook fault rule retries it`
      : `event ${ref} was not accepted (assumption webhooks.retries)`
  if (world.faultRules.held.some(({ scheduled }) => scheduled === seq))
    return `event ${ref}, held by a webhook fault rule until the merchant's next delivery, and at the latest sent at this instant`
  // A delivery that still has copies to send is not itself a copy.
  return faultRuleApplied(event, 'duplicate') && data.copies === undefined
    ? `a copy of event ${ref}, duplicated by a webhook fault rule`
    : `event ${ref}, delayed by a webhook fault rule`
}

// A cast, because the compiler does not relate the kind of an event to its row.
function rowOf(event: ScheduledEvent): Row<ScheduledEvent> {
  return scheduledEvents[event.kind] as Row<ScheduledEvent>
}

/** True if an event would still change something. Other events are skipped and not listed. */
export function isRelevant(world: World, event: ScheduledEvent): boolean {
  return rowOf(event).isRelevant(world, event)
}

/** Runs a relevant event that is due. */
export function runScheduledEvent(world: World, event: ScheduledEvent, outbox: Outbox): void {
  rowOf(event).run(world, event, outbox)
}

/** The effect of an event, and why it is due at that instant. */
export function explainScheduledEvent(world: World, event: ScheduledEvent): string {
  const { label, explain } = rowOf(event)
  return `${label}: ${explain(world, event)}`
}

/** The effect of an event that has just run, and what became of its record. */
export function describeRun(world: World, event: ScheduledEvent): string {
  const { label, outcome } = rowOf(event)
  return outcome === undefined ? label : `${label}: ${outcome(world, event)}`
}

/** When the next relevant event is due; undefined without one. */
export function nextDue(world: World): Instant | undefined {
  for (const event of world.schedule.inOrder()) if (isRelevant(world, event)) return event.due
  return undefined
}

type EventModes = Readonly<Record<ScheduledEventKind, AutomationMode>>

function modesWith(automation: Automation): EventModes {
  const modes = Object.entries(scheduledEvents).map(([kind, { automation: group }]) => [
    kind,
    group === undefined ? 'clock' : (automation[group] ?? 'clock'),
  ])
  return Object.fromEntries(modes)
}

const defaultModes = modesWith({})

/** The automation mode of every kind. */
export function eventModes(automation: Automation): EventModes {
  return Object.keys(automation).length === 0 ? defaultModes : modesWith(automation)
}
