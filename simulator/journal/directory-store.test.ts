// The journal store of a directory: what is confirmed is read again, and a disk that fails loses nothing of it.

import { describe, expect, it } from 'vitest'
import { InvariantError, UnavailableError } from '../../core/errors.ts'
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

  it.each(['append', 'sync', 'truncate'] as const)(
    'believes nothing of a write of which the %s fails',
    async (failing) => {
      const { disk, store } = await opened()
      await store.replace('shop', 0, [entry(0)])
      let fails = true
      disk.before = (call) => {
        if (fails && (call === failing || call === 'sync')) throw new Error('EIO: i/o error')
      }
      const both = [store.append('shop', 1, [entry(1)]), store.append('shop', 2, [entry(2)])]
      for (const one of both) await expect(one).rejects.toThrow('EIO: i/o error')
      await expect(store.append('shop', 3, [entry(3)])).rejects.toThrow(UnavailableError)
      await expect(store.open('shop')).rejects.toThrow('EIO: i/o error')
      fails = false
      expect(await store.open('shop')).toEqual({ first: 0, entries: [entry(0)] })
      await store.append('shop', 1, [entry(1, 'again')])
      expect(await keptOf(disk.durableContents)).toEqual({ shop: [entry(0), entry(1, 'again')] })
    },
  )

  it('writes nothing after what was not written, and everything else', async () => {
    const { disk, store } = await opened()
    for (const name of ['shop', 'other', 'third']) await store.replace(name, 0, [entry(0)])
    let fail: () => void = () => undefined
    disk.before = async (call) => {
      if (call !== 'append') return
      disk.before = () => undefined
      await new Promise<void>((_, reject) => {
        fail = () => reject(new Error('EIO: i/o error'))
      })
    }
    const failing = ['shop', 'other'].map((name) => store.append(name, 1, [entry(1)]))
    await new Promise(setImmediate)
    const later = store.append('shop', 2, [entry(2)])
    const replaced = store.replace('other', 5, [entry(5)])
    const third = store.append('third', 1, [entry(1)])
    disk.before = (call, bytes) => {
      if (call === 'append' && /"(shop|other)","position":1,/.test(String(bytes)))
        throw new Error('EIO: i/o error')
    }
    fail()
    for (const one of [...failing, later]) await expect(one).rejects.toThrow('EIO: i/o error')
    await Promise.all([replaced, third])
    await store.append('other', 6, [entry(6)])
    expect(await keptOf(disk.durableContents)).toEqual({
      shop: [entry(0)],
      other: [entry(5), entry(6)],
      third: [entry(0), entry(1)],
    })
  })

  it('continues where a journal ends that is read while it is written', async () => {
    const { disk, store } = await opened()
    await store.replace('shop', 0, [entry(0)])
    let added: Promise<void> | undefined
    disk.before = (call) => {
      if (call === 'read') added ??= store.append('shop', 1, [entry(1)])
    }
    await store.open('shop')
    await added
    await store.append('shop', 2, [entry(2)])
    await expect(store.append('shop', 3, [])).rejects.toThrow(InvariantError)
    expect(await keptOf(disk.durableContents)).toEqual({ shop: [entry(0), entry(1), entry(2)] })
  })

  it('reads what was not durable when its process ended only after it is durable', async () => {
    const { disk, store } = await opened()
    await store.replace('shop', 0, [entry(0)])
    const next = await opened(new MemoryDisk(disk.contents, {}))
    expect(await next.store.open('shop')).toBeDefined()
    expect(await keptOf(next.disk.durableContents)).toEqual({ shop: [entry(0)] })
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

  it('compacts no file that is mostly about what counts', async () => {
    const { disk, store } = await opened(new MemoryDisk(), 5000)
    let renamed = 0
    disk.before = (call) => {
      if (call === 'rename') renamed += 1
    }
    for (let count = 0; count < 20; count += 1)
      await store.replace(`shop-${count}`, 0, [entry(0, 'x'.repeat(1000))])
    await store.replace('shop-0', 0, [entry(0)])
    expect(renamed).toBe(0)
  })

  it.each([false, true])(
    'compacts later when the disk is full (the part cannot be removed: %s)',
    async (isKept) => {
      const { disk, store, reports } = await opened(new MemoryDisk(), 2000)
      let isOpen = false
      disk.before = (call) => {
        isOpen ||= call === 'open'
        if (isOpen && (call === 'append' || (isKept && call === 'remove'))) throw noSpace()
      }
      let count = 0
      const replaceUntil = async (isEnough: () => boolean) => {
        for (; !isEnough(); count += 1) {
          await store.replace('shop', count, [entry(count, 'x'.repeat(500))])
          await store.open('shop')
        }
      }
      await replaceUntil(() => isOpen)
      expect(reports).toEqual([expect.stringMatching(/^journal\.log is not compacted now\. .* ENOSPC/)])
      expect(Object.keys(disk.contents)).toHaveLength(isKept ? 2 : 1)
      disk.before = () => undefined
      await replaceUntil(() => disk.journal.length > 4000)
      await replaceUntil(() => disk.journal.length < 2000)
      expect(await keptOf(disk.durableContents)).toEqual({ shop: [entry(count - 1, 'x'.repeat(500))] })
    },
  )

  it.each(['once', 'always'])('loses nothing when a compaction fails %s, wherever that is', async (fails) => {
    let calls = 0
    for (let failing = 0; failing <= calls; failing += 1) {
      const { disk, store } = await opened(new MemoryDisk(), 1400)
      await store.replace('shop', 0, [entry(0)])
      await store.replace('large', 0, [entry(0, 'x'.repeat(900))])
      calls = 0
      disk.before = () => {
        calls += 1
        if (calls === failing || (fails === 'always' && calls > failing)) throw new Error('EIO: i/o error')
      }
      const large = await store.remove('large').then(
        () => ({}),
        () => ({ large: expect.anything() }),
      )
      // Resolves after the compaction.
      await store.open('shop').catch(() => undefined)
      const added = await store.append('shop', 1, [entry(1)]).then(
        () => [entry(1)],
        () => [],
      )
      const expected = { shop: [entry(0), ...added], ...large }
      expect(await keptOf(disk.durableContents), `call ${failing}`).toEqual(expected)
      // The system may keep what was not durable.
      expect(await keptOf(disk.contents)).toMatchObject({ shop: expect.arrayContaining(expected.shop) })
      disk.before = () => undefined
      const { entries = [] } = (await store.open('shop')) ?? {}
      await store.append('shop', entries.length, [entry(9)])
      expect((await keptOf(disk.durableContents)).shop).toEqual([...entries, entry(9)])
    }
    expect(calls).toBeGreaterThan(10)
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

  it('is noticed by a compaction, and in what that wrote last', async () => {
    const { disk, store } = await opened(new MemoryDisk(), 1000)
    const large = entry(0, 'x'.repeat(600))
    for (const name of ['shop', 'other']) await store.replace(name, 0, [entry(0, name)])
    disk.journal.write('S', disk.journal.lastIndexOf('shop'))
    for (let count = 0; count < 3; count += 1) await store.replace('other', 0, [large])
    await expect(store.open('shop')).rejects.toThrow('journal.log, line 3')
    await store.remove('shop')
    while (disk.journal.length > 1500) {
      await store.replace('other', 0, [large])
      await store.open('other')
    }
    disk.journal.write('X', disk.journal.lastIndexOf('x'))
    const again = await opened(new MemoryDisk(disk.contents))
    await expect(again.store.open('other')).rejects.toThrow('journal.log, line 2')
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
