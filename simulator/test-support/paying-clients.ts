// Clients that pay while what serves them fails: what is answered is neither lost nor doubled, and no read is older than an answer.

import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebhookReceiver } from '../../client/webhook-receiver.ts'
import { serveProgram } from './built-program.ts'
import { qrTransaction } from './requests.ts'
import { sendOnce } from './send-once.ts'

const headers = {
  'content-type': 'application/json',
  'x-transaction-source': 'qr-code-api',
  authorization: 'Bearer merchant-lamp-shop',
}
/** The longest wait of a client for a response. Longer than the time limit of the proxy. */
const timeoutMs = 2200
/** A read that waits longer is at a node that is paused: the proxy gives what may take long more time. */
const maxReadMs = 3000

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

/** A client of one sandbox. */
class PayingClient {
  readonly name: string
  /** The inputs that were answered, in order, with the responses. */
  readonly answered: { input: Input; response: string }[] = []
  /** The longest time from a first attempt to its answer. */
  longestMs = 0
  /** Requests without an answer. */
  failures = 0
  stopped = false
  private repetitionMs = 50
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

  private async send({ path, body }: Input): Promise<string | undefined> {
    const signal = AbortSignal.timeout(timeoutMs)
    const url = this.url + this.path + path
    return this.answer(sendOnce(url, { method: 'POST', headers, body, signal }, this.agent))
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
      if (line !== undefined && (isIdle || line.response !== '')) return line.response
      if (lines !== undefined && isIdle) return undefined
      // It may still be under way: a snapshot waits for that, or is refused.
      isIdle = (await this.tryDigest(this.url)) !== undefined
    }
  }

  private isOf({ path, body }: Input, line: Line): boolean {
    return line.path === this.path + path && line.body === body
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

/** The results of the clients at the end. Nothing is lost, doubled, or different from what a server has that never failed. */
interface Outcome {
  answered: number
  lost: unknown[]
  doubled: unknown[]
  /** Names of sandboxes. */
  different: string[]
}

export class PayingClients {
  readonly receiver: WebhookReceiver
  private readonly url: string
  private readonly clients: PayingClient[] = []
  private readonly pauseMs: number
  private readonly running: Promise<unknown>[] = []
  private readonly started = performance.now()

  private constructor(url: string, receiver: WebhookReceiver, pauseMs: number) {
    this.url = url
    this.receiver = receiver
    this.pauseMs = pauseMs
  }

  /** Creates as many sandboxes, and pays in each of them, with a pause after each payment. */
  static async start(url: string, count: number, pauseMs: number): Promise<PayingClients> {
    const clients = new PayingClients(url, await WebhookReceiver.listen(), pauseMs)
    await (await clients.prepare('shop', count))()
    return clients
  }

  /** Creates as many sandboxes. The function that is returned replaces all of them by new ones, and pays in these. */
  async prepare(name: string, count: number): Promise<() => Promise<void>> {
    const others = Array.from({ length: count }, (_, at) => new PayingClient(this.url, `${name}-${at}`))
    const create = () => Promise.all(others.map((client) => client.create(this.receiver.url)))
    await create()
    return async () => {
      await create()
      this.clients.push(...others)
      // One after the other, as independent shops would.
      const { pauseMs } = this
      this.running.push(...others.map((client, at) => client.pay(pauseMs, (at * pauseMs) / count)))
    }
  }

  /** Resolves when each client is answered again, with the longest that one of them waited since the last time. */
  async recovered(what: string): Promise<number> {
    const answers = this.clients.map(({ answered }) => answered.length)
    const isBehind = () =>
      this.clients.some(({ answered }, index) => answered.length < (answers[index] ?? 0) + 3)
    while (isBehind()) await sleep(20)
    const ms = Math.round(Math.max(...this.clients.map(({ longestMs }) => longestMs)))
    const failures = this.clients.reduce((sum, one) => sum + one.failures, 0)
    for (const client of this.clients) {
      client.longestMs = 0
      client.failures = 0
    }
    console.log(`${what}: ${ms} ms until the last request was answered, ${failures} failed before`)
    return ms
  }

  /** The inputs that some of the sandboxes have at another address. */
  async readAt(url: string): Promise<void> {
    await Promise.all(this.clients.slice(0, 3).map((client) => client.read(url)))
  }

  /** Ends the clients. `flags` are those of a server that never fails, to which everything is retried. */
  async end(faults: string, ...flags: string[]): Promise<Outcome> {
    for (const client of this.clients) client.stopped = true
    await Promise.all(this.running)
    const seconds = Math.round((performance.now() - this.started) / 1000)
    const twin = await serveProgram('--max-sandboxes', '1000', ...flags)
    const outcome: Outcome = { answered: 0, lost: [], doubled: [], different: [] }
    for (const client of this.clients) {
      const lines = await client.journal()
      outcome.answered += client.answered.length
      outcome.lost.push(...client.lost(lines))
      outcome.doubled.push(...client.doubled(lines))
      await new PayingClient(twin.url, client.name).create(this.receiver.url)
      await client.repeat(twin.url)
      if ((await client.digest()) !== (await client.digest(twin.url))) outcome.different.push(client.name)
    }
    await Promise.all([twin.stop('SIGKILL'), this.receiver.close()])
    const { answered, lost, doubled } = outcome
    console.log(
      `${faults}: ${answered} answered, ${lost.length} lost, ${doubled.length} doubled, ${seconds} s`,
    )
    return outcome
  }
}

export const nothing: Omit<Outcome, 'answered'> = { lost: [], doubled: [], different: [] }
