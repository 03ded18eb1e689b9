// A year of weekly subscriptions that the service debits by itself, with every status change delivered to a receiver in
// process: how long it takes and how much memory it leaves. Running and printing are the command's.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { InvariantError } from '../../core/errors.ts'
import { Simulator } from '../simulator.ts'
import { msPerDay } from '../time/instants.ts'
import { sellEach } from './shop.ts'

/** What a year cost, in seconds of processor time, those of all threads together, without the making of the subscriptions. */
export interface YearFigures {
  /** Debits that the service made. */
  debits: number
  seconds: number
  /** The debits of its first weeks, and seconds for them. */
  firstDebits: number
  firstSeconds: number
  /** Bytes of heap that a debit leaves: its transaction, events, reminder and places in indexes. */
  bytesPerTransaction: number
}

const weeks = 52
const firstWeeks = 5
/** A week's debits are all made, and completed, when this much of it is over. */
const afterwards = 0.1

/** Debits that many weekly subscriptions for 52 weeks; throws a BrokenPromise when a debit or a delivery is missing. */
export async function yearOfSubscriptions(count: number): Promise<YearFigures> {
  const { defaultSandbox: sandbox } = new Simulator({ seed: 'a year' })
  const { world } = sandbox
  const heard = { pending: 0, processing: 0, completed: 0 }
  sandbox.onWebhook(({ event, transaction }) => {
    if (transaction.kind !== 'subscription') return
    const { status } = event
    if (status === 'pending' || status === 'processing' || status === 'completed') heard[status] += 1
  })
  sellEach(world, count, (index) => ({
    isSubscription: true,
    frequency: 'weekly',
    subscriptionPeriod: '2y',
    merchantSubscriptionId: `subscription ${index}`,
    autoRenewal: true,
  }))
  await sandbox.settled()

  const start = world.now
  const secondsTo = async (week: number): Promise<number> => {
    const started = process.cpuUsage()
    await sandbox.advance(start + Math.round((week + afterwards) * 7 * msPerDay), { listed: 0 })
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1e6
  }
  const before = heapBytes()
  const firstSeconds = await secondsTo(firstWeeks)
  const seconds = firstSeconds + (await secondsTo(weeks))
  const debits = count * weeks
  for (const [status, times] of Object.entries(heard)) {
    if (times !== debits)
      throw new InvariantError(
        `The receiver heard ${times} times that a debit is ${status}; ${debits} were due.`,
      )
  }
  return {
    debits,
    seconds,
    firstDebits: count * firstWeeks,
    firstSeconds,
    bytesPerTransaction: (heapBytes() - before) / debits,
  }
}

/** Bytes of heap in use, after a collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed
}
