// Mutants of subscriptions: what a merchant asks of them, which items begin one, and when the service debits.

import { dayMs } from '../../../core/durations.ts'
import { parseJson } from '../../../core/json.ts'
import {
  beginSubscriptions,
  type InvoiceState,
  type SubscriptionState,
  type World,
} from '../../observe/in-process.ts'
import type { JsonObject } from './json-path.ts'
import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

const debit = 'debitSubscription'
const cancel = 'cancelSubscription'
const debited = (field: string) => op.resultOf(debit)(`data.*.${field}`)

type Frequency = SubscriptionState['frequency']
type Order = Pick<InvoiceState, 'order' | 'cart'>
type Line = Order['cart'][number]

/** The subscription that a debit names. */
const debitedBy = ({ world, body }: Pick<op.CallOf<typeof debit>, 'world' | 'body'>) =>
  [...world.subscriptions].find(({ id }) => JSON.stringify(body).includes(id))

const newest = ({ subscriptions }: World) => [...subscriptions].at(-1)

/** Accepts a debit without a field, with a value that the service chooses. */
const acceptWithout = (field: string, choose: (world: World, body: JsonObject) => unknown) =>
  op.accepting(`Accepts ${debit} without ${field}`, debit, (body, world) => ({
    [field]: choose(world, body),
    ...body,
  }))

/** The same, also with a response that has only the fields of the request. */
const acceptAndCopy = (...[field, choose]: Parameters<typeof acceptWithout>) => {
  const accept = acceptWithout(field, choose)
  return [accept, op.copying(accept, debit, field, `result.data.*.${field}`)]
}

const body = (operation: typeof debit | typeof cancel, path: string) => ({ operations: [operation], path })
const statuses = (operation: typeof debit | typeof cancel) =>
  op.on(body(operation, 'status'), op.asText, op.omit, op.set(201))
const addOk = (operation: typeof debit | typeof cancel) =>
  op.changing('Adds `ok` to {}', (response) => ({ ok: true, ...Object(response) }))(body(operation, ''))

/** Pays an invoice as if its lines were different. */
const payAs = (
  sentence: string,
  change: (line: Line, index: number, cart: readonly Line[]) => Line,
  id: 'createExchangePayment' | 'createBankPayment' = 'createExchangePayment',
) =>
  op.handling(id, sentence, (call, real) => {
    const invoice = call.world.invoices.group(call.merchant, call.payload.offerId).at(-1)
    const { cart } = invoice ?? { cart: [] }
    if (invoice !== undefined) invoice.cart = cart.map(change)
    const response = real(call)
    if (invoice !== undefined) invoice.cart = cart
    return response
  })

/** Begins a subscription of each marked line of an order, as if it were paid through the first exchange. */
function begin(world: World, merchantId: string, order: Order | undefined): void {
  const { accounts } = world
  const [merchant, coin] = [accounts.merchant(merchantId), accounts.currency('BTC')]
  const [[exchange], [shopper]] = [accounts.exchanges, accounts.shoppers]
  if (!order || !merchant || !coin || !exchange || !shopper) return
  const invoice: InvoiceState = {
    ...{ uuid: world.random.uuid(), merchant: merchantId, amount: '30.00', currency: 'USD' },
    ...{ redirectUrl: null, customParameter: null, customer: null, shippingAddress: null, siteInfo: null },
    ...{ createdAt: world.now, paidBy: null },
    order: order.order,
    cart: order.cart.map((line) => ({ ...line, autoRenewal: true })),
  }
  beginSubscriptions(world, { merchant, shopper, exchange, coin, invoice, isPaid: false })
}

/** Begins subscriptions of an order before a payment by another method, which would refuse the order by default. */
const beginBefore = <Id extends 'createQrTransaction' | 'createBankPayment'>(
  id: Id,
  words: string,
  orderOf: (call: op.CallOf<Id>) => Order | undefined,
) => ({
  ...op.handling(id, `Begins subscriptions of ${words}`, (call, real) => {
    begin(call.world, call.merchant?.id ?? '', orderOf(call))
    return real(call)
  }),
  simulator: { assumptions: { 'subscriptions.other-methods': 'once-only' as const } },
})

/** A line without a subscription, unless the first line of its cart is one. */
const unlessFirst = <Line extends { isSubscription?: boolean | undefined }>(
  line: Line,
  _: number,
  [first]: readonly Line[],
) => (first?.isSubscription === true ? line : { ...line, isSubscription: false })

const begins = (sentence: string, change: Parameters<typeof op.interceptSubscriptions>[0]) =>
  op.byHand(sentence, { world: op.interceptSubscriptions(change) })

