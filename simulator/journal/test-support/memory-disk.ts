// A disk in memory, of which a test may lose what is not durable, and decide which calls fail.

import type { SeededRandom } from '../../world/random.ts'
import type { Disk, DiskFile } from '../disk.ts'

interface File {
  bytes: Buffer
  /** The durable content. */
  synced: Buffer
}

export class MemoryDisk implements Disk {
  private readonly files: Map<string, File>
  private durable: Map<string, File>
  /** Called before each change and each read; it may wait, or throw. An append that fails leaves half of its bytes. */
  before: (call: keyof Disk | keyof DiskFile, bytes?: Buffer) => Promise<void> | void = () => undefined

  /** `durable` has what is durable of the files, by default all. */
  constructor(contents: Readonly<Record<string, Buffer>> = {}, durable = contents) {
    const empty = Buffer.alloc(0)
    const files = Object.entries(contents).map(([name, bytes]): [string, File] => [
      name,
      { bytes: Buffer.from(bytes), synced: Buffer.from(durable[name] ?? empty) },
    ])
    this.files = new Map(files)
    this.durable = new Map(files.filter(([name]) => Object.hasOwn(durable, name)))
  }

  /** The content after a loss of power now. */
  get durableContents(): Record<string, Buffer> {
    return Object.fromEntries([...this.durable].map(([name, { synced }]) => [name, synced]))
  }

  /** The journal, of which a test may change bytes. */
  get journal(): Buffer {
    return this.files.get('journal.log')?.bytes ?? Buffer.alloc(0)
  }

  get contents(): Record<string, Buffer> {
    return Object.fromEntries([...this.files].map(([name, { bytes }]) => [name, bytes]))
  }

  /** A disk as the next process finds it. */
  copy(): MemoryDisk {
    return new MemoryDisk(this.contents, this.syncedContents)
  }

  /** A disk after a loss of power: names and bytes that are not durable may be there or not. */
  afterPowerLoss(random: SeededRandom): MemoryDisk {
    const files = random.below(2) === 0 ? this.durable : this.files
    const kept = [...files].map(([name, { bytes, synced }]): [string, Buffer] => {
      const isAppended = bytes.subarray(0, synced.length).equals(synced)
      const length = synced.length + random.below(Math.max(0, bytes.length - synced.length) + 1)
      return [name, isAppended ? bytes.subarray(0, length) : random.below(2) === 0 ? synced : bytes]
    })
    return new MemoryDisk(Object.fromEntries(kept))
  }

  private get syncedContents(): Record<string, Buffer> {
    return Object.fromEntries([...this.files].map(([name, { synced }]) => [name, synced]))
  }

  list = async () => [...this.files.keys()]

  rename = async (from: string, to: string) => {
    await this.before('rename')
    const file = this.files.get(from)
    if (file === undefined) throw new Error('ENOENT: no such file')
    this.files.delete(from)
    this.files.set(to, file)
  }

  remove = async (name: string) => {
    await this.before('remove')
    this.files.delete(name)
  }

  sync = async () => {
    await this.before('sync')
    this.durable = new Map(this.files)
  }

  open = async (name: string): Promise<DiskFile> => {
    await this.before('open')
    const empty = Buffer.alloc(0)
    const file = this.files.get(name) ?? { bytes: empty, synced: empty }
    this.files.set(name, file)
    return {
      size: async () => file.bytes.length,
      read: async (at, length) => {
        await this.before('read')
        if (length > 1e9) throw new RangeError('No memory is that large')
        return Buffer.from(file.bytes.subarray(at, at + length))
      },
      append: async (bytes) => {
        const add = (added: Buffer) => {
          file.bytes = Buffer.concat([file.bytes, added])
        }
        try {
          await this.before('append', bytes)
        } catch (error) {
          add(bytes.subarray(0, bytes.length / 2))
          throw error
        }
        add(bytes)
      },
      truncate: async (size) => {
        await this.before('truncate')
        file.bytes = file.bytes.subarray(0, size)
      },
      sync: async () => {
        await this.before('sync')
        file.synced = file.bytes
      },
      close: async () => undefined,
    }
  }
}
