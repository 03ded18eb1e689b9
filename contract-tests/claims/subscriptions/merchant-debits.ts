// Checks debits and cancellations that a merchant requests. The effect of a cancellation, and of a debit on the
// subscription, is unspecified. automatic-debits.ts checks the debits by the service.

import { debit, exchangePayment, paymentLine } from '../../../client/sample-requests.ts'
import { Decimal } from '../../../core/decimal.ts'
import { dayMs } from '../../../core/durations.ts'
import { type ApiResponse, actualOf } from '../../observe/client.ts'
import { sameDecimal } from '../../observe/decimals.ts'
import {
  acceptsEach,
  firstAccepted,
  type Incomplete,
  refusesEachOncePossible,
  type Ways,
} from '../../steps/acceptance.ts'
import { asFarAsPossible } from '../../steps/as-far-as-possible.ts'
import type { Context } from '../../steps/context.ts'
import { subscriptionIdsOf } from '../../steps/orders.ts'
import { properties } from '../../steps/property.ts'
import { newInvoice } from '../../steps/requests.ts'
import {
  cancel,
  checkDebit,
  checksOfDebit,
  givenShopperCanPay,
  intervalOf,
  isDebited,
  itemOfNewProduct,
  newSubscription,
  requestDebit,
  type Subscription,
  subscriptionIdOf,
  subscriptionInvoice,
  takesMerchantId,
} from '../../steps/subscriptions.ts'

const eitherKind = 'subscriptions.cancel-with-and-without-renewal'
const manual = { frequency: 'weekly', subscriptionPeriod: '26w', autoRenewal: false } as const

async function newManualSubscription(it: Context): Promise<string> {
  return subscriptionIdOf(it, await newSubscription(it, manual))
}

/** Subscriptions, and so many intervals of each that two can be debited, whatever is permitted in the first one. */
const plans = [
  { frequency: 'weekly', subscriptionPeriod: '26w', intervals: 5 },
  { frequency: 'monthly', subscriptionPeriod: '1y', intervals: 3 },
  { frequency: 'quarterly', subscriptionPeriod: '2y', intervals: 3 },
  { frequency: 'half-yearly', subscriptionPeriod: '3y', intervals: 3 },
  { frequency: 'yearly', subscriptionPeriod: '5y', intervals: 3 },
] as const

/**
 * Requests debits of a new subscription around the beginning of each interval, until two are made. The contract does not say when a
 * subscription ends that nobody debits. (permitted: subscriptions.no-debit-in-first-interval, subscriptions.begins-later)
 */
async function debitTwice(it: Context, { intervals, ...item }: (typeof plans)[number]) {
  const subscription = await newSubscription(it, { ...item, autoRenewal: false })
  const id = subscriptionIdOf(it, subscription)
  const earliest = (index: number) => intervalOf(subscription.startedAt, item.frequency, index).earliest
  const instants = Array.from({ length: intervals }, (_, at) => at + 1).flatMap((index) =>
    [1, 2, 3, 4, 10, 18]
      .map((days) => earliest(index) + days * dayMs)
      .filter((instant) => instant < earliest(index + 1)),
  )
  let last = await requestDebit(it, id)
  let debits = Number(isDebited(last))
  for (const instant of instants) {
    if (debits === 2) break
    await it.advanceTo(instant)
    last = await requestDebit(it, id)
    debits += Number(isDebited(last))
  }
  return { debits, last }
}

function givenDebit(it: Context, response: ApiResponse<'debitSubscription'>): void {
  it.precondition(it.given(response).result.data.length > 0, 'the service made no debit')
}

const required = ['merchantAuth', 'merchantId', 'subscriptionId', 'amount', 'currency'] as const
type Required = (typeof required)[number]

/** Requests of debits that each lack required fields, with the reason for their refusal. */
export const incompleteDebits = (it: Context, subscriptionId: string): Incomplete =>
  [
    ...required.map((name) => [name]),
    ...required.map((_, index) => required.slice(index)),
    ['subscriptionId', 'amount', 'currency'] as const,
  ].map((missing) => [
    `the request has no ${missing.join(' and no ')}`,
    () => requestDebitWithout(it, subscriptionId, missing),
  ])

