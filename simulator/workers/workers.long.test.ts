// Several processes behind one port serve as one does, also when one of them is killed.

import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { WebhookReceiver } from '../../client/webhook-receiver.ts'
import { type ServedProgram, serveProgram } from '../test-support/built-program.ts'
import { ClusterClient } from '../test-support/cluster-client.ts'
import { type Database, startDatabase } from '../test-support/database.ts'
import { workerOf } from './routing.ts'

let directory: string
let receiver: WebhookReceiver
let database: Database
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'paytwin-workers-test-'))
  receiver = await WebhookReceiver.listen()
  database = await startDatabase()
})
afterAll(async () => {
  await receiver.close()
  await database.stop()
  await rm(directory, { recursive: true })
})

const open: ServedProgram[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((served) => served.stop('SIGKILL')))
})

/** Links in responses contain the public URL, so it must be the same each time. */
async function serve(...flags: string[]): Promise<ServedProgram> {
  const served = await serveProgram('--public-url', 'http://127.0.0.1:1', ...flags)
  open.push(served)
  return served
}

function workersOf({ pid }: ServedProgram): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}

it.each([
  ['directory', () => join(directory, 'data')],
  ['database', () => database.url],
])(
  'loses nothing that was answered when workers are killed, and continues with another number of workers, with data in a %s',
  async (_, place) => {
    const data = ['--data', place()]
    const served = await serve(...data, '--workers', '2')
    const { url } = served
    const clients = Array.from({ length: 8 }, (_, index) => new ClusterClient(url, `shop-${index}`))
    expect(new Set(clients.map(({ name }) => workerOf(name, 2)))).toEqual(new Set([0, 1]))
    for (const client of clients) await client.create(receiver.url)
    const paying = Promise.all(clients.map((client) => client.pay(500)))
    for (const index of [0, 1, 0]) {
      await sleep(1000 + Math.random() * 500)
      const [pid = 0] = workersOf(served).slice(index)
      process.kill(pid, 'SIGKILL')
      const before = clients.map(({ answered }) => answered.length)
      while (clients.some(({ answered }, at) => answered.length < (before[at] ?? 0) + 2)) await sleep(20)
    }
    for (const client of clients) client.stopped = true
    await paying
    const twin = await serve()
    const digests = new Map<string, string>()
    for (const client of clients) {
      const lines = await client.journal()
      expect(client.lost(lines)).toEqual([])
      await new ClusterClient(twin.url, client.name).create(receiver.url)
      await client.repeat(twin.url)
      digests.set(client.name, await client.digest())
      expect(await client.digest(twin.url)).toBe(digests.get(client.name))
    }
    expect((await served.stop()).stderr.match(/ended with SIGKILL.*Its sandboxes continue/g)).toHaveLength(3)
    for (const workers of ['3', '1']) {
      const again = await serve(...data, '--workers', workers)
      for (const client of clients) expect(await client.digest(again.url)).toBe(digests.get(client.name))
      expect((await again.stop()).code).toBe(0)
    }
  },
  120_000,
)

it('serves each sandbox in its worker, however a path is written', async () => {
  const data = ['--data', join(directory, 'paths')]
  const served = await serve(...data, '--workers', '2')
  const names = ['a', 'b', 'c', 'd']
  const odd = (name: string) => [
    `/x/../sandboxes/${name}`,
    `/./sandboxes/${name}`,
    `/%2e/sandboxes/${name}`,
    `/%73andboxes/${name}`,
    `/sandboxes/x/../${name}`,
  ]
  const { port } = new URL(served.url)
  // As written: fetch would normalize the path.
  const advance = (path: string) =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json' }
      request({ port, path: `${path}/control/clock/advance`, method: 'POST', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .once('error', reject)
        .end('{"by":"P1D"}')
    })
  const now = async (url: string, name: string) =>
    /\d{4}-\d\d-\d\d/.exec(await (await fetch(`${url}/sandboxes/${name}/control/clock`)).text())?.[0]
  for (const name of names) {
    await fetch(`${served.url}/sandboxes/${name}`, { method: 'PUT' })
    for (const path of odd(name)) expect(await advance(path), path).toBe(200)
    expect(await now(served.url, name)).toBe('2026-01-10')
  }
  expect((await served.stop()).code).toBe(0)
  const again = await serve(...data)
  for (const name of names) expect(await now(again.url, name)).toBe('2026-01-10')
}, 60_000)

