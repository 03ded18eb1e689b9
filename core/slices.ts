// Runs long computations in slices, so that requests are served in between.

import { setImmediate } from 'node:timers/promises'

const maxSliceMs = 5

/** The result of a computation that yields often. Other events are handled between its slices. */
export async function inSlices<Result>(computation: Generator<undefined, Result>): Promise<Result> {
  let began = performance.now()
  for (;;) {
    const step = computation.next()
    if (step.done === true) return step.value
    if (performance.now() - began < maxSliceMs) continue
    await setImmediate()
    began = performance.now()
  }
}

/** The result of a computation, without interruption. */
export function atOnce<Result>(computation: Generator<undefined, Result>): Result {
  for (;;) {
    const step = computation.next()
    if (step.done === true) return step.value
  }
}
