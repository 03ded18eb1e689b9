// `npm run mutation`: the grade over all processors, printed, and if asked as JSON (`--json FILE`) or as the committed kill
// matrix (`--write`). It ends with 1 where a fault survives or a lawful deployment is accused.

import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { errorMessage } from '../../core/errors.ts'
import { type Graded, gradeOf, gradeOne, gradeSizes, gradeText } from './grade.ts'
import { killMatrixOf, matrixFile, matrixText } from './kill-matrix.ts'

type Job = readonly [kind: Graded['kind'], index: number]

/** Grades everything over so many threads; results come in the order of the jobs. */
async function gradeAll(threads: number, progress: (done: number, all: number) => void): Promise<Graded[]> {
  const jobs: Job[] = (['faulty', 'variant'] as const).flatMap((kind) =>
    Array.from({ length: gradeSizes[kind] }, (_, index) => [kind, index] as const),
  )
  const graded: Graded[] = []
  let next = 0
  let done = 0
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(fileURLToPath(import.meta.url))
      const begin = () => {
        const job = jobs[next]
        if (job === undefined) {
          void worker.terminate().then(() => resolve())
          return
        }
        worker.postMessage([next, ...job])
        next += 1
      }
      worker.on('message', ([at, result]: [number, Graded]) => {
        graded[at] = result
        done += 1
        progress(done, jobs.length)
        begin()
      })
      worker.on('error', reject)
      begin()
    })
  await Promise.all(Array.from({ length: Math.max(1, threads) }, one))
  return graded
}

const options = { json: { type: 'string' }, write: { type: 'boolean' } } as const

function flags(): { json?: string; write?: boolean } {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    process.stderr.write(`grade: ${errorMessage(error)}\n  It takes --json FILE and --write.\n`)
    process.exit(2)
  }
}

async function main(): Promise<void> {
  const { json, write } = flags()
  const began = performance.now()
  const graded = await gradeAll(availableParallelism(), (done, all) => {
    if (done % 50 === 0) process.stderr.write(`  ${done} of ${all} deployments\n`)
  })
  const seconds = Math.round((performance.now() - began) / 1000)
  const grade = gradeOf(graded)
  if (json !== undefined)
    writeFileSync(json, `${JSON.stringify({ ...grade, seconds, deployments: graded }, null, 2)}\n`)
  if (write === true) writeFileSync(matrixFile, matrixText(killMatrixOf(graded)))
  process.stdout.write(`${gradeText(grade, graded)}\n${graded.length} deployments in ${seconds} s\n`)
  if (grade.survivors.length > 0 || grade.falseAlarms.length > 0) process.exitCode = 1
}

if (isMainThread) await main()
else
  parentPort?.on('message', ([at, kind, index]: [number, Graded['kind'], number]) => {
    void gradeOne(kind, index).then((result) => parentPort?.postMessage([at, result]))
  })