/** Requests a debit without these fields, at whichever depth the target expects them. */
function requestDebitWithout(it: Context, subscriptionId: string, missing: readonly Required[]) {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip)
    if (typeof value !== 'object' || value === null) return value
    const rest = Object.entries(value).filter(([key]) => !missing.some((name) => name === key))
    return Object.fromEntries(rest.map(([key, inner]) => [key, strip(inner)]))
  }
  const fields = { subscriptionId, amount: Number(it.target.known.amount), currency: 'USD' }
  return it.client.call('debitSubscription', { body: strip(debit(it, fields)) })
}

/** The ids of subscriptions of one invoice, by their prices. */
async function subscriptionsOfOneInvoice(it: Context, prices: readonly string[]): Promise<string[]> {
  const items = prices.map((price, index) =>
    itemOfNewProduct(it, { ...manual, key: `line-${index}`, price, totalPrice: price }),
  )
  const { order: offerId } = (await subscriptionInvoice(it, items)).body
  const cart = items.map(({ id }, index) => ({ ...paymentLine(prices[index] ?? ''), id }))
  const payload = exchangePayment(it, { offerId, cart })
  const { result } = it.given(await it.client.call('createExchangePayment', { payload }))
  if (it.target.assumptions['subscriptions.id'] === 'merchant')
    return items.map(({ merchantSubscriptionId }) => merchantSubscriptionId ?? '')
  const ids = subscriptionIdsOf(result)
  it.precondition(ids.length === prices.length, 'the record of the payment lacks subscription ids')
  return ids
}

