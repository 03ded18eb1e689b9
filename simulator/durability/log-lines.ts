// The lines of the files of a log: their form, and what is missing when some of them are damaged.

import { crc32 } from 'node:zlib'

/** The head of a line, without its content. */
export interface LineHead {
  /** The number of the line in the whole log, from 1. */
  sequence: number
  /** That of the first line that was written together with it. Everything before that line was durable then. */
  first: number
  kind: 'start' | 'add' | 'delete'
  /** The number of the line among those of its sandbox, from 1. */
  number: number
  sandbox: string
  /** The sandbox and the number of the line before it. */
  before: readonly [sandbox: string, number: number]
  damage: string | null
}

/** A line, and where it is. */
export interface Line extends LineHead {
  at: number
  /** With its end. */
  length: number
}

const hexDigits = 8
/** The length of the text, a space, its checksum, a space. */
const prefix = 2 * (hexDigits + 1)

const hex = (value: number) => value.toString(16).padStart(hexDigits, '0')

/** A line, and its length in bytes. The parts of its content are JSON texts, which have no tabs and no line breaks. */
export function textOf(head: LineHead, content: readonly string[]): { text: string; length: number } {
  const { sequence, first, kind, number, sandbox, before, damage } = head
  const parts = [JSON.stringify([sequence, first, kind, number, sandbox, before, damage]), ...content]
  const text = parts.join('\t')
  const length = Buffer.byteLength(text)
  return { text: `${hex(length)} ${hex(crc32(text))} ${text}\n`, length: prefix + length + 1 }
}

/** The parts of the line at a position; undefined when it is damaged. */
function partsAt(bytes: Buffer, at: number): { text: Buffer; length: number } | undefined {
  const [, size = '', check = ''] =
    /^([0-9a-f]{8}) ([0-9a-f]{8}) $/.exec(bytes.toString('latin1', at, at + prefix)) ?? []
  const length = Number.parseInt(size, 16)
  const text = bytes.subarray(at + prefix, at + prefix + length)
  return text.length === length && hex(crc32(text)) === check
    ? { text, length: prefix + length + 1 }
    : undefined
}

/** The content of the line at a position; undefined when it is damaged. */
export function contentAt(bytes: Buffer, at: number): string[] | undefined {
  return partsAt(bytes, at)?.text.toString().split('\t').slice(1)
}

/** The lines of a file that are not damaged. */
export function linesIn(bytes: Buffer): Line[] {
  const lines: Line[] = []
  let at = 0
  while (at < bytes.length) {
    const parts = partsAt(bytes, at)
    if (parts === undefined) {
      // Its length may be what is damaged. The next line starts after a line break.
      const end = bytes.indexOf(10, at)
      if (end === -1) break
      at = end + 1
      continue
    }
    const { text, length } = parts
    const tab = text.indexOf(9)
    const [sequence, first, kind, number, sandbox, before, damage] = JSON.parse(
      text.toString('utf8', 0, tab === -1 ? text.length : tab),
    )
    lines.push({ sequence, first, kind, number, sandbox, before, damage, at, length })
    at += length
  }
  return lines
}

/** Which of the lines of a log count: `files` has those of each file, in order. */
export function validLines<One extends LineHead>(files: readonly (readonly One[])[]): One[] {
  // Lines of a file after the next one has begun were never confirmed to anybody: its writing failed, or its writer had lost
  // the directory to another process.
  let limit = Number.POSITIVE_INFINITY
  const lines = files
    .toReversed()
    .map((file) => {
      const counted = file.filter(({ sequence }) => sequence < limit)
      limit = counted[0]?.sequence ?? limit
      return counted
    })
    .toReversed()
    .flat()
  // Lines that were written together become durable together. If one of the last ones is missing, none was confirmed.
  const last = lines.at(-1)
  const torn = lines.findIndex(
    ({ sequence }, index) =>
      last !== undefined && sequence > last.first && lines[index - 1]?.sequence !== sequence - 1,
  )
  return torn === -1 ? lines : lines.slice(0, torn)
}
