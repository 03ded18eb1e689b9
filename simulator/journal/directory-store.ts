// A journal store in a directory, for one process. One file has the journals of all sandboxes, so that one write to the disk makes everything
// durable that waits. Names of sandboxes are data in it, never names of files.

import { errorMessage, publicMessage, UsageError } from '../../core/errors.ts'
import { formatInstant } from '../time/instants.ts'
import { type Disk, type DiskFile, lockDirectory, machineDisk } from './disk.ts'
import { fileName, JournalFile, type NewLine } from './journal-file.ts'
import { header, version, versionOf } from './journal-lines.ts'
import type { JournalStore, KeptJournal, KeptName } from './journal-store.ts'
import { type Change, damagedJournal, earlierVersion, QueuedStore, unavailable } from './queued-store.ts'

/** The file that a compaction writes, before it gets the name of the journal. */
const newFileName = 'journal.new'
const damagedName = (number: number) => `damaged-${number}.log`
const isOwn = (name: string) => /^(journal\.(log|new)|damaged-\d+\.log)$/.test(name)
const isEarlier = (name: string) => /^\d{8}\.log$/.test(name)

const defaultMinBytesToCompact = 64 << 20
const copiedBytes = 1 << 20

/** The disk, the clock and the log of a store. A test replaces them. */
interface Options {
  disk: Disk
  /** Milliseconds since 1970. */
  now: () => number
  report: (line: string) => void
  /** A shorter file is not compacted. */
  minBytesToCompact?: number
}

/**
 * Opens a directory, which is created if it is missing. `report` receives a line about each damaged sandbox, and about unknown files and the end
 * of the last process. Throws a UsageError when it cannot be used.
 */
export async function openDirectory(path: string, report: (line: string) => void): Promise<JournalStore> {
  try {
    const disk = await machineDisk(path)
    const unlock = await lockDirectory(path)
    if (unlock === undefined)
      throw new UsageError(
        `The directory ${path} is in use.`,
        'Another paytwin keeps its sandboxes there.',
        'Stop it, or use another directory.',
      )
    return await DirectoryStore.open({ disk, now: Date.now, report }, unlock).catch(async (error) => {
      await unlock()
      throw error
    })
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(
      `The directory ${path} cannot be used.`,
      `The system reports: ${errorMessage(error)}.`,
      'Use a directory that this user may read and write, or a new one.',
    )
  }
}

export class DirectoryStore extends QueuedStore implements JournalStore {
  isReady = true
  private readonly options: Options
  private readonly unlock: () => Promise<void>
  private journal: JournalFile
  /** A task that must succeed before anything is read or written: the file has bytes that do not count, or its name is not durable. */
  private repair: (() => Promise<void>) | undefined
  private readonly minBytesToCompact: number
  private bytesToCompact: number
  /** True if there is a copy of the file with the damage that was found in it. */
  private isCopied = false

  private constructor(options: Options, unlock: () => Promise<void>, journal: JournalFile) {
    super()
    this.options = options
    this.unlock = unlock
    this.journal = journal
    this.minBytesToCompact = options.minBytesToCompact ?? defaultMinBytesToCompact
    this.bytesToCompact = this.minBytesToCompact
  }

  /** Opens a directory that this process has locked. */
  static async open(options: Options, unlock = () => Promise.resolve()): Promise<DirectoryStore> {
    const { disk, report } = options
    const names = await disk.list()
    if (!names.includes(fileName) && names.some(isEarlier)) throw earlierVersion('directory')
    const unknown = names.filter((name) => !isOwn(name))
    if (unknown.length > 0) report(`Unknown files are not read: ${unknown.join(', ')}.`)
    await disk.remove(newFileName)
    const journal = new JournalFile(await disk.open(fileName))
    try {
      await load(journal, !names.includes(fileName), report)
      const store = new DirectoryStore(options, unlock, journal)
      // Makes durable what an earlier process has written, too.
      await journal.append([{ kind: 'start' }], options.now())
      await disk.sync()
      return store
    } catch (error) {
      await journal.file.close()
      throw error
    }
  }

  /** One process has the directory, and nobody else wants its journals. */
  watch(): void {}

  confirm(): undefined {}

  async open(name: string): Promise<KeptJournal | undefined> {
    return this.run(async () => {
      this.refuseDamaged(name)
      await this.repaired().catch(rejectUnavailable)
      const found = await this.journal.read(name).catch(rejectUnavailable)
      if (found !== undefined) this.noteOpen(name, found.first + found.entries.length)
      this.refuseDamaged(name)
      return found
    })
  }

  async release(name: string): Promise<void> {
    this.noteReleased(name)
  }

  async names(): Promise<KeptName[]> {
    return this.journal.names()
  }

  async close(): Promise<void> {
    await this.run(async () => {
      await this.writeLines([{ kind: 'stop' }]).catch((error: UsageError) =>
        this.options.report(error.message),
      )
      this.isReady = false
      await this.journal.file.close().catch(() => undefined)
    })
    await this.unlock()
  }