export const subscriptions = properties({ level: 'money' })({
  'debits a subscription without automatic renewal at the request of the merchant': {
    checks: ['subscriptions.debit-accepted', 'subscriptions.created-through-an-invoice'],
    async run(it) {
      const response = await requestDebit(it, await newManualSubscription(it))
      // automatic-debits.ts tests a later one.
      it.ruledOut('subscriptions.no-debit-in-first-interval', isDebited(response), actualOf(response))
      it.succeeds('subscriptions.debit-accepted', response)
      it.succeeds('subscriptions.created-through-an-invoice', response)
    },
  },
  'debits a subscription of each frequency at the request of the merchant, again in a later interval': {
    level: 'disruptive',
    needs: ['clock'],
    checks: ['subscriptions.debit-accepted'],
    async run(it) {
      for (const plan of it.style === undefined ? plans : plans.slice(0, 2)) {
        const { frequency, intervals } = plan
        const { debits, last } = await debitTwice(it, plan)
        // Other properties check whether any debit is possible.
        it.precondition(debits > 0 || frequency !== 'weekly', 'the service made no debit')
        if (debits < 2) await givenShopperCanPay(it)
        it.check('subscriptions.debit-accepted', debits === 2, {
          expected: `two debits of a ${frequency} subscription in ${intervals} intervals`,
          actual: `${debits}; then ${actualOf(last)}`,
          of: { response: last, expects: 'success' },
        })
      }
    },
  },
  'accepts a debit with and without an order id': {
    checks: ['subscriptions.debit-order-id-optional'],
    async run(it) {
      // Both debits are requested at the same age, so that no refusal of one is for the age. (permitted: subscriptions.no-debit-in-first-interval)
      let isJudged = false
      const judgeAfter = async (days: number) => {
        if (isJudged) return
        await acceptsEach(it, 'subscriptions.debit-order-id-optional', debitsByOrderId(it, days))
        isJudged = true
      }
      const earlier = it.canMoveClock ? [0, 2, 7, 9] : []
      await asFarAsPossible(earlier.map((days) => () => judgeAfter(days)))
      await judgeAfter(it.canMoveClock ? 21 : 0)
    },
  },
  'refuses a debit that lacks a required field, and makes the complete one': {
    checks: ['subscriptions.debit-required-fields-refused'],
    async run(it) {
      const subscription = await newSubscription(it, manual)
      const id = subscriptionIdOf(it, subscription)
      await it.letAge(subscription.merchantSubscriptionId)
      await refusesEachOncePossible(
        it,
        'subscriptions.debit-required-fields-refused',
        () => requestDebit(it, id),
        incompleteDebits(it, id),
        [2, 5, 26].map((days) => ({ days })),
        async () => requestDebit(it, await newManualSubscription(it)),
      )
    },
  },
  'returns the debit of the requested subscription and amount': {
    checks: checksOfDebit,
    async run(it) {
      const subscriptions: Subscription[] = []
      for (let count = 0; count < 3; count += 1) subscriptions.push(await newSubscription(it, manual))
      await it.letAge(subscriptions[0]?.merchantSubscriptionId ?? '')
      for (const id of subscriptions.map((one) => subscriptionIdOf(it, one)).toReversed())
        await debitAndCheck(it, id, it.target.known.amount)
    },
  },
  'debits the requested one of two subscriptions of one invoice, also if the other is canceled': {
    checks: ['subscriptions.debit-as-asked', 'subscriptions.debit-accepted'],
    async run(it) {
      const half = new Decimal(it.amount).div(2).toFixed(2)
      const rest = new Decimal(it.amount).minus(half).toFixed(2)
      const [first = '', second = ''] = await subscriptionsOfOneInvoice(it, [half, rest])
      await debitAndCheck(it, second, rest)
      await debitAndCheck(it, first, half)
      const [canceled = '', other = ''] = await subscriptionsOfOneInvoice(it, [half, rest])
      if ((await cancel(it, canceled)).outcome === 'refusal') return
      const response = await requestDebit(it, other, rest)
      it.check('subscriptions.debit-accepted', isDebited(response), {
        expected: 'a debit of the subscription that is not canceled, as before the cancellation of another',
        actual: actualOf(response),
        of: { response, expects: 'success' },
      })
    },
  },
  'makes a debit for each of two order ids, if both are accepted, even if all else is equal': {
    checks: ['subscriptions.debit-accepted'],
    async run(it) {
      const subscription = await newSubscription(it, manual)
      await it.letAge(subscription.merchantSubscriptionId)
      const rows = []
      for (const orderId of [it.id('order'), it.id('order')]) {
        const row = rowOf(await requestDebit(it, subscriptionIdOf(it, subscription), it.amount, { orderId }))
        // permitted: service.refuses-what-is-alike, subscriptions.no-debit-in-first-interval
        if (row === undefined) return
        rows.push(row)
      }
      const [first, second] = rows
      const isOne = first?.transactionId === second?.transactionId
      if (isOne) {
        // A refusal may have the form of a row, with any id and an integer that only the service knows.
        const other = rowOf(await requestDebit(it, await newManualSubscription(it)))
        it.precondition(
          other !== undefined &&
            other.transactionId !== first?.transactionId &&
            rows.every(({ status }) => status === other.status),
          'the debits may be refused: a debit of another subscription has no such row',
        )
      }
      it.check('subscriptions.debit-accepted', !isOne, {
        expected: 'two transactions for two debits with different order ids',
        actual: `the transaction ${first?.transactionId} for both`,
      })
    },
  },
  'debits in another currency, if that is accepted, another amount than in USD': {
    checks: ['subscriptions.debit-of-the-amount-asked'],
    async run(it) {
      // Other amounts than the price, and than each other. (permitted: subscriptions.debits-the-price, service.refuses-what-is-alike)
      const amount = slightlyLess(it)
      const amounts = { USD: new Decimal(amount).minus('0.10').toFixed(2), EUR: amount }
      const debits = []
      for (const [currency, one] of Object.entries(amounts)) {
        const fields = { subscriptionId: await newManualSubscription(it), amount: Number(one), currency }
        debits.push(await it.client.call('debitSubscription', { body: debit(it, fields) }))
      }
      const [inDollars, inEuros] = debits.map((one) =>
        isDebited(one) ? one.success.result.data[0] : undefined,
      )
      it.precondition(
        inDollars?.currency === 'USD' && inEuros !== undefined,
        'a debit shows another currency',
      )
      it.check(
        'subscriptions.debit-of-the-amount-asked',
        inEuros?.currency !== 'USD' || !sameDecimal(amount, inEuros.amount),
        {
          expected: `${amount} EUR, or their value in USD`,
          actual: `${inEuros?.amount} ${inEuros?.currency}`,
          // No reading permits the same amount in either currency.
          gross: true,
        },
      )
    },
  },
  'debits the requested amount even if it differs from the price of the item': {
    checks: ['subscriptions.debit-of-the-amount-asked'],
    async run(it) {
      const { amount } = it.target.known
      for (const requested of [amount, slightlyLess(it)]) {
        const id = await newManualSubscription(it)
        const response = await requestDebit(it, id, requested)
        // permitted: subscriptions.debits-the-price
        if (requested === amount) givenDebit(it, response)
        if (response.outcome === 'success') checkDebit(it, response, id, requested)
      }
    },
  },
  'cancels a subscription with or without automatic renewal': {
    checks: [
      'subscriptions.cancel-accepted',
      eitherKind,
      'subscriptions.cancel-status-200',
      'subscriptions.cancel-without-ok',
    ],
    async run(it) {
      const responses = []
      for (const autoRenewal of [true, false])
        responses.push(await cancelInTime(it, await newSubscription(it, { ...manual, autoRenewal })))
      // The contract does not say which subscriptions can be canceled.
      const response = await firstAccepted(...responses.map((one) => async () => one))
      const early = 'subscriptions.begins-later'
      it.ruledOut(early, response.outcome !== 'refusal' || it.canMoveClock)
      if (response.outcome === 'refusal') {
        const { enableCancelSubscription } = it.given(await it.client.call('getShopper')).result
        it.precondition(enableCancelSubscription, 'canceling is disabled for the shopper')
      }
      it.succeeds('subscriptions.cancel-accepted', response)
      it.ruledOut(early, responses.every(({ outcome }) => outcome !== 'refusal') || it.canMoveClock)
      for (const one of responses) it.succeeds(eitherKind, one)
    },
  },
})

