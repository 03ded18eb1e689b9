// An index of the places of each sandbox in a log.

import { type Line, type LineHead, textOf, validLines } from './log-lines.ts'
import type { Write } from './outside.ts'

export interface LogWrite extends Write {
  damage?: string | undefined
}

/** A line, and its file. */
export interface Place extends Line {
  file: number
}

/** The lines of a sandbox in the log. */
export interface Kept {
  /** Of its last line. */
  number: number
  /** The line with its start, and those after it. */
  places: Place[]
  damage: string | null
  owner?: { node: string; epoch: string } | undefined
}

export class LogIndex {
  readonly kept = new Map<string, Kept>()
  /** The number of the last line. */
  sequence = 0
  /** The sandbox and the number of the last line. */
  before: LineHead['before'] = ['', 0]

  /** Bytes of the log that are needed. */
  get bytes(): number {
    const places = [...this.kept.values()].flatMap((kept) => kept.places)
    return places.reduce((sum, { length }) => sum + length, 0)
  }

  /** Notes the lines of all files, in order. */
  load(files: readonly (readonly Place[])[]): void {
    const lines = validLines(files)
    const [first] = lines
    // Before it, there was at least one in the oldest file, if it is not at its beginning.
    if (first !== undefined) this.sequence = first.sequence - (first.at > 0 ? 2 : 1)
    const missing = { lines: 0, found: 0, last: 0 }
    for (const line of lines) {
      const gap = line.sequence - this.sequence - 1
      if (gap > 0) {
        missing.lines += gap
        missing.last = line.sequence
        const [sandbox, number] = line.before
        missing.found += this.missed(sandbox, number)
      }
      if (line.kind === 'add' || this.kept.has(line.sandbox))
        missing.found += this.missed(line.sandbox, line.number - 1)
      this.apply(line)
    }
    if (missing.found >= missing.lines) return
    // Whose last lines they were, nobody knows.
    for (const kept of this.kept.values())
      if ((kept.places.at(-1)?.sequence ?? 0) < missing.last)
        kept.damage ??= `Its last entries may be missing: ${missing.lines - missing.found} damaged lines of the log cannot be assigned.`
  }

  /** Notes that the lines of a sandbox up to a number were there. Returns how many of them are missing. */
  private missed(sandbox: string, number: number): number {
    if (sandbox === '') return number
    // Of one that is not known, at least its start is missing.
    const kept = this.kept.get(sandbox) ?? { number: number - 1, places: [], damage: null }
    const missing = number - kept.number
    if (missing <= 0) return 0
    const entries = kept.places.length === 0 ? 'the state that it starts with' : 'entries in its log'
    kept.damage ??= `Damaged on the disk: ${missing} ${missing === 1 ? 'line' : 'lines'} with ${entries}.`
    kept.number = number
    this.kept.set(sandbox, kept)
    return missing
  }

  /** Notes a line that is durable. */
  apply(line: Place): void {
    const { sequence, kind, sandbox, number, damage } = line
    const kept = this.kept.get(sandbox)
    if (kind === 'delete') this.kept.delete(sandbox)
    else if (kind === 'start') this.kept.set(sandbox, { number, damage, places: [line], owner: kept?.owner })
    else if (kind === 'add' && kept !== undefined) {
      kept.number = number
      // Nothing can follow what is missing.
      if (kept.damage === null) kept.places.push(line)
    }
    this.before = [sandbox, number]
    this.sequence = sequence
  }

  /** The lines of writes that are to become durable together, at a place of a file, and their text. */
  linesOf(writes: readonly LogWrite[], file: number, from: number): { lines: Place[]; text: string } {
    let { before, sequence } = this
    let at = from
    let all = ''
    const first = sequence + 1
    const lines = writes.map(({ name: sandbox, start, entries, damage = null }): Place => {
      const number = (this.kept.get(sandbox)?.number ?? 0) + 1
      const kind = start === null ? 'delete' : start === undefined ? 'add' : 'start'
      sequence += 1
      const head = { sequence, first, kind, number, sandbox, before, damage } as const
      const { text, length } = textOf(head, start == null ? entries : [start, ...entries])
      const line = { sequence, first, kind, number, sandbox, before, damage, at, length, file } as const
      before = [sandbox, number]
      at += length
      all += text
      return line
    })
    return { lines, text: all }
  }
}
