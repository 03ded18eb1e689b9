// The lines of a journal file: how they are written, and how they are found again in a file that may be damaged.
//
// The first line has the version of the format and a checksum. Each other line is HEAD CHECKSUM <tab> CONTENT. The checksum is that of the head,
// which is JSON and has the length and the checksum of the content. The content is the entries, with tabs between them, and a line break.
// So damage of a content concerns one journal, and the next line is where the head says.

import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { DiskFile } from './disk.ts'

const hex = (value: number) => value.toString(16).padStart(8, '0')
export const version = '1'
const formatOf = (text: string) => `paytwin journal ${text}`
/** The first line. */
export const header = `${formatOf(version)} ${hex(crc32(formatOf(version)))}\n`

const count = z.number().int().safe().nonnegative()
const headSchema = z.object({
  /** The number of the line in the file, from 2. */
  line: count,
  /** The number of the first line of the same write. Everything before that line was durable then. */
  first: count,
  /** A start and a stop of a process are about no journal. */
  kind: z.enum(['append', 'replace', 'remove', 'start', 'stop']),
  name: z.string(),
  /** The position of its first entry. */
  position: count,
  /** The number of its entries. */
  count,
  /** The real time at which it was written, in milliseconds since 1970. */
  written: count.max(8.64e15),
  /** The length of the content. */
  bytes: count,
  check: count,
})
export type Head = z.infer<typeof headSchema>

/** A line that is in a file. */
export interface FoundLine {
  at: number
  /** The place of the next line. */
  end: number
  /** Undefined when its checksum is right and it can nevertheless not be understood. */
  head: Head | undefined
  /** Undefined when it is damaged. */
  content: Buffer | undefined
}

/**
 * A line, and its head with what follows from the entries. They are JSON texts as `JSON.stringify` writes them, without tabs and line
 * breaks.
 */
export function lineOf(about: Omit<Head, 'count' | 'bytes' | 'check'>, entries: readonly string[]) {
  const content = Buffer.from(`${entries.join('\t')}\n`)
  const head: Head = { ...about, count: entries.length, bytes: content.length, check: crc32(content) }
  const text = JSON.stringify(head)
  return { head, text: Buffer.concat([Buffer.from(`${text} ${hex(crc32(text))}\t`), content]) }
}

export function entriesOf(content: Buffer): string[] {
  return content.toString('utf8', 0, content.length - 1).split('\t')
}

/** The version in a first line; undefined when it is damaged. */
export function versionOf(firstLine: string): string | undefined {
  const [, text = '', found, check] = /^(paytwin journal (\d+)) ([0-9a-f]{8})\n/.exec(firstLine) ?? []
  return check === hex(crc32(text)) ? found : undefined
}

const blockBytes = 1 << 16
const [tab, lineBreak] = [9, 10]
/** A space and a checksum. */
const checkLength = 9

/** Reads the lines of a file in blocks. */
export class LineReader {
  private readonly file: DiskFile
  private readonly size: number
  private from = 0
  private bytes: Buffer = Buffer.alloc(0)

  constructor(file: DiskFile, size: number) {
    this.file = file
    this.size = size
  }

  /** Reads all lines. Bytes between them are damaged. */
  async *lines(): AsyncGenerator<FoundLine> {
    for (let at = header.length; at !== -1; ) {
      const found = await this.lineAt(at)
      if (found !== undefined) yield found
      // Bytes of a damaged content may be missing, so that the next line is not where the head says.
      const hasEnd = found?.content !== undefined || (found !== undefined && (await this.lineAt(found.end)))
      at = found !== undefined && hasEnd ? found.end : await this.after(lineBreak, at)
    }
  }

  /** The line at a position; undefined when its head is damaged. */
  async lineAt(at: number): Promise<FoundLine | undefined> {
    const contentAt = await this.after(tab, at)
    if (contentAt === -1) return undefined
    const text = (await this.read(at, contentAt - 1 - at)).toString()
    const headText = text.slice(0, -checkLength)
    if (text.slice(-checkLength) !== ` ${hex(crc32(headText))}`) return undefined
    const head = parsedHead(headText)
    const content = await this.read(contentAt, head?.bytes ?? 0)
    const isRight = head !== undefined && crc32(content) === head.check
    const next = head === undefined ? await this.after(lineBreak, at) : contentAt + head.bytes
    return { at, end: next === -1 ? this.size : next, head, content: isRight ? content : undefined }
  }

  /** The position after the next byte of that value; -1 when there is none. */
  private async after(value: number, at: number): Promise<number> {
    let bytes = this.bytes.subarray(at < this.from ? this.bytes.length : at - this.from)
    for (;;) {
      const index = bytes.indexOf(value)
      if (index !== -1) return at + index + 1
      const more = await this.read(at, Math.max(blockBytes, 2 * bytes.length))
      if (more.length <= bytes.length) return -1
      bytes = more
    }
  }

  private async read(at: number, length: number): Promise<Buffer> {
    if (at < this.from || at + length > this.from + this.bytes.length) {
      const rest = Math.max(0, this.size - at)
      this.bytes = await this.file.read(at, Math.min(rest, Math.max(length, blockBytes)))
      this.from = at
    }
    return this.bytes.subarray(at - this.from, at - this.from + length)
  }
}

function parsedHead(text: string): Head | undefined {
  try {
    return headSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
