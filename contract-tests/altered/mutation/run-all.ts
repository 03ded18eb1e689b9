// Runs jobs on worker threads. Outcomes have the order of the jobs, whichever thread finishes first.

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { UsageError } from '../../../core/errors.ts'
import { partOf, type Shard } from '../../../core/shard.ts'
import { contractJobs, jobs, type Outcome } from './run.ts'
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

/** The indexes of the jobs of a shard, out of those that `only` selects. Contract variants come after all others. */
export function selectJobs(only?: string, shard: Shard = { shard: 1, of: 1 }): number[] {
  const selected = [...jobs.entries()].filter(([, { id, requirement }]) => {
    if (only === undefined || id === only) return true
    return requirement === undefined
      ? only === 'variants'
      : [requirement, requirement.split('.')[0]].includes(only)
  })
  const indexes =
    only === 'contract-variants'
      ? contractJobs.map((_, index) => jobs.length + index)
      : selected.map(([index]) => index)
  return partOf(indexes, shard)
}

/** The outcomes of all shards of a run, in the order of the jobs. */
export function mergeOutcomes(shards: readonly (readonly Outcome[])[]): Outcome[] {
  const outcomes = new Map(shards.flat().map((outcome) => [outcome.id, outcome]))
  const merged = jobs.flatMap(({ id }) => outcomes.get(id) ?? [])
  if (merged.length === jobs.length && shards.flat().length === jobs.length) return merged
  throw new UsageError(
    'These are not the shards of one run.',
    `They have ${shards.flat().length} outcomes, and ${merged.length} of the ${jobs.length} deployments.`,
    'Give the file that --json wrote for each shard.',
  )
}
