// A server that is killed at any moment, under load, continues with everything that it has answered.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../core/listening.ts'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { childrenOf, serveProgram } from '../test-support/built-program.ts'
import { type Database, startDatabase } from '../test-support/database.ts'
import { nothing, PayingClients } from '../test-support/paying-clients.ts'
import { SeededRandom } from '../world/random.ts'

const kills = Number(process.env.PAYTWIN_TEST_KILLS ?? 6)
const random = new SeededRandom(process.env.TEST_SEED ?? 'kills')

const directory = testDirectory('kill')
let database: Database
beforeAll(async () => {
  database = await startDatabase()
})
afterAll(() => database.stop())

it.each([
  { what: 'one process', place: () => join(directory, 'one'), workers: [] },
  { what: 'workers', place: () => join(directory, 'workers'), workers: ['2', '3'] },
  { what: 'workers with a database', place: () => database.url, workers: ['2', '3'] },
])(
  'has every answered request once after each of many kills: $what',
  async ({ what, place, workers }) => {
    const url = 'http://127.0.0.1:1'
    const data = ['--data', place(), '--public-url', url, '--port', String(await freePort())]
    // It continues with another number of workers.
    const flags = (start: number) =>
      workers.slice(start % 2, 1 + (start % 2)).flatMap((one) => ['--workers', one])
    const serve = (start: number) => serveProgram(...data, ...flags(start))
    let served = await serve(0)
    try {
      const paying = await PayingClients.start(served.url, 12, 150)
      for (let kill = 0; kill < kills; kill += 1) {
        await sleep(random.fraction() * 500)
        // A worker is started again by the first process, but not many times in a minute.
        const [worker] =
          kill % 2 === 0 || workers.length === 0 ? [] : childrenOf(served).slice(kill % 4 > 1 ? 1 : 0)
        if (worker === undefined) {
          await served.stop('SIGKILL')
          served = await serve(kill / 2 + 1)
        } else process.kill(worker, 'SIGKILL')
        await paying.recovered(`kill ${kill + 1}`)
      }
      expect(await paying.end(`${kills} kills, ${what}`, '--public-url', url)).toMatchObject(nothing)
      expect((await served.stop()).code).toBe(0)
    } finally {
      await served.stop('SIGKILL')
    }
  },
  60_000 + kills * 20_000,
)
