// Damage of a journal file: each flipped bit, cut, missing, repeated and odd line has the promised effect, and no other.

import { describe, expect, it } from 'vitest'
import { DamagedJournalError } from './journal-store.ts'
import { entry, opened } from './test-support/directory.ts'
import { MemoryDisk } from './test-support/memory-disk.ts'

/** The lines of a file, with their line breaks. The first one has index 0. */
const linesOf = (bytes: Buffer) => bytes.toString('latin1').split(/(?<=\n)/)
const fileOf = (...lines: readonly string[]) => Buffer.from(lines.join(''), 'latin1')

const shop = [entry(0), entry(1), entry(2), entry(3)]
const late = [entry(0, 'late'), entry(1)]
const intact = { shop, idle: [entry(0, 'idle')], late, gone: undefined, unknown: undefined }
const names = Object.keys(intact)

/** A file of 12 lines, and one more when it is closed. Lines 10 to 12 are one write. */
async function written(isClosed: boolean): Promise<Buffer> {
  const { disk, store } = await opened()
  await store.replace('shop', 0, [entry(0)])
  await store.replace('idle', 0, [entry(0, 'earlier')])
  await store.replace('gone', 0, [entry(0)])
  await store.append('shop', 1, [entry(1)])
  await store.remove('gone')
  await store.replace('idle', 0, [entry(0, 'idle')])
  await store.append('shop', 2, [entry(2)])
  const created = store.replace('late', 0, [entry(0, 'late')])
  await Promise.all([created, store.append('late', 1, [entry(1)]), store.append('shop', 3, [entry(3)])])
  if (isClosed) await store.close()
  return disk.journal
}

/** The file with another value of one bit. */
function flipped(bytes: Buffer, bit: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return changed
}

/** The entries of each journal in a file that are not damaged, and the damage of the others. */
async function found(bytes: Buffer) {
  const { disk, store, reports } = await opened(new MemoryDisk({ 'journal.log': bytes }))
  const kept: Record<string, unknown> = {}
  const damage: Record<string, string> = {}
  for (const name of names) {
    const result = await store.open(name).catch((error: unknown) => error)
    if (result instanceof DamagedJournalError) damage[name] = result.detail
    else kept[name] = Object(result).entries
  }
  for (const { name, damage: shown } of await store.names()) expect(shown).toBe(damage[name])
  return { reports, disk, kept, damage }
}

const without = (damaged: readonly string[]) =>
  Object.fromEntries(Object.entries(intact).filter(([name]) => !damaged.includes(name)))

/** The journals that are damaged when the head or the content of a line is, by the number of the line. */
const effects: Readonly<Record<number, { head: readonly string[]; content?: string; report?: string }>> = {
  1: { head: [], report: 'journal.log, line 1: damaged. The file is read as version 1.' },
  2: { head: ['unknown'] },
  // A later line of the same journal shows that this one is missing.
  3: { head: ['shop'], content: 'shop' },
  4: { head: ['shop', 'unknown'] },
  5: { head: ['shop', 'unknown'] },
  6: { head: ['shop'], content: 'shop' },
  7: { head: ['shop', 'gone', 'unknown'] },
  8: { head: ['shop', 'idle', 'gone', 'unknown'], content: 'idle' },
  9: { head: ['shop'], content: 'shop' },
  10: { head: ['late'], content: 'late' },
  11: { head: names, content: 'late' },
  12: { head: names, content: 'shop' },
  // The end of the file looks like a write that did not end.
  13: { head: [], report: 'bytes after line 12 are cut. Their write did not end.' },
}

describe('a journal file', () => {
  it.each(Object.keys(effects).map(Number))(
    'has for a flipped bit of each byte of line %i the promised damage',
    async (number) => {
      const bytes = await written(true)
      const lines = linesOf(bytes)
      expect(lines).toHaveLength(13)
      const at = fileOf(...lines.slice(0, number - 1)).length
      const line = lines[number - 1] ?? ''
      const { head = [], content, report } = effects[number] ?? {}
      for (let byte = 0; byte < line.length; byte += 1) {
        const { kept, damage, reports } = await found(flipped(bytes, 8 * (at + byte) + (byte % 8)))
        const isHead = byte <= line.indexOf('\t')
        const damaged = isHead ? head : names.filter((name) => name === content)
        expect(Object.keys(damage), `byte ${byte}`).toEqual(damaged)
        expect(kept).toEqual(without(damaged))
        for (const text of Object.values(damage)) expect(text).toMatch(/^journal\.log, line \d+: /)
        if (report !== undefined) expect(reports[0]).toContain(report)
      }
    },
  )

  it('is cut where the last write ended, wherever that is', async () => {
    const bytes = await written(false)
    const before = fileOf(...linesOf(bytes).slice(0, 9)).length
    for (let length = before; length < bytes.length; length += 1) {
      const torn = bytes.subarray(0, length)
      const { kept, damage, disk, reports } = await found(torn)
      const lines = linesOf(torn).filter((line) => line.endsWith('\n')).length
      const expected = { shop: shop.slice(0, 3), late: lines > 9 ? late.slice(0, lines - 9) : undefined }
      expect(damage).toEqual({})
      expect(kept, `${length} bytes`).toEqual({ ...intact, ...expected })
      const cut = torn.length - fileOf(...linesOf(bytes).slice(0, lines)).length
      if (cut > 0)
        expect(reports[0]).toBe(
          `journal.log: ${cut} bytes after line ${lines} are cut. Their write did not end.`,
        )
      // Lines that are written after the cut are read.
      expect((await found(disk.journal)).kept).toEqual(kept)
    }
  })

  it('damages what was durable before the last write, however much of that is missing', async () => {
    const lines = linesOf(await written(false))
    const torn = fileOf(...lines.slice(0, 8), 'X', (lines[8] ?? '').slice(1), 'Y\n', lines[11] ?? '')
    const { damage, disk } = await found(torn)
    expect(Object.keys(damage)).toEqual(names)
    expect(damage.shop).toContain('journal.log, line 9:')
    // The cut of the end does not hide it.
    expect((await found(disk.journal)).damage).toEqual(damage)
  })

  it.each([
    { what: 'a missing line of a journal with later lines', from: 5, to: 6, damaged: ['shop'] },
    {
      what: 'missing lines of several journals',
      from: 5,
      to: 9,
      damaged: ['shop', 'idle', 'gone', 'unknown'],
    },
    { what: 'missing lines that nobody misses', from: 3, to: 5, damaged: ['shop', 'unknown'] },
  ])('notices $what', async ({ from, to, damaged }) => {
    const lines = linesOf(await written(true))
    const { damage } = await found(fileOf(...lines.toSpliced(from, to - from)))
    expect(Object.keys(damage)).toEqual(damaged)
  })

  it('notices lines that are there again, such as an older copy', async () => {
    const lines = linesOf(await written(true))
    const { damage, kept } = await found(fileOf(...lines, ...lines.slice(1, 4)))
    expect(Object.keys(damage)).toEqual(['shop', 'idle'])
    expect(damage.idle).toBe('journal.log, line 4: it is there again after line 13.')
    expect(kept).toEqual(without(['shop', 'idle']))
    const repeated = await found(fileOf(...lines.slice(0, 12), ...lines.slice(10, 11)))
    expect(repeated.damage).toEqual({ late: 'journal.log, line 11: it is there again after line 12.' })
  })
})
