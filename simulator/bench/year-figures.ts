// The figures of the year in year.ts: its time and memory, and how the cost of a debit grows with the number of earlier debits and
// of subscriptions.

import { type Figure, median, shown } from './figure.ts'
import { type YearFigures, yearOfSubscriptions } from './year.ts'

const subscriptions = 10_000
const rounds = 3
const smallWorldsInRound = 3

export async function year(): Promise<Figure[]> {
  await yearOfSubscriptions(subscriptions / 50)
  const small = new Years(subscriptions / 10)
  const large = new Years(subscriptions)
  // In turns, so that a change of the machine's speed affects both.
  for (let round = 0; round < rounds; round += 1) {
    await small.run(smallWorldsInRound)
    await large.run(1)
  }
  const debits = large.median(({ debits }) => debits)
  const cost = (years: Years) => years.median(({ seconds, debits }) => (seconds / debits) * 1e6)
  return [
    {
      name: `A debit of a year of ${shown(subscriptions)} weekly subscriptions`,
      value: large.median(({ seconds, debits, jsonSeconds }) => seconds / debits / jsonSeconds),
      unit: 'of writing and reading its JSON',
      bound: { atMost: 2.2 },
      detail: `${shown(large.median(({ seconds }) => seconds))} s for ${shown(debits)} debits with their webhooks, in process`,
    },
    {
      name: `A debit of all ${shown(debits)}`,
      value: large.median(
        ({ seconds, debits, firstSeconds, firstDebits }) => seconds / debits / (firstSeconds / firstDebits),
      ),
      unit: `of one of the first ${shown(large.median(({ firstDebits }) => firstDebits))}`,
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
      value: large.median(({ bytesPerTransaction }) => bytesPerTransaction),
      unit: 'bytes',
      bound: { atMost: 800 },
      detail: 'its transaction, events, reminder and places in indexes',
    },
  ]
}

/** Repeated years; the figures are medians. */
class Years {
  private readonly count: number
  private readonly runs: YearFigures[] = []

  constructor(count: number) {
    this.count = count
  }

  async run(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) this.runs.push(await yearOfSubscriptions(this.count))
  }

  median(figure: (run: YearFigures) => number): number {
    return median(this.runs.map(figure))
  }
}
