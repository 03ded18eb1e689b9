// Conditions of conditional mutants: one value of one dimension of situations, as a test of a moment. A fault under a condition is
// a fault only if the contract's sentence is about each such moment, so a condition lists what it applies to.

import { dayMs } from '../../../core/durations.ts'
import { federalHolidays } from '../../../core/federal-holidays.ts'
import { isObject } from '../../../core/json.ts'
import { type OperationId, operationIds } from '../../../spec/operations.ts'
import { withCoin } from '../../experiment/choose-situations.ts'
import type { Dimension } from '../../situations/dimensions.ts'
import { valuesAt } from '../mutants/json-path.ts'
import { fieldsInRequests } from '../mutants/operators/places.ts'
import type { Moment } from './moment.ts'

export interface Condition {
  /** `which` is the place in a list of a response, which no request chooses. */
  dimension: Dimension | 'which'
  /** The condition in words, as in `second merchant`; unique. */
  words: string
  holds: (moment: Moment) => boolean
  /** The operations at whose requests it can be the case; all if absent. */
  operations?: readonly OperationId[]
  /** Of several elements of a list in a response, those that it selects. */
  selects?: (index: number, length: number) => boolean
}

const withExchange: readonly OperationId[] = [
  'validateExchangePayment',
  'createExchangePayment',
  'checkExchangeBalance',
]
const withList: readonly OperationId[] = [
  ...(['createInvoice', 'createQrTransaction', 'validateExchangePayment', 'createExchangePayment'] as const),
  ...(['createBankPayment', 'createTransfers', 'addPayees'] as const),
]
const withShopper: readonly OperationId[] = [...withExchange, 'listBanks', 'getShopper']
const withRecord: readonly OperationId[] = [
  ...(['getInvoice', 'closePartialPayment', 'debitSubscription', 'cancelSubscription'] as const),
]
/** Neither the token of a shopper nor the rest of these requests names a merchant. */
const withMerchant = operationIds.filter((id) => id !== 'listBanks' && id !== 'getShopper')
const withCart = withList.filter((id) => id !== 'createTransfers' && id !== 'addPayees')

/** Conditions of a dimension by their words; of all operations if none are listed. */
const when = (
  dimension: Condition['dimension'],
  operations: readonly OperationId[] | 'all',
  table: Readonly<Record<string, Condition['holds']>>,
): Condition[] =>
  Object.entries(table).map(([words, holds]) => ({
    ...{ dimension, words, holds },
    ...(operations === 'all' ? {} : { operations }),
  }))

// ── what a request, or the record that it concerns, is about ──────────────────────────────────────────────────────────

const exchanges = ['second', 'third', 'fourth', 'fifth'].flatMap((word, at) =>
  when('exchange', withExchange, {
    [`${word} exchange`]: ({ exchange, accounts }) =>
      exchange !== undefined && exchange === accounts?.exchanges[at + 1]?.name,
  }),
)

const parties = [
  ...when('merchant', withMerchant, {
    'second merchant': ({ merchant, accounts }) =>
      merchant !== undefined && accounts !== undefined && merchant !== accounts.firstMerchant.id,
  }),
  ...when('shopper', withShopper, {
    'second shopper': ({ shopper, accounts }) =>
      typeof shopper === 'string' && accounts !== undefined && shopper !== accounts.shoppers[0]?.id,
  }),
  ...when('coin', withCoin, {
    'another coin than the first': ({ coin }) => coin !== undefined && coin !== 'BTC',
  }),
]

// ── how often, and after what ─────────────────────────────────────────────────────────────────────────────────────────

const before = ({ operation, earlier }: Moment) => earlier.filter((one) => one.operation === operation)

/** Earlier requests of the operation, or earlier records of the kind. */
const timesBefore = (moment: Moment) =>
  moment.operation === undefined ? moment.others : before(moment).length

const openStatuses: readonly string[] = ['pending', 'processing', 'awaiting', 'partially-paid']
/** True if another payment is open, to the same merchant or to another one. */
const isPending =
  (toSame: boolean): Condition['holds'] =>
  ({ merchant, world, order }) =>
    [...world.transactions].some(
      (one) =>
        openStatuses.includes(one.status) &&
        one.offerId !== order &&
        merchant !== undefined &&
        (one.merchant === merchant) === toSame,
    )

const times = [
  ...when('attempt', 'all', {
    'from the 2nd time on': (moment) => timesBefore(moment) >= 1,
    'from the 3rd time on': (moment) => timesBefore(moment) >= 2,
  }),
  ...when('after', 'all', {
    'after a refused request': (moment) => before(moment).at(-1)?.accepted === false,
    'after an accepted request': (moment) => before(moment).at(-1)?.accepted === true,
  }),
  ...when('history', 'all', {
    'after unrelated orders': ({ earlier, order }) =>
      new Set(earlier.map((one) => one.order).filter((one) => one !== order)).size > 1,
  }),
  ...when('history', withCart, {
    'with the same order id at another merchant': ({ order, merchant, world }) =>
      order !== undefined &&
      [...world.transactions, ...world.invoices].some(
        (one) => ('offerId' in one ? one.offerId : one.order) === order && one.merchant !== merchant,
      ),
  }),
  ...when('at-once', withMerchant, {
    'while a payment to the same merchant is pending': isPending(true),
    'while a payment to another merchant is pending': isPending(false),
  }),
  ...when('afterwards', withRecord, {
    'a day later': ({ now, since }) => since !== undefined && now - since >= dayMs,
  }),
]

