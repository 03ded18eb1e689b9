// A client of one sandbox that checks everything it gets: what was answered is never lost, and no read is older than an answer.

import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sandboxOf } from '../http/request-target.ts'
import { qrTransaction } from './requests.ts'
import { sendOnce } from './send-once.ts'

const headers = {
  'content-type': 'application/json',
  'x-transaction-source': 'qr-code-api',
  authorization: 'Bearer merchant-lamp-shop',
}
/** The longest wait of a client for a response. Longer than the time limit of the proxy. */
export const timeoutMs = 2200
/** A read that waits longer is at a node that is paused: the proxy gives what may take long more time. */
const maxReadMs = 3000

/** Some of the ways to write the path of a sandbox. */
const spellings: readonly ((name: string) => string)[] = [
  (name) => `/sandboxes/${name}`,
  (name) => `/x/../sandboxes/${name}`,
  (name) => `/./sandboxes/${name}`,
  (name) => `/%2e/sandboxes/${name}`,
  (name) => `/%73andboxes/${name}`,
  (name) => `/sandboxes/x/../${name}`,
  (name) => `/sandboxes/%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
]

/** No two of a client are the same. */
interface Input {
  path: string
  body: string
}

/** A line of the journal. Its path starts with that of the sandbox. */
interface Line extends Input {
  seq: number
  response: string
}

/** A process that has just started, or a busy one, may need several attempts. */
async function untilAvailable<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const result = await read()
    if (result !== undefined) return result
  }
}

export class ClusterClient {
  readonly name: string
  /** The inputs that were answered, in order, with the responses. */
  readonly answered: { input: Input; response: string }[] = []
  /** The longest time from a first attempt to its answer. */
  longestMs = 0
  /** Requests without an answer. */
  failures = 0
  stopped = false
  private repetitionMs = 50
  private sent = 0
  private readonly agent = new Agent({ keepAlive: true })
  private readonly url: string

  constructor(url: string, name: string) {
    this.url = url
    this.name = name
  }

  get path(): string {
    return `/sandboxes/${this.name}`
  }

  /** Creates the sandbox, and sends its deliveries to a receiver. */
  async create(webhookUrl: string): Promise<void> {
    const body = JSON.stringify({ seed: this.name, webhookUrl })
    await untilAvailable(() => this.answer(fetch(this.url + this.path, { method: 'PUT', headers, body })))
  }

  /** Pays until it is stopped, at first after some milliseconds. */
  async pay(pauseMs: number, delayMs = 0): Promise<void> {
    await sleep(delayMs)
    // Clients that repeat at once would be the load that keeps the nodes from answering.
    this.repetitionMs = Math.max(50, pauseMs / 10)
    for (let count = 0; !this.stopped; count += 1) {
      const order = `${this.name}-${count}`
      const created = await this.input('/api/purchase/qr/generate', qrTransaction(order))
      const { result } = JSON.parse(created)
      await this.input(`/control/transactions/${result.id}/pay`, { share: '0.5' })
      if (count % 5 === 4) await this.input('/control/clock/advance', { by: `PT${count}S` })
      await sleep(pauseMs)
    }
  }

  /** Sends an input until it is answered, or until the journal shows that it was processed. */
  private async input(path: string, body: unknown): Promise<string> {
    const input = { path, body: JSON.stringify(body) }
    const started = performance.now()
    for (;;) {
      const response = (await this.send(input)) ?? (await this.processed(input))
      if (response === undefined) continue
      this.answered.push({ input, response })
      this.longestMs = Math.max(this.longestMs, performance.now() - started)
      return response
    }
  }

  /** Each input writes the path of the sandbox in another way. */
  private async send({ path, body }: Input): Promise<string | undefined> {
    const signal = AbortSignal.timeout(timeoutMs)
    this.sent += 1
    const target = `${spellings[this.sent % spellings.length]?.(this.name)}${path}`
    return this.answer(sendOnce(this.url, { method: 'POST', headers, body, signal, target }, this.agent))
  }

  private async answer(sent: Promise<Response>): Promise<string | undefined> {
    try {
      const response = await sent
      const text = await response.text()
      if (response.status < 500) return text
    } catch {
      // No answer.
    }
    this.failures += 1
    await sleep(this.repetitionMs)
    return undefined
  }

  /** The response to an input without an answer; undefined if it was not processed. */
  private async processed(input: Input): Promise<string | undefined> {
    for (let isIdle = false; ; ) {
      const lines = await this.read(this.url)
      const line = lines?.find((one) => this.isOf(input, one))
      if (line !== undefined) return line.response
      if (lines !== undefined && isIdle) return undefined
      // It may still be under way: a snapshot waits for that, or is refused.
      isIdle = (await this.tryDigest(this.url)) !== undefined
    }
  }

  private isOf({ path, body }: Input, line: Line): boolean {
    return sandboxOf(line.path) === this.name && line.path.endsWith(path) && line.body === body
  }

  /** The latest inputs, as the journal has them; undefined when the sandbox is not available. */
  async read(url: string): Promise<Line[] | undefined> {
    const answered = this.answered.length
    const signal = AbortSignal.timeout(maxReadMs)
    const text = await this.answer(
      fetch(`${url}${this.path}/control/journal?limit=1000`, { headers, signal }),
    )
    if (text === undefined) return undefined
    const { lines }: { lines: Line[] } = JSON.parse(text)
    const inputs = (lines.at(-1)?.seq ?? -1) + 1
    if (inputs < answered)
      throw new Error(`${this.name} has ${inputs} inputs, and ${answered} were answered before.`)
    return lines
  }

  /** The latest inputs, as soon as the sandbox is available. */
  async journal(): Promise<Line[]> {
    return untilAvailable(() => this.read(this.url))
  }

  /** The digest of the state, as soon as the sandbox is available. */
  async digest(url = this.url): Promise<string> {
    return untilAvailable(() => this.tryDigest(url))
  }

  /** Undefined when the sandbox is not available, or is advancing. */
  private async tryDigest(url: string): Promise<string | undefined> {
    const signal = AbortSignal.timeout(maxReadMs)
    const text = await this.answer(fetch(`${url}${this.path}/control/snapshot`, { headers, signal }))
    return text === undefined ? undefined : JSON.parse(text).digest
  }

  /** Answered inputs that are not in the journal with the same response. Those before its first line show in the digest. */
  lost(lines: readonly Line[]): unknown[] {
    return this.answered
      .slice(-lines.length)
      .filter(
        ({ input, response }) => !lines.some((line) => this.isOf(input, line) && line.response === response),
      )
  }

  /** Inputs that the journal has more than once. Each of them was retried only if it was not processed. */
  doubled(lines: readonly Line[]): unknown[] {
    const inputs = lines.map(({ path, body }) => `${/\/(?:api|control)\/.*/.exec(path)} ${body}`)
    return inputs.filter((input, at) => inputs.indexOf(input) !== at)
  }

  /** Sends everything that was answered to another server, once. */
  async repeat(url: string): Promise<void> {
    for (const { input } of this.answered)
      await fetch(url + this.path + input.path, { method: 'POST', headers, body: input.body })
  }
}