/** The debit that a response reports, if it reports no error. */
function rowOf(response: ApiResponse<'debitSubscription'>) {
  if (!isDebited(response) || response.outcome !== 'success') return undefined
  const { data, errors } = response.success.result
  return errors.length === 0 ? data[0] : undefined
}

/** A lower amount than the known one; if there is one, an amount that loses a cent if a computer multiplies it by 100. */
function slightlyLess({ target }: Context): string {
  const known = new Decimal(target.known.amount)
  const lower = Array.from({ length: 2000 }, (_, at) => known.minus(new Decimal(at + 1).div(100))).filter(
    (one) => one.greaterThan(0),
  )
  const losesCent = (one: Decimal) => one.times(100).greaterThan(Math.floor(one.toNumber() * 100))
  return (lower.find(losesCent) ?? lower[0] ?? known).toFixed(2)
}

/** Debits of new subscriptions after so many days, without and with an order id. */
function debitsByOrderId(it: Context, days: number): Ways {
  const debitAfter =
    (request: (id: string, order: string) => ReturnType<typeof requestDebit>) => async () => {
      const subscription = await newSubscription(it, manual)
      if (days > 0) await it.advance({ days })
      return request(subscriptionIdOf(it, subscription), subscription.id)
    }
  // permitted: service.refuses-what-is-alike
  const request = (id: string, cents: number, overrides = {}) =>
    requestDebit(it, id, new Decimal(it.amount).minus(cents / 100).toFixed(2), overrides)
  return [
    [
      'the request has no orderId',
      debitAfter((id) =>
        firstAccepted(
          () => request(id, 0),
          () => request(id, 3),
        ),
      ),
    ],
    // The contract does not say whether the id is that of a new order, of a new invoice, or of the order of the subscription.
    [
      'the request has an orderId',
      debitAfter((id, orderId) =>
        firstAccepted(
          () => request(id, 0, { orderId: it.id('order') }),
          () => request(id, 0, { orderId }),
          async () => request(id, 0, { orderId: (await newInvoice(it)).order }),
          () => request(id, 1, { orderId }),
          async () => request(id, 2, { orderId: (await newInvoice(it)).order }),
        ),
      ),
    ],
  ]
}

/** Requests the cancellation of a subscription until it is accepted, or until the subscription has nearly ended. */
async function cancelInTime(it: Context, subscription: Subscription) {
  const id = subscriptionIdOf(it, subscription)
  let response = await cancel(it, id)
  for (const days of it.canMoveClock && it.permits('subscriptions.begins-later') ? [2, 5, 23, 61, 85] : []) {
    if (response.outcome !== 'refusal') break
    await it.advance({ days })
    response = await cancel(it, id)
  }
  const byOtherId =
    response.outcome === 'refusal' &&
    (await cancel(it, subscription.merchantSubscriptionId)).outcome !== 'refusal'
  it.precondition(!byOtherId, takesMerchantId)
  return response
}

async function debitAndCheck(it: Context, id: string, amount: string): Promise<void> {
  const response = await requestDebit(it, id, amount)
  givenDebit(it, response)
  checkDebit(it, response, id, amount)
}
