// Requests that waited in a process that was paused, and that were repeated elsewhere meanwhile, change nothing when it continues.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { childrenOf, type ServedProgram, serveProgram } from '../test-support/built-program.ts'
import { startDatabase } from '../test-support/database.ts'
import { qrTransaction } from '../test-support/requests.ts'
import { workerOf } from './routing.ts'

const directory = testDirectory('late')
const name = 'shop'
const text = `PUT /sandboxes/${name} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`
const headers = {
  'content-type': 'application/json',
  'x-transaction-source': 'qr-code-api',
  authorization: 'Bearer merchant-lamp-shop',
}

/** Repeats a request until it is answered. */
async function answered(url: string, init: RequestInit = {}): Promise<string> {
  for (;;) {
    const signal = AbortSignal.timeout(3000)
    const response = await fetch(url, { headers, ...init, signal }).catch(() => undefined)
    const body = await response?.text().catch(() => undefined)
    if (response?.status === 200 && body !== undefined) return body
    await sleep(50)
  }
}

it.each([
  ['the first process', ({ pid }: ServedProgram) => pid],
  ['the worker', (first: ServedProgram) => childrenOf(first)[workerOf(name, 2)]],
])(
  'executes no PUT that waited while %s was paused',
  async (_, pausedOf) => {
    const database = await startDatabase()
    const flags = ['--data', database.url, '--public-url', 'http://127.0.0.1:1', '--workers', '2']
    const [first, other] = await Promise.all([serveProgram(...flags), serveProgram(...flags)])
    const { port } = new URL(first.url)
    const opened = async (): Promise<Socket> => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
      await once(socket, 'connect')
      return socket
    }
    const pay = (url: string, order: string) =>
      answered(`${url}/sandboxes/${name}/api/purchase/qr/generate`, {
        method: 'POST',
        body: JSON.stringify(qrTransaction(order)),
      })
    try {
      await answered(`${first.url}/sandboxes/${name}`, { method: 'PUT', body: '{}' })
      await pay(first.url, 'before')
      const accepted = await opened()
      await sleep(100)
      const pid = pausedOf(first) ?? 0
      process.kill(pid, 'SIGSTOP')
      accepted.write(text)
      for (let count = 0; count < 20; count += 1) (await opened()).write(text)
      await sleep(3000)
      await answered(`${other.url}/sandboxes/${name}`, { method: 'PUT', body: '{}' })
      await pay(other.url, 'after')
      process.kill(pid, 'SIGCONT')
      await sleep(3000)
      const journal = await answered(`${other.url}/sandboxes/${name}/control/journal`)
      expect(journal).toContain('after')
      expect(journal).not.toContain('before')
      expect(await answered(`${first.url}/sandboxes/${name}/control/journal`)).toContain('after')
    } finally {
      await Promise.all([first.stop('SIGKILL'), other.stop('SIGKILL')])
      await database.stop()
    }
  },
  60_000,
)

it('forwards no PUT that waited while the worker of its connection was paused', async () => {
  const served = await serveProgram('--data', directory, '--workers', '2')
  const { url, stop } = served
  const first = ['a', 'b', 'c', 'd'].find((one) => workerOf(one, 2) !== workerOf(name, 2)) ?? ''
  const sandbox = `${url}/sandboxes/${name}`
  // Each on another connection: those that are kept may lead to the worker that is paused.
  const put = (path: string) =>
    answered(path, { method: 'PUT', body: '{}', headers: { ...headers, connection: 'close' } })
  try {
    await put(`${url}/sandboxes/${first}`)
    const kept = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
    kept.write(`GET /sandboxes/${first}/control/clock HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
    await once(kept, 'data')
    const worker = childrenOf(served)[workerOf(first, 2)] ?? 0
    process.kill(worker, 'SIGSTOP')
    kept.write(text)
    await sleep(3000)
    kept.destroy()
    await put(sandbox)
    await answered(`${sandbox}/api/purchase/qr/generate`, {
      method: 'POST',
      body: JSON.stringify(qrTransaction('after')),
      headers: { ...headers, connection: 'close' },
    })
    process.kill(worker, 'SIGCONT')
    await sleep(1000)
    expect(await answered(`${sandbox}/control/journal`)).toContain('after')
  } finally {
    await stop('SIGKILL')
  }
}, 60_000)
