// Conditions of conditional mutants: one value of one dimension of situations, as a test of a moment. A fault under a condition is
// a fault only if the contract's sentence is about each such moment, so a condition lists what it applies to.

import { federalHolidays } from '../../core/federal-holidays.ts'
import { isObject } from '../../core/json.ts'
import { type OperationId, operationIds } from '../../spec/operations.ts'
import { withCoin } from '../engine/run-situations.ts'
import { valuesAt } from '../mutants/json-path.ts'
import type { Dimension } from '../situations/dimensions.ts'
import type { Moment } from './moment.ts'
import { optionalFields } from './optional-fields.ts'

export interface Condition {
  dimension: Dimension
  /** What is the case, as in `second merchant`; unique. */
  words: string
  holds: (moment: Moment) => boolean
  /** The operations at whose requests it can be the case; all if absent. */
  operations?: readonly OperationId[]
  /** Of several elements of a list in a response, those that it selects. */
  selects?: (index: number, length: number) => boolean
}

const day = 86_400_000
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

// ── what a request, or the record that it concerns, is about ──────────────────────────────────────────────────────────

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']

const exchanges = ordinals.slice(1).map(
  (word, at): Condition => ({
    ...{ dimension: 'exchange', words: `${word} exchange`, operations: withExchange },
    holds: ({ exchange, accounts }) =>
      exchange !== undefined && exchange === accounts?.exchanges[at + 1]?.name,
  }),
)

const parties: Condition[] = [
  {
    ...{ dimension: 'merchant', words: 'second merchant', operations: withMerchant },
    holds: ({ merchant, accounts }) =>
      merchant !== undefined && accounts !== undefined && merchant !== accounts.firstMerchant.id,
  },
  {
    ...{ dimension: 'shopper', words: 'second shopper', operations: withShopper },
    holds: ({ shopper, accounts }) =>
      typeof shopper === 'string' && accounts !== undefined && shopper !== accounts.shoppers[0]?.id,
  },
  {
    ...{ dimension: 'coin', words: 'another coin than the first', operations: withCoin },
    holds: ({ coin }) => coin !== undefined && coin !== 'BTC',
  },
]

// ── how often, and after what ─────────────────────────────────────────────────────────────────────────────────────────

const before = ({ operation, earlier }: Moment) => earlier.filter((one) => one.operation === operation)

/** How many requests of the operation, or other records of the kind, there were before. */
const timesBefore = (moment: Moment) =>
  moment.operation === undefined ? moment.others : before(moment).length

const times: Condition[] = [
  {
    ...{ dimension: 'attempt', words: 'from the 2nd time on' },
    holds: (moment) => timesBefore(moment) >= 1,
  },
  {
    ...{ dimension: 'attempt', words: 'from the 3rd time on' },
    holds: (moment) => timesBefore(moment) >= 2,
  },
  {
    ...{ dimension: 'after', words: 'after a refused request' },
    holds: (moment) => before(moment).at(-1)?.accepted === false,
  },
  {
    ...{ dimension: 'after', words: 'after an accepted request' },
    holds: (moment) => before(moment).at(-1)?.accepted === true,
  },
  {
    ...{ dimension: 'history', words: 'after unrelated orders' },
    holds: ({ earlier, order }) =>
      new Set(earlier.map((one) => one.order).filter((one) => one !== order)).size > 1,
  },
  {
    ...{ dimension: 'history', words: 'with the same order id at another merchant' },
    operations: withCart,
    holds: ({ order, merchant, world }) =>
      order !== undefined &&
      [...world.transactions, ...world.invoices].some(
        (one) => ('offerId' in one ? one.offerId : one.order) === order && one.merchant !== merchant,
      ),
  },
  ...(['same', 'other'] as const).map(
    (which): Condition => ({
      dimension: 'at-once',
      operations: withMerchant,
      words: `while a payment to ${which === 'same' ? 'the same' : 'another'} merchant is pending`,
      holds: ({ merchant, world, order }) =>
        [...world.transactions].some(
          (one) =>
            ['pending', 'processing', 'awaiting', 'partially-paid'].includes(one.status) &&
            one.offerId !== order &&
            merchant !== undefined &&
            (one.merchant === merchant) === (which === 'same'),
        ),
    }),
  ),
  {
    ...{ dimension: 'afterwards', words: 'a day later', operations: withRecord },
    holds: ({ now, since }) => since !== undefined && now - since >= day,
  },
]

