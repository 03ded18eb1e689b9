// The bills of subscriptions: when they are due, the service's debits, reminders, and the end of the period.

import { dayMs } from '../../core/durations.ts'
import { InvariantError } from '../../core/errors.ts'
import { dueAt, type MonthRule } from '../time/frequencies.ts'
import { formatInstant, type Instant } from '../time/instants.ts'
import { convert, toScale } from '../world/money.ts'
import type { Reminder, SubscriptionState, TransactionState } from '../world/state.ts'
import { subscriptionAllows } from '../world/transitions.ts'
import type { World } from '../world/world.ts'
import { withdraw } from './balances.ts'
import { rateOf } from './currencies.ts'
import { beginTransaction, cancel, complete as completeTransaction, scheduleCrypto } from './transactions.ts'

/** Assumption `subscriptions.month-ends`. */
export function monthRule(world: World): MonthRule {
  return world.assumptions.is('subscriptions.month-ends', 'clamp') ? 'clamp' : 'roll-over'
}

/** The instant of the next bill; undefined when no bill is left in the period, or the subscription is not active. */
export function nextBillAt(world: World, subscription: SubscriptionState): number | undefined {
  if (!subscriptionAllows(subscription, 'debit')) return undefined
  const { anchor, frequency, nextIndex, endsAt } = subscription
  const due = dueAt(anchor, frequency, nextIndex, monthRule(world))
  const inPeriod =
    due < endsAt || (due === endsAt && world.assumptions.is('subscriptions.period-end', 'inclusive'))
  return inPeriod ? due : undefined
}

/** Schedules the bills of a new subscription. Assumption `subscriptions.begins`. */
export function begin(world: World, subscription: SubscriptionState, isPaid: boolean): void {
  const { id: ref, autoRenewal, endsAt: due } = subscription
  const begins = isPaid || world.assumptions.is('subscriptions.begins', 'on-acceptance')
  if (begins) scheduleNext(world, subscription)
  // Manual bills do not schedule the next one, so the end of the period is scheduled now.
  const manual = world.options.eventModes['subscription.debit'] === 'manual'
  const isLast = nextBillAt(world, subscription) === undefined
  if (!begins || (autoRenewal && manual && !isLast))
    world.scheduleEvent({ due, kind: 'subscription.end', ref })
}

/** Completes a transaction. The bills of its subscriptions may count from now on: assumption `subscriptions.begins`. */
export function complete(world: World, transaction: TransactionState): void {
  completeTransaction(world, transaction)
  if (transaction.kind !== 'exchange' || world.assumptions.is('subscriptions.begins', 'on-acceptance')) return
  for (const id of transaction.subscriptions) {
    const subscription = world.subscriptions.get(id)
    if (subscription === undefined || !subscriptionAllows(subscription, 'debit')) continue
    subscription.anchor = world.now
    scheduleNext(world, subscription)
  }
}

/** Schedules the next bill and its reminders, or the end of the period. */
function scheduleNext(world: World, subscription: SubscriptionState): void {
  const { id: ref, endsAt, nextIndex, autoRenewal } = subscription
  const due = nextBillAt(world, subscription)
  if (due === undefined) {
    world.scheduleEvent({ due: endsAt, kind: 'subscription.end', ref })
    return
  }
  for (const days of world.assumptions.value('subscriptions.reminder').days) {
    const at = due - days * dayMs
    if (at > world.now) world.scheduleEvent({ due: at, kind: 'subscription.remind', ref, data: due })
  }
  world.scheduleEvent({
    due,
    // subscriptions.renewed-by-the-service, subscriptions.renewed-on-the-frequency, subscriptions.not-renewed-by-the-service
    kind: autoRenewal ? 'subscription.debit' : 'subscription.bill',
    ref,
    data: nextIndex,
  })
}

/** True if the service makes the next debit. Assumption `subscriptions.cancel-effect`. */
export function renews(world: World, subscription: SubscriptionState): boolean {
  return (
    subscriptionAllows(subscription, 'debit') ||
    (subscription.status === 'canceled' && world.assumptions.is('subscriptions.cancel-effect', 'runs-on'))
  )
}

