// The journal of a sandbox: its latest requests and responses. Secrets are redacted when it is read, not on every request.

import { Redactor } from '../../core/redaction.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import { formatInstant, type Instant } from '../time/instants.ts'

interface Line {
  at: Instant
  /** Null when no operation has the path and method. */
  operation: string | null
  /** The merchant that a request without a credential acts for, and what identified it. */
  actsFor: string | null
  method: string
  path: string
  body: string
  /** The decrypted payload; undefined if the request has none. */
  payload: unknown
  /** Status changes when it was handled. */
  events: number
  /** The headers that operations name, for scenarios. Their credentials are never shown. */
  headers: Readonly<Record<string, string>>
  /** True if it arrived while the clock was advancing. */
  duringAdvance: boolean
  status: number
  response: string
}

/** A line of the journal as the control API shows it. */
interface JournalLine extends Omit<Line, 'at' | 'payload' | 'duringAdvance'> {
  seq: number
  at: string
  payload: string | null
  /** Remarks about the request. */
  remarks: string[]
}

/** Remarks about a request. Its body may be cut. */
export type RemarksOn = (
  line: Pick<Line, 'operation' | 'headers' | 'body' | 'payload' | 'response'>,
) => string[]

/** A line whose texts may be cut. */
interface KeptLine extends Line {
  bodyLength: number
  responseLength: number
}

/** A request as it was sent, with its response. `isCut` says that the journal has only the start of its body. */
export interface SentRequest
  extends Pick<
    Line,
    'operation' | 'method' | 'path' | 'headers' | 'duringAdvance' | 'body' | 'status' | 'response'
  > {
  isCut: boolean
}

/** The end of a journal, with which another process continues it: JSON, with its secrets. */
export interface JournalEnd {
  /** The number of the next line. */
  next: number
  lines: readonly KeptLine[]
  secrets: readonly (readonly [secret: string, last: number])[]
  sent: readonly (readonly [value: string, header: string])[]
}

const maxLines = 1000
/** Lines of an end: more than the requests of which a client that got no response may have to know. */
const maxEndLines = 100
const keptText = 4000
/** Payloads of longer bodies are not kept. */
const maxBodyWithPayload = 16_000
/** Texts that are kept without their secrets, and the length of one. */
const maxShown = 100
const maxShownLength = 100
/** After how many lines other tasks of the process get a turn. */
const linesPerTurn = 50

export class Journal {
  private readonly lines: KeptLine[] = []
  private next = 0
  /** The number of the first line since the journal was continued. */
  private oldest = 0
  /** Credentials of every world that the lines may come from, each with the number of the last line that may have it. */
  private readonly secrets = new Map<string, number>()
  /** Names that are shown instead of some of them. */
  private readonly names = new Map<string, string>()
  /** Credentials of the latest requests with their headers. A client may send one in a body, too. */
  private readonly sent = new Map<string, string>()
  /** A redactor, and the latest short texts as it shows them: the paths of requests repeat. */
  private cached: { redactor: Redactor; shown: Map<string, string> } | undefined
  /** Credentials that the redactor learned after it was made; the next one makes another, without those that were forgotten. */
  private learned = 0

  /** The number of lines so far. It grows with each input. */
  get count(): number {
    return this.next
  }

  private get first(): number {
    return Math.max(this.oldest, this.next - maxLines)
  }

  private from(number: number): KeptLine[] {
    const at = number % maxLines
    return [...this.lines, ...this.lines].slice(at, at + this.next - number)
  }

  get end(): JournalEnd {
    const lines = this.from(Math.max(this.first, this.next - maxEndLines))
    return { next: this.next, lines, secrets: [...this.secrets], sent: [...this.sent] }
  }

  /** Continues another one from its end. */
  continue({ next, lines, secrets, sent }: JournalEnd): void {
    this.oldest = next - lines.length
    this.next = next
    for (const [index, line] of lines.entries()) this.lines[(this.oldest + index) % maxLines] = line
    for (const [secret, last] of secrets) this.secrets.set(secret, last)
    for (const [value, header] of sent) this.sent.set(value, header)
    this.cached = undefined
  }

  /** Redacts these in every line from now on; of one with a name, the name is shown. */
  conceal(secrets: readonly (readonly [secret: string, name?: string])[]): void {
    for (const [secret, last] of this.secrets)
      if (last < this.first) {
        this.secrets.delete(secret)
        this.names.delete(secret)
      }
    for (const [secret, name] of secrets) {
      if (name !== undefined) this.names.set(secret, name)
      if (!this.secrets.has(secret)) this.learn((redactor) => redactor.learn(secret, name))
      this.secrets.set(secret, this.next)
    }
  }

