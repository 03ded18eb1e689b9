// The duration of a run, from the number of its requests and from how fast the target responded to the preflight.

import type { Target } from '../../client/target.ts'

interface Measured {
  /** The number of requests so far. */
  requests: number
  /** Their duration, in milliseconds. */
  ms: number
}

/** One line: the planned requests and their duration, and what happens if that is more than the maximum. */
export function estimateText(
  planned: number,
  { requests, ms }: Measured,
  { perSecond }: Pick<Target['limits'], 'perSecond'>,
  maxSeconds: number | undefined,
): string {
  const measuredMs = requests === 0 ? 0 : ms / requests
  const eachMs = Math.max(measuredMs, perSecond === undefined ? 0 : 1000 / perSecond)
  const seconds = Math.ceil((planned * eachMs) / 1000)
  const estimate = `About ${planned} requests in about ${seconds} s (${Math.round(eachMs)} ms for each).`
  return maxSeconds === undefined || seconds <= maxSeconds
    ? estimate
    : `${estimate} --max-duration ends the run after ${maxSeconds} s; the most important requirements are checked first.`
}
