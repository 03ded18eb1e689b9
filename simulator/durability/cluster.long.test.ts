// Three nodes with one database behind nginx lose nothing that was answered, whatever fails.

import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { WebhookReceiver } from '../../client/webhook-receiver.ts'
import { type ServedProgram, serveProgram } from '../test-support/built-program.ts'
import { ClusterClient } from '../test-support/cluster-client.ts'
import { freePort, startDatabase, startNginx } from '../test-support/database.ts'

const count = Number(process.env.PAYTWIN_TEST_SANDBOXES ?? 30)
/** The load is the same for each number of sandboxes: it is not what is tested. */
const pauseMs = 500 * Math.max(1, count / 30)
const nodeCount = 3
const maxRecoveryMs = 5000

const example = new URL('../../docs/examples/nginx.conf', import.meta.url)

/** The example, with other addresses. */
async function configuration(port: number, nodes: readonly ServedProgram[]): Promise<string> {
  let text = (await readFile(example, 'utf8')).replace('listen 8080', `listen 127.0.0.1:${port}`)
  for (const [index, { url }] of nodes.entries())
    text = text.replace(`10.0.0.1${index + 1}:4020`, new URL(url).host)
  expect(text).not.toMatch(/10\.0\.0|8080/)
  return text
}

it(
  'loses nothing that was answered when a node, its connections or its time are lost',
  async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const database = await startDatabase()
    const receiver = await WebhookReceiver.listen()
    const node = (own: number) =>
      serveProgram(
        '--port',
        String(own),
        '--data',
        database.url,
        '--public-url',
        url,
        '--max-sandboxes',
        '1000',
      )
    const nodes = await Promise.all(Array.from({ length: nodeCount }, () => node(0)))
    const nginx = await startNginx(await configuration(port, nodes), port)
    const twin = await serveProgram('--public-url', url, '--max-sandboxes', '1000')
    try {
      const clients = Array.from({ length: count }, (_, index) => new ClusterClient(url, `shop-${index}`))
      for (const client of clients) await client.create(receiver.url)
      // One after the other, as independent shops would.
      const paying = Promise.all(
        clients.map((client, index) => client.pay(pauseMs, (index * pauseMs) / count)),
      )
      /** The longest that a client had to wait for an answer since the last time. */
      const recovered = async (what: string) => {
        // Each of them is answered again.
        const answers = clients.map(({ answered }) => answered.length)
        const isBehind = () =>
          clients.some(({ answered }, index) => answered.length < (answers[index] ?? 0) + 3)
        while (isBehind()) await sleep(20)
        const ms = Math.round(Math.max(...clients.map(({ longestMs }) => longestMs)))
        const failures = clients.reduce((sum, one) => sum + one.failures, 0)
        for (const client of clients) {
          client.longestMs = 0
          client.failures = 0
        }
        console.log(`${what}: ${ms} ms until the last request was answered, ${failures} failed before`)
        return ms
      }
      // On a busy machine everything takes longer.
      const maxMs = maxRecoveryMs + 4 * (await recovered('undisturbed'))

      const [first, second] = nodes
      if (first === undefined || second === undefined) throw new Error('There are no nodes.')
      await first.stop('SIGKILL')
      expect(await recovered('a node is killed')).toBeLessThan(maxMs)
      nodes[0] = await node(Number(new URL(first.url).port))
      await recovered('it is there again')

      const broken = database.sql(
        "select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'paytwin'",
      )
      expect(Number(broken)).toBeGreaterThanOrEqual(nodeCount)
      expect(await recovered('the connections of the database are closed')).toBeLessThan(maxMs)

      second.signal('SIGSTOP')
      expect(await recovered('a node is paused')).toBeLessThan(maxMs)
      // The paused node gets some requests, too. When it continues, it must not answer with what it remembers.
      const reads = clients.slice(0, 3).map((client) => client.read(second.url))
      await sleep(500)
      second.signal('SIGCONT')
      await Promise.all(reads)
      await recovered('it continues')

      for (const client of clients) client.stopped = true
      await paying
      for (const client of clients) {
        const lines = await client.journal()
        expect(client.lost(lines)).toEqual([])
        await new ClusterClient(twin.url, client.name).create(receiver.url)
        await client.repeat(lines, twin.url)
        expect(await client.digest(), client.name).toBe(await client.digest(twin.url))
      }
    } finally {
      await Promise.all([
        nginx.stop(),
        receiver.close(),
        twin.stop(),
        ...nodes.map((one) => one.stop('SIGKILL')),
      ])
      await database.stop()
    }
  },
  180_000 + count * 1000,
)
