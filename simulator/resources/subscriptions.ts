// Subscriptions: begun by paying an invoice through an exchange, debited by the service or by the merchant, canceled.

import { InvariantError } from '../../core/errors.ts'
import { dueAt, type MonthRule, parseSubscriptionPeriod, periodEnd } from '../time/frequencies.ts'
import { msPerDay } from '../time/instants.ts'
import type { Currency, Exchange, Merchant, Shopper } from '../world/accounts.ts'
import { progressOf } from '../world/automation.ts'
import { compare, convert, plainText, sum } from '../world/money.ts'
import type { CartLine, InvoiceState, SubscriptionState, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { withdraw } from './balances.ts'
import { lineTotal } from './carts.ts'
import { rateOf } from './currencies.ts'
import type { Handler } from './handler-types.ts'
import { refuse } from './refusals.ts'
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
  return world.assumptions.is('subscriptions.month-ends', 'clamp') ? 'clamp' : 'roll-over'
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
    throw new InvariantError(`The invoice ${invoice.uuid} holds a period that cannot be read.`)
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
  // Bills that come only when told bring no end of the period with them.
  const manual = progressOf('subscription.debit', world.options.progress) === 'manual'
  if (subscription.autoRenewal && manual && nextBillAt(world, subscription) !== undefined)
    world.scheduleEvent({ due: subscription.endsAt, kind: 'subscription.end', ref: id })
  return subscription
}

/** When the next bill comes; undefined when none is left in the period, or the subscription is not active. */
export function nextBillAt(world: World, subscription: SubscriptionState): number | undefined {
  const { anchor, frequency, nextIndex, endsAt, status } = subscription
  if (status !== 'active') return undefined
  const due = dueAt(anchor, frequency, nextIndex, monthRule(world))
  const inPeriod =
    due < endsAt || (due === endsAt && world.assumptions.is('subscriptions.period-end', 'inclusive'))
  return inPeriod ? due : undefined
}

/** Puts the next bill, its reminders, or the end of the period on the schedule. */
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
  // The entry names its bill: one that was taken early leaves an entry behind, which then means nothing.
  world.scheduleEvent({
    due,
    kind: autoRenewal ? 'subscription.debit' : 'subscription.bill',
    ref: id,
    data: nextIndex,
  })
}

/** Whether the service makes the next debit. Assumption `subscriptions.cancel-effect`. */
export function renews(world: World, { status }: SubscriptionState): boolean {
  return (
    status === 'active' ||
    (status === 'canceled' && world.assumptions.is('subscriptions.cancel-effect', 'runs-on'))
  )
}

/** The service debits by frequency: a transaction that is reported, whether it succeeds or not. */
export function renew(world: World, subscription: SubscriptionState): TransactionState {
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
  subscription.nextIndex += 1
  scheduleNext(world, subscription)
}

/** A reminder of the bill goes to the shopper. */
export function remind(world: World, { id }: SubscriptionState, billAt: number): void {
  world.reminders.push({ at: world.now, subscription: id, billAt })
}

/** The subscription period is over. */
export function end(subscription: SubscriptionState): void {
  subscription.status = 'ended'
}

/** From whom, at which exchange and in which coin a subscription is debited, and how much of the coin a sum is. */
function drawnFrom(world: World, subscription: SubscriptionState, amount: string, currency: string) {
  const shopper = world.accounts.shopper(subscription.shopper)
  const exchange = world.accounts.exchange(subscription.exchange)
  const coin = world.accounts.currency(subscription.coin)
  if (shopper === undefined || exchange === undefined || coin === undefined)
    throw new InvariantError(`The subscription ${subscription.id} names someone who is not in the world.`)
  const rate = rateOf(world, currency)
  if (rate === undefined) throw new InvariantError(`A debit is in ${currency}, which is not known.`)
  return { shopper, exchange, coin, cryptoAmount: convert(amount, rate, coin.rate, coin.decimals) }
}

/** Takes a debit from the shopper's exchange; a balance that does not cover it makes a canceled transaction. */
function debit(
  world: World,
  subscription: SubscriptionState,
  amount: string,
  currency: string,
  orderId: string,
): TransactionState {
  const { shopper, exchange, coin, cryptoAmount } = drawnFrom(world, subscription, amount, currency)
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
  if (world.assumptions.is('subscriptions.failed-debit', 'ends')) subscription.status = 'ended'
  cancel(world, transaction)
  return transaction
}

interface DebitItem {
  subscription: SubscriptionState
  amount: string
  currency: string
}

/** Whether the balances cover all of these debits together. */
function allCovered(world: World, items: readonly DebitItem[]): boolean {
  const needed = new Map<string, string>()
  return items.every(({ subscription, amount, currency }) => {
    const { shopper, exchange, coin, cryptoAmount } = drawnFrom(world, subscription, amount, currency)
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
    if (subscription.status !== 'active' && world.assumptions.is('subscriptions.after-cancel', 'refused'))
      return refuse('subscriptions.not-active')
    if (rateOf(world, currency) === undefined) return refuse('currencies.unknown', `It is "${currency}".`)
    if (compare(amount, 0) <= 0) return refuse('subscriptions.wrong-amount', 'It is not more than zero.')
    if (
      world.assumptions.is('subscriptions.debit-amount', 'as-billed') &&
      compare(amount, subscription.amount) !== 0
    )
      return refuse('subscriptions.wrong-amount')
    items.push({ subscription, amount: plainText(amount), currency })
  }
  if (items.length === 0) return refuse('subscriptions.nothing-to-debit')

  // What is refused leaves no trace, so whether all is covered is settled before anything is taken.
  if (world.assumptions.is('subscriptions.failed-request', 'refused') && !allCovered(world, items))
    return refuse('subscriptions.debit-failed')
  const transactions = items.map(({ subscription, amount, currency }) => ({
    subscription,
    transaction: debit(world, subscription, amount, currency, body.orderId ?? subscription.order),
  }))
  // A debit that failed stays on record and is reported.
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
  if (subscription.status !== 'active' && world.assumptions.is('subscriptions.after-cancel', 'refused'))
    return refuse('subscriptions.not-active')
  if (subscription.status === 'active') subscription.status = 'canceled'
  return { status: 200, result: { success: true } }
}
