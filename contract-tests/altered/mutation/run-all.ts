// Runs jobs on worker threads. Outcomes have the order of the jobs, whichever thread finishes first.

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { contractJobs, jobs } from './run.ts'
import type { SampleData, Task } from './worker.ts'

/** Sends each task to one of several worker threads, one for each processor. The outcomes have the order of the tasks. */
export async function onAllProcessors<Outcome>(
  tasks: readonly Task[],
  report: (outcome: Outcome, done: number) => void,
  workerData?: SampleData,
): Promise<Outcome[]> {
  const threads = Math.min(availableParallelism(), tasks.length)
  const outcomes: Outcome[] = []
  let next = 0
  let done = 0
  const runThread = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData })
      let at = 0
      const begin = () => {
        at = next
        next += 1
        if (at >= tasks.length) void worker.terminate().then(() => resolve())
        else worker.postMessage(tasks[at])
      }
      worker.on('message', (outcome: Outcome) => {
        outcomes[at] = outcome
        done += 1
        report(outcome, done)
        begin()
      })
      worker.on('error', reject)
      begin()
    })
  await Promise.all(Array.from({ length: threads }, runThread))
  return outcomes
}

/** The indexes of the jobs that `only` selects. Contract variants come after all others. */
export function selectJobs(only?: string): number[] {
  const selected = [...jobs.entries()].filter(([, { id, requirement }]) => {
    if (only === undefined || id === only) return true
    return requirement === undefined
      ? only === 'variants'
      : [requirement, requirement.split('.')[0]].includes(only)
  })
  return only === 'contract-variants'
    ? contractJobs.map((_, index) => jobs.length + index)
    : selected.map(([index]) => index)
}
