// A disk whose operations take time and fail, and which keeps anything of what was not synced when the power is lost.

import { linesIn, validLines } from '../../simulator/durability/log-lines.ts'
import type { AppendedFile, Disk } from '../../simulator/durability/outside.ts'
import { MemoryDisk } from '../../simulator/test-support/memory-disk.ts'
import type { SeededRandom } from '../../simulator/world/random.ts'
import type { Machine } from './machine.ts'

/** No response may contain it. */
export const secretPath = '/machine/data'

const failed = (code: string, what: string) =>
  Object.assign(new Error(`${code}: ${what}, open '${secretPath}'`), { code, path: secretPath })

export class SimulatedDisk {
  readonly memory = new MemoryDisk()
  /** Bytes that are left; infinite if there is no limit. */
  space = Number.POSITIVE_INFINITY
  /** Which share of operations fails. */
  failing = 0
  /** True if the lock is seen by other processes: it is not on another machine. */
  isLocal = true
  private readonly random: SeededRandom
  private owner: Machine | undefined
  /** Files that were made or removed, and may be there or not after a loss of power. */
  private readonly unsettled = new Map<string, 'made' | Parameters<MemoryDisk['files']['set']>[1]>()

  constructor(random: SeededRandom) {
    this.random = random
  }

  /** The disk as a process sees it. */
  of(machine: Machine): Disk {
    const { memory, random } = this
    const call = <T>(act: () => T | Promise<T>) => machine.call(random.below(4), random.below(4), act)
    return {
      lock: () =>
        call(() => {
          if (this.isLocal && this.isLocked(this.owner)) return undefined
          this.owner = machine
          return async () => {
            if (this.owner === machine) this.owner = undefined
          }
        }),
      list: () => call(() => this.mayFail('list') ?? memory.list()),
      read: (...place) => call(() => this.mayFail('read') ?? memory.read(...place)),
      create: async (file) => {
        const made = await call(async () => {
          if (this.space <= 0) throw failed('ENOSPC', 'no space left on device')
          await this.mayFail('open')
          const made = await memory.create(file)
          this.unsettled.set(file, 'made')
          return made
        })
        this.unsettled.delete(file)
        return this.appended(made, call)
      },
      sync: (file) => call(() => this.mayFail('sync') ?? memory.sync(file)),
      remove: async (file) => {
        await call(async () => {
          await this.mayFail('remove')
          const removed = memory.files.get(file)
          if (removed !== undefined) this.unsettled.set(file, removed)
          await memory.remove(file)
        })
        this.unsettled.delete(file)
      },
    }
  }

  private appended(file: AppendedFile, call: <T>(act: () => T | Promise<T>) => Promise<T>): AppendedFile {
    return {
      append: (bytes) =>
        call(async () => {
          const fits = Math.min(bytes.length, this.space)
          const written = this.fails() ? this.random.between(0, fits) : fits
          this.space -= written
          await file.append(bytes.subarray(0, written))
          if (fits < bytes.length) throw failed('ENOSPC', 'no space left on device')
          if (written < fits) throw failed('EIO', 'i/o error')
        }),
      sync: () =>
        call(async () => {
          const fails = this.fails()
          // With or without an effect.
          if (!fails || this.random.below(2) === 0) await file.sync()
          if (fails) throw failed('EIO', 'i/o error')
        }),
      close: file.close,
    }
  }

  /** The system releases a lock when its process ends. */
  isLocked(owner: Machine | undefined): boolean {
    return owner?.isDead === false
  }

  private fails(): boolean {
    return this.failing > 0 && this.random.fraction() < this.failing
  }

  private mayFail(what: string): Promise<never> | undefined {
    return this.fails() ? Promise.reject(failed('EIO', `i/o error, ${what}`)) : undefined
  }

  /** Everything that uses the disk has ended. Of what was not synced, anything may be there. */
  losePower(): void {
    for (const [name, change] of this.unsettled)
      if (this.random.below(2) === 0) {
        if (change === 'made') this.memory.files.delete(name)
        else if (!this.memory.files.has(name)) this.memory.files.set(name, change)
      }
    this.unsettled.clear()
    for (const [name, { bytes, synced }] of this.memory.files) {
      const kept = Buffer.concat([bytes.subarray(0, synced), this.damaged(bytes.subarray(synced))])
      // Another object: what a dead process still writes is lost.
      this.memory.files.set(name, { bytes: kept, synced: kept.length })
    }
  }

  /** Cut anywhere; blocks that were not written are zero; and bits are flipped. */
  private damaged(bytes: Buffer): Buffer {
    const kept = Buffer.from(bytes.subarray(0, this.random.between(0, bytes.length)))
    const block = 1 << this.random.between(4, 9)
    for (let at = 0; at < kept.length; at += block) {
      const what = this.random.below(4)
      if (what === 0) kept.subarray(at, at + block).fill(0)
      if (what === 1) this.flip(kept, this.random.between(at, Math.min(at + block, kept.length) - 1))
    }
    return kept
  }

  private flip(bytes: Buffer, at: number): void {
    bytes[at] = (bytes[at] ?? 0) ^ (1 << this.random.below(8))
  }

  /**
   * Flips a bit of what was durable before the last write: damage of that one looks like a write that did not end. Returns whether
   * there was something.
   */
  decay(): boolean {
    const files = [...this.memory.files].sort(([a], [b]) => a.localeCompare(b))
    const lines = validLines(files.map(([, { bytes }]) => linesIn(bytes).map((line) => ({ ...line, bytes }))))
    const last = lines.at(-1)?.first ?? 0
    const old = lines.filter(({ sequence }) => sequence < last)
    const line = old[this.random.below(Math.max(1, old.length))]
    if (line !== undefined) this.flip(line.bytes, line.at + this.random.below(line.length - 1))
    return line !== undefined
  }
}
