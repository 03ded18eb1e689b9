// Three nodes with one database behind a proxy lose nothing that was answered, and double nothing, whatever fails.

import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freePort } from '../../core/listening.ts'
import { type ServedProgram, serveProgram } from '../test-support/built-program.ts'
import { startDatabase, startNginx, wayTo } from '../test-support/database.ts'
import { nothing, PayingClients } from '../test-support/paying-clients.ts'
import { SeededRandom } from '../world/random.ts'

const count = Number(process.env.PAYTWIN_TEST_SANDBOXES ?? 30)
const kills = Number(process.env.PAYTWIN_TEST_KILLS ?? 3)
const random = new SeededRandom(process.env.TEST_SEED ?? 'cluster')
/** The load is the same for each number of sandboxes: it is not what is tested. */
const pauseMs = 500 * Math.max(1, count / 30)
const nodeCount = 3

/** The example of a proxy, with other addresses. */
async function configuration(port: number, nodes: readonly ServedProgram[]): Promise<string> {
  const example = new URL('../../docs/examples/nginx.conf', import.meta.url)
  let text = (await readFile(example, 'utf8')).replace('listen 8080', `listen 127.0.0.1:${port}`)
  for (const [index, { url }] of nodes.entries())
    text = text.replace(`10.0.0.1${index + 1}:4020`, new URL(url).host)
  expect(text).not.toMatch(/10\.0\.0|8080/)
  return text
}

it(
  'loses nothing that was answered when nodes, their connections, their time or the database are lost',
  async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const database = await startDatabase()
    const ways = await Promise.all(Array.from({ length: nodeCount }, () => wayTo(database)))
    const nodeOf = (index: number, own: number) =>
      serveProgram(
        ...['--port', String(own), '--data', ways[index]?.url ?? '', '--public-url', url],
        ...['--max-sandboxes', '1000'],
      )
    const nodes = await Promise.all(ways.map((_, index) => nodeOf(index, 0)))
    const balancer = await startNginx(await configuration(port, nodes), port)
    const kill = async (index: number) => {
      const node = nodes[index]
      await node?.stop('SIGKILL')
      return async () => {
        nodes[index] = await nodeOf(index, Number(new URL(node?.url ?? '').port))
      }
    }
    try {
      const clients = await PayingClients.start(url, count, pauseMs)
      await clients.recovered('undisturbed')
      for (let number = 0; number < kills; number += 1) {
        const startAgain = await kill(number % nodeCount)
        await clients.recovered(`kill ${number + 1}`)
        await startAgain()
        await sleep(random.fraction() * 1000)
      }
      const startAgain = await Promise.all(nodes.map((_, index) => kill(index)))
      await Promise.all(startAgain.map((start) => start()))
      // The duration depends on how long programs take to start.
      await clients.recovered('all nodes are killed')

      const broken = database.sql(
        "select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'paytwin'",
      )
      expect(Number(broken)).toBeGreaterThanOrEqual(nodeCount)
      await clients.recovered('the connections of the database are closed')
      await database.restart()
      await clients.recovered('the database crashes')
      for (const how of ['closed', 'silent'] as const) {
        ways[0]?.cut(how)
        // Meanwhile it responds with 503 for its sandboxes.
        await sleep(2000)
        ways[0]?.heal()
        await clients.recovered(`a node had no database, its connections were ${how}`)
      }

      const [, paused] = nodes
      if (paused === undefined) throw new Error('There are no nodes.')
      // A proxy may send a PUT again that the paused node has. Everything that happens after the second one is kept.
      const replace = await clients.prepare('late', 12)
      paused.signal('SIGSTOP')
      const replaced = replace()
      // Its sandboxes wait for it: nothing but the end of its connection gives them to others.
      await sleep(2000)
      // The paused node gets some requests, too. When it continues, it must not answer with what it remembers.
      const reads = clients.readAt(paused.url)
      await sleep(500)
      paused.signal('SIGCONT')
      await Promise.all([reads, replaced])
      await clients.recovered('it continues')

      const faults = `${kills + nodeCount} kills and 6 other faults`
      expect(await clients.end(faults, '--public-url', url)).toMatchObject(nothing)
    } finally {
      await Promise.all([balancer.stop(), ...nodes.map((one) => one.stop('SIGKILL'))])
      await Promise.all(ways.map((way) => way.stop()))
      await database.stop()
    }
  },
  300_000 + count * 1000 + kills * 20_000,
)
