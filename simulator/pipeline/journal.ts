// The journal of a sandbox: its latest requests and responses. Secrets are redacted when it is read, not on every request.

import { redacted, redactor } from '../../core/redaction.ts'
import { secretFields } from '../../spec/secret-fields.ts'
import { formatInstant, type Instant } from '../time/instants.ts'

interface Line {
  at: Instant
  /** Null when no operation has the path and method. */
  operation: string | null
  method: string
  path: string
  body: string
  status: number
  response: string
}

/** A line of the journal as the control API shows it. */
interface JournalLine extends Omit<Line, 'at'> {
  seq: number
  at: string
}

const maxLines = 1000
const keptText = 4000

export class Journal {
  private readonly lines: Line[] = []
  private next = 0
  /** Credentials of every world that the lines may come from, each with the number of the last line that may have it. */
  private readonly secrets = new Map<string, number>()

  private get first(): number {
    return Math.max(0, this.next - maxLines)
  }

  /** Redacts these in every line from now on. */
  conceal(secrets: readonly string[]): void {
    for (const [secret, last] of this.secrets) if (last < this.first) this.secrets.delete(secret)
    for (const secret of secrets) this.secrets.set(secret, this.next)
  }

  record(line: Line): void {
    const long = line.body.length > keptText || line.response.length > keptText
    this.lines[this.next % maxLines] = long
      ? { ...line, body: cut(line.body), response: cut(line.response) }
      : line
    this.next += 1
  }

  /** The latest lines, oldest first, with the number of the first one, and how to show one. Encrypted payloads are not secret. */
  list(): { first: number; lines: Line[]; redact: (line: Line, position: number) => JournalLine } {
    const { first } = this
    const secrets = Array.from(this.secrets.keys(), (secret) => [secret, redacted] as const)
    const redact = redactor({ secrets, fields: secretFields })
    const at = first % maxLines
    return {
      first,
      lines: [...this.lines.slice(at), ...this.lines.slice(0, at)],
      redact: (line, position) => ({
        seq: first + position,
        at: formatInstant(line.at),
        operation: line.operation,
        method: line.method,
        path: redact(line.path),
        body: redact(line.body),
        status: line.status,
        response: redact(line.response),
      }),
    }
  }
}

// Copied, because a slice keeps the whole text in memory.
function cut(text: string): string {
  if (text.length <= keptText) return text
  return Buffer.from(`${text.slice(0, keptText)}… (${text.length} characters)`).toString()
}
