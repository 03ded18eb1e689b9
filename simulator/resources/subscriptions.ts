// Subscriptions: begun by paying an invoice through an exchange, debited by the service or by the merchant, cancelled.

import type { Handler } from '../call.ts'
import { refuse } from '../refusals.ts'
import { dueAt, type MonthRule, parseSubscriptionPeriod, periodEnd } from '../time/frequencies.ts'
import { millisecondsPerDay } from '../time/instants.ts'
import type { Currency, Exchange, Merchant, Shopper } from '../world/cast.ts'
import { BrokenPromise } from '../world/errors.ts'
import { compare, convert, plainText } from '../world/money.ts'
import type { CartLine, InvoiceState, SubscriptionState, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { lineTotal } from './carts.ts'
import { covers, withdraw } from './exchange-payments.ts'
import { statusInteger } from './transaction-records.ts'
import { beginTransaction, cancel, scheduleCrypto } from './transactions.ts'

interface Beginning {
  merchant: Merchant
  shopper: Shopper
  exchange: Exchange
  coin: Currency
  invoice: InvoiceState
}

function monthRule(world: World): MonthRule {
  return world.standIns.is('subscription.month-ends', 'clamp') ? 'clamp' : 'roll-over'
}

/** Makes a subscription of each subscription item of an invoice that is being paid; the payment is its first debit. */
export function beginSubscriptions(world: World, beginning: Beginning): SubscriptionState[] {
  return beginning.invoice.cart
    .filter(({ isSubscription }) => isSubscription === true)
    .map((line) => begin(world, beginning, line))
}

function begin(
  world: World,
  { merchant, shopper, exchange, coin, invoice }: Beginning,
  line: CartLine,
): SubscriptionState {
  const period = parseSubscriptionPeriod(line.subscriptionPeriod ?? '1y')
  if (period === undefined)
    throw new BrokenPromise(`The invoice ${invoice.uuid} holds a period that cannot be read.`)
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
  world.subscriptions.add(subscription)
  scheduleNext(world, subscription)
  return subscription
}

/** Puts the next bill, its reminders, or the end of the period on the agenda. */
function scheduleNext(world: World, subscription: SubscriptionState): void {
  const { id, anchor, frequency, nextIndex, endsAt } = subscription
  const due = dueAt(anchor, frequency, nextIndex, monthRule(world))
  const inPeriod =
    due < endsAt || (due === endsAt && world.standIns.is('subscription.period-end', 'inclusive'))
  if (!inPeriod) {
    world.schedule({ due: endsAt, kind: 'subscription.end', ref: id })
    return
  }
  for (const days of world.standIns.value('subscription.reminder').days) {
    const at = due - days * millisecondsPerDay
    if (at > world.now) world.schedule({ due: at, kind: 'subscription.remind', ref: id, data: due })
  }
  world.schedule({
    due,
    kind: subscription.autoRenewal ? 'subscription.debit' : 'subscription.bill',
    ref: id,
  })
}

/** The service debits by frequency: a transaction that is reported, whether it succeeds or not. */
export function renew(world: World, subscription: SubscriptionState): TransactionState | undefined {
  const runsOn =
    subscription.status === 'cancelled' && world.standIns.is('subscription.cancel-effect', 'runsOn')
  if (subscription.status !== 'active' && !runsOn) return undefined
  const transaction = debit(
    world,
    subscription,
    subscription.amount,
    subscription.currency,
    subscription.order,
  )
  subscription.nextIndex += 1
  if (subscription.status === 'active') scheduleNext(world, subscription)
  return transaction
}

/** A bill that is the merchant's to debit has come: nothing happens but that the next one is counted. */
export function passBill(world: World, subscription: SubscriptionState): void {
  if (subscription.status !== 'active') return
  subscription.nextIndex += 1
  scheduleNext(world, subscription)
}

/** A reminder of the bill goes to the shopper. */
export function remind(world: World, subscription: SubscriptionState, billAt: number): void {
  if (subscription.status === 'active')
    world.reminders.push({ at: world.now, subscription: subscription.id, billAt })
}

/** The subscription period is over. */
export function end(subscription: SubscriptionState): void {
  if (subscription.status === 'active') subscription.status = 'ended'
}

/** Takes a debit from the shopper's exchange; a balance that does not cover it makes a canceled transaction. */
function debit(
  world: World,
  subscription: SubscriptionState,
  amount: string,
  currency: string,
  orderId: string,
): TransactionState {
  const shopper = world.cast.shopper(subscription.shopper)
  const exchange = world.cast.exchange(subscription.exchange)
  const coin = world.cast.currency(subscription.coin)
  if (shopper === undefined || exchange === undefined || coin === undefined)
    throw new BrokenPromise(`The subscription ${subscription.id} names someone who is not in the world.`)
  const cryptoAmount = convert(amount, world.cast.currency(currency)?.rate ?? 1, coin.rate, coin.decimals)
  const covered = covers(world, shopper, exchange, coin, cryptoAmount)
  if (covered) withdraw(world, shopper, exchange, coin, cryptoAmount)
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
  if (world.standIns.is('subscription.failed-debit', 'ends')) subscription.status = 'ended'
  cancel(world, transaction)
  return transaction
}

interface DebitItem {
  subscription: SubscriptionState
  amount: number
  currency: string
}

export const debitSubscription: Handler<'debitSubscription'> = ({ world, merchant, body }) => {
  const place = world.standIns.name('subscription.debit-fields')
  const fromItems = place !== 'topLevel' && body.items !== undefined && body.items.length > 0
  const requested = fromItems ? (body.items ?? []) : place === 'items' ? [] : [body]
  const items: DebitItem[] = []
  for (const { subscriptionId, amount, currency } of requested) {
    if (subscriptionId === undefined || amount === undefined || currency === undefined)
      return refuse('subscription.nothing-to-debit')
    const subscription = world.subscriptions.get(subscriptionId)
    if (subscription === undefined || subscription.merchant !== merchant.id)
      return refuse('subscription.unknown')
    if (subscription.status !== 'active' && world.standIns.is('subscription.after-cancel', 'refused'))
      return refuse('subscription.not-active')
    if (compare(amount, 0) <= 0) return refuse('subscription.wrong-amount', 'It is not more than zero.')
    if (
      world.standIns.is('subscription.debit-amount', 'asBilled') &&
      compare(amount, subscription.amount) !== 0
    )
      return refuse('subscription.wrong-amount')
    items.push({ subscription, amount, currency })
  }
  if (items.length === 0) return refuse('subscription.nothing-to-debit')

  const transactions = items.map(({ subscription, amount, currency }) => ({
    subscription,
    transaction: debit(world, subscription, plainText(amount), currency, body.orderId ?? subscription.order),
  }))
  // A debit that failed stays on record and is reported, whichever way the answer says so.
  const failed = transactions.filter(({ transaction }) => transaction.errorMessage !== null)
  if (failed.length > 0 && world.standIns.is('subscription.failed-request', 'refused'))
    return refuse('subscription.debit-failed')
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
    return refuse('subscription.unknown')
  if (subscription.status !== 'active' && world.standIns.is('subscription.after-cancel', 'refused'))
    return refuse('subscription.not-active')
  if (subscription.status === 'active') subscription.status = 'cancelled'
  return { status: 200, result: { success: true } }
}
