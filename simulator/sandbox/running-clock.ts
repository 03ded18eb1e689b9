// Runs the clock of a sandbox with real time. By default time moves only when it is advanced.

import { UsageError } from '../../core/errors.ts'
import { latestInstant } from '../time/instants.ts'
import { reportInternalError } from './report-internal-error.ts'
import type { Sandbox } from './sandbox.ts'

const tickMs = 100

/**
 * Advances a sandbox by a multiple of real time until the returned function is called. The timer does not keep the process
 * alive.
 */
export function runClock(current: () => Sandbox, ratio: number): () => void {
  let counted = performance.now()
  let advancing = false
  const timer = setInterval(() => {
    const elapsed = Math.floor((performance.now() - counted) * ratio)
    if (advancing || elapsed < 1) return
    counted += elapsed / ratio
    const sandbox = current()
    const target = Math.min(sandbox.world.now + elapsed, latestInstant)
    if (!sandbox.advancing) sandbox.journal.append({ kind: 'clock', at: sandbox.world.now, to: target })
    advancing = true
    sandbox
      .advance(target, { maxListedEvents: 0 })
      .catch((error: unknown) => {
        // Another advance is running: the time of this tick is lost.
        if (error instanceof UsageError) return
        clearInterval(timer)
        reportInternalError(error)
      })
      .finally(() => {
        advancing = false
      })
  }, tickMs)
  timer.unref()
  return () => clearInterval(timer)
}
