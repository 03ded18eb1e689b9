// Shortens a history that shows something to the actions that it needs.

import { referredBy, requestsOf, type Step } from '../histories/action.ts'

/** The actions that all shorter histories together may have: each is run again. */
const maxActions = 600

/** The shortest history found that still shows it with its last action: what that refers to first, then without one part after another. */
export async function shortest(
  steps: readonly Step[],
  shows: (steps: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[]> {
  let left = maxActions
  const attempt = async (one: readonly Step[]) => {
    left -= one.length
    return left >= 0 && shows(one)
  }
  const own = referredSteps(steps)
  let best = own.length < steps.length && (await attempt(own)) ? own : steps
  for (let size = Math.ceil(best.length / 2); left > 0; size = Math.ceil(size / 2)) {
    const before = best.length
    for (let end = best.length - 1; end > 0; end -= size) {
      const without = [...best.slice(0, Math.max(0, end - size)), ...best.slice(end)]
      if (await attempt(without)) best = without
    }
    if (size === 1 && best.length === before) break
  }
  return best
}

/** The last action with those that made what it refers to, and what those refer to. */
function referredSteps(steps: readonly Step[]): Step[] {
  const needed = new Set<number>()
  return steps
    .toReversed()
    .filter(({ number, action }, at) => {
      const made = Array.from({ length: Math.max(1, requestsOf(action).length) }, (_, more) => number + more)
      if (at > 0 && !made.some((one) => needed.has(one))) return false
      for (const one of referredBy(action)) needed.add(one)
      return true
    })
    .reverse()
}
