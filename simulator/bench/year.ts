// A year of weekly subscriptions that the service debits, with every status change delivered in process.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { dayMs } from '../../core/durations.ts'
import { InvariantError } from '../../core/errors.ts'
import { Simulator } from '../simulator.ts'
import { cpuSeconds, jsonSeconds } from './processor-time.ts'
import { sellEach, weekly } from './shop.ts'

/** Times are seconds of processor time of all threads, without the creation of the subscriptions. */
export interface YearFigures {
  debits: number
  seconds: number
  /** Those of the first weeks. */
  firstDebits: number
  firstSeconds: number
  /** Bytes of heap that a debit leaves: its transaction, events, reminder and places in indexes. */
  bytesPerTransaction: number
  /** In which the JSON of a debit's transaction is written and read. */
  jsonSeconds: number
}

const weeks = 52
const firstWeeks = 5
/** The share of a week after which its debits are completed. */
const afterwards = 0.1

/** Debits a number of weekly subscriptions for 52 weeks. Throws an InvariantError when a debit or a delivery is missing. */
export async function yearOfSubscriptions(count: number): Promise<YearFigures> {
  const { defaultSandbox: sandbox } = new Simulator({ seed: 'a year' })
  const { world } = sandbox
  const reported = { pending: 0, processing: 0, completed: 0 }
  sandbox.onWebhook(({ event, transaction }) => {
    if (transaction.kind !== 'subscription') return
    const { status } = event
    if (status === 'pending' || status === 'processing' || status === 'completed') reported[status] += 1
  })
  sellEach(world, count, weekly)
  await sandbox.settled()

  const start = world.now
  const secondsTo = (week: number): Promise<number> =>
    cpuSeconds(() =>
      sandbox.advance(start + Math.round((week + afterwards) * 7 * dayMs), { maxListedEvents: 0 }),
    )
  const before = heapBytes()
  const firstSeconds = await secondsTo(firstWeeks)
  const seconds = firstSeconds + (await secondsTo(weeks))
  const debits = count * weeks
  for (const [status, times] of Object.entries(reported)) {
    if (times !== debits)
      throw new InvariantError(`${times} debits were reported as ${status}; expected ${debits}.`)
  }
  return {
    debits,
    seconds,
    firstDebits: count * firstWeeks,
    firstSeconds,
    bytesPerTransaction: (heapBytes() - before) / debits,
    jsonSeconds: await jsonSeconds([...world.transactions].at(-1), 2000),
  }
}

/** Bytes of heap in use, after garbage collection. */
export function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed
}
