// A worker thread of a run: receives jobs, conditional mutants or sampled variants, and sends back what the suite reported.

import { parentPort, workerData } from 'node:worker_threads'
import { conditionalMutants } from '../conditions/grid.ts'
import { runByHistories } from './by-histories.ts'
import { contractJobs, type HowToRun, jobs, runJob } from './run.ts'
import { type Coverage, runMutant, type SampleOptions } from './sample.ts'
import { runVariant } from './sampled-variants.ts'

/** A task of a worker: the index of a job, or the id of a conditional mutant or of a sampled variant. */
export type Task = ({ job: number } & HowToRun) | { mutant: string } | { variants: string; runs: number }

/** The common part of all tasks of a sample of mutants. */
export interface SampleData {
  coverage: Coverage
  how: SampleOptions
}

/** The conditional mutants by their ids: of tens of thousands, each task runs one. */
let mutants: ReadonlyMap<string, ReturnType<typeof conditionalMutants>[number]> | undefined

function run(task: Task) {
  if ('variants' in task) return runVariant(task.variants, task.runs)
  if ('job' in task) {
    const job = [...jobs, ...contractJobs][task.job]
    if (job === undefined) throw new RangeError(`There is no job ${task.job}.`)
    return runJob(job, task)
  }
  mutants ??= new Map(conditionalMutants().map((one) => [one.id, one]))
  const mutant = mutants.get(task.mutant)
  if (mutant === undefined) throw new RangeError(`There is no conditional mutant ${task.mutant}.`)
  const { coverage, how }: SampleData = workerData
  return how.histories === undefined
    ? runMutant(mutant, coverage, how)
    : runByHistories(mutant, how.histories, how.seed ?? 1)
}

parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await run(task)))
