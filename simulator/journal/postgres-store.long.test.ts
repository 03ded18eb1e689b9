// The journal store in PostgreSQL: each journal is at one node at a time, and whatever is confirmed is read again.

import { Client } from 'pg'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UnavailableError } from '../../core/errors.ts'
import { startDatabase, wayTo } from '../test-support/database.ts'
import type { JournalStore } from './journal-store.ts'
import { openPostgres } from './postgres-store.ts'
import { entry } from './test-support/directory.ts'

const database = await startDatabase()
afterAll(() => database.stop())

const sql = (text: string) => database.sql(`set client_min_messages = warning; ${text}`).replace(/^SET\n/, '')

const stores: JournalStore[] = []
async function node(url = database.url) {
  const events: string[] = []
  const store = await openPostgres(url, (line) => events.push(line))
  store.watch({ lost: () => events.push('lost'), wanted: (name) => events.push(`${name} is wanted`) })
  stores.push(store)
  return { store, events }
}
beforeEach(() => sql('drop table if exists paytwin_journal, paytwin_format, paytwin_sandboxes'))
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
})

const breakConnections =
  "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'paytwin'"
/** Waits until a call succeeds that does not at once, because the other side notices something. */
const soon = <Value>(call: () => Promise<Value>) => vi.waitFor(call, { timeout: 300_000, interval: 20 })

it('has what was written, in order, after the database crashed', async () => {
  // It would confirm a commit before that is durable.
  sql('alter role paytwin set synchronous_commit to off')
  const { store } = await node()
  await store.replace('shop', 3, [entry(3), entry(4, 'ä\n\0')])
  await store.append('shop', 5, [entry(5)])
  await store.append('shop', 6, [entry(6), entry(7)])
  await store.replace('other', 0, [entry(0)])
  await store.replace('gone', 0, [entry(0)])
  await store.remove('gone')
  await database.restart()
  sql('alter role paytwin reset synchronous_commit')
  const { store: again } = await node()
  expect(await again.open('shop')).toEqual({
    first: 3,
    entries: [entry(3), entry(4, 'ä\n\0'), entry(5), entry(6), entry(7)],
  })
  expect(await again.open('gone')).toBeUndefined()
  expect(await again.names()).toEqual([{ name: 'other' }, { name: 'shop' }])
})

it('writes in one statement whatever waits, and the last of several replacements', async () => {
  const { store } = await node()
  const names = Array.from({ length: 20 }, (_, index) => `shop-${index}`)
  await Promise.all(names.map((name) => store.replace(name, 0, [entry(0)])))
  await Promise.all([
    ...names.flatMap((name) => [1, 2, 3].map((position) => store.append(name, position, [entry(position)]))),
    store.replace('shop-0', 0, [entry(5)]),
    store.append('shop-0', 1, [entry(6)]),
    store.remove('shop-1'),
    store.remove('shop-2'),
    store.replace('shop-2', 2, [entry(7)]),
  ])
  expect(await store.open('shop-0')).toEqual({ first: 0, entries: [entry(5), entry(6)] })
  expect(await store.open('shop-1')).toBeUndefined()
  expect(await store.open('shop-2')).toEqual({ first: 2, entries: [entry(7)] })
  expect(await store.open('shop-3')).toEqual({ first: 0, entries: [0, 1, 2, 3].map((at) => entry(at)) })
  expect(sql('select count(distinct xmin::text) from paytwin_journal')).toBe('2\n')
})

