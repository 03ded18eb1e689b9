// Storage that, by a seed, is late, fails with and without an effect, tears what it writes, loses what is not durable, and has a second
// owner: a disk below the directory store, and a database below a store for several processes.

import type { SeededRandom } from '../../world/random.ts'
import { DirectoryStore } from '../directory-store.ts'
import type { Disk, DiskFile } from '../disk.ts'
import type { JournalStore, KeptJournal, StoreWatcher } from '../journal-store.ts'
import { type Change, QueuedStore, unavailable } from '../queued-store.ts'
import { MemoryDisk } from './memory-disk.ts'

/** A process that uses the storage. */
export class Process {
  hasEnded = false
  /** True if calls may fail. */
  isUnreliable = true
  private readonly random: SeededRandom

  constructor(random: SeededRandom) {
    this.random = random
  }

  /** Waits for a few turns of other tasks. Never returns once the process has ended. */
  async late(maxTurns = 3): Promise<void> {
    for (let turns = this.random.below(maxTurns + 1); turns > 0; turns -= 1)
      await new Promise((resolve) => setImmediate(resolve))
    if (this.hasEnded) await new Promise(() => undefined)
  }

  mayFail(): void {
    if (this.isUnreliable && this.random.below(150) === 0) throw new Error('EIO: input/output error')
  }

  /** Does something that is late, and fails before or after it has an effect. */
  async unreliably<Result>(act: () => Result): Promise<Awaited<Result>> {
    await this.late()
    this.mayFail()
    const result = await act()
    await this.late()
    this.mayFail()
    return result
  }
}

/** Calls of a disk that do something else than they should. */
interface PlantedFault {
  disk?: Partial<Disk>
  file?: Partial<DiskFile>
}

/** Storage that processes keep sandboxes in. */
export interface Storage {
  /** Resolves to a store for a new process. */
  start: (process: Process, report: (line: string) => void) => Promise<JournalStore>
  /** Ends a process without any warning. */
  kill: (process: Process) => void
}

/** A directory, which one process has at a time. */
export class SimulatedDirectory implements Storage {
  private readonly random: SeededRandom
  private readonly planted: PlantedFault
  private disk = new MemoryDisk()
  private now = 1_700_000_000_000

  constructor(random: SeededRandom, planted: PlantedFault = {}) {
    this.random = random
    this.planted = planted
  }

  start(process: Process, report: (line: string) => void): Promise<JournalStore> {
    const { disk } = this
    disk.before = async (call) => {
      // An append that fails leaves half of its bytes.
      if (call === 'append') process.mayFail()
    }
    const now = () => {
      this.now += 1
      return this.now
    }
    return DirectoryStore.open({
      disk: unreliableDisk({ ...disk, ...this.planted.disk }, process, this.planted.file ?? {}),
      now,
      report,
      minBytesToCompact: 200_000,
    })
  }

  kill(process: Process): void {
    process.hasEnded = true
    this.disk = this.random.below(2) === 0 ? this.disk.copy() : this.disk.afterPowerLoss(this.random)
  }
}

function unreliableDisk(disk: Disk, process: Process, planted: Partial<DiskFile>): Disk {
  return {
    list: () => process.unreliably(disk.list),
    open: async (name) => {
      const file = await process.unreliably(() => disk.open(name))
      return unreliableFile({ ...file, ...planted }, process)
    },
    rename: (from, to) => process.unreliably(() => disk.rename(from, to)),
    remove: (name) => process.unreliably(() => disk.remove(name)),
    sync: () => process.unreliably(disk.sync),
  }
}

function unreliableFile(file: DiskFile, process: Process): DiskFile {
  return {
    size: () => process.unreliably(file.size),
    read: (at, length) => process.unreliably(() => file.read(at, length)),
    append: (bytes) => process.unreliably(() => file.append(bytes)),
    truncate: (size) => process.unreliably(() => file.truncate(size)),
    sync: () => process.unreliably(file.sync),
    close: () => process.unreliably(file.close),
  }
}