/** Changes the debits that the service schedules; the first one has index 1. */
const debits = (
  words: string,
  change: (
    event: op.NewScheduledEvent,
    index: number,
    subscription: SubscriptionState,
  ) => op.NewScheduledEvent,
) =>
  op.byHand(`The service debits ${words}`, {
    world: {
      scheduleEvent(event, world) {
        const subscription = world.subscriptions.get(event.ref)
        const isDebit = event.kind === 'subscription.debit' && subscription !== undefined
        return isDebit ? change(event, event.data, subscription) : event
      },
    },
  })

const skips = (words: string, isSkipped: (index: number, subscription: SubscriptionState) => boolean) =>
  debits(words, (event, index, subscription) =>
    isSkipped(index, subscription)
      ? { ...{ due: event.due, ref: event.ref }, kind: 'subscription.bill', data: index }
      : event,
  )
const debitsAs = (frequency: Frequency, other: Frequency) =>
  begins(`The service debits ${frequency} subscriptions as ${other} ones`, (subscription) => {
    if (subscription.frequency === frequency) subscription.frequency = other
  })
const every = (days: number, frequency: Frequency) =>
  debits(`${frequency} subscriptions every ${days} days`, (event, index, subscription) =>
    subscription.frequency === frequency
      ? { ...event, due: subscription.anchor + index * days * dayMs }
      : event,
  )

/** True if a cancellation is of a subscription that the service renews, or does not. */
export const cancels =
  (isRenewed: boolean) =>
  ({ world, body }: op.CallOf<typeof cancel>) =>
    [...world.subscriptions].some(
      ({ id, merchantSubscriptionId, autoRenewal }) =>
        autoRenewal === isRenewed && [id, merchantSubscriptionId].includes(body.subscriptionId ?? ''),
    )

