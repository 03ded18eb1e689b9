// A database in a directory: one log of what happens to all sandboxes, so that one write to the disk makes everything durable that
// was added meanwhile. Names, owners and epochs are data in it, never names of files.
//
// The log is a row of numbered files. A process that opens the directory makes the next file first, and reads the others then. After
// each write, its own included, a process looks whether there is a file after its own: if so, it confirms the write to nobody.
// So a process that lost the directory, for whatever reason, confirms nothing that the other one has not read.

import { errorMessage, UsageError } from '../../core/errors.ts'
import type { StoredName } from '../sandbox/stored-sandboxes.ts'
import { LogFiles, maxFileBytes, reasonOf } from './log-files.ts'
import { type Kept, LogIndex, type LogWrite } from './log-index.ts'
import { linesIn } from './log-lines.ts'
import type { Database, Disk, Stored, Written } from './outside.ts'

/** Until the log is that long, nothing is removed from it. */
const minBytesToCompact = 64 << 20

/** A line about no sandbox. Each file begins with one, so that a damaged line after it is noticed when older files are gone. */
const mark: LogWrite = { name: '', epoch: null, start: undefined, entries: ['0'], release: false }

/** A write, and what becomes of it; `node` is undefined for the log itself, which writes what it has. */
interface Change {
  node: string | undefined
  write: LogWrite
  outcome?: string | { error: string }
}

/** The writes of one node, which wait together. */
interface Batch {
  changes: readonly Change[]
  end: () => void
}

export class DirectoryLog {
  private readonly unlock: () => Promise<void>
  private readonly files: LogFiles
  private readonly index = new LogIndex()
  private epochs = 0
  private waiting: Batch[] = []
  private writing: Promise<void> | undefined
  private committing: Promise<void> | undefined
  private bytesToCompact = minBytesToCompact
  private readonly wanted = new Map<string, (name: string) => void>()

  private constructor(disk: Disk, unlock: () => Promise<void>) {
    this.files = new LogFiles(disk)
    this.unlock = unlock
  }

  /** Opens a directory. `place` is its path for messages. Throws a UsageError when it cannot be used. */
  static async open(disk: Disk, place: string): Promise<DirectoryLog> {
    try {
      const unlock = await disk.lock()
      if (unlock !== undefined) {
        const log = new DirectoryLog(disk, unlock)
        await log.load().catch(async (error) => {
          await unlock()
          throw error
        })
        return log
      }
    } catch (error) {
      throw new UsageError(
        `The directory ${place} cannot be used.`,
        `The system reports: ${errorMessage(error)}.`,
        'Use a directory that this user may read and write, or a new one.',
      )
    }
    throw new UsageError(
      `The directory ${place} is in use.`,
      'Another paytwin keeps its sandboxes there.',
      'Stop it, or use another directory.',
    )
  }

  private async load(): Promise<void> {
    const files = await this.files.begin()
    this.index.load(files.map(({ number: file, bytes }) => linesIn(bytes).map((line) => ({ ...line, file }))))
  }

  /** The log as one node sees it. */
  node(node: string): Database {
    return {
      leaseMs: Number.POSITIVE_INFINITY,
      isLocal: true,
      renew: () => this.files.refuseIfTakenOver().then(() => true),
      names: async () => this.names(),
      open: (name) => this.openFor(node, name),
      write: (writes) => this.write(node, writes),
      onWanted: (wanted) => void this.wanted.set(node, wanted),
      close: async () => this.leave(node),
    }
  }

  private names(): StoredName[] {
    return [...this.index.kept].map(([name, { damage }]) => ({ name, damage: damage ?? undefined }))
  }

  private leave(node: string): void {
    this.wanted.delete(node)
    for (const kept of this.index.kept.values()) if (kept.owner?.node === node) kept.owner = undefined
  }

  private async openFor(node: string, name: string): Promise<Stored | 'owned' | undefined> {
    const kept = this.index.kept.get(name)
    if (kept === undefined) return undefined
    if (kept.owner !== undefined && kept.owner.node !== node) {
      this.wanted.get(kept.owner.node)?.(name)
      return 'owned'
    }
    this.epochs += 1
    const epoch = String(this.epochs)
    kept.owner = { node, epoch }
    // The current write may be about it.
    await this.committing
    await this.files.refuseIfTakenOver()
    return { epoch, ...(await this.read(name)) }
  }

  /** The entries of a sandbox in the log. */
  private async read(name: string): Promise<Pick<Stored, 'start' | 'entries' | 'damage'>> {
    const kept = this.index.kept.get(name)
    const { parts, damage } = await this.files.contentOf(kept?.places ?? [])
    // Its lines were moved meanwhile.
    if (damage !== undefined && this.index.kept.get(name)?.places !== kept?.places) return this.read(name)
    if (kept !== undefined && damage !== undefined) kept.damage ??= damage
    const [start = '', ...entries] = parts
    return { start, entries, damage: kept?.damage ?? undefined }
  }

