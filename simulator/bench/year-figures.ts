// The year of `year.ts` as figures: the time and memory that it may take, and how the cost of a debit grows with what lies
// behind it, and with the number of subscriptions that are debited at one instant.

import { type Figure, median, shown } from './figure.ts'
import { type YearFigures, yearOfSubscriptions } from './year.ts'

const subscriptions = 10_000
const rounds = 3
const smallWorldsInRound = 3

export async function year(): Promise<Figure[]> {
  await yearOfSubscriptions(subscriptions / 50)
  const small = new Years(subscriptions / 10)
  const large = new Years(subscriptions)
  // In turn, so that a machine that is slower at one time than at another is so for both.
  for (let round = 0; round < rounds; round += 1) {
    await small.live(smallWorldsInRound)
    await large.live(1)
  }
  const debits = large.median(({ debits }) => debits)
  const cost = (years: Years) => years.median(({ seconds, debits }) => (seconds / debits) * 1e6)
  return [
    {
      name: `A year of ${shown(subscriptions)} weekly subscriptions`,
      value: large.median(({ seconds }) => seconds),
      unit: 's',
      budget: { atMost: 8 },
      detail: `${shown(debits)} debits with their webhooks, in process`,
    },
    {
      name: `A debit of all ${shown(debits)}`,
      value: large.median(
        ({ seconds, debits, firstSeconds, firstDebits }) => seconds / debits / (firstSeconds / firstDebits),
      ),
      unit: `of one of the first ${shown(large.median(({ firstDebits }) => firstDebits))}`,
      budget: { atMost: 1.3 },
      detail: 'however many lie behind it, a debit costs the same',
    },
    {
      name: `A debit of ${shown(subscriptions)} subscriptions`,
      value: cost(large) / cost(small),
      unit: `of one of ${shown(subscriptions / 10)}`,
      // No more than that, though all are debited at one instant, which takes them out of the caches of a processor.
      budget: { atMost: 1.6 },
      detail: `${shown(cost(large))} against ${shown(cost(small))} microseconds`,
    },
    {
      name: 'Memory that a debit leaves',
      value: large.median(({ bytesPerTransaction }) => bytesPerTransaction),
      unit: 'bytes',
      budget: { atMost: 2000 },
      detail: 'its transaction, events, reminder and places in indexes',
    },
  ]
}

/** The same year again and again; what counts is the run in the middle. */
class Years {
  private readonly count: number
  private readonly runs: YearFigures[] = []

  constructor(count: number) {
    this.count = count
  }

  async live(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) this.runs.push(await yearOfSubscriptions(this.count))
  }

  median(figure: (run: YearFigures) => number): number {
    return median(this.runs.map(figure))
  }
}
