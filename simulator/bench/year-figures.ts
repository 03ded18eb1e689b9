// The figures of the year in year.ts: its time and memory, and how the cost of a debit grows with the number of earlier debits and
// of subscriptions.

import { type Figure, median, shown } from './figure.ts'
import { type YearFigures, yearOfSubscriptions } from './year.ts'

const subscriptions = 10_000
const rounds = 3
const smallWorldsInRound = 3

export async function year(): Promise<Figure[]> {
  await yearOfSubscriptions(subscriptions / 50)
  const [small, large]: [YearFigures[], YearFigures[]] = [[], []]
  // In turns, so that a change of the machine's speed affects both.
  for (let round = 0; round < rounds; round += 1) {
    for (let world = 0; world < smallWorldsInRound; world += 1)
      small.push(await yearOfSubscriptions(subscriptions / 10))
    large.push(await yearOfSubscriptions(subscriptions))
  }
  const ofLarge = (figure: (run: YearFigures) => number) => median(large.map(figure))
  const debits = ofLarge((run) => run.debits)
  const cost = (years: YearFigures[]) => median(years.map(({ seconds, debits }) => (seconds / debits) * 1e6))
  return [
    {
      name: `A debit of a year of ${shown(subscriptions)} weekly subscriptions`,
      value: ofLarge(({ seconds, debits, jsonSeconds }) => seconds / debits / jsonSeconds),
      unit: 'of writing and reading its JSON',
      bound: { atMost: 2.2 },
      detail: `${shown(ofLarge(({ seconds }) => seconds))} s for ${shown(debits)} debits with their webhooks, in process`,
    },
    {
      name: `A debit of all ${shown(debits)}`,
      value: ofLarge(
        ({ seconds, debits, firstSeconds, firstDebits }) => seconds / debits / (firstSeconds / firstDebits),
      ),
      unit: `of one of the first ${shown(ofLarge(({ firstDebits }) => firstDebits))}`,
      bound: { atMost: 1.3 },
      detail: 'the cost of a debit does not grow with the number of earlier ones',
    },
    {
      name: `A debit of ${shown(subscriptions)} subscriptions`,
      value: cost(large) / cost(small),
      unit: `of one of ${shown(subscriptions / 10)}`,
      // All are debited at one instant, which is more than fits the processor's caches.
      bound: { atMost: 1.6 },
      detail: `${shown(cost(large))} against ${shown(cost(small))} microseconds`,
    },
    {
      name: 'Memory that a debit leaves',
      value: ofLarge(({ bytesPerTransaction }) => bytesPerTransaction),
      unit: 'bytes',
      bound: { atMost: 800 },
      detail: 'its transaction, events, reminder and places in indexes',
    },
  ]
}
