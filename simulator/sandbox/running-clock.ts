// Lets the clock of a sandbox run with real time, for demonstrations. Everywhere else time moves only when told.

import { UsageError } from '../../core/errors.ts'
import { latestInstant } from '../time/instants.ts'
import type { Sandbox } from './sandbox.ts'

const tickMs = 100

/**
 * Advances the sandbox so many times as fast as real time passes, until the function that it gives back is called or
 * an advance fails, which `failed` is told.
 */
export function runClock(sandbox: Sandbox, ratio: number, failed: (error: unknown) => void): () => void {
  let counted = performance.now()
  let advancing = false
  const timer = setInterval(() => {
    const steps = Math.floor((performance.now() - counted) * ratio)
    if (advancing || steps < 1) return
    counted += steps / ratio
    advancing = true
    sandbox
      .advance(Math.min(sandbox.world.now + steps, latestInstant), { listed: 0 })
      .catch((error: unknown) => {
        // Someone advances it by hand just now: what passed meanwhile is theirs.
        if (error instanceof UsageError) return
        clearInterval(timer)
        failed(error)
      })
      .finally(() => {
        advancing = false
      })
  }, tickMs)
  return () => clearInterval(timer)
}