export const subscriptions = mutantsOf({
  'subscriptions.debit-accepted': [
    op.refuseWhen(debit, 'a subscription is not renewed by the service', ({ world }) =>
      [...world.subscriptions].some(({ autoRenewal }) => !autoRenewal),
    ),
    op.empty(op.resultOf(debit)('data')),
    op.refuseWhen(debit, 'the merchant has debited the subscription before', (call) => {
      const { debits = 0 } = debitedBy(call) ?? {}
      return debits > 1
    }),
    op.changing(
      'Returns the first {} again for the same subscription and amount',
      (made, { world, request }) => {
        const { orderId: _, ...rest } = Object(parseJson(request.body))
        return op.firstIn(world, JSON.stringify(rest), made)
      },
    )(op.resultOf(debit)('data')),
    op.refuseWhen(debit, 'the subscription is not weekly', (call) => debitedBy(call)?.frequency !== 'weekly'),
  ],
  'subscriptions.debit-order-id-optional': [
    op.refuseIf(debit, 'orderId', op.isMissing),
    op.refuseIf(debit, 'orderId', op.isPresent),
  ],
  'subscriptions.debit-required-fields-refused': [
    acceptAndCopy('amount', (world) => Number(newest(world)?.amount ?? 0)),
    acceptAndCopy('currency', () => 'USD'),
    acceptAndCopy('subscriptionId', (world) => newest(world)?.id),
    acceptAndCopy(
      'merchantId',
      (world, body) => world.accounts.merchantWithToken(`${body.merchantAuth}`)?.id,
    ),
    acceptWithout(
      'merchantAuth',
      (world, body) => world.accounts.merchant(`${body.merchantId}`)?.accessToken,
    ),
  ],
  'subscriptions.debit-response-shape': op.only(/^result/, op.omit, op.wrongType),
  'subscriptions.debit-status-200': statuses(debit),
  'subscriptions.cancel-status-200': statuses(cancel),
  'subscriptions.debit-without-ok': addOk(debit),
  'subscriptions.cancel-without-ok': addOk(cancel),
  'subscriptions.debit-as-asked': [
    op.changing(
      'Returns the merchantSubscriptionId as {}',
      (id, { world }) => world.subscriptions.get(String(id))?.merchantSubscriptionId,
    )(debited('subscriptionId')),
    op.changing(
      'Returns the id of the first subscription as {}',
      (_, { world }) => [...world.subscriptions][0]?.id,
    )(debited('subscriptionId')),
    op.changing(
      'Returns the id of another merchant as {}',
      (_, { world }) => world.accounts.merchants[1]?.id,
    )(debited('merchantId')),
  ],
  'subscriptions.debit-of-the-amount-asked': [
    op.on(debited('amount'), op.times(100), op.round),
    op.changing('Returns the amount of the subscription item as {}', (amount, { json, world }) => {
      const [first] = Object(json).result.data
      return Number(world.subscriptions.get(first?.subscriptionId)?.amount ?? amount)
    })(debited('amount')),
  ],
  'subscriptions.cancel-accepted': [
    op.asText(op.resultOf(cancel)('success')),
    op.set({ canceled: true })(op.resultOf(cancel)('')),
  ],
  'subscriptions.cancel-with-and-without-renewal': [
    op.refuseWhen(cancel, 'the service renews the subscription', cancels(true)),
    op.refuseWhen(cancel, 'the merchant debits the subscription', cancels(false)),
  ],
  'subscriptions.created-through-an-invoice': payAs(
    'Begins no subscription of a paid subscription item',
    (line) => ({ ...line, isSubscription: false }),
  ),
  'subscriptions.marked-items-only': [
    payAs('Begins a subscription of items that have a frequency, marked or not', (line) => ({
      ...line,
      isSubscription: line.frequency !== undefined,
    })),
    payAs('Begins a subscription of items whose isSubscription is false', (line) => ({
      ...line,
      isSubscription: line.isSubscription !== undefined,
    })),
  ],
  'subscriptions.exchange-only': [
    beginBefore('createQrTransaction', 'the items of wallet transactions', ({ body }) => ({
      order: body.orderId,
      cart: body.cart,
    })),
    beginBefore('createBankPayment', 'invoices that are paid from a bank', ({ world, merchant, payload }) =>
      world.invoices.group(merchant, payload.offerId).at(-1),
    ),
    beginBefore('createQrTransaction', 'invoices that are paid from a wallet', ({ world, merchant, body }) =>
      world.invoices.group(merchant, body.orderId).at(-1),
    ),
    payAs(
      'Refuses bank payments only if the first line of the invoice is a subscription',
      unlessFirst,
      'createBankPayment',
    ),
    {
      ...op.asIf(
        'createQrTransaction',
        'Refuses wallet transactions only if their first line is a subscription',
        (call) => ({ ...call, body: { ...call.body, cart: call.body.cart.map(unlessFirst) } }),
      ),
      simulator: { assumptions: { 'qr-transactions.subscription-items': 'refused' as const } },
    },
    op.refuseWhen(
      'createQrTransaction',
      'of an invoice whose first line is a subscription',
      ({ world, merchant, body }) =>
        world.invoices.group(merchant, body.orderId).at(-1)?.cart[0]?.isSubscription === true,
    ),
  ],
  'subscriptions.not-renewed-by-the-service': [
    begins('The service renews all subscriptions, whatever autoRenewal is', (subscription) => {
      subscription.autoRenewal = true
    }),
    begins('The service renews monthly subscriptions, whatever autoRenewal is', (subscription) => {
      subscription.autoRenewal ||= subscription.frequency === 'monthly'
    }),
    begins(
      'The service renews all subscriptions of an order in which one is renewed',
      (subscription, { invoices }) => {
        const { cart } = [...invoices].find(({ cart }) =>
          cart.some((line) => line.merchantSubscriptionId === subscription.merchantSubscriptionId),
        ) ?? { cart: [] }
        subscription.autoRenewal ||= cart.some((line) => line.autoRenewal === true)
      },
    ),
    op.handling(debit, 'The service renews a subscription that the merchant has debited', (call, real) => {
      const subscription = debitedBy(call)
      if (subscription !== undefined) subscription.autoRenewal = true
      return real(call)
    }),
  ],
  'subscriptions.renewed-by-the-service': [
    skips('nothing', () => true),
    begins('The service renews no subscription whose id another merchant has used', (subscription, world) => {
      subscription.autoRenewal &&= ![...world.subscriptions].some(
        ({ merchant, merchantSubscriptionId: id }) =>
          merchant !== subscription.merchant && id === subscription.merchantSubscriptionId,
      )
    }),
  ],
  'subscriptions.renewed-on-the-frequency': [
    skips('all but the second time', (index) => index === 2),
    skips('every other time only', (index) => index % 2 === 0),
    skips('three times only', (index) => index > 3),
    skips('yearly subscriptions once only', (index, { frequency }) => frequency === 'yearly' && index > 1),
    every(28, 'monthly'),
    every(30, 'monthly'),
    every(8, 'weekly'),
    every(360, 'yearly'),
    debitsAs('quarterly', 'monthly'),
    debitsAs('half-yearly', 'quarterly'),
    debitsAs('yearly', 'half-yearly'),
    debitsAs('half-yearly', 'yearly'),
    debitsAs('weekly', 'monthly'),
    debits('four days late', (event) => ({ ...event, due: event.due + 4 * dayMs })),
    op.byHand('The service makes every debit twice', { world: op.doubleDebits() }),
  ],
})
