// Deployments that debit a subscription at the wrong time, or not at all, or debit what is no subscription.

import {
  beginSubscriptions,
  type Handlers,
  type InvoiceState,
  type SubscriptionState,
  type World,
  type Wrapping,
} from '../../targets/in-process.ts'
import { faulty } from '../graded-deployment.ts'

const day = 86_400_000

type Changes = NonNullable<Wrapping['world']>
type Entry = Parameters<World['scheduleEvent']>[0]

/** Worlds in which subscriptions begin otherwise. */
function beginning(change: (subscription: SubscriptionState) => void): Changes {
  return ({ subscriptions }) => {
    const add = subscriptions.add.bind(subscriptions)
    subscriptions.add = (subscription) => {
      change(subscription)
      add(subscription)
    }
  }
}

/** Worlds in which a debit by the service, of that index, is due otherwise. */
function due(change: (entry: Entry, index: number, subscription: SubscriptionState) => Entry): Changes {
  return (world) => {
    const scheduleEvent = world.scheduleEvent.bind(world)
    world.scheduleEvent = (entry) => {
      const subscription = world.subscriptions.get(entry.ref)
      return entry.kind === 'subscription.debit' && subscription !== undefined
        ? scheduleEvent(change(entry, Number(entry.data), subscription))
        : scheduleEvent(entry)
    }
  }
}

/** Worlds in which the debit of that index passes without one. */
const passing = (missed: (index: number) => boolean) =>
  due((entry, index) =>
    missed(index) ? { due: entry.due, ref: entry.ref, kind: 'subscription.bill', data: index } : entry,
  )

/** Worlds in which one frequency is taken for another. */
const taking = (frequency: SubscriptionState['frequency'], as: SubscriptionState['frequency']) =>
  beginning((subscription) => {
    if (subscription.frequency === frequency) subscription.frequency = as
  })

/** Worlds in which the debits of a frequency are so many days apart. */
const apart = (frequency: SubscriptionState['frequency'], days: number) =>
  due((entry, index, { frequency: own, anchor }) =>
    own === frequency ? { ...entry, due: anchor + index * days * day } : entry,
  )

/** Handlers that take an exchange payment as if the lines of its invoice were others. */
function payingFor(
  real: Handlers,
  lines: (line: InvoiceState['cart'][number]) => InvoiceState['cart'][number],
): Partial<Handlers> {
  return {
    createExchangePayment: (call) => {
      const invoice = call.world.invoices.group(call.merchant, call.payload.offerId).at(-1)
      if (invoice === undefined) return real.createExchangePayment(call)
      const { cart } = invoice
      invoice.cart = cart.map(lines)
      const response = real.createExchangePayment(call)
      invoice.cart = cart
      return response
    },
  }
}

/** Begins a subscription of each marked line, as if it were paid through the first exchange. */
function beginAnyhow(world: World, merchantId: string, order: Pick<InvoiceState, 'order' | 'cart'>): void {
  const { accounts } = world
  const [merchant, coin] = [accounts.merchant(merchantId), accounts.currency('BTC')]
  const [[exchange], [shopper]] = [accounts.exchanges, accounts.shoppers]
  if (!merchant || !coin || !exchange || !shopper) return
  const cart = order.cart.map((line) => ({ ...line, autoRenewal: true }))
  const invoice: InvoiceState = {
    uuid: world.random.uuid(),
    merchant: merchantId,
    amount: '30.00',
    currency: 'USD',
    redirectUrl: null,
    customParameter: null,
    customer: null,
    shippingAddress: null,
    siteInfo: null,
    createdAt: world.now,
    paidBy: null,
    ...order,
    cart,
  }
  beginSubscriptions(world, { merchant, shopper, exchange, coin, invoice })
}

