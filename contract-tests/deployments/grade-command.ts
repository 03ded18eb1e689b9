// `npm run grade`: the grade over all processors, printed, with the kill matrix and, if asked, as JSON.

import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { type Graded, gradeOne, gradeSizes, gradeText, killMatrix } from './grade.ts'

type Job = readonly [kind: Graded['kind'], index: number]

/** Grades everything over so many threads; results come in the order of the jobs. */
export async function gradeAll(threads: number): Promise<Graded[]> {
  const jobs: Job[] = (['faulty', 'variant'] as const).flatMap((kind) =>
    Array.from({ length: gradeSizes[kind] }, (_, index) => [kind, index] as const),
  )
  const graded: Graded[] = []
  let next = 0
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
        begin()
      })
      worker.on('error', reject)
      begin()
    })
  await Promise.all(Array.from({ length: Math.max(1, threads) }, one))
  return graded
}

async function main(): Promise<void> {
  const began = performance.now()
  const graded = await gradeAll(availableParallelism())
  const flag = process.argv.indexOf('--json')
  const file = flag < 0 ? undefined : process.argv[flag + 1]
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(graded, null, 2)}\n`)
  const matrix = process.argv.indexOf('--matrix')
  const matrixFile = matrix < 0 ? undefined : process.argv[matrix + 1]
  if (matrixFile !== undefined) writeFileSync(matrixFile, killMatrix(graded))
  process.stdout.write(
    `${gradeText(graded)}\n${graded.length} deployments in ${Math.round((performance.now() - began) / 1000)} s\n`,
  )
}

if (isMainThread) await main()
else
  parentPort?.on('message', ([at, kind, index]: [number, Graded['kind'], number]) => {
    void gradeOne(kind, index).then((result) => parentPort?.postMessage([at, result]))
  })
