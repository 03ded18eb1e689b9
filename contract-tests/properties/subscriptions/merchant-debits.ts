// What any deployment must do when a merchant debits or cancels a subscription. When the service itself debits is in
// renewals.ts. The effect of a cancellation, and of a debit on the subscription, are open.

import { debit, exchangePayment, invoice, paymentLine } from '../../../client/sample-requests.ts'
import { Decimal } from '../../../core/decimal.ts'
import { takesEach } from '../../checks/acceptance.ts'
import type { ApiResponse } from '../../engine/client.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { subscriptionIdsOf } from '../../flows/orders.ts'
import {
  checkDebit,
  isDebited,
  newSubscription,
  type Subscription,
  wholeItem,
} from '../../flows/subscriptions.ts'

const resource = 'subscriptions'
const money = { resource, level: 'money' } as const
const byMerchant = { frequency: 'weekly', subscriptionPeriod: '26w', autoRenewal: false } as const

/** The id of a new subscription that is left to the merchant. */
async function debitable(it: Context): Promise<string> {
  return idOf(it, await newSubscription(it, byMerchant))
}

function idOf(it: Context, { subscriptionId }: Subscription): string {
  it.precondition(subscriptionId !== undefined, 'the record of the payment was to name a subscription')
  return subscriptionId ?? ''
}

function request(
  it: Context,
  subscriptionId: string,
  amount: string = it.target.known.amount,
  beside: Record<string, unknown> = {},
) {
  return { body: debit(it, { subscriptionId, amount: Number(amount), currency: 'USD' }, beside) }
}

/** The debits of an answer that is to have some. */
function debitsOf(it: Context, response: ApiResponse<'debitSubscription'>) {
  const { result } = it.given(response)
  it.precondition(result.data.length > 0, 'a debit was to be made')
  return result.data
}

const required = ['merchantAuth', 'merchantId', 'subscriptionId', 'amount', 'currency'] as const
type Required = (typeof required)[number]

/** A request for a debit without some of what is required, wherever the target wants it. */
function lacking(it: Context, subscriptionId: string, missing: readonly Required[]) {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip)
    if (typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value).filter(([key]) => !missing.some((name) => name === key))
    return Object.fromEntries(kept.map(([key, inner]) => [key, strip(inner)]))
  }
  return { body: strip(request(it, subscriptionId).body) }
}

/** The debits that two subscriptions of one invoice are asked for. */
async function twoOfOneInvoice(it: Context): Promise<string[]> {
  const half = new Decimal(it.target.known.amount).div(2).toFixed(2)
  const rest = new Decimal(it.target.known.amount).minus(half).toFixed(2)
  const items = [half, rest].map((price, index) =>
    wholeItem(it, { ...byMerchant, id: `sku-${index + 1}`, key: `line-${index + 1}`, price }),
  )
  const body = invoice(it, { cart: items })
  it.given(await it.client.call('createInvoice', { body }))
  const cart = [half, rest].map((price, index) => ({ ...paymentLine(price), id: `sku-${index + 1}` }))
  const payload = exchangePayment(it, { offerId: body.order, cart })
  const { result } = it.given(await it.client.call('createExchangePayment', { payload }))
  const ids = subscriptionIdsOf(result)
  it.precondition(ids.length === 2, 'the record of the payment was to name two subscriptions')
  return ids
}

