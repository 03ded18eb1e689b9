// The log of a directory: what is confirmed is read again, what is damaged affects one sandbox, and one process has the directory.

import { describe, expect, it } from 'vitest'
import { MemoryDisk } from '../test-support/memory-disk.ts'
import { DirectoryLog } from './directory-log.ts'
import type { Database, Write } from './outside.ts'

const opened = async (disk = new MemoryDisk()) => {
  const log = await DirectoryLog.open(disk, 'data')
  return { disk, log, node: log.node('a') }
}

/** Writes about one sandbox, and returns its epoch. */
async function write(node: Database, name: string, epoch: string | null, change: Partial<Write>) {
  const full = { start: undefined, entries: [], release: false, ...change }
  return (await node.write([{ name, epoch, ...full }])).get(name)
}

async function create(node: Database, name: string, ...entries: string[]): Promise<string> {
  const epoch = await write(node, name, null, { start: '{"a":"ä"}' })
  if (typeof epoch !== 'string') throw new Error('It was not created.')
  for (const entry of entries) expect(await write(node, name, epoch, { entries: [entry] })).toBe(epoch)
  return epoch
}

const odd = [
  '..',
  '../../etc/passwd',
  'a/b',
  'nul\0',
  'Shop',
  'shop',
  'x'.repeat(1000),
  '\t\n',
  'ä',
  'lock',
  '__proto__',
]

