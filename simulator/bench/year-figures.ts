// The year of `year.ts` as figures: 10,000 subscriptions against the time and memory they may take, and a tenth of them
// to see that a debit costs as much in a large world as in a small one.

import { type Figure, shown } from './figure.ts'
import { type YearFigures, yearOfSubscriptions } from './year.ts'

const subscriptions = 10_000

export async function year(): Promise<Figure[]> {
  await yearOfSubscriptions(subscriptions / 50)
  const small = await yearOfSubscriptions(subscriptions / 10)
  const large = await yearOfSubscriptions(subscriptions)
  const cost = ({ seconds, debits }: YearFigures) => (seconds / debits) * 1e6
  return [
    {
      name: `A year of ${shown(subscriptions)} weekly subscriptions`,
      value: large.seconds,
      unit: 's',
      budget: { atMost: 8 },
      detail: `${shown(large.debits)} debits with their webhooks, in process`,
    },
    {
      name: `A debit among ${shown(large.debits)}`,
      value: cost(large) / cost(small),
      unit: `of one among ${shown(small.debits)}`,
      budget: { atMost: 1.3 },
      detail: `${shown(cost(large))} against ${shown(cost(small))} microseconds`,
    },
    {
      name: 'Memory that a debit leaves',
      value: large.bytesPerTransaction,
      unit: 'bytes',
      budget: { atMost: 2000 },
      detail: 'its transaction, events, reminder and places in indexes',
    },
  ]
}
