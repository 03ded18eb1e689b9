// A worker thread of a mutation run: receives indexes of jobs, and sends back their outcomes.

import { parentPort } from 'node:worker_threads'
import { contractJobs, type HowToRun, jobs, runJob } from './run.ts'

parentPort?.on('message', async ([index, how]: [number, HowToRun]) => {
  const job = [...jobs, ...contractJobs][index]
  if (job === undefined) throw new RangeError(`There is no job ${index}.`)
  parentPort?.postMessage(await runJob(job, how))
})
