// A directory in memory, which a crash can be simulated with.

import type { Disk } from '../durability/outside.ts'

interface File {
  bytes: Buffer
  /** The durable part of its bytes. */
  synced: number
}

export class MemoryDisk implements Disk {
  readonly files: Map<string, File>
  /** Called before each write; it may wait, or throw. */
  beforeWrite: () => Promise<void> | void = () => undefined
  private locked = false

  constructor(files = new Map<string, File>()) {
    this.files = files
  }

  /** The disk of another process after a loss of power now. */
  afterCrash(): MemoryDisk {
    const kept = [...this.files].map(([name, { bytes, synced }]): [string, File] => [
      name,
      { bytes: Buffer.from(bytes.subarray(0, synced)), synced },
    ])
    return new MemoryDisk(new Map(kept))
  }

  lock = async () => {
    if (this.locked) return undefined
    this.locked = true
    return async () => {
      this.locked = false
    }
  }

  list = async () => [...this.files.keys()]

  read = async (name: string, position = 0, length?: number) => {
    const file = this.files.get(name)
    if (file === undefined) throw Object.assign(new Error('There is no such file'), { code: 'ENOENT' })
    return Buffer.from(file.bytes.subarray(position, length === undefined ? undefined : position + length))
  }

  create = async (name: string) => {
    if (this.files.has(name)) throw Object.assign(new Error('There is such a file'), { code: 'EEXIST' })
    const file: File = { bytes: Buffer.alloc(0), synced: 0 }
    this.files.set(name, file)
    return {
      append: async (bytes: Buffer) => {
        await this.beforeWrite()
        file.bytes = Buffer.concat([file.bytes, bytes])
      },
      sync: async () => {
        await this.beforeWrite()
        file.synced = file.bytes.length
      },
      close: async () => undefined,
    }
  }

  sync = async (name: string) => {
    const file = this.files.get(name)
    if (file !== undefined) file.synced = file.bytes.length
  }

  remove = async (name: string) => {
    this.files.delete(name)
  }
}
