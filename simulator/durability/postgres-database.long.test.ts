// Nodes of a PostgreSQL database: one whose connections were forgotten on the way, such as by a firewall, continues with others, one
// with other settings does not start, and those who ask for their health move no sandbox.

import { expect, it } from 'vitest'
import { runProgram, serveProgram } from '../test-support/built-program.ts'
import { startDatabase, wayTo } from '../test-support/database.ts'
import { machine } from './machine-disk.ts'
import { openPostgres } from './postgres-database.ts'
import { Store } from './store.ts'

it('continues when connections are forgotten without a word', async () => {
  const database = await startDatabase()
  const way = await wayTo(database)
  const shared = await openPostgres(way.url)
  const store = await Store.open(shared, machine, () => undefined)
  try {
    const write = { name: 'shop', epoch: null, start: '{}', entries: ['1'], release: false }
    expect((await shared.write([write])).size).toBe(1)
    way.cut('silent')
    way.heal()
    const began = machine.now()
    // The first of them is sent on a forgotten connection.
    const stored = async () => {
      const found = await store.open('shop').catch(() => undefined)
      const add = { ...write, epoch: found?.epoch ?? '', start: undefined, entries: ['2'] }
      const written = await shared.write([add]).catch(() => undefined)
      return written?.size === 1 ? found : machine.sleep(50).then(() => undefined)
    }
    let found = await stored()
    while (found === undefined) found = await stored()
    expect(found).toMatchObject({ entries: ['1'] })
    expect(machine.now() - began).toBeLessThan(10_000)
  } finally {
    await way.stop()
    await store.close()
    await database.stop()
  }
})

it('stops using its sandboxes at the next renewal after another node has taken one over, whatever the clock says', async () => {
  const database = await startDatabase()
  const shared = await openPostgres(database.url)
  const store = await Store.open(shared, machine, () => undefined)
  const other = await openPostgres(database.url)
  const serving: boolean[] = []
  store.lease.onServing((isServing) => serving.push(isServing))
  try {
    await shared.write([{ name: 'shop', epoch: null, start: '{}', entries: [], release: false }])
    const term = store.lease.term()
    expect(await other.open('shop')).toBe('owned')
    // As if the clock of the database had jumped.
    database.sql("update paytwin_nodes set renewed = renewed - interval '10 s'")
    expect(await other.open('shop')).toMatchObject({ start: '{}' })
    await machine.sleep(1500)
    expect(store.lease.term()).not.toBe(term)
    expect(serving).toEqual([false, true])
    expect(await shared.renew()).toBe(true)
  } finally {
    await Promise.all([store.close(), other.close()])
    await database.stop()
  }
})

it('refuses a node with other settings than those that are alive, and names the differences', async () => {
  const database = await startDatabase()
  // As the version before made it.
  database.sql('create table paytwin_nodes (id bigint primary key, renewed timestamptz not null)')
  database.sql('insert into paytwin_nodes values (0, now())')
  const flags = ['--data', database.url, '--public-url', 'http://shop.test']
  const first = await serveProgram(...flags)
  try {
    await (await serveProgram(...flags, '--seed', '1')).stop()
    const others = ['--seed', '2', '--validation', 'report', '--random-assumptions', '1']
    const refused = await runProgram('serve', '--port', '0', ...flags.with(3, 'http://other.test'), ...others)
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain('Another node of this database has other settings.')
    expect(refused.stderr).toContain('--seed is "1" there and "2" here')
    expect(refused.stderr).toContain('--validation is "strict" there and "report" here')
    expect(refused.stderr).toContain('--public-url is "http://shop.test" there and "http://other.test" here')
    expect(refused.stderr).toMatch(/assumption [a-z.-]+ is .* there and .* here; and \d+ more\./)
    expect(database.sql('select count(distinct settings) from paytwin_nodes')).toBe('1\n')
    // One that was paused meanwhile does not come back before the others have ended.
    first.signal('SIGSTOP')
    await machine.sleep(3000)
    const second = await serveProgram(...flags, ...others)
    first.signal('SIGCONT')
    const ready = async () => (await fetch(`${first.url}/ready`).catch(() => undefined))?.ok ?? false
    for (let turn = 0; turn < 20; turn += 1) {
      await machine.sleep(50)
      expect(await ready()).toBe(false)
    }
    await second.stop()
    await expect.poll(ready, { timeout: 10_000 }).toBe(true)
    expect((await first.stop()).stderr).toContain('--seed is "2" there and "1" here')
  } finally {
    await first.stop('SIGKILL')
    await database.stop()
  }
}, 60_000)

it('serves again when its database is there again, however long that takes', async () => {
  const database = await startDatabase()
  const way = await wayTo(database)
  const served = await serveProgram('--data', way.url)
  try {
    way.cut('closed')
    await machine.sleep(5000)
    way.heal()
    const status = async () => (await fetch(`${served.url}/ready`).catch(() => undefined))?.status
    await expect.poll(status, { timeout: 10_000 }).toBe(200)
    expect((await served.stop()).code).toBe(0)
  } finally {
    await served.stop('SIGKILL')
    await way.stop()
    await database.stop()
  }
}, 60_000)

it('moves no sandbox when all nodes are asked for their health', async () => {
  const database = await startDatabase()
  const flags = ['--data', database.url, '--public-url', 'http://127.0.0.1:1']
  const nodes = await Promise.all([0, 1, 2].map(() => serveProgram(...flags)))
  const ask = async (path: string, init?: RequestInit) => {
    const responses = await Promise.all(nodes.map(({ url }) => fetch(`${url}${path}`, init)))
    for (const response of responses) await response.arrayBuffer()
    return responses.map(({ status }) => status)
  }
  try {
    const [first, second] = nodes
    expect((await fetch(`${first?.url}/api/stores`)).status).toBe(401)
    expect((await fetch(`${second?.url}/sandboxes/shop`, { method: 'PUT' })).status).toBe(200)
    const owners = () => database.sql('select name, owner, epoch from paytwin_sandboxes order by name')
    const before = owners()
    expect(before).toMatch(/^default\|\d+\|\d+\nshop\|\d+\|\d+\n$/)
    // As often as in half a minute with a probe each second, and longer than a sandbox stays at least.
    for (let probe = 0; probe < 30; probe += 1) {
      for (const path of ['/health', '/ready']) expect(await ask(path)).toEqual([200, 200, 200])
      await machine.sleep(100)
    }
    expect(owners()).toBe(before)
  } finally {
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')))
    await database.stop()
  }
}, 60_000)
