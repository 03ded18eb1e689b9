// Everything that a claim leaves free: the dimensions of a situation, their values, and the words for them in reports. The first
// value of each dimension is the plain one. Claims vary along these dimensions, and conditional mutants take their conditions from
// them.

/**
 * Each dimension with its values, plain one first, and each value in words. The plain value needs no words in a report. In this
 * order, words say who acts, what is asked for, when, and what happened before.
 */
export const dimensions = {
  merchant: { first: 'first merchant', second: 'second merchant' },
  shopper: { ready: 'shopper ready', second: 'second shopper' },
  exchange: {
    first: 'first exchange',
    second: 'second exchange',
    third: 'third exchange',
    fourth: 'fourth exchange',
    fifth: 'fifth exchange',
  },
  coin: { known: 'the known coin', other: 'another coin' },
  amount: { known: 'the known amount', more: 'slightly more than the known amount', large: 'a large amount' },
  count: { one: 'one', several: 'with several lines' },
  likeness: { different: 'all different', 'equal-ids': 'with equal ids' },
  optional: {
    absent: 'without optional fields',
    minimal: 'with nothing but required fields',
    present: 'with every optional field',
  },
  text: { plain: 'plain text', reserved: 'text with reserved characters' },
  'return-method': { POST: 'reported by POST', GET: 'reported by GET' },
  day: {
    weekday: 'on a weekday',
    'friday-evening': 'on a Friday evening',
    weekend: 'on a Saturday',
    holiday: 'on a holiday',
    'month-end': 'on the last day of a month',
    'leap-day': 'on 29 February',
    'before-midnight': 'just before midnight in UTC',
    'after-midnight': 'just after midnight in New York',
  },
  attempt: { first: '1st time', second: '2nd time' },
  after: {
    nothing: 'after nothing',
    refusal: 'after a refused request',
    success: 'after an accepted request',
  },
  history: {
    none: 'in a new world',
    unrelated: 'after unrelated orders',
    'same-order-id': 'with the same order id at another merchant',
  },
  'at-once': { alone: 'alone', another: 'at once with another request' },
  afterwards: { 'at-once': 'at once', 'a-day-later': 'a day later' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

export type Dimension = keyof typeof dimensions

const dimensionNames = Object.keys(dimensions) as Dimension[]

/** The values of a dimension, plain one first. */
export const valuesOf = <Name extends Dimension>(name: Name) =>
  Object.keys(dimensions[name]) as (keyof (typeof dimensions)[Name] & string)[]

/** A situation in words: what is not plain, such as `second merchant, on a Saturday, 2nd time`. */
export function situationText(
  situation: Readonly<Partial<Record<Dimension, string | readonly string[]>>>,
): string {
  const words = dimensionNames.flatMap((name) =>
    [situation[name] ?? []]
      .flat()
      .filter((value) => value !== valuesOf(name)[0])
      .map((value) => (dimensions[name] as Readonly<Record<string, string>>)[value] ?? value),
  )
  return words.join(', ')
}