  private write(node: string | undefined, writes: readonly LogWrite[]): Promise<Written> {
    const changes: Change[] = writes.map((write) => ({ node, write }))
    return new Promise((written) => {
      const end = () =>
        written(
          new Map(
            changes.flatMap(({ write: { name }, outcome }) =>
              outcome === undefined ? [] : [[name, outcome] as const],
            ),
          ),
        )
      this.waiting.push({ changes, end })
      this.writing ??= this.writeAll()
    })
  }

  /** Writes together whatever waits, until nothing does. */
  private async writeAll(): Promise<void> {
    // Entries of this task are written together, too.
    await undefined
    while (this.waiting.length > 0) {
      // Two writes about one sandbox happen one after the other.
      const names = new Set<string>()
      const repeats = this.waiting.findIndex(({ changes }) => {
        const known = changes.some(({ write }) => names.has(write.name))
        for (const { write } of changes) names.add(write.name)
        return known
      })
      const batches = this.waiting.splice(0, repeats === -1 ? this.waiting.length : repeats)
      this.committing = this.commit(batches.flatMap(({ changes }) => changes))
      await this.committing
      for (const { end } of batches) end()
      await this.compact()
    }
    this.committing = undefined
    this.writing = undefined
  }

  private async commit(changes: readonly Change[]): Promise<void> {
    const owned = changes.filter((change) => this.isOwned(change))
    const lines = owned.filter(
      ({ write: { name, start, entries } }) =>
        (start === null && this.index.kept.has(name)) || start != null || entries.length > 0,
    )
    try {
      if (lines.some((change) => this.replacesDamage(change))) await this.files.keepDamaged()
      if (lines.length > 0) await this.append(lines.map(({ write }) => write))
    } catch (error) {
      await this.files.abandon()
      // Each for itself: there may be space for some of them.
      if (owned.length > 1) for (const one of owned) await this.commit([one])
      else for (const one of owned) one.outcome = { error: reasonOf(error) }
      return
    }
    for (const one of owned) one.outcome = this.owned(one)
  }

  private isOwned({ node, write: { name, epoch, start, release } }: Change): boolean {
    const kept = this.index.kept.get(name)
    const owner = kept?.owner
    if (node === undefined) return true
    if (epoch === null) return kept === undefined ? start != null : release && owner?.node === node
    return owner?.node === node && owner.epoch === epoch
  }

  /** True unless the log itself moves the sandbox. */
  private replacesDamage({ node, write: { name, start } }: Change): boolean {
    return node !== undefined && start !== undefined && this.index.kept.get(name)?.damage != null
  }

  /** Notes the owner of a sandbox after a write. Returns its epoch. */
  private owned({ node, write: { name, release, epoch } }: Change): string {
    const kept = this.index.kept.get(name)
    if (release && kept !== undefined) kept.owner = undefined
    if (epoch !== null || node === undefined || release || kept === undefined) return epoch ?? ''
    this.epochs += 1
    kept.owner = { node, epoch: String(this.epochs) }
    return kept.owner.epoch
  }

  /** Resolves when the writes are durable. */
  private async append(writes: readonly LogWrite[]): Promise<void> {
    const at = await this.files.end()
    const { text, lines } = this.index.linesOf(at === 0 ? [mark, ...writes] : writes, this.files.number, at)
    await this.files.append(Buffer.from(text))
    for (const line of lines) this.index.apply(line)
  }

  /** Removes the oldest file when most of the log is about what is over. */
  private async compact(): Promise<void> {
    const bytes = [...this.files.bytes.values()].reduce((sum, one) => sum + one, 0)
    const [oldest] = this.files.bytes.keys()
    if (bytes < this.bytesToCompact || oldest === undefined || oldest === this.files.number) return
    // Known damage must not go with the lines that show it.
    const inOldest = ({ places, damage }: Kept) =>
      places.some(({ file }) => file === oldest) || (damage !== null && places.at(-1)?.damage !== damage)
    const moved = [...this.index.kept].flatMap(([name, kept]) => (inOldest(kept) ? [name] : []))
    try {
      const copies = moved.map(async (name): Promise<Change> => {
        const write = { name, epoch: null, ...(await this.read(name)), release: false }
        return { node: undefined, write }
      })
      await this.commit(await Promise.all(copies))
      this.bytesToCompact = Math.max(minBytesToCompact, 2 * this.index.bytes)
      if ([...this.index.kept.values()].some(inOldest)) throw new Error('They could not be copied.')
      await this.files.remove(oldest)
    } catch {
      // Not again before every write: the disk may be full, or fail.
      this.bytesToCompact = Math.max(this.bytesToCompact, bytes + maxFileBytes)
    }
  }

  /** Resolves when everything is written, and leaves the directory to other processes. */
  async close(): Promise<void> {
    // Whatever is damaged before this line was durable.
    await this.write(undefined, [mark])
    await this.files.abandon()
    await this.unlock()
  }
}