export const faultyRenewals = [
  faulty({
    requirement: 'subscriptions.created-through-an-invoice',
    name: 'sold once',
    says: 'The payment of a subscription item is taken, and makes no subscription.',
    handlers: (real) => payingFor(real, (line) => ({ ...line, isSubscription: false })),
  }),
  faulty({
    requirement: 'subscriptions.marked-items-only',
    name: 'by its frequency',
    says: 'An item that names a frequency is a subscription, though it is not marked as one.',
    handlers: (real) =>
      payingFor(real, (line) => ({ ...line, isSubscription: line.frequency !== undefined })),
  }),
  faulty({
    requirement: 'subscriptions.marked-items-only',
    name: 'every item, every month',
    says: 'Every item is debited again each month.',
    handlers: (real) =>
      payingFor(real, (line) => ({ frequency: 'monthly', autoRenewal: true, ...line, isSubscription: true })),
  }),
  faulty({
    requirement: 'subscriptions.marked-items-only',
    name: 'a mark of either value',
    says: 'An item whose mark is there, even as false, is a subscription.',
    handlers: (real) =>
      payingFor(real, (line) => ({ ...line, isSubscription: line.isSubscription !== undefined })),
  }),
  faulty({
    requirement: 'subscriptions.exchange-only',
    name: 'by QR code, too',
    says: 'A QR transaction with a subscription item begins a subscription.',
    simulator: { assumptions: { 'subscriptions.other-methods': 'once-only' } },
    handlers: (real) => ({
      createQrTransaction: (call) => {
        beginAnyhow(call.world, call.merchant.id, { order: call.body.orderId, cart: call.body.cart })
        return real.createQrTransaction(call)
      },
    }),
  }),
  faulty({
    requirement: 'subscriptions.exchange-only',
    name: 'from a bank, too',
    says: 'A bank payment of an invoice with a subscription item begins a subscription.',
    simulator: { assumptions: { 'subscriptions.other-methods': 'once-only' } },
    handlers: (real) => ({
      createBankPayment: (call) => {
        const invoice = call.world.invoices.group(call.merchant, call.payload.offerId).at(-1)
        if (invoice !== undefined) beginAnyhow(call.world, call.merchant.id, invoice)
        return real.createBankPayment(call)
      },
    }),
  }),
  faulty({
    requirement: 'subscriptions.exchange-only',
    name: 'an invoice that a wallet pays, too',
    says: 'A wallet that pays an invoice with a subscription item begins a subscription.',
    handlers: (real) => ({
      createQrTransaction: (call) => {
        const invoice = call.world.invoices.group(call.merchant, call.body.orderId).at(-1)
        if (invoice !== undefined) beginAnyhow(call.world, call.merchant.id, invoice)
        return real.createQrTransaction(call)
      },
    }),
  }),
  faulty({
    requirement: 'subscriptions.not-renewed-by-the-service',
    name: 'renews all',
    says: 'Subscriptions are renewed by the service, whatever autoRenewal says.',
    world: beginning((subscription) => {
      subscription.autoRenewal = true
    }),
  }),
  faulty({
    requirement: 'subscriptions.not-renewed-by-the-service',
    name: 'renews monthly ones',
    says: 'Monthly subscriptions are renewed by the service, whatever autoRenewal says.',
    world: beginning((subscription) => {
      subscription.autoRenewal ||= subscription.frequency === 'monthly'
    }),
  }),
  ...(
    [
      ['misses the second', 'The second debit is left out.', passing((index) => index === 2)],
      ['every other one', 'Every other debit is left out.', passing((index) => index % 2 === 0)],
      ['never', 'The service debits nothing by itself.', passing(() => true)],
      ['stops after three', 'After three debits none follows.', passing((index) => index > 3)],
      ['four weeks for a month', 'Monthly debits are four weeks apart.', apart('monthly', 28)],
      ['thirty days for a month', 'Monthly debits are thirty days apart.', apart('monthly', 30)],
      ['eight days for a week', 'Weekly debits are eight days apart.', apart('weekly', 8)],
      ['360 days for a year', 'Yearly debits are 360 days apart.', apart('yearly', 360)],
      ['monthly for quarterly', 'Quarterly debits come every month.', taking('quarterly', 'monthly')],
      [
        'quarterly for half-yearly',
        'Half-yearly debits come every quarter.',
        taking('half-yearly', 'quarterly'),
      ],
      ['half-yearly for yearly', 'Yearly debits come every half-year.', taking('yearly', 'half-yearly')],
      ['yearly for half-yearly', 'Half-yearly debits come every year.', taking('half-yearly', 'yearly')],
      ['monthly for weekly', 'Weekly debits come every month.', taking('weekly', 'monthly')],
      [
        'for another year',
        'Debits go on for a year after the period.',
        beginning((subscription) => {
          subscription.endsAt += 365 * day
        }),
      ],
      [
        'four days late',
        'Each debit is four days late.',
        due((entry) => ({ ...entry, due: entry.due + 4 * day })),
      ],
      ['twice', 'Each debit is made twice.', twice],
    ] satisfies [string, string, Changes][]
  ).map(([name, says, world]) =>
    faulty({ requirement: 'subscriptions.renewed-on-the-frequency', name, says, world }),
  ),
]

/** A world in which each later debit makes two transactions. */
function twice(world: World): void {
  const add = world.addTransaction.bind(world)
  world.addTransaction = (transaction) => {
    add(transaction)
    if (transaction.kind === 'subscription') add({ ...transaction, id: world.random.uuid() })
  }
}
