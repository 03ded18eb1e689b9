// Subscriptions: created by an exchange payment of an invoice, debited by the service or by the merchant, canceled.
// Contract: Endpoints, 15; Endpoints, 16.

import { InvariantError } from '../../core/errors.ts'
import type { RefusalOf } from '../../spec/operation.ts'
import type { Operations } from '../../spec/operations.ts'
import { parseSubscriptionPeriod, periodEnd } from '../time/frequencies.ts'
import { latestInstant } from '../time/instants.ts'
import type { Currency, Exchange, Merchant, Shopper } from '../world/accounts.ts'
import { compare, type Money, rateOf, rounded, sum } from '../world/money.ts'
import type { CartLine, InvoiceState, SubscriptionState, TransactionState } from '../world/state.ts'
import { subscriptionAllows } from '../world/transitions.ts'
import type { World } from '../world/world.ts'
import { covers } from './balances.ts'
import { itemAmount } from './carts.ts'
import type { Handler, HandlerInput } from './handler-types.ts'
import { firstRefusal, type Rule, refuse } from './refusals.ts'
import { begin as beginBilling, debit, debitSource, monthRule } from './subscription-billing.ts'
import { statusInteger } from './transaction-records.ts'

interface NewSubscription {
  merchant: Merchant
  shopper: Shopper
  exchange: Exchange
  coin: Currency
  invoice: InvoiceState
  isPaid: boolean
}

/** Creates a subscription for each subscription item of an invoice that is being paid. The payment is its first debit. */
export function beginSubscriptions(world: World, created: NewSubscription): SubscriptionState[] {
  // subscriptions.created-through-an-invoice, subscriptions.marked-items-only
  return created.invoice.cart
    .filter(({ isSubscription }) => isSubscription === true)
    .map((line) => begin(world, created, line))
}

function begin(
  world: World,
  { merchant, shopper, exchange, coin, invoice, isPaid }: NewSubscription,
  line: CartLine,
): SubscriptionState {
  const absent = world.assumptions.value('subscriptions.absent-fields')
  const period = parseSubscriptionPeriod(line.subscriptionPeriod ?? absent.subscriptionPeriod)
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
    frequency: line.frequency ?? absent.frequency,
    autoRenewal: line.autoRenewal ?? absent.autoRenewal,
    amount: itemAmount(world, invoice, line),
    currency: invoice.currency,
    customParameter: invoice.customParameter,
    customer: invoice.customer,
    status: 'active',
    anchor: world.now,
    endsAt: world.assumptions.is('subscriptions.period-meaning', 'debits')
      ? periodEnd(world.now, period, monthRule(world))
      : latestInstant,
    nextIndex: 1,
    debits: 1,
    failures: 0,
  }
  world.addSubscription(subscription)
  beginBilling(world, subscription, isPaid)
  return subscription
}

interface DebitItem extends Money {
  subscription: SubscriptionState
}

/** True if the balances cover these debits together. */
function allCovered(world: World, items: readonly DebitItem[]): boolean {
  const needed = new Map<string, string>()
  return items.every(({ subscription, ...money }) => {
    const { shopper, exchange, coin, cryptoAmount } = debitSource(world, subscription, money)
    const key = `${shopper.id} ${exchange.name} ${coin.id}`
    const total = sum([needed.get(key) ?? '0', cryptoAmount])
    needed.set(key, total)
    return covers(world, shopper, exchange, coin, total)
  })
}

/** A subscription of the merchant. Assumption `subscriptions.id`. */
function subscriptionOf(world: World, merchant: Merchant, id: string): SubscriptionState | undefined {
  const own = world.subscriptions.get(id)
  if (own?.merchant === merchant.id && !world.assumptions.is('subscriptions.id', 'merchant')) return own
  if (world.assumptions.is('subscriptions.id', 'service')) return undefined
  return world.subscriptions.group(merchant, id).at(-1)
}

/** True if the current interval has been debited: the first payment is the debit of the first one. */
function isEarly({ debits, nextIndex }: SubscriptionState): boolean {
  return debits >= nextIndex
}

/** The debit that an order id stands for. Assumption `subscriptions.repeated-debit-order`. */
function earlierDebit(world: World, merchant: Merchant, { id }: SubscriptionState, orderId = '') {
  if (orderId === '' || world.assumptions.is('subscriptions.repeated-debit-order', 'debit')) return undefined
  return world.transactions
    .group(merchant, orderId)
    .find(({ kind, subscriptions }) => kind === 'subscription' && subscriptions.includes(id))
}

