// The journal of a sandbox: its latest requests and responses. Secrets are redacted when it is read, not on every request.

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

// Encrypted texts are safe to show; credentials in the clear are not. They may stand in JSON, or in JSON inside a text of it,
// where quotes and escapes are escaped once more; and a text that was cut may end inside a secret.
const blank = String.raw`(?:\s|\\[nrt])*`
const names = 'merchantAuth|clientSecret|accessToken|privateKey|serviceKey|code2fa'
const payloadValue = String.raw`"(?:[^"\\]|\\.)*(?:"|\\?$)`
const nestedValue = String.raw`\\"(?:[^"\\]|\\\\(?:\\.|[^"\\])|\\[^"\\])*(?:\\"|\\*$)`
const secretField = new RegExp(
  `(\\\\?"(?:${names})\\\\?"${blank}:${blank})(?:${nestedValue}|${payloadValue})`,
  'gs',
)
const mark = '•••'
/** Shorter ones would take ordinary words out with them. */
const shortestSecret = 6

export class Journal {
  private readonly lines: Line[] = []
  private next = 0
  /** Credentials of every world that the lines may come from. */
  private readonly secrets = new Set<string>()

  /** Takes these out of every line from now on. */
  conceal(secrets: readonly string[]): void {
    for (const secret of secrets) if (secret.length >= shortestSecret) this.secrets.add(secret)
  }

  record(line: Line): void {
    const long = line.body.length > keptText || line.response.length > keptText
    this.lines[this.next % maxLines] = long
      ? { ...line, body: cut(line.body), response: cut(line.response) }
      : line
    this.next += 1
  }

  /** The latest lines, oldest first, without secrets and without what stands in fields of secrets. */
  list(): JournalLine[] {
    const redact = (text: string) =>
      [...this.secrets].reduce(
        (left, secret) => left.replaceAll(secret, mark),
        unescaped(text).replace(secretField, `$1"${mark}"`),
      )
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
              path: redact(decoded(line.path)),
              body: redact(line.body),
              status: line.status,
              response: redact(line.response),
            },
          ],
    )
  }
}

// A secret may be written with escapes, which would hide it: `\u0041` in JSON, `%41` in a path.
const plainly = (text: string, escapes: RegExp) =>
  text.replace(escapes, (written, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16))
    return /[\w.~-]/.test(character) ? character : written
  })

// A backslash that is escaped itself begins no escape.
const unescaped = (json: string) => plainly(json, /(?<=(?:^|[^\\])(?:\\\\)*)\\u00([2-7][0-9a-f])/gi)
const decoded = (path: string) => plainly(path, /%([2-7][0-9a-f])/gi)

// Copied, because a part of a text keeps the whole of it in memory.
function cut(text: string): string {
  if (text.length <= keptText) return text
  return Buffer.from(`${text.slice(0, keptText)}… (${text.length} characters)`).toString()
}