// ── how many, and which of them ───────────────────────────────────────────────────────────────────────────────────────

function longest(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return isObject(value) ? Math.max(0, ...Object.values(value).map(longest)) : 0
}

const selecting = (words: string, selects: NonNullable<Condition['selects']>): Condition => ({
  ...{ dimension: 'which', words, selects },
  holds: () => true,
})

/**
 * True if the values of a field of the lines of a cart meet a condition, by how many there are and how many are different. A payment
 * has no frequencies, but its order has.
 */
const ofLines =
  (key: string, is: (count: number, different: number) => boolean): Condition['holds'] =>
  ({ input, order, world }) => {
    const invoice = [...world.invoices].findLast((one) => one.order === order)
    const lines = [...valuesAt(input(), 'cart.*'), ...(key === 'frequency' ? (invoice?.cart ?? []) : [])]
    const values = lines.map((line) => (isObject(line) ? line[key] : undefined))
    const given = values.filter((value) => value !== undefined)
    return is(given.length, new Set(given).size)
  }
const someEqual = (count: number, different: number) => different < count

const counts = [
  ...[2, 4, 11].flatMap((min) =>
    when('count', withList, { [`with ${min} or more of a list`]: ({ input }) => longest(input()) >= min }),
  ),
  selecting('from the second on', (index) => index >= 1),
  selecting('from the fourth on', (index) => index >= 3),
  selecting('the last of several', (index, length) => length > 1 && index === length - 1),
  ...when('likeness', withCart, {
    'with equal names': ofLines('name', someEqual),
    'with equal ids': ofLines('id', someEqual),
    'with different frequencies': ofLines('frequency', (_, different) => different > 1),
  }),
]

// ── how much ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const ofAmounts =
  (is: (amount: number) => boolean): Condition['holds'] =>
  ({ input }) =>
    ['amount', 'nativeAmount', '*.amount', 'items.*.amount'].some((path) =>
      valuesAt(input(), path).some((amount) => is(Number(amount))),
    )

const amounts = when('amount', [...withCart, 'createTransfers', 'debitSubscription'], {
  'with an amount of 1,000 or more': ofAmounts((amount) => amount >= 1000),
  'with an amount that has cents': ofAmounts((amount) => !Number.isInteger(amount)),
})

const quantities = when('count', withCart, {
  'with more than one piece of a product': ({ input }) =>
    valuesAt(input(), 'cart.*.quantity').some((quantity) => Number(quantity) > 1),
})

// ── optional fields ───────────────────────────────────────────────────────────────────────────────────────────────────

const optionalFields = fieldsInRequests().filter(
  ({ path, required }) => required === false && !path.endsWith('*'),
)

const optionals = optionalFields.flatMap(({ operation, path, isInPayload }) => {
  // The contract does not say which fields of the payload of a payment are required.
  const mayBeMissing = !isInPayload || path.includes('.')
  const found = (moment: Moment) => valuesAt(moment.input(), path).filter((value) => value !== undefined)
  return when('optional', [operation], {
    [`${operation} with ${path}`]: (moment) => found(moment).length > 0,
    ...(mayBeMissing ? { [`${operation} without ${path}`]: (moment) => found(moment).length === 0 } : {}),
  })
})

// ── text ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

function someText(value: unknown, is: (text: string) => boolean): boolean {
  if (typeof value === 'string') return is(value)
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => someText(one, is))
}

const texts = when('text', withList, {
  'with reserved characters': ({ input }) => someText(input(), (text) => /[&<>'"%+;#]/.test(text)),
  'with other scripts': ({ input }) => someText(input(), (text) => /[\u0370-\uffff]/.test(text)),
  'with long text': ({ input }) => someText(input(), (text) => text.length > 100),
})

const methods = ['GET', 'POST'].flatMap((method) =>
  when('return-method', ['createInvoice', 'createQrTransaction'], {
    [`with the returnMethod ${method}`]: ({ input }) =>
      valuesAt(input(), 'customParameter.returnMethod')[0] === method,
  }),
)

// ── the calendar ──────────────────────────────────────────────────────────────────────────────────────────────────────

const onDay =
  (is: (date: Date) => boolean): Condition['holds'] =>
  ({ now }) =>
    is(new Date(now))

const days = when('day', 'all', {
  'on a weekend': onDay((at) => at.getUTCDay() % 6 === 0),
  'on a Friday evening': onDay((at) => at.getUTCDay() === 5 && at.getUTCHours() >= 17),
  'on the last day of a month': onDay((at) => new Date(at.getTime() + dayMs).getUTCDate() === 1),
  'on 29 February': onDay((at) => at.getUTCMonth() === 1 && at.getUTCDate() === 29),
  'on a bank holiday': onDay((at) =>
    federalHolidays(at.getUTCFullYear()).some(({ date }) => date === at.toISOString().slice(0, 10)),
  ),
  'in the hour before midnight in UTC': onDay((at) => at.getUTCHours() === 23),
  'in the hour after midnight in New York': onDay((at) => [4, 5].includes(at.getUTCHours())),
})

export const conditions: readonly Condition[] = [
  ...[...parties, ...exchanges, ...times, ...counts, ...amounts, ...quantities],
  ...[...optionals, ...texts, ...methods, ...days],
]

export const operationsWith = ({ operations = operationIds }: Condition) => operations
