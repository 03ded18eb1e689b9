// Subscriptions: created by an exchange payment of an invoice, debited by the service or by the merchant, canceled.
// Contract: Endpoints, 15 and 16.

import { InvariantError } from '../../core/errors.ts'
import type { Handler } from '../call.ts'
import { refuse } from '../refusals.ts'
import { dueAt, type MonthRule, parseSubscriptionPeriod, periodEnd } from '../time/frequencies.ts'
import { type Instant, msPerDay } from '../time/instants.ts'
import type { Currency, Exchange, Merchant, Shopper } from '../world/accounts.ts'
import { compare, convert, plainText, sum } from '../world/money.ts'
import type { CartLine, InvoiceState, SubscriptionState, TransactionState } from '../world/state.ts'
import { subscriptionAllows } from '../world/transitions.ts'
import type { World } from '../world/world.ts'
import { withdraw } from './balances.ts'
import { lineTotal } from './carts.ts'
import { rateOf } from './currencies.ts'
import { statusInteger } from './transaction-records.ts'
import { beginTransaction, cancel, scheduleCrypto } from './transactions.ts'

interface NewSubscription {
  merchant: Merchant
  shopper: Shopper
  exchange: Exchange
  coin: Currency
  invoice: InvoiceState
}

function monthRule(world: World): MonthRule {
  return world.assumptions.is('subscriptions.month-ends', 'clamp') ? 'clamp' : 'roll-over'
}

/** Creates a subscription for each subscription item of an invoice that is being paid. The payment is its first debit. */
export function beginSubscriptions(world: World, created: NewSubscription): SubscriptionState[] {
  return created.invoice.cart
    .filter(({ isSubscription }) => isSubscription === true)
    .map((line) => begin(world, created, line))
}

