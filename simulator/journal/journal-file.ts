// A journal file and its index: where the lines of each journal are, and what is damaged.

import type { DiskFile } from './disk.ts'
import { entriesOf, type FoundLine, type Head, header, LineReader, lineOf } from './journal-lines.ts'
import type { KeptJournal, KeptName } from './journal-store.ts'
import type { Change } from './queued-store.ts'

export const fileName = 'journal.log'

/** The lines of a journal that count: the last one that replaces it, and those after it. */
interface Kept {
  /** The places of its lines. Empty when it is removed. */
  places: number[]
  bytes: number
  /** The position after its last entry. */
  next: number
  /** The number of its first line. */
  startLine: number
  /** The number of its last line, and the real time at which it was written. */
  line: number
  written: number
  damage?: string
}

/** A line to be written. */
export type NewLine = Pick<Head, 'kind'> & Partial<Omit<Change, 'kind'>>

const shown = (line: number, last = line) =>
  last > line ? `${fileName}, lines ${line} to ${last}` : `${fileName}, line ${line}`

const isAboutJournal = ({ kind }: Head) => kind !== 'start' && kind !== 'stop'

export class JournalFile {
  readonly file: DiskFile
  readonly kept = new Map<string, Kept>()
  /** The number of the last line. */
  line = 1
  /** The place of the next line. */
  end = header.length
  /** True if the last line is the stop of a process. */
  isStopped = false
  /** Lines that are damaged. */
  private missing = { from: 0, to: 0, count: 0 }
  /** The number of journals that miss one of these lines. If there are as many, no other journal misses one. */
  private missed = 0
  private damageOfUnknown: string | undefined

  constructor(file: DiskFile) {
    this.file = file
  }

  /** Bytes of the lines that count. */
  get bytes(): number {
    return [...this.kept.values()].reduce((sum, { bytes }) => sum + bytes, header.length)
  }

  get hasDamage(): boolean {
    return this.damageOfUnknown !== undefined || this.names().some(({ damage }) => damage !== undefined)
  }

  names(): KeptName[] {
    return [...this.kept].flatMap(([name, { places, damage }]) =>
      damage !== undefined ? [{ name, damage }] : places.length > 0 ? [{ name }] : [],
    )
  }

  /** The damage of a journal, which may be one that is not known. */
  damageOf(name: string): string | undefined {
    const kept = this.kept.get(name)
    return kept === undefined ? this.damageOfUnknown : kept.damage
  }

  /** Reads the lines of a file of that size. Bytes after `end` then are a write that did not end. */
  async load(size: number): Promise<void> {
    let batch: FoundLine[] = []
    for await (const found of new LineReader(this.file, size).lines()) {
      const { head } = found
      const last = batch.at(-1)?.head?.line ?? this.line
      if (head === undefined || head.line <= last || head.first !== batch[0]?.head?.first) {
        this.confirm(batch)
        batch = []
      }
      if (head !== undefined && head.line > last) {
        batch.push(found)
        continue
      }
      // A write that did not end has no right checksum.
      this.end = found.end
      if (head === undefined) this.miss(this.line + 1, this.line + 1)
      else if (isAboutJournal(head))
        this.damage(head.name, `${shown(head.line)}: it is there again after line ${this.line}.`)
    }
    this.finish(batch)
    if (this.missing.count > this.missed) this.damageAll()
  }

  /** Notes lines that were written together before later ones, so all of them were durable. */
  private confirm(batch: readonly FoundLine[]): void {
    for (const { head, at, end, content } of batch) {
      if (head === undefined) continue
      this.skipTo(head.line)
      this.apply(head, at, end)
      if (content === undefined && head.count > 0)
        this.damage(head.name, `${shown(head.line)}: its content is damaged.`)
    }
  }

  /** Notes the lines that were written together last, up to one that is missing or damaged. */
  private finish(batch: readonly FoundLine[]): void {
    this.skipTo(batch[0]?.head?.first)
    for (const { head, at, end, content } of batch) {
      if (head?.line !== this.line + 1 || content === undefined) return
      this.apply(head, at, end)
    }
  }

  /** Notes that the lines before a line are missing. */
  private skipTo(line = 0): void {
    if (line <= this.line + 1) return
    this.miss(this.line + 1, line - 1)
    this.line = line - 1
  }

