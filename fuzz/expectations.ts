// An oracle with a separate copy of the rules: the result that an action must have, by the state before it.

import { dayMs } from '../core/durations.ts'
import { valueAt } from '../core/json.ts'
import type { Sandbox } from '../simulator/sandbox/sandbox.ts'
import { isRelevant } from '../simulator/sandbox/scheduled-events.ts'
import type { SubscriptionState, TransactionState } from '../simulator/world/state.ts'
import type { World } from '../simulator/world/world.ts'
import { idIn } from './auditing.ts'
import type { Knowledge } from './auditor.ts'
import type { Reply } from './player.ts'
import type { Step } from './sequences.ts'
import type { Sent } from './service-requests.ts'

const closingWindowMs = 14 * dayMs

/** The subject of a request. */
interface Asked {
  step: Exclude<Step, { api: 'odd' }>
  sent: Sent
  world: World
  knowledge: Knowledge
  transaction: TransactionState | undefined
  subscription: SubscriptionState | undefined
}

const always = () => true
const ifItFits = ({ world, sent }: Asked) => (fitsInvoices(world, sent) ? true : undefined)

/** By operation, whether a request must succeed; undefined where both are right, as for all that are not listed. */
const mustSucceed: Readonly<Record<string, (asked: Asked) => boolean | undefined>> = {
  createQrTransaction: ifItFits,
  createBankPayment: ifItFits,
  createInvoice: always,
  settle: always,
  setBalance: always,
  issueToken: always,
  takeSnapshot: always,
  createExchangePayment: ({ step, sent, world }) =>
    step.api === 'service' && fitsInvoices(world, sent) ? canPay(world, step.token, sent) : undefined,
  payFromWallet: ({ transaction }) =>
    transaction?.status === 'awaiting' || transaction?.status === 'partially-paid',
  closePartialPayment: ({ sent, world, knowledge }) => {
    const [found, ...others] = [...world.transactions].filter(
      ({ offerId }) => offerId === valueAt(sent.content, 'offerId'),
    )
    return others.length > 0 ? undefined : canBeClosed(found, world.now, knowledge)
  },
  setTransactionStatus: ({ transaction, sent }) =>
    canMove(transaction, String(valueAt(sent.content, 'status'))),
  advanceClock: ({ sent, world }) => {
    const awaited = valueAt(sent.content, 'until', 'transaction')
    if (awaited !== undefined)
      return world.transactions.get(String(awaited)) === undefined ? false : undefined
    const isNext = valueAt(sent.content, 'next') === true
    return !isNext || [...world.schedule].some((event) => isRelevant(world, event)) ? true : undefined
  },
  cancelSubscription: ({ subscription }) => subscription?.status === 'active',
  debitSubscription: ({ subscription }) => (subscription?.status === 'active' ? undefined : false),
  // An active subscription that renews may have no bill left.
  renewSubscription: ({ subscription }) =>
    subscription?.status === 'active' && subscription.autoRenewal ? undefined : false,
}

function expected(step: Step, sent: Sent, world: World, knowledge: Knowledge): boolean | undefined {
  if (step.api === 'odd' || !isUsual(step)) return undefined
  // A restore may have removed what an id is of.
  const { transactions, subscriptions, invoices } = world
  const [, kind] = /^\/control\/(\w+)\//.exec(sent.path) ?? []
  const named = Object.entries({ transactions, subscriptions, invoices }).find(([name]) => name === kind)?.[1]
  const id = idIn(sent)
  if (named !== undefined && named.get(id) === undefined) return false
  const transaction = transactions.get(id)
  const subscription = subscriptions.get(id || String(valueAt(sent.content, 'subscriptionId')))
  return mustSucceed[step.operationId]?.({ step, sent, world, knowledge, transaction, subscription })
}

/** True if a request is that of an action, without what may make it invalid. */
function isUsual(step: Exclude<Step, { api: 'odd' }>): boolean {
  if (step.edit !== null || step.text !== null || step.sandbox !== null) return false
  if (step.api === 'control') return Object.keys(step.query).length === 0
  const { value, encryption, token, exchange, operationId } = step
  const hasToken = token === 'usual' || (token === 'other account' && operationId === 'createExchangePayment')
  return value === null && encryption === 'usual' && exchange === 0 && hasToken
}

/** True if every invoice of the order is for the same amount, and for a subscription only if it can be paid in that way. */
function fitsInvoices({ invoices }: World, { content }: Sent): boolean {
  const order = valueAt(content, 'offerId') ?? valueAt(content, 'orderId')
  const native = valueAt(content, 'nativeAmount')
  const amount = Number(native ?? valueAt(content, 'amount'))
  return [...invoices]
    .filter((invoice) => invoice.order === order)
    .every(
      (invoice) =>
        Number(invoice.amount) === amount &&
        invoice.currency === 'USD' &&
        (native !== undefined || invoice.cart.every(({ isSubscription }) => isSubscription !== true)),
    )
}

/** True if the shopper has the amount at the first exchange. */
function canPay(world: World, token: string, { content }: Sent): boolean {
  const { accounts } = world
  const shopper = accounts.shopperWithToken(token === 'usual' ? 'shopper-ready' : 'shopper-low-balance')
  const [exchange] = accounts.exchanges
  const coin = String(valueAt(content, 'assets'))
  const rate = Number(accounts.currency(coin)?.rate)
  if (shopper === undefined || exchange === undefined) return false
  return (
    Number(world.balancesOf(shopper, exchange)[coin] ?? 0) >= Number(valueAt(content, 'nativeAmount')) / rate
  )
}

function canBeClosed(transaction: TransactionState | undefined, now: number, { known }: Knowledge): boolean {
  if (transaction?.status !== 'partially-paid') return false
  return now - (known.get(transaction.id)?.partialAt ?? Number.NaN) <= closingWindowMs
}

function canMove(transaction: TransactionState | undefined, to: string): boolean {
  const status = transaction?.status
  if (status === 'awaiting') return to === 'canceled'
  return status === 'pending' || (status === 'processing' && to !== 'processing')
}

/** Compares what requests did with what they had to do. Throws an Error for one that was done or refused, and should not have been. */
export function expectationsOf(sandbox: Sandbox) {
  let must: boolean | undefined
  let transactions = 0
  return {
    before(step: Step, sent: Sent, knowledge: Knowledge): void {
      must = expected(step, sent, sandbox.world, knowledge)
      transactions = sandbox.world.transactions.size
    },
    after(step: Step, { status, succeeded }: Reply): void {
      if (step.api === 'odd') return
      const isDone =
        step.operationId === 'debitSubscription' ? sandbox.world.transactions.size > transactions : succeeded
      if (must !== undefined && isDone !== must)
        throw new Error(`It was ${isDone ? 'done' : 'refused'}, and should not have been.`)
      if (must === undefined && step.api === 'control' && isUsual(step) && status >= 400 && status !== 409)
        throw new Error(`It was refused with ${status}.`)
    },
  }
}
