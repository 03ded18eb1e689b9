// The journal store of a directory: what is confirmed is read again, and a disk that fails loses nothing of it.

import { describe, expect, it } from 'vitest'
import { UnavailableError } from '../../core/errors.ts'
import { DamagedJournalError } from './journal-store.ts'
import { entry, keptOf, opened } from './test-support/directory.ts'
import { MemoryDisk } from './test-support/memory-disk.ts'

const noSpace = () => Object.assign(new Error("ENOSPC: no space left, write '/a/b'"), { path: '/a/b' })

describe('a journal store in a directory', () => {
  it('has after a loss of power whatever it has confirmed', async () => {
    const { disk, store } = await opened()
    await store.replace('shop', 0, [entry(0), entry(1, 'ä')])
    await store.append('shop', 2, [entry(2)])
    await store.replace('gone', 0, [entry(0)])
    await store.remove('gone')
    await store.replace('other', 0, [entry(0)])
    await store.replace('other', 7, [entry(7)])
    const again = await opened(new MemoryDisk(disk.durableContents))
    expect(await again.store.open('shop')).toEqual({ first: 0, entries: [entry(0), entry(1, 'ä'), entry(2)] })
    expect(await again.store.open('other')).toEqual({ first: 7, entries: [entry(7)] })
    expect(await again.store.open('gone')).toBeUndefined()
    expect(await again.store.names()).toEqual([{ name: 'shop' }, { name: 'other' }])
  })

  it('has names as data: no name reaches the disk', async () => {
    const odd = ['..', '../../etc/passwd', 'a/b', '', 'nul\0', '\t\n', '\ud800', 'journal.log', '__proto__']
    const { disk, store } = await opened()
    for (const name of odd) await store.replace(name, 0, [entry(0, name)])
    expect(Object.keys(disk.contents)).toEqual(['journal.log'])
    const again = await opened(new MemoryDisk(disk.durableContents))
    for (const name of odd)
      expect(await again.store.open(name)).toEqual({ first: 0, entries: [entry(0, name)] })
  })

  it('makes everything durable together that waits, and keeps the order of each journal', async () => {
    const { disk, store } = await opened()
    const names = Array.from({ length: 20 }, (_, index) => `shop-${index}`)
    await Promise.all(names.map((name) => store.replace(name, 0, [entry(0)])))
    let syncs = 0
    disk.before = (call) => {
      if (call === 'sync') syncs += 1
    }
    const added: Promise<void>[] = []
    for (let position = 1; position <= 10; position += 1) {
      await Promise.resolve()
      for (const name of names) added.push(store.append(name, position, [entry(position)]))
    }
    await Promise.all(added)
    expect(syncs).toBeLessThanOrEqual(3)
    const again = await opened(new MemoryDisk(disk.durableContents))
    const entries = Array.from({ length: 11 }, (_, index) => entry(index))
    for (const name of names) expect(await again.store.open(name)).toEqual({ first: 0, entries })
  })

  it('appends nothing to a journal that is not open, or at another position', async () => {
    const { disk, store } = await opened()
    await store.replace('shop', 0, [entry(0)])
    await store.replace('left', 0, [entry(0)])
    await store.release('left')
    await store.replace('gone', 0, [entry(0)])
    await store.remove('gone')
    for (const [name, position] of [
      ['gone', 1],
      ['shop', 0],
      ['shop', 2],
      ['left', 1],
      ['none', 0],
    ] as const)
      await expect(store.append(name, position, [entry(9)])).rejects.toThrow(UnavailableError)
    expect(await keptOf(disk.durableContents)).toEqual({ shop: [entry(0)], left: [entry(0)] })
  })

  it('writes nothing when it is closed', async () => {
    const { disk, store } = await opened(new MemoryDisk(), 900)
    await store.replace('shop', 0, [entry(0, 'x'.repeat(500))])
    // The last write is long enough for a compaction.
    const last = store.replace('shop', 1, [entry(1)])
    await store.close()
    await last
    expect(store.isReady).toBe(false)
    await expect(store.append('shop', 2, [entry(2)])).rejects.toThrow('The journal is closed')
    await expect(store.open('shop')).rejects.toThrow('The journal is closed')
    expect(Object.keys(disk.contents)).toEqual(['journal.log'])
    expect(await keptOf(disk.contents)).toEqual({ shop: [entry(1)] })
  })

  it('writes other journals when one does not fit on a full disk', async () => {
    const { disk, store } = await opened()
    await store.replace('shop', 0, [entry(0)])
    disk.before = (call, bytes) => {
      if (call === 'append' && (bytes?.length ?? 0) > 1000) throw noSpace()
    }
    const large = store.replace('large', 0, [entry(0, 'x'.repeat(1000))])
    const small = [store.append('shop', 1, [entry(1)]), store.append('shop', 2, [entry(2)])]
    await expect(large).rejects.toThrow("ENOSPC: no space left, write '…'")
    await Promise.all(small)
    await expect(store.append('large', 1, [entry(1)])).rejects.toThrow(UnavailableError)
    expect(await keptOf(disk.durableContents)).toEqual({ shop: [entry(0), entry(1), entry(2)] })
  })

  it('compacts a file that is mostly about what is over', async () => {
    let day = 1
    const { disk, store } = await opened(new MemoryDisk(), 20_000, () => Date.UTC(2026, 0, day))
    await store.replace('idle', 3, [entry(3)])
    day = 2
    await store.replace('gone', 0, [entry(0)])
    await store.remove('gone')
    let longest = 0
    for (let count = 0; count < 100; count += 1) {
      await store.replace('shop', count, [entry(count, 'x'.repeat(1000))])
      longest = Math.max(longest, disk.journal.length)
    }
    expect(longest).toBeGreaterThan(20_000)
    expect(longest).toBeLessThan(25_000)
    const { reports } = await opened(new MemoryDisk(disk.durableContents))
    expect(reports[1]).toMatch(/"idle" .*, written 2026-01-01/)
    expect(reports[2]).toMatch(/"shop" .*, written 2026-01-02/)
    await store.append('idle', 4, [entry(4)])
    const last = entry(99, 'x'.repeat(1000))
    expect(await keptOf(disk.durableContents)).toEqual({ idle: [entry(3), entry(4)], shop: [last] })
  })
})