function begin(
  world: World,
  { merchant, shopper, exchange, coin, invoice }: NewSubscription,
  line: CartLine,
): SubscriptionState {
  const period = parseSubscriptionPeriod(line.subscriptionPeriod ?? '1y')
  if (period === undefined)
    throw new InvariantError(`The invoice ${invoice.uuid} has an invalid subscription period.`)
  const id = world.random.uuid()
  const subscription: SubscriptionState = {
    id,
    merchant: merchant.id,
    shopper: shopper.id,
    exchange: exchange.name,
    coin: coin.id,
    invoice: invoice.uuid,
    order: invoice.order,
    line,
    merchantSubscriptionId: line.merchantSubscriptionId ?? id,
    frequency: line.frequency ?? 'monthly',
    autoRenewal: line.autoRenewal === true,
    amount: lineTotal(line) ?? invoice.amount,
    currency: invoice.currency,
    customParameter: invoice.customParameter,
    customer: invoice.customer,
    status: 'active',
    anchor: world.now,
    endsAt: periodEnd(world.now, period, monthRule(world)),
    nextIndex: 1,
    debits: 1,
    failures: 0,
  }
  world.addSubscription(subscription)
  scheduleNext(world, subscription)
  // Manual bills do not schedule the next one, so the end of the period is scheduled now.
  const manual = world.options.eventModes['subscription.debit'] === 'manual'
  if (subscription.autoRenewal && manual && nextBillAt(world, subscription) !== undefined)
    world.scheduleEvent({ due: subscription.endsAt, kind: 'subscription.end', ref: id })
  return subscription
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

/** Schedules the next bill and its reminders, or the end of the period. */
function scheduleNext(world: World, subscription: SubscriptionState): void {
  const { id, endsAt, nextIndex, autoRenewal } = subscription
  const due = nextBillAt(world, subscription)
  if (due === undefined) {
    world.scheduleEvent({ due: endsAt, kind: 'subscription.end', ref: id })
    return
  }
  for (const days of world.assumptions.value('subscriptions.reminder').days) {
    const at = due - days * msPerDay
    if (at > world.now) world.scheduleEvent({ due: at, kind: 'subscription.remind', ref: id, data: due })
  }
  world.scheduleEvent({
    due,
    kind: autoRenewal ? 'subscription.debit' : 'subscription.bill',
    ref: id,
    data: nextIndex,
  })
}

/** Whether the service makes the next debit. Assumption `subscriptions.cancel-effect`. */
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

/** The subscription period is over. */
export function expire(world: World, subscription: SubscriptionState): void {
  world.transitionSubscription(subscription, 'expire')
}

/** The exchange account that a subscription is debited from, and the amount in its coin. */
function debitSource(world: World, subscription: SubscriptionState, amount: string, currency: string) {
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
function debit(
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

interface DebitItem {
  subscription: SubscriptionState
  amount: string
  currency: string
}

/** Whether the balances cover these debits together. */
function allCovered(world: World, items: readonly DebitItem[]): boolean {
  const needed = new Map<string, string>()
  return items.every(({ subscription, amount, currency }) => {
    const { shopper, exchange, coin, cryptoAmount } = debitSource(world, subscription, amount, currency)
    const key = `${shopper.id} ${exchange.name} ${coin.id}`
    const total = sum([needed.get(key) ?? '0', cryptoAmount])
    needed.set(key, total)
    return compare(world.balancesOf(shopper, exchange)[coin.id] ?? '0', total) >= 0
  })
}

export const debitSubscription: Handler<'debitSubscription'> = ({ world, merchant, body }) => {
  const place = world.assumptions.name('subscriptions.debit-fields')
  const fromItems = place !== 'top-level' && body.items !== undefined && body.items.length > 0
  const requested = fromItems ? (body.items ?? []) : place === 'items' ? [] : [body]
  const items: DebitItem[] = []
  for (const { subscriptionId, amount, currency } of requested) {
    if (subscriptionId === undefined || amount === undefined || currency === undefined)
      return refuse('subscriptions.nothing-to-debit')
    const subscription = world.subscriptions.get(subscriptionId)
    if (subscription === undefined || subscription.merchant !== merchant.id)
      return refuse('subscriptions.unknown')
    if (
      !subscriptionAllows(subscription, 'debit') &&
      world.assumptions.is('subscriptions.after-cancel', 'refused')
    )
      return refuse('subscriptions.not-active')
    if (rateOf(world, currency) === undefined) return refuse('currencies.unknown', `It is "${currency}".`)
    if (compare(amount, 0) <= 0) return refuse('subscriptions.wrong-amount', 'It must be greater than zero.')
    if (
      world.assumptions.is('subscriptions.debit-amount', 'as-billed') &&
      compare(amount, subscription.amount) !== 0
    )
      return refuse('subscriptions.wrong-amount')
    items.push({ subscription, amount: plainText(amount), currency })
  }
  if (items.length === 0) return refuse('subscriptions.nothing-to-debit')

  // A refused request changes nothing, so this is checked before the first debit.
  if (world.assumptions.is('subscriptions.failed-request', 'refused') && !allCovered(world, items))
    return refuse('subscriptions.debit-failed')
  const transactions = items.map(({ subscription, amount, currency }) => ({
    subscription,
    transaction: debit(world, subscription, amount, currency, body.orderId ?? subscription.order),
  }))
  const failed = transactions.filter(({ transaction }) => transaction.errorMessage !== null)
  return {
    status: 200,
    result: {
      data: transactions
        .filter(({ transaction }) => transaction.errorMessage === null)
        .map(({ subscription, transaction }) => ({
          transactionId: transaction.id,
          amount: Number(transaction.nativeAmount),
          currency: transaction.nativeCurrency,
          rateDivisor: 1,
          orderId: transaction.offerId,
          status: statusInteger(world, transaction),
          userId: subscription.shopper,
          merchantId: subscription.merchant,
          subscriptionId: subscription.id,
        })),
      errors: failed.map(({ subscription, transaction }) => ({
        subscriptionId: subscription.id,
        transactionId: transaction.id,
        message: transaction.errorMessage,
      })),
    },
  }
}

export const cancelSubscription: Handler<'cancelSubscription'> = ({ world, merchant, body }) => {
  const subscription = world.subscriptions.get(body.subscriptionId)
  if (subscription === undefined || subscription.merchant !== merchant.id)
    return refuse('subscriptions.unknown')
  const cancelable = subscriptionAllows(subscription, 'cancel')
  if (!cancelable && world.assumptions.is('subscriptions.after-cancel', 'refused'))
    return refuse('subscriptions.not-active')
  if (cancelable) world.transitionSubscription(subscription, 'cancel')
  return { status: 200, result: { success: true } }
}
