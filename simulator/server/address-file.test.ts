// The address file: written whole, removed at the end, and never in place of a file that is not its own.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { withAddressFile } from './address-file.ts'

const directory = mkdtempSync(join(tmpdir(), 'paytwin-'))
const address = {
  url: 'http://127.0.0.1:1',
  publicUrl: 'http://127.0.0.1:1',
  baseUrl: 'http://127.0.0.1:1/api',
}
afterAll(() => rmSync(directory, { recursive: true }))

const leftBy = (pid: number) => JSON.stringify({ ...address, pid })
/** Larger than any id of a process. */
const ended = 2 ** 30

describe('the address file', () => {
  it.each([undefined, leftBy(ended), leftBy(process.pid)])(
    'is written and removed, in place of %s',
    async (before) => {
      const file = join(directory, 'own.json')
      if (before !== undefined) writeFileSync(file, before)
      await withAddressFile(file, address, async () => {
        expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...address, pid: process.pid })
      })
      expect(existsSync(file)).toBe(false)
    },
  )

  it.each([
    ['notes of a person', 'paytwin has not written it.'],
    ['{"pid":1}', 'paytwin has not written it.'],
    [leftBy(process.ppid), `The process ${process.ppid}, which still runs, has written it.`],
  ])('never replaces %s', async (before, detail) => {
    const file = join(directory, 'foreign.json')
    writeFileSync(file, before)
    await expect(withAddressFile(file, address, async () => {})).rejects.toMatchObject({ detail })
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('is not removed if another one is in its place', async () => {
    const file = join(directory, 'replaced.json')
    await withAddressFile(file, address, async () => writeFileSync(file, 'another'))
    expect(readFileSync(file, 'utf8')).toBe('another')
  })
})