it('gives a journal to one node at a time, and asks for it', async () => {
  const [a, b] = [await node(), await node()]
  for (const name of ['shop', 'other']) await a.store.replace(name, 0, [entry(0)])
  await expect(b.store.open('shop')).rejects.toThrow('The sandbox "shop" is in another process.')
  await expect(b.store.replace('shop', 0, [entry(9)])).rejects.toThrow(UnavailableError)
  await expect(b.store.remove('shop')).rejects.toThrow(UnavailableError)
  await soon(async () => expect(a.events).toEqual(Array(3).fill('shop is wanted')))
  const last = a.store.append('shop', 1, [entry(1)])
  await a.store.release('shop')
  await last
  expect(await b.store.open('shop')).toEqual({ first: 0, entries: [entry(0), entry(1)] })
  await expect(a.store.append('shop', 2, [entry(2)])).rejects.toThrow(UnavailableError)
  await a.store.release('other')
  await b.store.open('other')
  for (const [name, position] of [
    ['shop', 2],
    ['other', 1],
  ] as const)
    await b.store.append(name, position, [entry(9)])
  await b.store.close()
  expect(await a.store.open('shop')).toEqual({ first: 0, entries: [entry(0), entry(1), entry(9)] })
  expect(await a.store.open('other')).toEqual({ first: 0, entries: [entry(0), entry(9)] })
  for (const [name, position] of [
    ['shop', 3],
    ['other', 2],
  ] as const)
    await a.store.append(name, position, [entry(9)])
  expect(b.events).toEqual([])
})

it('keeps no lock of a journal that is not there, that was removed, or that was not written', async () => {
  const { store } = await node()
  expect(await store.open('shop')).toBeUndefined()
  await store.replace('gone', 0, [entry(0)])
  await store.remove('gone')
  await expect(store.replace('odd', 2 ** 70, [entry(0)])).rejects.toThrow('bigint')
  const locks = "select count(*) from pg_locks where locktype = 'advisory'"
  expect(sql(locks)).toBe('1\n')
  const other = await node()
  for (const name of ['shop', 'gone', 'odd']) expect(await soon(() => other.store.open(name))).toBeUndefined()
  expect(sql(locks)).toBe('0\n')
})

it('fails by the key when another writer was first, and writes what else waits', async () => {
  const { store } = await node()
  for (const name of ['shop', 'other']) await store.replace(name, 0, [entry(0)])
  sql("insert into paytwin_journal values ('shop', 1, 'another one')")
  const [shop, second, other] = [
    store.append('shop', 1, [entry(1)]),
    store.append('shop', 2, [entry(2)]),
    store.append('other', 1, [entry(1)]),
  ]
  await expect(shop).rejects.toThrow('duplicate key')
  await expect(second).rejects.toThrow(UnavailableError)
  await other
  expect(store.isReady).toBe(true)
  expect(await store.open('shop')).toEqual({ first: 0, entries: [entry(0), 'another one'] })
  await store.append('shop', 2, [entry(2)])
})

it('loses its journals with its connection, and connects again', async () => {
  const [a, b] = [await node(), await node()]
  for (const name of ['shop', 'other']) await a.store.replace(name, 0, [entry(0)])
  await a.store.append('shop', 1, [entry(1)])
  sql(breakConnections)
  await soon(async () => expect(a.store.isReady).toBe(false))
  await expect(a.store.append('shop', 2, [entry(2)])).rejects.toThrow(UnavailableError)
  await expect(a.store.open('shop')).rejects.toThrow(UnavailableError)
  await expect(a.store.names()).rejects.toThrow(UnavailableError)
  await expect(a.store.confirm()).rejects.toThrow(UnavailableError)
  await soon(async () => expect([a.store.isReady, b.store.isReady]).toEqual([true, true]))
  expect(a.events).toEqual([
    'lost',
    expect.stringMatching(/^The connection to the database is lost: /),
    'There is a connection to the database again.',
  ])
  await expect(a.store.append('shop', 2, [entry(2)])).rejects.toThrow(UnavailableError)
  expect(await b.store.open('shop')).toEqual({ first: 0, entries: [entry(0), entry(1)] })
  await b.store.append('shop', 2, [entry(2)])
  await expect(a.store.open('shop')).rejects.toThrow(UnavailableError)
  await b.store.open('other')
  await b.store.append('other', 1, [entry(1)])
  await b.store.release('other')
  expect(await a.store.open('other')).toEqual({ first: 0, entries: [entry(0), entry(1)] })
  await a.store.append('other', 2, [entry(2)])
})

