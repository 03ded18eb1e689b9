// A bound on reads that take long, such as snapshots: one runs at a time, and other requests have a turn between two of them.

import { UnavailableError } from '../../core/errors.ts'
import { turn } from '../sandbox/turns.ts'

/** Reads that may wait. Further ones are refused, so that clients who ask for many do not fill the memory. */
const maxWaiting = 50

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/** Runs a read after those before it. Throws an UnavailableError when too many wait. */
export async function oneAtATime<Result>(read: () => Promise<Result>): Promise<Result> {
  if (waiting >= maxWaiting)
    throw new UnavailableError(
      'paytwin is reading much already.',
      `${waiting} snapshots and long lists wait for each other.`,
      'Repeat the request.',
    )
  waiting += 1
  const mine = last.then(read)
  last = mine.catch(() => undefined).then(turn)
  try {
    return await mine
  } finally {
    waiting -= 1
  }
}
