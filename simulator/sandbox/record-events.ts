// The rows of scheduled events about a transaction or a subscription.

import { achBankingDays, cryptoMinutes } from '../../spec/limits.ts'
import { formatInstant, type Instant } from '../time/instants.ts'
import type { Outbox } from '../webhooks/outbox.ts'
import type { AutomationGroup } from '../world/automation.ts'
import type { SubscriptionState, TransactionState } from '../world/state.ts'
import { type TransactionEvent, transactionAllows } from '../world/transitions.ts'
import type { World } from '../world/world.ts'

/** What is known of a kind of scheduled event. */
export interface Row<Event> {
  label: string
  /** Whether the event would still change something: what it is about may have ended, or happened early. */
  isRelevant: (world: World, event: Event) => boolean
  run: (world: World, event: Event, outbox: Outbox) => void
  /** Why it is scheduled for that instant. */
  explain: (world: World, event: Event) => string
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
export function shortened(id: string): string {
  return id.length <= maxShownId ? id : `${id.slice(0, maxShownId)}…`
}

function explainTransaction({ kind, offerId, createdAt }: TransactionState): string {
  const duration =
    kind === 'bank'
      ? `bank payments take ${achBankingDays.min} to ${achBankingDays.max} banking days`
      : `crypto payments take ${cryptoMinutes.min} minutes to ${cryptoMinutes.max / 60} hours`
  return `${kindNames[kind]} of order ${shortened(offerId)}, created at ${formatInstant(createdAt)}; ${duration}`
}

function explainSubscription({
  merchantSubscriptionId,
  frequency,
  anchor,
  status,
}: SubscriptionState): string {
  return `subscription ${shortened(merchantSubscriptionId)} (${status}), ${frequency} since its first debit at ${formatInstant(anchor)}`
}

/** An event about a record of that type. */
interface About<Subject> {
  readonly ref: string
  readonly subject?: Subject | undefined
}

/** A row about a record, which is looked up unless the event has it. */
function ofRecord<Subject, Event extends About<Subject>>(
  recordsOf: (world: World) => { get: (id: string) => Subject | undefined },
  label: string,
  automation: AutomationGroup | undefined,
  does: {
    isRelevant: (world: World, subject: Subject, event: Event) => boolean
    run: (world: World, subject: Subject, event: Event) => void
    explain: (subject: Subject) => string
  },
): Row<Event> {
  const find = (world: World, { ref, subject }: Event) => subject ?? recordsOf(world).get(ref)
  return {
    label,
    isRelevant: (world, event) => {
      const subject = find(world, event)
      return subject !== undefined && does.isRelevant(world, subject, event)
    },
    run: (world, event) => {
      const subject = find(world, event)
      if (subject !== undefined) does.run(world, subject, event)
    },
    explain: (world, event) => {
      const subject = find(world, event)
      return subject === undefined ? '' : does.explain(subject)
    },
    automation,
  }
}

interface AboutTransaction extends About<TransactionState> {
  readonly due: Instant
}

/** A row about a transaction, relevant while the transaction permits the event. By default it applies the event. */
export function ofTransaction(
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
    /** Whether what the event waits for is over when it is due. */
    isOver?: (world: World, transaction: TransactionState, due: Instant) => boolean
  },
): Row<AboutTransaction> {
  return ofRecord<TransactionState, AboutTransaction>(({ transactions }) => transactions, label, automation, {
    isRelevant: (world, transaction, { due }) =>
      transactionAllows(transaction, event) && isOver(world, transaction, due),
    run,
    explain,
  })
}

interface AboutSubscription<Data> extends About<SubscriptionState> {
  readonly data: Data
}

/** A row about a subscription. */
export function ofSubscription<Data>(
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
    },
  )
}