it('writes nothing with a connection that did not open the journal', async () => {
  const { store } = await node()
  await store.replace('shop', 0, [entry(0)])
  // The connection is lost when the answer has arrived, and before anybody sees it.
  const query = vi.spyOn(Client.prototype, 'query').mockImplementationOnce(function (this: Client) {
    this.emit('end')
    return Promise.resolve({ rows: [{ position: '0', entry: entry(0) }] })
  })
  expect(await store.open('shop')).toBeDefined()
  query.mockRestore()
  await soon(async () => expect(store.isReady).toBe(true))
  await expect(store.append('shop', 1, [entry(1)])).rejects.toThrow('is lost')
  expect(sql('select count(*) from paytwin_journal')).toBe('1\n')
})

it('continues when its connection is forgotten on the way', async () => {
  const way = await wayTo(database)
  const { store, events } = await node(way.url)
  await store.replace('shop', 0, [entry(0)])
  way.cut('silent')
  way.heal()
  // The engine does not know that the connection is lost, and ends it for the next one.
  await expect(store.append('shop', 1, [entry(1)])).rejects.toThrow('timeout')
  expect(events).toContain('lost')
  expect((await soon(() => store.open('shop')))?.entries.length).toBeGreaterThan(0)
  await store.close()
  await way.stop()
})

it('connects when the database is there again, however long that takes', async () => {
  const way = await wayTo(database)
  const { store, events } = await node(way.url)
  way.cut('closed')
  await soon(async () => expect(store.isReady).toBe(false))
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(events).toHaveLength(2)
  way.heal()
  await soon(async () => expect(store.isReady).toBe(true))
  expect(events).toHaveLength(3)
  way.cut('closed')
  await soon(async () => expect(store.isReady).toBe(false))
  await store.close()
  way.heal()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(store.isReady).toBe(false)
  const connections = "select count(*) from pg_stat_activity where application_name = 'paytwin'"
  await soon(async () => expect(sql(connections)).toBe('0\n'))
  await way.stop()
})

it('notices missing rows, and can replace such a journal', async () => {
  const { store } = await node()
  await store.replace('shop', 0, [entry(0), entry(1), entry(2)])
  sql("delete from paytwin_journal where sandbox = 'shop' and position = 1")
  const other = await node()
  await store.release('shop')
  await expect(other.store.open('shop')).rejects.toMatchObject({
    name: 'DamagedJournalError',
    detail: 'Table paytwin_journal, position 1: its row is missing.',
  })
  await store.replace('shop', 0, [entry(5)])
  expect(await store.open('shop')).toEqual({ first: 0, entries: [entry(5)] })
})

it('writes nothing when it is closed', async () => {
  const { store } = await node()
  const last = store.replace('shop', 0, [entry(0)])
  await store.close()
  await last
  expect(store.isReady).toBe(false)
  await expect(store.append('shop', 1, [entry(1)])).rejects.toThrow(UnavailableError)
})

it('refuses a database that it cannot use', async () => {
  const nowhere = 'postgres://paytwin:secret@127.0.0.1:1/paytwin'
  await expect(node(nowhere)).rejects.toThrow(
    'The database cannot be used. PostgreSQL reports: connect ECONNREFUSED',
  )
  await expect(node(nowhere)).rejects.not.toThrow('secret')
  const way = await wayTo(database)
  way.cut('silent')
  await expect(node(way.url)).rejects.toThrow('timeout')
  await way.stop()
  await (await node()).store.close()
  sql('update paytwin_format set version = 2')
  await expect(node()).rejects.toThrow("The database has version 2 of the journal's format.")
  sql('create table paytwin_sandboxes (name text)')
  await expect(node()).rejects.toThrow('paytwin export --data DIR file.json')
})
