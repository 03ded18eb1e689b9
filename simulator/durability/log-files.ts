// The numbered files of a log, of which one process writes the last one.

import { errorMessage } from '../../core/errors.ts'
import type { Place } from './log-index.ts'
import { contentAt } from './log-lines.ts'
import { type AppendedFile, type Disk, TakenOverError } from './outside.ts'

/** When the log continues in another file. */
export const maxFileBytes = 16 << 20

const fileName = (number: number) => `${String(number).padStart(8, '0')}.log`
const numberOf = (file: string) => Number(/^(\d{8})\.log$/.exec(file)?.[1] ?? 0)

/** The reason of the system, without the path. */
export function reasonOf(error: unknown): string {
  return errorMessage(error).replace(/, [a-z]+ '.*$/s, '')
}

export class LogFiles {
  /** The valid bytes of each file, in order. */
  readonly bytes = new Map<number, number>()
  /** That of the file which this process writes. */
  number = 0
  private readonly disk: Disk
  private file: AppendedFile | undefined
  private making = Promise.resolve()
  private takenOver: TakenOverError | undefined

  constructor(disk: Disk) {
    this.disk = disk
  }

  /** Makes the next file, and returns those before it, in order. */
  async begin(): Promise<{ number: number; bytes: Buffer }[]> {
    const numbers = (await this.disk.list()).map(numberOf).filter((number) => number > 0)
    numbers.sort((a, b) => a - b)
    // First of all: from here on, no other process confirms anything.
    this.number = numbers.at(-1) ?? 0
    await this.next()
    this.bytes.clear()
    const files: { number: number; bytes: Buffer }[] = []
    for (const number of numbers) {
      const bytes = await this.disk.read(fileName(number))
      // Its writer may have ended before this was durable. What follows builds on it.
      if (bytes.length > 0) await this.disk.sync(fileName(number))
      files.push({ number, bytes })
      if (bytes.length === 0) await this.disk.remove(fileName(number))
      else this.bytes.set(number, bytes.length)
    }
    this.bytes.set(this.number, 0)
    return files
  }

  /** Where the next line will be. */
  async end(): Promise<number> {
    if (this.file === undefined || (this.bytes.get(this.number) ?? 0) > maxFileBytes) await this.next()
    return this.bytes.get(this.number) ?? 0
  }

  /** Resolves when the bytes are durable, and no other process has opened the directory before. */
  async append(bytes: Buffer): Promise<void> {
    await this.file?.append(bytes)
    await this.file?.sync()
    await this.refuseIfTakenOver()
    this.bytes.set(this.number, (this.bytes.get(this.number) ?? 0) + bytes.length)
  }

  /** The content of lines up to the first one that is damaged. Rejects when the disk fails: that damages nothing. */
  async contentOf(places: readonly Place[]): Promise<{ parts: string[]; damage?: string }> {
    const parts: string[] = []
    const read = new Map<number, { from: number; bytes: Buffer }>()
    for (const { file, at, sequence } of places) {
      let found = read.get(file)
      if (found === undefined) {
        const last = places.findLast((place) => place.file === file)
        const length = last === undefined ? 0 : last.at + last.length - at
        found = { from: at, bytes: await this.readIfThere(fileName(file), at, length) }
        read.set(file, found)
      }
      const content = contentAt(found.bytes, at - found.from)
      if (content === undefined) return { parts, damage: `Line ${sequence} of the log cannot be read.` }
      parts.push(...content)
    }
    return { parts }
  }

  private async readIfThere(file: string, at: number, length: number): Promise<Buffer> {
    try {
      return await this.disk.read(file, at, length)
    } catch (error) {
      if (Object(error).code === 'ENOENT') return Buffer.alloc(0)
      throw error
    }
  }

  /** Copies the files: somebody may still read what is left of a damaged sandbox. */
  async keepDamaged(): Promise<void> {
    const names = await this.disk.list()
    let count = 1
    while (names.some((name) => name.startsWith(`damaged-${count}-`))) count += 1
    for (const [number, bytes] of this.bytes) {
      const content = await this.readIfThere(fileName(number), 0, bytes)
      if (content.length === 0) continue
      const copy = await this.disk.create(`damaged-${count}-${fileName(number)}`)
      try {
        await copy.append(content)
        await copy.sync()
      } finally {
        await copy.close()
      }
    }
  }

  async remove(number: number): Promise<void> {
    await this.disk.remove(fileName(number))
    this.bytes.delete(number)
  }

  async refuseIfTakenOver(): Promise<void> {
    const files = this.takenOver === undefined ? await this.disk.list() : []
    // The last one may be that which this process is making.
    await this.making.catch(() => undefined)
    if (files.some((file) => numberOf(file) > this.number))
      this.takenOver = new TakenOverError('Another paytwin has opened the directory')
    if (this.takenOver !== undefined) throw this.takenOver
  }

  /** Continues in another file. */
  private async next(): Promise<void> {
    await this.abandon()
    const { number } = this
    this.making = this.make()
    try {
      await this.making
    } finally {
      // Another process may have removed an empty file of that number. Nothing is written into this one then.
      await this.refuseIfTakenOver()
    }
    // Only now: whoever has lost the directory notices it by the last file. Another process may have read a file that is not empty.
    if (this.bytes.get(number) === 0 && (await this.disk.read(fileName(number), 0, 1)).length === 0) {
      await this.disk.remove(fileName(number))
      this.bytes.delete(number)
    }
    this.bytes.set(this.number, 0)
  }

  private async make(): Promise<void> {
    this.file = await this.disk.create(fileName(this.number + 1))
    this.number += 1
  }

  /** The content of a file after a failure is unknown, so nothing is added to it. */
  async abandon(): Promise<void> {
    await this.file?.close().catch(() => undefined)
    this.file = undefined
  }
}