it('serves all sandboxes on one connection, lists and forks them, and streams their changes', async () => {
  const { url, stop } = await serve('--workers', '3', '--max-sandboxes', '4')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (method: string, path: string, body = '') =>
    new Promise<{ status: number | undefined; text: string; port: number | undefined }>((resolve, reject) => {
      request(url + path, { agent, method }, async (response) =>
        resolve({
          status: response.statusCode,
          port: response.socket.localPort,
          text: await textOf(response),
        }),
      )
        .once('error', reject)
        .end(body)
    })
  const names = ['a', 'b', 'c', 'd']
  expect(new Set(['default', ...names].map((name) => workerOf(name, 3)))).toEqual(new Set([0, 1, 2]))
  const ports = new Set<number | undefined>()
  for (const name of names) {
    const { status, port } = await send('PUT', `/sandboxes/${name}`, '{"seed":3}')
    ports.add(port)
    expect(status).toBe(200)
    await send('POST', `/sandboxes/${name}/control/clock/advance`, '{"by":"P1D"}')
    expect((await send('GET', `/sandboxes/${name}/control/clock`)).text).toContain('2026-01-06')
  }
  expect(ports.size).toBe(1)
  const listed = JSON.parse((await send('GET', '/sandboxes')).text)
  expect(listed).toMatchObject({ total: 5, max: 4 })
  expect(listed.sandboxes.map(({ name }: { name: string }) => name)).toEqual(['default', ...names])
  // Beyond the maximum, one leaves.
  for (const name of ['e', 'f', 'g']) {
    const forked = await send('POST', '/sandboxes/d/control/fork', JSON.stringify({ name }))
    expect(JSON.parse(forked.text)).toMatchObject({ name, now: expect.stringContaining('2026-01-06') })
    expect((await send('GET', `/sandboxes/${name}/control/clock`)).text).toContain('2026-01-06')
  }
  expect(JSON.parse((await send('GET', '/sandboxes')).text).total).toBeLessThanOrEqual(6)

  const stream = await fetch(`${url}/sandboxes/g/control/stream`)
  const reader = stream.body?.getReader()
  const change = async () => new TextDecoder().decode((await reader?.read())?.value)
  expect(await change()).toContain('event: change')
  await send('POST', '/sandboxes/g/control/clock/advance', '{"by":"P1D"}')
  expect(await change()).toContain('event: change')
  await reader?.cancel()
  agent.destroy()
  expect((await stop()).code).toBe(0)
}, 60_000)

it('starts a worker again without its sandboxes when they are in memory, and ends when that happens too often', async () => {
  const served = await serve('--workers', '2')
  const { url } = served
  const withDefault = workerOf('default', 2)
  const names = ['a', 'b', 'c', 'd']
  const lost = names.filter((name) => workerOf(name, 2) !== withDefault)
  for (const name of names) await fetch(`${url}/sandboxes/${name}`, { method: 'PUT' })
  const statusOf = async (name: string) =>
    (await fetch(`${url}/sandboxes/${name}`).catch(() => undefined))?.status
  for (let kills = 0; kills < 6; kills += 1) {
    const victim = workersOf(served)[kills === 0 ? 1 - withDefault : 1]
    process.kill(victim ?? 0, 'SIGKILL')
    while (kills < 5 && (await statusOf(lost[0] ?? '')) !== 404) await sleep(20)
    if (kills > 0) continue
    const statuses = await Promise.all(names.map(statusOf))
    expect(statuses).toEqual(names.map((name) => (lost.includes(name) ? 404 : 200)))
  }
  const { code, stderr } = await served.ended
  expect(code).toBe(2)
  expect(stderr).toContain('Its sandboxes are gone')
  expect(stderr).toContain('ended more than 5 times within a minute')
}, 60_000)

it('reports one error when no worker can start', async () => {
  await expect(serve('--workers', '2', '--world', 'missing.json')).rejects.toThrow(
    /ended with 2: .*missing\.json/,
  )
})
