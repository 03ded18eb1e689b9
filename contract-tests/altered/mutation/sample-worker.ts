// A worker thread of a sample: receives ids of conditional mutants or of sampled variants, and sends back what the
// suite reported.

import { parentPort, workerData } from 'node:worker_threads'
import { conditionalMutants } from '../conditions/grid.ts'
import { type Coverage, runMutant, type SampleOptions } from './sample.ts'
import { runVariant } from './sampled-variants.ts'

/** A task of a worker. */
export type SampleTask = { mutant: string } | { variants: string; runs: number }

const { coverage, how }: { coverage: Coverage; how: SampleOptions } = workerData
const mutants = new Map(conditionalMutants().map((mutant) => [mutant.id, mutant]))

parentPort?.on('message', async (task: SampleTask) => {
  if ('variants' in task) return parentPort?.postMessage(await runVariant(task.variants, task.runs))
  const mutant = mutants.get(task.mutant)
  if (mutant === undefined) throw new RangeError(`There is no conditional mutant ${task.mutant}.`)
  parentPort?.postMessage(await runMutant(mutant, coverage, how))
})