  /** Redacts the credential of a header in every line from now on. */
  concealHeader(name: string, value: string | undefined): void {
    if (value === undefined || this.sent.has(value)) return
    const [oldest] = this.sent.keys()
    if (this.sent.size >= maxLines && oldest !== undefined) this.sent.delete(oldest)
    this.sent.set(value, name)
    this.learn((redactor) => redactor.learnHeader(name, value))
  }

  private learn(learn: (redactor: Redactor) => void): void {
    if (this.cached === undefined) return
    this.learned += 1
    if (this.learned > maxLines) this.cached = undefined
    else {
      learn(this.cached.redactor)
      this.cached.shown.clear()
    }
  }

  /** A text about this sandbox's requests without secrets, also without those of a body that it may repeat. */
  redacted(text: string, body = ''): string {
    if (body !== '') {
      const redactor = this.newRedactor()
      redactor.learnText(body)
      return redactor.text(text)
    }
    if (this.cached === undefined) this.learned = 0
    this.cached ??= { redactor: this.newRedactor(), shown: new Map() }
    const { redactor, shown } = this.cached
    const known = shown.get(text)
    if (known !== undefined) return known
    const result = redactor.text(text)
    if (shown.size >= maxShown) shown.clear()
    if (text.length <= maxShownLength) shown.set(text, result)
    return result
  }

  private newRedactor(): Redactor {
    const redactor = new Redactor(redactionPolicy, { show: (name) => `<${name}>` })
    for (const secret of this.secrets.keys()) redactor.learn(secret, this.names.get(secret))
    for (const [value, name] of this.sent) redactor.learnHeader(name, value)
    return redactor
  }

  /** The requests as they were sent, with their secrets, from a number on. Undefined if some of them are not kept any more. */
  sentFrom(number: number): SentRequest[] | undefined {
    if (number < this.first) return undefined
    const sent: SentRequest[] = []
    for (let at = number; at < this.next; at += 1) {
      const line = this.lines[at % maxLines]
      if (line === undefined) continue
      const { bodyLength, responseLength: _, ...request } = line
      sent.push({ ...request, isCut: bodyLength > line.body.length })
    }
    return sent
  }

  /** Takes a line over. */
  record(line: Line): void {
    const { body, payload, response } = line
    this.lines[this.next % maxLines] = Object.assign(line, {
      body: kept(body),
      payload: body.length > maxBodyWithPayload ? undefined : payload,
      response: kept(response),
      bodyLength: body.length,
      responseLength: response.length,
    })
    this.next += 1
  }

  /** The latest lines, oldest first, with the number of the first one, and how to show one. Encrypted payloads are not secret. */
  async list(remarksOn: RemarksOn): Promise<{
    first: number
    lines: KeptLine[]
    redact: (line: KeptLine, position: number) => JournalLine
  }> {
    const { first } = this
    const lines = this.from(first)
    const redactor = this.newRedactor()
    for (const [index, { path, body, payload, response }] of lines.entries()) {
      for (const text of [path, body, payloadText(payload), response]) redactor.learnText(text)
      if (index % linesPerTurn === linesPerTurn - 1) await new Promise((resolve) => setImmediate(resolve))
    }
    const shown = (text: string, length: number): string =>
      length > text.length ? `${redactor.cutText(text)}… (${length} characters)` : redactor.text(text)
    return {
      first,
      lines,
      redact: (line, position) => ({
        seq: first + position,
        at: formatInstant(line.at),
        operation: line.operation,
        actsFor: line.actsFor,
        method: line.method,
        path: redactor.text(line.path),
        headers: redactor.json(line.headers) as Line['headers'],
        body: shown(line.body, line.bodyLength),
        payload: line.payload === undefined ? null : redactor.shortened(payloadText(line.payload), keptText),
        events: line.events,
        status: line.status,
        response: shown(line.response, line.responseLength),
        remarks: remarksOn(line).map((remark) => redactor.text(remark)),
      }),
    }
  }
}

function payloadText(payload: unknown): string {
  return payload === undefined ? '' : JSON.stringify(payload)
}

// Copied, because a slice keeps the whole text in memory.
function kept(text: string): string {
  return text.length <= keptText ? text : Buffer.from(text.slice(0, keptText)).toString()
}
