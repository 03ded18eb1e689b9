// The files of a store: what is damaged is reported, and everything before it remains.

import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFileStore } from './file-store.ts'
import type { Store, Write } from './store.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'paytwin-store-'))
})
afterEach(() => rm(directory, { recursive: true }))

const write = (store: Store, name: string, start: Write['start'], ...entries: string[]) =>
  store.write(new Map([[name, { start, entries }]]))

const file = () => join(directory, 'shop.sandbox')

async function stored(): Promise<Store> {
  const store = await openFileStore(directory)
  await write(store, 'shop', ['{"a":', '"ä"}'], '{"b":1}')
  await write(store, 'shop', undefined, '{"c":2}', '{"d":3}')
  return store
}

describe('a store in a directory', () => {
  it('returns what was written, in order', async () => {
    const store = await stored()
    expect(await store.open('shop')).toEqual({
      start: '{"a":"ä"}',
      entries: ['{"b":1}', '{"c":2}', '{"d":3}'],
    })
    await write(store, 'shop', ['[]'], '1')
    expect(await store.open('shop')).toEqual({ start: '[]', entries: ['1'] })
    expect(await store.names()).toEqual(['default', 'shop'])
    await write(store, 'shop', null)
    expect(await store.open('shop')).toBeUndefined()
    expect(await store.names()).toEqual(['default'])
  })

  it('is readable by its owner only', async () => {
    await stored()
    expect((await stat(file())).mode & 0o777).toBe(0o600)
  })

  it('keeps everything before damage, and says where it is', async () => {
    const store = await stored()
    const whole = await readFile(file())
    const lines = whole.toString().split('\n').slice(0, -1)
    for (let at = Buffer.byteLength(`${lines[0]}\n`); at < whole.length; at += 1) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      await writeFile(file(), damaged)
      const found = await store.open('shop')
      expect(found?.entries.length).toBeLessThan(3)
      expect(found?.damage).toMatch(/line [234] \(byte \d+\) is damaged or incomplete/)
      expect(await readFile(`${file()}.damaged`)).toEqual(damaged)
      // What is written now follows what could be read.
      await appendFile(file(), '')
      expect((await store.open('shop'))?.damage).toBeUndefined()
    }
  })

  it('keeps everything before a write that did not end', async () => {
    const store = await stored()
    const whole = await readFile(file())
    const withoutLast = whole.lastIndexOf('{"d"')
    for (let length = withoutLast + 1; length < whole.length; length += 1) {
      await writeFile(file(), whole.subarray(0, length))
      expect((await store.open('shop'))?.entries).toEqual(['{"b":1}', '{"c":2}'])
    }
  })

  it('refuses a sandbox without its start', async () => {
    const store = await stored()
    await writeFile(file(), (await readFile(file())).fill(0, 0, 3))
    await expect(store.open('shop')).rejects.toThrow(
      /^The file .*shop\.sandbox is damaged\. .*Move the file away/,
    )
  })

  it('is used by one process at a time', async () => {
    await stored()
    await writeFile(join(directory, 'lock'), String(process.ppid))
    await expect(openFileStore(directory)).rejects.toThrow(/is in use.*Stop it/)
    // The process that had it was killed.
    await writeFile(join(directory, 'lock'), '4194305')
    const store = await openFileStore(directory)
    await store.close()
    expect(await readdir(directory)).toEqual(['shop.sandbox'])
  })
})