// ── how many, and which of them ───────────────────────────────────────────────────────────────────────────────────────

function longest(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return isObject(value) ? Math.max(0, ...Object.values(value).map(longest)) : 0
}

const counts: Condition[] = [
  ...([2, 4, 11] as const).map(
    (min): Condition => ({
      ...{ dimension: 'count', words: `with ${min} or more of a list`, operations: withList },
      holds: ({ input }) => longest(input()) >= min,
    }),
  ),
  {
    ...{ dimension: 'which', words: 'from the second on', holds: () => true },
    selects: (index) => index >= 1,
  },
  {
    ...{ dimension: 'which', words: 'from the fourth on', holds: () => true },
    selects: (index) => index >= 3,
  },
  {
    ...{ dimension: 'which', words: 'the last of several', holds: () => true },
    selects: (index, length) => length > 1 && index === length - 1,
  },
  ...(['name', 'id', 'frequency'] as const).map(
    (key): Condition => ({
      ...{ dimension: 'likeness', operations: withCart },
      words: key === 'frequency' ? 'with different frequencies' : `with equal ${key}s`,
      holds: ({ input }) => {
        const values = valuesAt(input(), 'cart.*').map((line) => (isObject(line) ? line[key] : undefined))
        const given = values.filter((value) => value !== undefined)
        const { size } = new Set(given)
        return key === 'frequency' ? size > 1 : size < given.length
      },
    }),
  ),
]

// ── optional fields ───────────────────────────────────────────────────────────────────────────────────────────────────

const optionals = optionalFields().flatMap(({ operation, path, mayBeMissing }): Condition[] => {
  const found = (moment: Moment) => valuesAt(moment.input(), path).filter((value) => value !== undefined)
  const given = { dimension: 'optional', operations: [operation] } as const
  const present = { ...given, words: `${operation} with ${path}` }
  const missing = { ...given, words: `${operation} without ${path}` }
  return [
    { ...present, holds: (moment) => found(moment).length > 0 },
    ...(mayBeMissing ? [{ ...missing, holds: (moment: Moment) => found(moment).length === 0 }] : []),
  ]
})

// ── text ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

function someText(value: unknown, is: (text: string) => boolean): boolean {
  if (typeof value === 'string') return is(value)
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => someText(one, is))
}

const texts = (
  [
    ['reserved characters', (text: string) => /[&<>'"%+;#]/.test(text)],
    ['other scripts', (text: string) => /[\u0370-\uffff]/.test(text)],
    ['long text', (text: string) => text.length > 100],
  ] as const
).map(
  ([words, is]): Condition => ({
    ...{ dimension: 'text', words: `with ${words}`, operations: withList },
    holds: ({ input }) => someText(input(), is),
  }),
)

const methods = (['GET', 'POST'] as const).map(
  (method): Condition => ({
    ...{ dimension: 'return-method', words: `with the returnMethod ${method}` },
    operations: ['createInvoice', 'createQrTransaction'],
    holds: ({ input }) => valuesAt(input(), 'customParameter.returnMethod')[0] === method,
  }),
)

// ── the calendar ──────────────────────────────────────────────────────────────────────────────────────────────────────

const onDay = (words: string, is: (date: Date) => boolean): Condition => ({
  ...{ dimension: 'day', words },
  holds: ({ now }) => is(new Date(now)),
})

const days: Condition[] = [
  onDay('on a weekend', (at) => at.getUTCDay() % 6 === 0),
  onDay('on a Friday evening', (at) => at.getUTCDay() === 5 && at.getUTCHours() >= 17),
  onDay('on the last day of a month', (at) => new Date(at.getTime() + day).getUTCDate() === 1),
  onDay('on 29 February', (at) => at.getUTCMonth() === 1 && at.getUTCDate() === 29),
  onDay('on a bank holiday', (at) =>
    federalHolidays(at.getUTCFullYear()).some(({ date }) => date === at.toISOString().slice(0, 10)),
  ),
  onDay('in the hour before midnight in UTC', (at) => at.getUTCHours() === 23),
  onDay('in the hour after midnight in New York', (at) => [4, 5].includes(at.getUTCHours())),
]

/** Every condition. */
export const conditions: readonly Condition[] = [
  ...[...parties, ...exchanges, ...times, ...counts, ...optionals, ...texts, ...methods, ...days],
]

/** The operations at which a condition can be the case. */
export const operationsWith = ({ operations = operationIds }: Condition) => operations