/** A database that several processes share. A session has the journals that it opened, until its connection is cut. */
export class SimulatedDatabase implements Storage {
  readonly journals = new Map<string, KeptJournal>()
  readonly owners = new Map<string, DatabaseStore>()
  private readonly random: SeededRandom

  constructor(random: SeededRandom) {
    this.random = random
  }

  async start(process: Process): Promise<JournalStore> {
    return new DatabaseStore(this, process)
  }

  /** Cuts the connection of whoever has a journal, now and then. Its process does not learn it at once. */
  disturb(): void {
    if (this.random.below(20) === 0) [...this.owners.values()].at(0)?.cut()
  }

  kill(process: Process): void {
    process.hasEnded = true
    for (const [name, owner] of this.owners) if (owner.process === process) this.owners.delete(name)
  }
}

class DatabaseStore extends QueuedStore implements JournalStore {
  readonly process: Process
  private readonly database: SimulatedDatabase
  private watcher: StoreWatcher | undefined
  /** The number of its connection, at the database and as the process knows it. */
  private connection = 0
  private known = 0

  constructor(database: SimulatedDatabase, process: Process) {
    super()
    this.database = database
    this.process = process
  }

  get isReady(): boolean {
    return true
  }

  watch(watcher: StoreWatcher): void {
    this.watcher = watcher
  }

  /** Ends the connection, which the process learns later. */
  cut(): void {
    this.connection += 1
    const { owners } = this.database
    for (const [name, owner] of owners) if (owner === this) owners.delete(name)
  }

  /** Does something in the database with the connection that the process knows. */
  private async inDatabase<Result>(act: () => Result): Promise<Awaited<Result>> {
    const { known } = this
    try {
      return await this.process.unreliably(() => {
        if (this.process.isUnreliable) this.database.disturb()
        if (known !== this.connection) throw new Error('The connection is closed')
        return act()
      })
    } catch (error) {
      // A session ends with whatever goes wrong in it.
      if (known === this.known) {
        if (known === this.connection) this.cut()
        this.known = this.connection
        this.noteLost()
        this.watcher?.lost()
      }
      throw unavailable(error)
    }
  }

  async open(name: string): Promise<KeptJournal | undefined> {
    const found = await this.run(() =>
      this.inDatabase(() => {
        const { owners, journals } = this.database
        const owner = owners.get(name)
        if (owner !== undefined && owner !== this) return owner
        owners.set(name, this)
        return journals.get(name)
      }),
    )
    if (found instanceof DatabaseStore) {
      found.watcher?.wanted(name)
      throw unavailable('Another process has the journal')
    }
    if (found !== undefined) this.noteOpen(name, found.first + found.entries.length)
    return found
  }

  async release(name: string): Promise<void> {
    this.noteReleased(name)
    await this.run(() => this.inDatabase(() => this.disown(name)))
  }

  private disown(name: string): void {
    if (this.database.owners.get(name) === this) this.database.owners.delete(name)
  }

  protected async write(changes: readonly Change[]): Promise<void> {
    await this.inDatabase(() => {
      for (const change of changes) this.change(change)
    })
  }

  private change({ kind, name, position, entries }: Change): void {
    const { owners, journals } = this.database
    const owner = owners.get(name) ?? (kind === 'append' ? undefined : this)
    if (owner !== this) throw new Error(`Another process has ${name}`)
    owners.set(name, this)
    const { first, entries: earlier } = journals.get(name) ?? { first: position, entries: [] }
    if (kind === 'replace') journals.set(name, { first: position, entries })
    else if (kind === 'append') {
      if (first + earlier.length !== position) throw new Error(`duplicate key (${name}, ${position})`)
      journals.set(name, { first, entries: [...earlier, ...entries] })
    } else {
      journals.delete(name)
      this.disown(name)
    }
  }

  async names(): Promise<{ name: string }[]> {
    return this.inDatabase(() => [...this.database.journals.keys()].map((name) => ({ name })))
  }

  confirm(): Promise<void> {
    return this.inDatabase(() => undefined)
  }

  async close(): Promise<void> {
    await this.run(async () => this.cut())
  }
}