describe('the log of a directory', () => {
  it('returns what was written, in order, after a crash', async () => {
    const { disk, node } = await opened()
    const epoch = await create(node, 'shop', '1', '2')
    await create(node, 'gone', '1')
    await write(node, 'gone', String(Number(epoch) + 1), { start: null })
    await write(node, 'shop', epoch, { entries: ['3', '4'] })
    const again = (await opened(disk.afterCrash())).node
    expect(await again.open('shop')).toMatchObject({ start: '{"a":"ä"}', entries: ['1', '2', '3', '4'] })
    expect(await again.open('gone')).toBeUndefined()
    expect(await again.names()).toEqual([{ name: 'shop', damage: undefined }])
  })

  it('has names as data: no name reaches the disk', async () => {
    const { disk, node } = await opened()
    for (const name of odd) await create(node, name, JSON.stringify(name))
    expect([...disk.files.keys()]).toEqual(['00000001.log'])
    const again = (await opened(disk.afterCrash())).node
    for (const name of odd) expect(await again.open(name)).toMatchObject({ entries: [JSON.stringify(name)] })
  })

  it('writes nothing for a node that has lost the sandbox', async () => {
    const { log, node } = await opened()
    const other = log.node('b')
    const wanted: string[] = []
    node.onWanted((name) => wanted.push(name))
    const epoch = await create(node, 'shop')
    expect(await other.open('shop')).toBe('owned')
    expect(wanted).toEqual(['shop'])
    await write(node, 'shop', epoch, { release: true })
    expect(await other.open('shop')).toMatchObject({ entries: [] })
    expect(await write(node, 'shop', epoch, { entries: ['1'] })).toBeUndefined()
    expect(await write(node, 'shop', null, { start: '0' })).toBeUndefined()
    // The process of a node ended.
    await other.close()
    expect(await node.open('shop')).toMatchObject({ entries: [] })
  })

  it('does not take a file that it makes itself for that of another process', async () => {
    const { disk, node } = await opened()
    const epoch = await create(node, 'shop')
    disk.beforeWrite = () => Promise.reject(new Error('EIO: i/o error, write'))
    await write(node, 'shop', epoch, { entries: ['1'] })
    disk.beforeWrite = () => undefined
    const make = disk.create
    let made: () => void = () => undefined
    disk.create = async (name) => {
      const file = await make(name)
      // The file is there, and the process does not know it yet.
      await new Promise<void>((resolve) => {
        made = resolve
      })
      return file
    }
    const written = write(node, 'shop', epoch, { entries: ['2'] })
    await new Promise(setImmediate)
    const renewed = node.renew()
    await new Promise(setImmediate)
    made()
    expect(await renewed).toBe(true)
    expect(await written).toBe(epoch)
  })

  it('cuts a write that did not end, wherever it ended', async () => {
    const { disk, node } = await opened()
    const epoch = await create(node, 'shop', '1')
    const file = disk.files.get('00000001.log')
    const before = file?.bytes.length ?? 0
    await Promise.all([write(node, 'shop', epoch, { entries: ['2'] }), create(node, 'other')])
    const whole = file?.bytes ?? Buffer.alloc(0)
    for (let length = before; length < whole.length; length += 1) {
      const torn = new MemoryDisk(
        new Map([['00000001.log', { bytes: whole.subarray(0, length), synced: length }]]),
      )
      const again = (await opened(torn)).node
      const names = await again.names()
      expect(names.filter(({ damage }) => damage !== undefined)).toEqual([])
      const stored = await again.open('shop')
      if (typeof stored !== 'object') throw new Error('It is not there.')
      await write(again, 'shop', stored.epoch, { entries: ['3'] })
      const last = await (await opened(torn.afterCrash())).node.open('shop')
      expect(last).toMatchObject({ entries: [...stored.entries, '3'], damage: undefined })
    }
  })

  it('assigns each flipped bit to one sandbox, and serves the others', async () => {
    const { disk, log, node } = await opened()
    await create(node, 'shop', '1', '2')
    await create(node, 'other', '1', '2', '3')
    await create(node, 'third', '1')
    await log.close()
    const { bytes } = disk.files.get('00000001.log') ?? { bytes: Buffer.alloc(0) }
    const [firstLine, lastLine] = [bytes.indexOf(10), bytes.lastIndexOf(10, bytes.length - 2) + 1]
    let damaged = 0
    for (let at = 0; at < lastLine; at += 1) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      const again = (
        await opened(new MemoryDisk(new Map([['00000001.log', { bytes: flipped, synced: bytes.length }]])))
      ).node
      const found = (await again.names()).filter(({ damage }) => damage !== undefined)
      // The first line is about no sandbox, and a flipped line break harms nothing.
      expect(found.length, `byte ${at}`).toBe(at <= firstLine || bytes[at] === 10 ? 0 : 1)
      damaged += found.length
      for (const { name } of found)
        expect(await again.open(name)).toMatchObject({ damage: expect.any(String) })
    }
    expect(damaged).toBeGreaterThan(500)
  })

  it('misses what was at the beginning of the oldest file', async () => {
    const { disk, log, node } = await opened()
    await create(node, 'shop')
    await create(node, 'other')
    await log.close()
    const file = disk.files.get('00000001.log')
    if (file === undefined) throw new Error('There is no log.')
    // The line about no sandbox, and the start of the first one.
    file.bytes.fill(0, 0, file.bytes.indexOf(10, file.bytes.indexOf(10) + 1))
    const names = await (await opened(disk)).node.names()
    expect(names.filter(({ damage }) => damage !== undefined)).toMatchObject([{ name: 'shop' }])
  })

  it('stores other sandboxes when one does not fit on a full disk, reads all of them, and continues', async () => {
    const { disk, node } = await opened()
    const epoch = await create(node, 'shop', '1')
    let space = 300
    const { create: make } = disk
    disk.create = async (name) => {
      const file = await make(name)
      return {
        ...file,
        append: async (bytes) => {
          if (bytes.length > space)
            throw Object.assign(new Error("ENOSPC: no space left on device, open '/a/b'"))
          space -= bytes.length
          await file.append(bytes)
        },
      }
    }
    disk.beforeWrite = () => {
      if (space === 300) throw new Error('ENOSPC: no space left on device, write')
    }
    const start = JSON.stringify('x'.repeat(1000))
    const large = { name: 'large', epoch: null, start, entries: [], release: false }
    const small = { name: 'shop', epoch, start: undefined, entries: ['2'], release: false }
    const written = await node.write([large, small])
    expect(written.get('large')).toEqual({ error: 'ENOSPC: no space left on device' })
    expect(written.get('shop')).toBe(epoch)
    expect(await node.open('shop')).toMatchObject({ entries: ['1', '2'] })
    expect(disk.files.size).toBeLessThanOrEqual(3)
    expect(await (await opened(disk.afterCrash())).node.open('shop')).toMatchObject({ entries: ['1', '2'] })
  })

  it('shows nothing of a process that has ended which a loss of power would undo', async () => {
    const { disk, node } = await opened()
    await create(node, 'shop', '1', '2')
    const [file] = disk.files.values()
    if (file !== undefined) file.synced = 0
    // The next process finds in the memory of the system what was not durable yet.
    disk.lock = async () => async () => undefined
    const next = await opened(disk)
    expect(await next.node.open('shop')).toMatchObject({ entries: ['1', '2'] })
    const last = (await opened(disk.afterCrash())).node
    expect(await last.open('shop')).toMatchObject({ entries: ['1', '2'], damage: undefined })
  })

  it('removes what is over', async () => {
    const { disk, node } = await opened()
    const idle = await create(node, 'idle', '1')
    const epoch = await create(node, 'shop')
    const start = JSON.stringify('x'.repeat(8 << 20))
    for (let count = 0; count < 20; count += 1) await write(node, 'shop', epoch, { start })
    const bytes = [...disk.files.values()].reduce((sum, file) => sum + file.bytes.length, 0)
    expect(bytes).toBeLessThan(100 << 20)
    expect(await write(node, 'idle', idle, { entries: ['2'] })).toBe(idle)
    const again = (await opened(disk.afterCrash())).node
    expect(await again.open('idle')).toMatchObject({ entries: ['1', '2'], damage: undefined })
    expect(await again.open('shop')).toMatchObject({ start })
  })
})
