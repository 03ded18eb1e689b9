// Opening a directory: one process has it, nobody else may write to it, and whatever a person should know of it is reported.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { openDirectory } from './directory-store.ts'
import { entry, keptOf, opened } from './test-support/directory.ts'
import { MemoryDisk } from './test-support/memory-disk.ts'

const root = testDirectory('journal')
let count = 0
const newPath = () => {
  count += 1
  // The path of a socket may not be that long.
  return join(root, 'x'.repeat(100), String(count))
}
const silent = () => undefined

it('keeps journals in files that nobody else may read', async () => {
  const path = newPath()
  const first = await openDirectory(path, silent)
  await first.replace('shop', 0, [entry(0)])
  await first.append('shop', 1, [entry(1, 'x'.repeat(100_000))])
  await first.close()
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(readdirSync(path)).toEqual(['journal.log'])
  expect(statSync(join(path, 'journal.log')).mode & 0o777).toBe(0o600)
  const reports: string[] = []
  const second = await openDirectory(path, (line) => reports.push(line))
  expect(await second.open('shop')).toEqual({ first: 0, entries: [entry(0), entry(1, 'x'.repeat(100_000))] })
  await second.close()
  expect(reports).toEqual([])
})

it('has one process at a time', async () => {
  const path = newPath()
  const first = await openDirectory(path, silent)
  await expect(openDirectory(path, silent)).rejects.toThrow(`The directory ${path} is in use.`)
  await first.replace('shop', 0, [entry(0)])
  await first.close()
  // At most one of several that start at once has it.
  const other = newPath()
  const starts = await Promise.allSettled(Array.from({ length: 5 }, () => openDirectory(other, silent)))
  const stores = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(stores.length).toBeLessThanOrEqual(1)
  for (const one of starts) if (one.status === 'rejected') expect(one.reason.message).toContain('in use')
  for (const store of stores) await store.close()
  const last = await openDirectory(path, silent)
  expect(await last.open('shop')).toBeDefined()
  await last.close()
})

it('is in use while its process is paused, and free after that was killed', async () => {
  const path = newPath()
  await (await openDirectory(path, silent)).close()
  writeFileSync(join(path, 'lock-notes'), 'x')
  const listen = (name: string, then: string) =>
    `require('node:net').createServer().listen({ path: '${name}', backlog: 1 }, () => { ${then} });`
  const program = listen('other', listen('lock-a', 'console.log()'))
  const child = spawn(process.execPath, ['-e', program], { cwd: path, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGSTOP')
  // More connections than the system accepts for it.
  for (let attempt = 0; attempt < 5; attempt += 1)
    await expect(openDirectory(path, silent)).rejects.toThrow('in use')
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(readdirSync(path)).toContain('lock-a')
  await (await openDirectory(path, silent)).close()
  expect(readdirSync(path)).toEqual(['journal.log', 'lock-notes', 'other'])
})

it.each(['770', '702'])('is refused when others may write to it: mode %s', async (mode) => {
  const path = newPath()
  mkdirSync(path, { recursive: true })
  chmodSync(path, Number.parseInt(mode, 8))
  await expect(openDirectory(path, silent)).rejects.toThrow(
    `The directory ${path} can be changed by other users.`,
  )
  chmodSync(path, 0o755)
  await (await openDirectory(path, silent)).close()
})

it('is refused when it is a file, or the journal is a link', async () => {
  const path = newPath()
  mkdirSync(path, { recursive: true })
  const file = join(path, 'file')
  writeFileSync(file, '')
  await expect(openDirectory(file, silent)).rejects.toThrow(`The directory ${file} cannot be used.`)
  symlinkSync(file, join(path, 'journal.log'))
  await expect(openDirectory(path, silent)).rejects.toThrow('ELOOP')
  expect(readFileSync(file, 'utf8')).toBe('')
  expect(readdirSync(path).filter((name) => name.startsWith('lock-'))).toEqual([])
})

it('refuses the files of version 0.2, and says how their sandboxes are exported', async () => {
  const earlier = { '00000001.log': Buffer.from('x'), lock: Buffer.from('') }
  const disk = new MemoryDisk(earlier)
  await expect(opened(disk)).rejects.toThrow('paytwin export --data DIR file.json')
  expect(disk.contents).toEqual(earlier)
})

it('refuses a later version of the file', async () => {
  const text = 'paytwin journal 10'
  const bytes = Buffer.from(`${text} ${crc32(text).toString(16).padStart(8, '0')}\nunknown\n`)
  const disk = new MemoryDisk({ 'journal.log': bytes })
  await expect(opened(disk)).rejects.toThrow('journal.log has version 10 of its format.')
  expect(disk.journal).toEqual(bytes)
})

it('reports files that it does not know, and does not read them', async () => {
  const { disk, store } = await opened()
  await store.replace('shop', 0, [entry(0)])
  await store.close()
  const contents = { ...disk.contents, '99999999.log': Buffer.from('x'), 'journal.log.bak': Buffer.from('x') }
  const again = await opened(
    new MemoryDisk({ ...contents, 'journal.new': Buffer.from('x'), 'damaged-1.log': Buffer.from('x') }),
  )
  expect(again.reports).toEqual(['Unknown files are not read: 99999999.log, journal.log.bak.'])
  expect(Object.keys(again.disk.contents)).not.toContain('journal.new')
  expect(await keptOf(again.disk.contents)).toEqual({ shop: [entry(0)] })
})

it('reports the last entry of each journal unless its process was stopped', async () => {
  const { disk, store } = await opened()
  await store.replace('shop', 0, [entry(Date.UTC(2026, 0, 5))])
  await store.replace('odd', 0, ['{"at":1e300}'])
  await store.replace('gone', 0, [entry(0)])
  await store.remove('gone')
  await store.append('shop', 1, [entry(Date.UTC(2026, 0, 6))])
  const killed = await opened(new MemoryDisk(disk.contents))
  expect(killed.reports).toEqual([
    'journal.log does not end with a stop. Its process was killed, or the file was cut or is an older copy.',
    'The last entry of "shop" is in line 7, of 2026-01-06T00:00:00.000Z, written 2023-11-14T22:13:20.000Z.',
    'The last entry of "odd" is in line 4, of an unknown virtual time, written 2023-11-14T22:13:20.000Z.',
  ])
  await killed.store.close()
  const { contents } = killed.disk
  expect((await opened(new MemoryDisk(contents))).reports).toEqual([])
  const lines = killed.disk.journal.toString().split(/(?<=\n)/)
  const cut = { 'journal.log': Buffer.from(lines.slice(0, 5).join('')) }
  expect((await opened(new MemoryDisk(cut))).reports[1]).toContain('"shop" is in line 3, of 2026-01-05')
})
