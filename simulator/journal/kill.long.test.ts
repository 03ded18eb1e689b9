// A server that is killed at any moment, under load, continues with everything that it has answered.

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freePort } from '../../core/listening.ts'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { serveProgram } from '../test-support/built-program.ts'
import { nothing, PayingClients } from '../test-support/paying-clients.ts'
import { SeededRandom } from '../world/random.ts'

const kills = Number(process.env.PAYTWIN_TEST_KILLS ?? 6)
const random = new SeededRandom(process.env.TEST_SEED ?? 'kills')

it(
  'has every answered request once after each of many kills',
  async () => {
    const publicUrl = ['--public-url', 'http://127.0.0.1:1']
    const data = ['--data', testDirectory('kill'), '--port', String(await freePort())]
    let served = await serveProgram(...data, ...publicUrl)
    try {
      const clients = await PayingClients.start(served.url, 12, 150)
      for (let kill = 0; kill < kills; kill += 1) {
        await sleep(random.fraction() * 500)
        await served.stop('SIGKILL')
        served = await serveProgram(...data, ...publicUrl)
        await clients.recovered(`kill ${kill + 1}`)
      }
      expect(await clients.end(`${kills} kills`, ...publicUrl)).toMatchObject(nothing)
      expect((await served.stop()).code).toBe(0)
    } finally {
      await served.stop('SIGKILL')
    }
  },
  60_000 + kills * 20_000,
)
