// The duration of a run, from the number of its requests, from how fast the target responded to the preflight, and from its waits.

import { createPublicKey } from 'node:crypto'
import type { Target } from '../../client/target.ts'
import { minuteMs } from '../../core/durations.ts'
import type { OperationId } from '../../spec/operations.ts'
import { ms } from '../observe/capabilities.ts'
import { durationText } from '../observe/duration.ts'
import { minuteText, type TimeSource } from '../observe/real-time.ts'
import type { RunBudget } from '../observe/run-budget.ts'
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

/** The expected time of a request, in milliseconds, by its operation. With a long key, the decryption takes most of it. */
export function timesOf(
  budget: Pick<RunBudget, 'eachMs' | 'encryptedMs'>,
  { limits: { perSecond = Number.POSITIVE_INFINITY }, merchants: [merchant] }: Target,
): (operationId?: OperationId) => number {
  const key = merchant && createPublicKey(merchant.publicKey).asymmetricKeyDetails
  // Twice the usual time. A service that has just been started needs more for its first decryption.
  const mostMs = 8 * ((key?.modulusLength ?? 2048) / 2048) ** 2
  const shortestMs = Math.max(budget.eachMs, 1000 / perSecond)
  return (operationId) => {
    const encryptedMs = operationId === undefined ? 0 : Math.min(budget.encryptedMs(operationId), mostMs)
    // About every other one of these requests is refused before its payload is decrypted.
    return Math.max(shortestMs, (shortestMs + encryptedMs) / 2)
  }
}

/** One line: the planned requests and their duration, the wait, and what happens if that is more than the maximum. */
export function estimateText(
  { requests: count, ms: totalMs }: { requests: number; ms: number },
  maxSeconds: number | undefined,
  wait?: Wait,
  now = 0,
): string {
  const seconds = Math.ceil(totalMs / 1000)
  const requests = `About ${count} requests in about ${seconds} s (${Math.round(totalMs / Math.max(1, count))} ms for each).`
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