/** The service makes the next debit. Its transaction is reported whether it succeeds or not. */
export function renew(world: World, subscription: SubscriptionState): TransactionState {
  const { amount, currency, order } = subscription
  const transaction = debit(world, subscription, amount, currency, order)
  subscription.nextIndex += 1
  if (subscriptionAllows(subscription, 'debit')) scheduleNext(world, subscription)
  return transaction
}

/** Passes a bill that the merchant debits itself: only the next one is scheduled. */
export function passBill(world: World, subscription: SubscriptionState): void {
  subscription.nextIndex += 1
  scheduleNext(world, subscription)
}

/** Sends the shopper a reminder of a bill. Contract: Events, 5. */
export function remind(world: World, { id }: SubscriptionState, billAt: Instant): void {
  world.reminders.push({ at: world.now, subscription: id, billAt })
}

/** The email that a reminder is. Its text is written when it is read. Contract: Events, 5. */
export function reminderEmail(
  world: World,
  { subscription: id, billAt }: Reminder,
): { to: string; subject: string; text: string } {
  const subscription = world.subscriptions.get(id)
  const shopper = subscription === undefined ? undefined : world.accounts.shopper(subscription.shopper)
  if (subscription === undefined || shopper === undefined)
    throw new InvariantError(`The reminder of subscription ${id} has no shopper.`)
  const { merchant, currency, customer, frequency, merchantSubscriptionId, coin, exchange } = subscription
  const shop = world.accounts.merchant(merchant)?.shop.companyName ?? merchant
  const bill = `${toScale(subscription.amount, world.accounts.currency(currency)?.decimals ?? 2)} ${currency}`
  const day = formatInstant(billAt).slice(0, 10)
  return {
    to: customer?.email ?? shopper.email,
    subject: `${shop}: ${bill} is due on ${day}`,
    text:
      `Dear ${customer?.name ?? shopper.fullname},\n\n` +
      `Your ${frequency} subscription ${merchantSubscriptionId} at ${shop} will be billed on ${day}: ${bill}. ` +
      `Please pay the invoice in advance, or keep at least this amount in ${coin} at ${exchange}.\n`,
  }
}

/** The exchange account that a subscription is debited from, and the amount in its coin. */
export function debitSource(world: World, subscription: SubscriptionState, amount: string, currency: string) {
  const shopper = world.accounts.shopper(subscription.shopper)
  const exchange = world.accounts.exchange(subscription.exchange)
  const coin = world.accounts.currency(subscription.coin)
  if (shopper === undefined || exchange === undefined || coin === undefined)
    throw new InvariantError(`The subscription ${subscription.id} refers to an unknown account.`)
  const rate = rateOf(world, currency)
  if (rate === undefined) throw new InvariantError(`A debit has the unknown currency ${currency}.`)
  return { shopper, exchange, coin, cryptoAmount: convert(amount, rate, coin.rate, coin.decimals) }
}

/** Debits the shopper's exchange account. An insufficient balance makes a canceled transaction. */
export function debit(
  world: World,
  subscription: SubscriptionState,
  amount: string,
  currency: string,
  orderId: string,
): TransactionState {
  const { shopper, exchange, coin, cryptoAmount } = debitSource(world, subscription, amount, currency)
  const covered = withdraw(world, shopper, exchange, coin, cryptoAmount)
  const transaction = beginTransaction(world, {
    kind: 'subscription',
    status: 'pending',
    merchant: subscription.merchant,
    shopper: subscription.shopper,
    offerId: orderId,
    invoice: subscription.invoice,
    nativeAmount: amount,
    nativeCurrency: currency,
    amount: cryptoAmount,
    currency: coin.id,
    rate: coin.rate,
    cart: [subscription.line],
    customParameter: subscription.customParameter,
    customer: subscription.customer,
    exchange: subscription.exchange,
    subscriptions: [subscription.id],
    errorMessage: covered ? null : 'Insufficient Balance',
  })
  if (covered) {
    subscription.debits += 1
    scheduleCrypto(world, transaction)
    return transaction
  }
  subscription.failures += 1
  if (world.assumptions.is('subscriptions.failed-debit', 'ends') && subscriptionAllows(subscription, 'fail'))
    world.transitionSubscription(subscription, 'fail')
  cancel(world, transaction)
  return transaction
}
