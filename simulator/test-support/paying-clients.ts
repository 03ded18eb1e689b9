// Clients that pay while what serves them fails, among odd requests of others: what is answered is neither lost nor doubled.

import { setTimeout as sleep } from 'node:timers/promises'
import { WebhookReceiver } from '../../client/webhook-receiver.ts'
import { serveProgram } from './built-program.ts'
import { ClusterClient } from './cluster-client.ts'
import { sendOnce } from './send-once.ts'

const long = 'x'.repeat(300)
/** Paths of no sandbox: names that are paths, that end early, and that are too long. */
const oddPaths: readonly ((name: string) => string)[] = [
  (name) => `/sandboxes/..%2F..%2F${name}`,
  (name) => `/sandboxes/..%5C${name}`,
  (name) => `/sandboxes/${name}%2F..%2F${name}`,
  (name) => `/sandboxes/${name}%00`,
  (name) => `/sandboxes/%00${name}`,
  (name) => `/sandboxes/${name}%0A`,
  (name) => `/sandboxes/${name}${long}`,
  (name) => `/sandboxes/.${name}`,
  (name) => `/x/../sandboxes/..%2f${name}`,
  (name) => `/%73andboxes/${name}%20`,
  () => '/sandboxes/%c0%ae%c0%ae',
]
const operations = [
  ['GET', '/api/stores'],
  ['POST', '/control/clock/advance'],
  ['POST', '/control/reset'],
  ['PUT', ''],
  ['DELETE', ''],
] as const

/** The results of the clients at the end. Nothing is lost, doubled, different from what a server has that never failed, or odd. */
interface Outcome {
  answered: number
  lost: unknown[]
  doubled: unknown[]
  /** Names of sandboxes. */
  different: string[]
  /** Responses to odd requests that are a success, an internal error, or contain a path of this machine. */
  odd: string[]
}

export class PayingClients {
  readonly receiver: WebhookReceiver
  private readonly url: string
  private readonly clients: ClusterClient[] = []
  private readonly pauseMs: number
  private readonly odd: string[] = []
  private oddRequests = 0
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
    clients.running.push(clients.sendOddRequests())
    return clients
  }

  /** Creates as many sandboxes. The function that is returned replaces all of them by new ones, and pays in these. */
  async prepare(name: string, count: number): Promise<() => Promise<void>> {
    const others = Array.from({ length: count }, (_, at) => new ClusterClient(this.url, `${name}-${at}`))
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

  private get stopped(): boolean {
    return this.clients.every(({ stopped }) => stopped)
  }

  private async sendOddRequests(): Promise<void> {
    for (let count = 0; !this.stopped; count += 1) {
      await sleep(50)
      const { name = '' } = this.clients[count % this.clients.length] ?? {}
      const path = oddPaths[count % oddPaths.length]?.(name) ?? ''
      const [method, operation] = operations[count % operations.length] ?? operations[0]
      const body = method === 'POST' ? '{"by":"P1D"}' : null
      const headers = { 'content-type': 'application/json', authorization: 'Bearer merchant-lamp-shop' }
      const signal = AbortSignal.timeout(2000)
      const target = path + operation
      const response = await sendOnce(this.url, { method, headers, body, signal, target }).catch(
        () => undefined,
      )
      const text = await response?.text()
      if (response === undefined || text === undefined) continue
      this.oddRequests += 1
      if (response.ok || response.status === 500 || /\/(?:tmp|home|root)\//.test(text))
        this.odd.push(`${method} ${target}: ${response.status} ${text}`)
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
    const outcome: Outcome = { answered: 0, lost: [], doubled: [], different: [], odd: this.odd }
    for (const client of this.clients) {
      const lines = await client.journal()
      outcome.answered += client.answered.length
      outcome.lost.push(...client.lost(lines))
      outcome.doubled.push(...client.doubled(lines))
      await new ClusterClient(twin.url, client.name).create(this.receiver.url)
      await client.repeat(twin.url)
      if ((await client.digest()) !== (await client.digest(twin.url))) outcome.different.push(client.name)
    }
    await Promise.all([twin.stop('SIGKILL'), this.receiver.close()])
    const { answered, lost, doubled } = outcome
    console.log(
      `${faults}: ${answered} answered, ${lost.length} lost, ${doubled.length} doubled, ${this.oddRequests} odd requests, ${seconds} s`,
    )
    return outcome
  }
}

export const nothing: Omit<Outcome, 'answered'> = { lost: [], doubled: [], different: [], odd: [] }
