// An oracle with a separate copy of the rules: whether a request of an action must succeed, by the world before it.

import { valueAt } from '../core/json.ts'
import { defaultWorld } from '../simulator/index.ts'
import { closingWindowMs, idIn, type Notes } from './auditor.ts'
import type { Sent } from './requests.ts'
import { balanceKey, type Subscription, type Transaction, type World } from './world.ts'

interface Asked {
  sent: Sent
  world: World
  notes: Notes
  transaction: Transaction | undefined
  subscription: Subscription | undefined
}

const always = () => true
const ifItFits = (asked: Asked) => (fitsInvoices(asked) ? true : undefined)

/** By operation, whether a request must succeed; undefined where both are right, as for all that are not listed. */
const mustSucceed: Readonly<Record<string, (asked: Asked) => boolean | undefined>> = {
  createQrTransaction: ifItFits,
  createBankPayment: ifItFits,
  createExchangePayment: (asked) => (fitsInvoices(asked) ? canPay(asked) : undefined),
  createInvoice: always,
  settle: always,
  setBalance: always,
  takeSnapshot: always,
  restoreSnapshot: always,
  setWebhookFaultRules: always,
  payFromWallet: ({ transaction }) => /^(awaiting|partially-paid)$/.test(transaction?.status ?? ''),
  closePartialPayment: ({ sent, world, notes }) => {
    const [found, ...others] = world.transactions.filter(
      ({ offerId }) => offerId === valueAt(sent.content, 'offerId'),
    )
    if (found === undefined || others.length > 0) return undefined
    return found.status === 'partially-paid' && world.now - (notes.paidAt[found.id] ?? 0) <= closingWindowMs
  },
  setTransactionStatus: ({ transaction, sent }) => {
    const [from, to] = [transaction?.status, valueAt(sent.content, 'status')]
    if (from === 'awaiting') return to === 'canceled'
    return from === 'pending' || (from === 'processing' && to !== 'processing')
  },
  advanceClock: ({ sent }) =>
    ['next', 'until'].some((key) => valueAt(sent.content, key) !== undefined) ? undefined : true,
  cancelSubscription: ({ subscription }) => subscription?.status === 'active',
  debitSubscription: ({ subscription }) => (subscription?.status === 'active' ? undefined : false),
  // An active subscription that renews may have no bill left.
  renewSubscription: ({ subscription }) =>
    subscription?.status === 'active' && subscription.autoRenewal ? undefined : false,
}

/** True if a request of an action must succeed, false if it must be refused; undefined where both are right. */
export function expectation(sent: Sent, world: World, notes: Notes): boolean | undefined {
  const id = idIn(sent.path) || String(valueAt(sent.content, 'subscriptionId'))
  const transaction = world.transactions.find((one) => one.id === id)
  const subscription = world.subscriptions.find((one) => one.id === id)
  return mustSucceed[sent.operationId]?.({ sent, world, notes, transaction, subscription })
}

/** True if every invoice of the order is for the same amount, and for a subscription only if it can be paid in that way. */
function fitsInvoices({ sent: { operationId, content }, world, notes }: Asked): boolean {
  const order = valueAt(content, 'offerId') ?? valueAt(content, 'orderId')
  const amount = Number(valueAt(content, 'nativeAmount') ?? valueAt(content, 'amount'))
  const isExchange = operationId === 'createExchangePayment'
  return world.invoices
    .filter((invoice) => invoice.order === order)
    .every(
      (invoice) =>
        Number(invoice.amount) === amount &&
        invoice.currency === 'USD' &&
        (isExchange || !notes.subscribed.includes(order)),
    )
}

/** True if the shopper has the amount at the exchange. */
function canPay({ sent: { headers, path, content }, world }: Asked): boolean {
  const shopper = defaultWorld.shoppers.find(
    ({ accessToken }) => headers.authorization === `Bearer ${accessToken}`,
  )
  const coin = valueAt(content, 'assets')
  const rate = Number(defaultWorld.currencies.find(({ id }) => id === coin)?.rate)
  const balance = world.balances.get(balanceKey(shopper?.id, path.split('/').at(-1), coin))
  return Number(balance) >= Number(valueAt(content, 'nativeAmount')) / rate
}
