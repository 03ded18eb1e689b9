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
export interface JournalLine extends Omit<Line, 'at'> {
  seq: number
  at: string
}

const maxLines = 1000
const keptText = 4000

export class Journal {
  private readonly lines: Line[] = []
  private next = 0
  /** Credentials of every world that the lines may come from. */
  private readonly secrets = new Set<string>()

  /** Redacts these in every line from now on. */
  conceal(secrets: readonly string[]): void {
    for (const secret of secrets) this.secrets.add(secret)
  }

  record(line: Line): void {
    const long = line.body.length > keptText || line.response.length > keptText
    this.lines[this.next % maxLines] = long
      ? { ...line, body: cut(line.body), response: cut(line.response) }
      : line
    this.next += 1
  }

  /** The latest lines, oldest first, redacted. Encrypted payloads are not secret. */
  list(): JournalLine[] {
    const secrets = [...this.secrets].map((secret) => [secret, redacted] as const)
    const redact = redactor({ secrets, fields: secretFields })
    const first = Math.max(0, this.next - maxLines)
    return Array.from(
      { length: this.next - first },
      (_, index) => this.lines[(first + index) % maxLines],
    ).flatMap((line, index) =>
      line === undefined
        ? []
        : [
            {
              seq: first + index,
              at: formatInstant(line.at),
              operation: line.operation,
              method: line.method,
              path: redact(line.path),
              body: redact(line.body),
              status: line.status,
              response: redact(line.response),
            },
          ],
    )
  }
}

// Copied, because a slice keeps the whole text in memory.
function cut(text: string): string {
  if (text.length <= keptText) return text
  return Buffer.from(`${text.slice(0, keptText)}… (${text.length} characters)`).toString()
}
