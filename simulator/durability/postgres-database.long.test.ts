// A node whose connections to PostgreSQL were forgotten on the way, such as by a firewall, continues with others.

import { connect, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { listenOn } from '../../core/listening.ts'
import { startDatabase } from '../test-support/database.ts'
import { machine } from './machine.ts'
import { openPostgres } from './postgres-database.ts'
import { Store } from './store.ts'

it('continues when connections are forgotten without a word', async () => {
  const database = await startDatabase()
  const path = `${new URL(database.url).searchParams.get('host')}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  const firewall = createServer((socket) => {
    const to = connect(path)
    for (const one of [socket, to]) sockets.add(one.on('error', () => undefined))
    socket.pipe(to).pipe(socket)
  })
  const { port } = new URL(await listenOn(firewall, { host: '127.0.0.1', port: 0 }))
  const shared = await openPostgres(`postgres://paytwin@127.0.0.1:${port}/postgres`)
  const store = await Store.open(shared, machine, () => undefined)
  try {
    const write = { name: 'shop', epoch: null, start: '{}', entries: ['1'], release: false }
    expect((await shared.write([write])).size).toBe(1)
    for (const socket of sockets) socket.unpipe().pause()
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
    for (const socket of sockets) socket.destroy()
    firewall.close()
    await store.close()
    await database.stop()
  }
})