export const subscriptions = [
  property({
    ...money,
    title: 'a subscription that is left to the merchant is debited when the merchant asks',
    kind: 'example',
    checks: ['subscriptions.debit-accepted', 'subscriptions.created-through-an-invoice'],
    async run(it) {
      const response = await it.client.call('debitSubscription', request(it, await debitable(it)))
      // A second debit in the interval of the first payment need not be made: that is asked for in renewals.ts.
      it.precondition(isDebited(response), 'a debit was to be made at once')
      it.succeeds('subscriptions.debit-accepted', response)
      it.succeeds('subscriptions.created-through-an-invoice', response)
    },
  }),
  property({
    ...money,
    title: 'a debit may have an order id, and needs none',
    kind: 'example',
    checks: ['subscriptions.debit-order-id-optional'],
    async run(it) {
      const [bare, named] = [await debitable(it), await debitable(it)]
      const { amount } = it.target.known
      await takesEach(it, 'subscriptions.debit-order-id-optional', [
        ['it has no orderId', () => it.client.call('debitSubscription', request(it, bare))],
        [
          'it has an orderId',
          () => it.client.call('debitSubscription', request(it, named, amount, { orderId: it.id('order') })),
        ],
      ])
    },
  }),
  property({
    ...money,
    title: 'a debit that lacks what is required is not made; mended, it is',
    kind: 'ladder',
    checks: ['subscriptions.debit-required-fields-refused'],
    async run(it) {
      const id = await debitable(it)
      const rows = [
        ...required.map((name) => [name]),
        ...required.map((_, index) => required.slice(index)),
        ['subscriptionId', 'amount', 'currency'] as const,
      ]
      for (const missing of rows) {
        const response = await it.client.call('debitSubscription', lacking(it, id, missing))
        const made = response.outcome === 'success' && isDebited(response)
        it.check('subscriptions.debit-required-fields-refused', !made, {
          expected: `a refusal in any form, because there is no ${missing.join(', no ')}`,
          actual: `HTTP ${response.status}: ${response.text.slice(0, 300)}`,
        })
      }
      debitsOf(it, await it.client.call('debitSubscription', request(it, id)))
    },
  }),
  property({
    ...money,
    title: 'the debit that is answered is the one that was asked for',
    kind: 'example',
    checks: [
      'subscriptions.debit-as-asked',
      'subscriptions.debit-of-the-amount-asked',
      'subscriptions.debit-response-shape',
      'subscriptions.debit-status-200',
      'subscriptions.debit-without-ok',
    ],
    async run(it) {
      const ids = [await debitable(it), await debitable(it), await debitable(it)]
      for (const id of ids.toReversed()) await checkAsAsked(it, id, it.target.known.amount)
    },
  }),
  property({
    ...money,
    title: 'of two subscriptions of one invoice the one is debited that was asked for',
    kind: 'example',
    checks: ['subscriptions.debit-as-asked'],
    async run(it) {
      const { amount } = it.target.known
      const ids = await twoOfOneInvoice(it)
      const half = new Decimal(amount).div(2).toFixed(2)
      const [first = '', second = ''] = ids
      await checkAsAsked(it, second, new Decimal(amount).minus(half).toFixed(2))
      await checkAsAsked(it, first, half)
    },
  }),
  property({
    ...money,
    title: 'where a debit may differ from the item, it is of the amount that was asked for',
    kind: 'example',
    checks: ['subscriptions.debit-of-the-amount-asked'],
    async run(it) {
      const { amount } = it.target.known
      for (const asked of [amount, new Decimal(amount).minus('0.07').toFixed(2)]) {
        const id = await debitable(it)
        const response = await it.client.call('debitSubscription', request(it, id, asked))
        if (asked === amount) debitsOf(it, response)
        if (response.outcome === 'success') checkDebit(it, response, id, asked)
      }
    },
  }),
  property({
    ...money,
    title: 'a subscription is cancelled, whoever debits it',
    kind: 'example',
    checks: [
      'subscriptions.cancel-accepted',
      'subscriptions.cancel-status-200',
      'subscriptions.cancel-without-ok',
    ],
    async run(it) {
      const { id: merchantId, merchantAuth } = it.merchant
      for (const autoRenewal of [true, false]) {
        const subscriptionId = idOf(it, await newSubscription(it, { ...byMerchant, autoRenewal }))
        const body = { merchantId, merchantAuth, subscriptionId }
        it.succeeds('subscriptions.cancel-accepted', await it.client.call('cancelSubscription', { body }))
      }
    },
  }),
]

/** Asks for a debit, and checks that the answer speaks of it. */
async function checkAsAsked(it: Context, id: string, amount: string): Promise<void> {
  const response = await it.client.call('debitSubscription', request(it, id, amount))
  debitsOf(it, response)
  checkDebit(it, response, id, amount)
}
