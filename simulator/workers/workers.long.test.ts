// Several processes behind one port serve as one does. That they lose nothing when they are killed is tested in
// ../durability/kill.long.test.ts.

import { Agent, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { childrenOf, type ServedProgram, serveProgram } from '../test-support/built-program.ts'
import { workerOf } from './routing.ts'

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
    const victim = childrenOf(served)[kills === 0 ? 1 - withDefault : 1]
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