  protected async write(changes: readonly Change[]): Promise<void> {
    const { journal } = this
    const damaged = changes.filter(({ name }) => journal.damageOf(name) !== undefined)
    for (const { kind, name } of damaged) if (kind === 'append') this.refuseDamaged(name)
    if (damaged.length > 0) await this.copyDamaged().catch(rejectUnavailable)
    await this.writeLines(changes)
    if (journal.end >= this.bytesToCompact) void this.run(() => this.compact())
  }

  private refuseDamaged(name: string): void {
    const damage = this.journal.damageOf(name)
    if (damage !== undefined) throw damagedJournal(name, damage)
  }

  /** Resolves when lines are durable. */
  private async writeLines(lines: readonly NewLine[]): Promise<void> {
    const { journal } = this
    try {
      await this.repaired()
      // The content of the file after a failure is unknown.
      this.repair = () => journal.cut()
      await journal.append(lines, this.options.now())
      this.repair = undefined
    } catch (error) {
      throw unavailable(error)
    }
  }

  private async repaired(): Promise<void> {
    if (!this.isReady) throw new Error('The journal is closed')
    await this.repair?.()
    this.repair = undefined
  }

  /** Copies the file: what is replaced or removed may be all that is left of a sandbox. */
  private async copyDamaged(): Promise<void> {
    if (this.isCopied) return
    const { disk, report } = this.options
    const names = await disk.list()
    let number = 1
    while (names.includes(damagedName(number))) number += 1
    const copy = await disk.open(damagedName(number))
    try {
      const { file, end } = this.journal
      for (let at = 0; at < end; at += copiedBytes)
        await copy.append(await file.read(at, Math.min(copiedBytes, end - at)))
      await copy.sync()
      await disk.sync()
    } catch (error) {
      await disk.remove(damagedName(number))
      throw error
    } finally {
      await copy.close()
    }
    this.isCopied = true
    report(`${damagedName(number)} is a copy of the damaged ${fileName}.`)
  }

  /** Writes another file when most of this one is about what is replaced or removed. */
  private async compact(): Promise<void> {
    const { disk, report, now } = this.options
    const old = this.journal
    const { end, bytes, hasDamage } = old
    this.bytesToCompact = end + this.minBytesToCompact
    if (!this.isReady || hasDamage || end < 2 * bytes) return
    let file: DiskFile | undefined
    try {
      await disk.remove(newFileName)
      file = await disk.open(newFileName)
      this.journal = await old.copyTo(file, now())
    } catch (error) {
      report(`${fileName} is not compacted now. The system reports: ${publicMessage(error)}.`)
      await file?.close().catch(() => undefined)
      await disk.remove(newFileName).catch(() => undefined)
      return
    }
    this.repair = async () => {
      if ((await disk.list()).includes(newFileName)) await disk.rename(newFileName, fileName)
      await disk.sync()
    }
    this.bytesToCompact = this.journal.end + this.minBytesToCompact
    await old.file.close().catch(() => undefined)
  }
}

/** Reads a file, and cuts what does not count. */
async function load(journal: JournalFile, isNew: boolean, report: (line: string) => void): Promise<void> {
  const { file } = journal
  const size = await file.size()
  const found = versionOf((await file.read(0, 2 * header.length)).toString())
  if (found !== undefined && found !== version)
    throw new UsageError(
      `${fileName} has version ${found} of its format.`,
      `This paytwin reads version ${version}.`,
      'Use the version of paytwin that wrote it.',
    )
  if (size < header.length) {
    if (!isNew) report(`${fileName} has no first line. Its first start did not end, or it was cut.`)
    await file.truncate(0)
    await file.append(Buffer.from(header))
    return
  }
  if (found === undefined) report(`${fileName}, line 1: damaged. The file is read as version ${version}.`)
  await journal.load(size)
  for (const { name, damage } of journal.names())
    if (damage !== undefined) report(`The sandbox "${name}" is damaged. ${damage}`)
  if (journal.end < size) {
    report(
      `${fileName}: ${size - journal.end} bytes after line ${journal.line} are cut. Their write did not end.`,
    )
    await file.truncate(journal.end)
  }
  if (!journal.isStopped) await reportLast(journal, report)
}

/** Reports the end of each journal, so that a person sees when the file is an older one than expected. */
async function reportLast(journal: JournalFile, report: (line: string) => void): Promise<void> {
  report(
    `${fileName} does not end with a stop. Its process was killed, or the file was cut or is an older copy.`,
  )
  for (const [name, { places, line, written }] of journal.kept) {
    if (places.length === 0) continue
    const at = virtualTimeOf(await journal.lastEntry(name))
    report(`The last entry of "${name}" is in line ${line}, of ${at}, written ${formatInstant(written)}.`)
  }
}

function virtualTimeOf(entry = ''): string {
  try {
    return formatInstant(JSON.parse(entry).at)
  } catch {
    return 'an unknown virtual time'
  }
}

function rejectUnavailable(error: unknown): never {
  throw unavailable(error)
}
