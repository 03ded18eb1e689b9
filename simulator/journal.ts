// The last inputs of a sandbox and what was answered. Secrets are taken out when it is read, not on every call.

import { formatInstant, type Instant } from './time/instants.ts'

interface Line {
  at: Instant
  operation: string
  method: string
  path: string
  body: string
  status: number
  answer: string
}

/** A line of the journal as people read it. */
export interface JournalLine extends Omit<Line, 'at'> {
  seq: number
  at: string
}

const mostLines = 1000
const keptText = 4000

// Sealed texts are safe to show; credentials in the clear are not.
const secret = /("(?:merchantAuth|clientSecret|accessToken|privateKey|code2fa)"\s*:\s*)"(?:[^"\\]|\\.)*"/g

export class Journal {
  private readonly lines: Line[] = []
  private next = 0

  record(line: Line): void {
    this.lines[this.next % mostLines] = line
    this.next += 1
  }

  /** The latest lines, oldest first. */
  list(): JournalLine[] {
    const first = Math.max(0, this.next - mostLines)
    return Array.from(
      { length: this.next - first },
      (_, index) => this.lines[(first + index) % mostLines],
    ).flatMap((line, index) =>
      line === undefined
        ? []
        : [
            {
              seq: first + index,
              at: formatInstant(line.at),
              operation: line.operation,
              method: line.method,
              path: line.path,
              body: redact(line.body),
              status: line.status,
              answer: redact(line.answer),
            },
          ],
    )
  }
}

function redact(text: string): string {
  const shown = text.length > keptText ? `${text.slice(0, keptText)}… (${text.length} characters)` : text
  return shown.replace(secret, '$1"•••"')
}