/** The refusals of a debit of a subscription. */
const debitRules: readonly Rule<DebitItem & { world: World }, RefusalOf<Operations['debitSubscription']>>[] =
  [
    ({ world, subscription }) =>
      !subscriptionAllows(subscription, 'debit') &&
      world.assumptions.is('subscriptions.after-cancel', 'refused') &&
      'subscriptions.not-active',
    ({ world, currency }) =>
      rateOf(world, currency) === undefined && refuse('currencies.unknown', `It is "${currency}".`),
    ({ amount }) => compare(amount, 0) <= 0 && 'transactions.amount-not-positive',
    ({ world, subscription }) =>
      subscription.autoRenewal &&
      world.assumptions.is('subscriptions.debit-of-renewed', 'refused') &&
      'subscriptions.renewed-by-the-service',
    ({ world, subscription, amount, currency }) =>
      world.assumptions.is('subscriptions.debit-amount', 'as-billed') &&
      (compare(amount, subscription.amount) !== 0 || currency !== subscription.currency) &&
      'subscriptions.wrong-amount',
    ({ world, subscription }) =>
      isEarly(subscription) &&
      world.assumptions.is('subscriptions.early-debit', 'refused') &&
      'subscriptions.not-due',
  ]

/** The fields of each debit that is requested. Assumption `subscriptions.debit-fields`. */
function requestedDebits({ assumptions }: World, body: HandlerInput<'debitSubscription'>['body']) {
  const place = assumptions.name('subscriptions.debit-fields')
  if (place !== 'top-level' && body.items !== undefined && body.items.length > 0) return body.items
  return place === 'items' ? [] : [body]
}

// subscriptions.debit-accepted
export const debitSubscription: Handler<'debitSubscription'> = ({ world, merchant, body }) => {
  const items: DebitItem[] = []
  for (const { subscriptionId, amount, currency } of requestedDebits(world, body)) {
    if (subscriptionId === undefined || amount === undefined || currency === undefined)
      // subscriptions.debit-required-fields-refused
      return refuse('subscriptions.nothing-to-debit')
    const subscription = subscriptionOf(world, merchant, subscriptionId)
    if (subscription === undefined) return refuse('subscriptions.unknown')
    const item = { subscription, amount: rounded(world, { amount, currency }), currency }
    const refused = firstRefusal(debitRules, { ...item, world })
    if (refused !== undefined) return refused
    items.push(item)
  }
  if (items.length === 0) return refuse('subscriptions.nothing-to-debit')

  // A refused request changes nothing, so this is checked before the first debit.
  if (world.assumptions.is('subscriptions.failed-request', 'refused') && !allCovered(world, items))
    return refuse('subscriptions.debit-failed')
  const debits = items.map(({ subscription, ...money }) => ({
    subscription,
    transaction:
      earlierDebit(world, merchant, subscription, body.orderId) ??
      debit(world, subscription, money, body.orderId ?? subscription.order),
  }))
  const failed = debits.filter(({ transaction }) => transaction.errorMessage !== null)
  return {
    status: 200,
    result: {
      data: debits
        .filter(({ transaction }) => transaction.errorMessage === null)
        .map((made) => debitRow(world, made)),
      errors: failed.map(({ subscription, transaction }) => ({
        subscriptionId: subscription.id,
        transactionId: transaction.id,
        message: transaction.errorMessage,
      })),
    },
  }
}

function debitRow(
  world: World,
  { subscription, transaction }: { subscription: SubscriptionState; transaction: TransactionState },
) {
  return {
    transactionId: transaction.id,
    amount: Number(transaction.localAmount), // subscriptions.debit-of-the-amount-asked
    currency: transaction.localCurrency,
    rateDivisor: 1,
    orderId: transaction.offerId,
    status: statusInteger(world, transaction),
    userId: subscription.shopper,
    merchantId: subscription.merchant,
    // subscriptions.debit-as-asked
    subscriptionId: world.assumptions.is('subscriptions.id', 'merchant')
      ? subscription.merchantSubscriptionId
      : subscription.id,
  }
}

export const cancelSubscription: Handler<'cancelSubscription'> = ({ world, merchant, body }) => {
  const subscription = subscriptionOf(world, merchant, body.subscriptionId)
  if (subscription === undefined) return refuse('subscriptions.unknown')
  const cancelable = subscriptionAllows(subscription, 'cancel')
  if (!cancelable && world.assumptions.is('subscriptions.after-cancel', 'refused'))
    return refuse('subscriptions.not-active')
  // subscriptions.cancel-accepted, subscriptions.cancel-with-and-without-renewal
  if (cancelable) world.transitionSubscription(subscription, 'cancel')
  return { status: 200, result: { success: true } }
}