describe('a damaged journal', () => {
  it('can be replaced and removed, and a copy of the file is kept', async () => {
    const { disk, store } = await opened()
    for (const name of ['shop', 'other', 'third']) await store.replace(name, 0, [entry(0, name)])
    await store.close()
    disk.journal.write('S', disk.journal.lastIndexOf('shop'))
    disk.journal.write('O', disk.journal.lastIndexOf('other'))
    const again = await opened(new MemoryDisk({ ...disk.contents, 'damaged-1.log': Buffer.from('1') }))
    expect(again.reports).toEqual([
      'The sandbox "shop" is damaged. journal.log, line 3: its content is damaged.',
      'The sandbox "other" is damaged. journal.log, line 4: its content is damaged.',
    ])
    await expect(again.store.open('shop')).rejects.toThrow(DamagedJournalError)
    await expect(again.store.append('shop', 1, [entry(1)])).rejects.toThrow(UnavailableError)
    const before = Buffer.from(again.disk.journal)
    again.disk.before = (call) => {
      if (call === 'append') throw noSpace()
    }
    await expect(again.store.remove('other')).rejects.toThrow('ENOSPC')
    expect(Object.keys(again.disk.contents)).toHaveLength(2)
    again.disk.before = () => undefined
    await again.store.remove('other')
    expect(again.disk.durableContents['damaged-2.log']).toEqual(before)
    await again.store.replace('shop', 5, [entry(5)])
    await again.store.append('shop', 6, [entry(6)])
    expect(again.reports.at(-1)).toBe('damaged-2.log is a copy of the damaged journal.log.')
    expect(Object.keys(again.disk.contents)).toHaveLength(3)
    expect(await keptOf(again.disk.durableContents)).toEqual({
      third: [entry(0, 'third')],
      shop: [entry(5), entry(6)],
    })
  })

  it.each([
    {
      what: 'a content',
      damaged: 'shop',
      change: (text: string) => text.replace('"text":"shop"', '"text":"Shop"'),
    },
    { what: 'a head', damaged: 'unknown', change: (text: string) => text.replace('"start"', '"Start"') },
  ])('is not lost by a compaction: $what', async ({ damaged, change }) => {
    const { disk, store } = await opened()
    for (const name of ['shop', 'other']) await store.replace(name, 0, [entry(0, name)])
    await store.close()
    const text = change(disk.journal.toString())
    const again = await opened(new MemoryDisk({ 'journal.log': Buffer.from(text) }), 1000)
    const { length } = again.reports
    for (let count = 0; count < 10; count += 1) await again.store.replace('other', 0, [entry(count)])
    await expect(again.store.open(damaged)).rejects.toThrow('journal.log, line')
    // It was not tried.
    expect(again.reports).toHaveLength(length)
  })

  it('is noticed when it is read', async () => {
    const { disk, store } = await opened()
    for (const name of ['shop', 'other']) await store.replace(name, 0, [entry(0, name)])
    disk.journal.write('S', disk.journal.lastIndexOf('shop'))
    await expect(store.open('shop')).rejects.toThrow('journal.log, line 3')
    await expect(store.append('shop', 1, [entry(1)])).rejects.toThrow(DamagedJournalError)
    expect(await store.open('other')).toBeDefined()
  })
})