  private miss(from: number, to: number): void {
    const { count } = this.missing
    this.missing = { from: count === 0 ? from : this.missing.from, to, count: count + to - from + 1 }
  }

  /** Damages all journals that may have had one of the missing lines. */
  private damageAll(): void {
    const { from, to } = this.missing
    this.damageOfUnknown = `${shown(from, to)}: damaged, and it is unknown whose entries are missing.`
    for (const kept of this.kept.values()) if (kept.startLine < to) kept.damage ??= this.damageOfUnknown
  }

  private damage(name: string, damage: string): void {
    const { line } = this
    const kept = this.kept.get(name) ?? { places: [], bytes: 0, next: 0, startLine: line, line, written: 0 }
    this.kept.set(name, { damage, ...kept })
  }

  /** Notes a line that is durable. */
  private apply(head: Head, at: number, end: number): void {
    const { line, kind, name, position, count, written } = head
    this.line = line
    this.end = end
    this.isStopped = kind === 'stop'
    if (!isAboutJournal(head)) return
    if (kind === 'append' && this.kept.get(name)?.next !== position) {
      this.missed += 1
      this.damage(name, `${shown(line)}: entries before it are missing.`)
    }
    const before = kind === 'append' ? this.kept.get(name) : undefined
    const { places = [], bytes = 0, startLine = line } = before ?? {}
    const isKept = kind !== 'remove'
    if (isKept) places.push(at)
    const total = isKept ? bytes + end - at : 0
    this.kept.set(name, { ...before, places, bytes: total, next: position + count, startLine, line, written })
  }

  /** Appends lines. Resolves when they are durable. */
  async append(lines: readonly NewLine[], written: number): Promise<void> {
    const apply = await this.add(lines, written)
    await this.file.sync()
    apply()
  }

  /** Adds lines to the file, which are not durable. Returns the function that adds them to the index. */
  private async add(lines: readonly NewLine[], written: number): Promise<() => void> {
    const first = this.line + 1
    const added = lines.map(({ kind, name = '', position = 0, entries = [] }, index) =>
      lineOf({ line: first + index, first, kind, name, position, written }, entries),
    )
    await this.file.append(Buffer.concat(added.map(({ text }) => text)))
    return () => {
      for (const { head, text } of added) this.apply(head, this.end, this.end + text.length)
    }
  }

  /** Cuts the bytes after the last line that counts. Resolves when that is durable. */
  async cut(): Promise<void> {
    await this.file.truncate(this.end)
    await this.file.sync()
  }

  /** Reads a journal; undefined when there is none. Notes its damage, and then it has no entries. */
  async read(name: string): Promise<KeptJournal | undefined> {
    const reader = new LineReader(this.file, this.end)
    const entries: string[] = []
    let first: number | undefined
    for (const at of this.kept.get(name)?.places ?? []) {
      const { head, content } = (await reader.lineAt(at)) ?? {}
      if (head?.name !== name || content === undefined) {
        this.damage(name, `${head === undefined ? `${fileName}, byte ${at}` : shown(head.line)}: damaged.`)
        return undefined
      }
      first ??= head.position
      entries.push(...entriesOf(content))
    }
    return first === undefined ? undefined : { first, entries }
  }

  /** The last entry of a journal. */
  async lastEntry(name: string): Promise<string | undefined> {
    const at = this.kept.get(name)?.places.at(-1)
    const line = at === undefined ? undefined : await new LineReader(this.file, this.end).lineAt(at)
    return line?.content === undefined ? undefined : entriesOf(line.content).at(-1)
  }

  /** Copies all journals to an empty file, where each has one line. Resolves when it is durable. */
  async copyTo(file: DiskFile, now: number): Promise<JournalFile> {
    const copy = new JournalFile(file)
    await file.append(Buffer.from(header))
    for (const [name, { written }] of this.kept) {
      const found = await this.read(name)
      const damage = this.damageOf(name)
      if (damage !== undefined) throw new Error(damage)
      if (found === undefined) continue
      const { first: position, entries } = found
      const apply = await copy.add([{ kind: 'replace', name, position, entries }], written)
      apply()
    }
    await copy.append([{ kind: 'start' }], now)
    return copy
  }
}
