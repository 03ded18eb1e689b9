// A server that is killed at any moment, under load, continues with everything that it has answered.

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebhookReceiver } from '../../client/webhook-receiver.ts'
import { type ServedProgram, serveProgram } from '../test-support/built-program.ts'
import { qrTransaction } from '../test-support/requests.ts'
import { SeededRandom } from '../world/random.ts'

const kills = Number(process.env.PAYTWIN_TEST_KILLS ?? 6)
const clients = 6
const random = new SeededRandom('kills')
const headers = {
  'content-type': 'application/json',
  'x-transaction-source': 'qr-code-api',
  authorization: 'Bearer merchant-lamp-shop',
}

let directory: string
let receiver: WebhookReceiver

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'paytwin-kill-'))
  receiver = await WebhookReceiver.listen({
    respond: (response) => void response.writeHead(200).end('noted'),
  })
})
afterAll(async () => {
  await receiver.close()
  await rm(directory, { recursive: true })
})

// Links in responses contain the public URL, so it must be the same each time.
const serve = (data: string, ...flags: string[]) =>
  serveProgram('--data', data, '--public-url', 'http://127.0.0.1:1', ...flags)

async function getJson(url: string): Promise<Record<string, unknown>> {
  return JSON.parse(await (await fetch(url)).text())
}

/** An advance that had not ended when the server was killed continues; until it ends, there is no snapshot. */
async function digestOf({ url }: ServedProgram): Promise<unknown> {
  for (;;) {
    const { digest, state } = await getJson(`${url}/control/snapshot`)
    if (state !== 'advancing') return digest
    await sleep(50)
  }
}

/** Pays until the server is gone. Each payment whose response arrived is answered. */
async function pay({ url }: ServedProgram, client: string, answered: string[]): Promise<void> {
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return JSON.parse(await response.text())
  }
  try {
    for (let count = 0; ; count += 1) {
      const { result } = await post('/api/purchase/qr/generate', qrTransaction(`${client}-${count}`))
      answered.push(result.id)
      await post(`/control/transactions/${result.id}/pay`, { share: '0.5' })
      if (count % 5 === 4) await post('/control/clock/advance', { by: 'PT1M' })
    }
  } catch {
    // The server was killed.
  }
}

it(
  'has every answered request after each of many kills, and continues in the same way',
  async () => {
    const data = join(directory, 'data')
    const answered: string[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      const served = await serve(data, '--webhook-url', receiver.url)
      const paying = Array.from({ length: clients }, (_, client) =>
        pay(served, `${kill}-${client}`, answered),
      )
      while (answered.length === 0) await sleep(5)
      await sleep(random.fraction() * 500)
      await served.stop('SIGKILL')
      await Promise.all(paying)
      const copy = join(directory, `copy-${kill}`)
      await cp(data, copy, { recursive: true, filter: (path) => !path.endsWith('lock') })
      const [continued, twin] = await Promise.all([serve(data), serve(copy)])
      for (const id of answered.splice(0))
        expect(await getJson(`${continued.url}/control/transactions/${id}`)).toMatchObject({ id })
      const digest = await digestOf(continued)
      expect(digest).toEqual(expect.any(String))
      expect(await digestOf(twin)).toBe(digest)
      await Promise.all([continued.stop(), twin.stop()])
    }
  },
  60_000 + kills * 20_000,
)
