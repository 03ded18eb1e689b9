// The duration of a run, from the number of its requests, from how fast the target responded to the preflight, and from its waits.

import { minuteMs } from '../../core/durations.ts'
import { ms } from '../observe/capabilities.ts'
import { durationText } from '../observe/duration.ts'
import { minuteText, type TimeSource } from '../observe/real-time.ts'
import type { Property } from '../steps/property.ts'

/** The wait of a run in real time. */
export interface Wait {
  longestMs: number
  requirements: number
}

/** The wait for properties that wait side by side: for what never comes, as long as the patience. Undefined if nothing is waited for. */
export function waitFor(
  waiting: readonly Pick<Property, 'waits' | 'checks'>[],
  patience = 0,
): Wait | undefined {
  if (waiting.every(({ waits = {} }) => ms(waits) === 0)) return undefined
  const longestMs = patience * 1000
  const requirements = new Set(waiting.flatMap(({ checks }) => checks)).size
  return { longestMs, requirements }
}

/** One line: the planned requests and their duration, the wait, and what happens if that is more than the maximum. */
export function estimateText(
  planned: number,
  eachMs: number,
  maxSeconds: number | undefined,
  wait?: Wait,
  now = 0,
): string {
  const seconds = Math.ceil((planned * eachMs) / 1000)
  const requests = `About ${planned} requests in about ${seconds} s (${Math.round(eachMs)} ms for each).`
  const estimate =
    wait === undefined
      ? requests
      : `${requests} Then it waits up to ${durationText(wait.longestMs / 1000)}, until ${minuteText(now + seconds * 1000 + wait.longestMs)}, to check ${wait.requirements} ${wait.requirements === 1 ? 'requirement' : 'requirements'}.`
  return maxSeconds === undefined || seconds + (wait?.longestMs ?? 0) / 1000 <= maxSeconds
    ? estimate
    : `${estimate} --max-duration ends the run after ${maxSeconds} s; the most important requirements are checked first.`
}

const everyMs = 5 * minuteMs

/** Real time whose waits say every few minutes that the run still waits. */
export function announcing(
  source: TimeSource,
  wait: Wait | undefined,
  announce: ((text: string) => void) | undefined,
): TimeSource {
  if (wait === undefined) return source
  let announcedAt = source.now()
  const end = minuteText(announcedAt + wait.longestMs)
  return {
    ...source,
    wait: (ms) => {
      if (source.now() - announcedAt >= everyMs) {
        announcedAt = source.now()
        announce?.(`  ${minuteText(announcedAt)}: waits until ${end} at the latest`)
      }
      return source.wait(ms)
    },
  }
}
