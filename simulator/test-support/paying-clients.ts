// Clients that create payments while what serves them fails: each that was answered is there afterwards, once, and in every read.

import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebhookReceiver } from '../../client/webhook-receiver.ts'
import { qrTransaction } from './requests.ts'
import { sendOnce } from './send-once.ts'

const headers = {
  'content-type': 'application/json',
  'x-transaction-source': 'qr-code-api',
  authorization: 'Bearer merchant-lamp-shop',
}
/** The longest wait of a client for a response. Longer than the time limit of the proxy. */
const timeoutMs = 2200

/** A client of one sandbox. */
class PayingClient {
  /** The orders that were sent, and whether each was answered. */
  readonly orders = new Map<string, boolean>()
  readonly wrong: string[] = []
  answered = 0
  stopped = false
  private readonly agent = new Agent({ keepAlive: true })
  private readonly url: string
  private readonly name: string

  constructor(url: string, name: string) {
    this.url = `${url}/sandboxes/${name}`
    this.name = name
  }

  /** Creates the sandbox, and pays until it is stopped. */
  async run(webhookUrl: string, pauseMs: number): Promise<void> {
    while ((await this.send('', 'PUT', { seed: this.name, webhookUrl })) === undefined) await sleep(50)
    for (let count = 0; !this.stopped; count += 1) {
      const order = `${this.name}-${count}`
      const created = await this.send('/api/purchase/qr/generate', 'POST', qrTransaction(order))
      this.orders.set(order, created !== undefined)
      if (created === undefined) await sleep(50)
      else await this.confirm(order, created)
      await sleep(pauseMs)
    }
  }

  /** Reads a payment that was answered: no process may answer with what it had before. */
  private async confirm(order: string, created: Response): Promise<void> {
    this.answered += 1
    const { result } = JSON.parse(await created.text())
    const read = await this.send(`/control/transactions/${result.id}`, 'GET')
    if (read?.status === 404) this.wrong.push(`${order} was not read after its answer`)
    if (this.answered % 5 === 0) await this.send('/control/clock/advance', 'POST', { by: 'PT1S' })
  }

  /** The response; undefined if there is none, or the server cannot answer now. */
  private async send(path: string, method: string, body?: object): Promise<Response | undefined> {
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await sendOnce(this.url + path, { ...init, signal }, this.agent).catch(() => undefined)
    return response === undefined || response.status >= 500 ? undefined : response
  }

  /** Compares the payments of the sandbox with those that were sent. */
  async check(): Promise<void> {
    const listed: string[] = []
    for (let after: string | undefined = ''; after !== undefined; ) {
      const response = await this.send(`/control/transactions?limit=1000${after}`, 'GET')
      if (response === undefined) continue
      const page: { transactions: { offerId: string }[]; next: number | null } = JSON.parse(
        await response.text(),
      )
      listed.push(...page.transactions.map(({ offerId }) => offerId))
      after = page.next === null ? undefined : `&after=${page.next}`
    }
    for (const [order, isAnswered] of this.orders) {
      const times = listed.filter((one) => one === order).length
      if (times > 1 || (isAnswered && times === 0)) this.wrong.push(`${order} is there ${times} times`)
    }
  }
}

export class PayingClients {
  private readonly receiver: WebhookReceiver
  private readonly clients: readonly PayingClient[]
  private readonly running: readonly Promise<void>[]

  /** Pays in as many sandboxes, with a pause after each payment. */
  static async start(url: string, count: number, pauseMs: number): Promise<PayingClients> {
    return new PayingClients(await WebhookReceiver.listen(), url, count, pauseMs)
  }

  private constructor(receiver: WebhookReceiver, url: string, count: number, pauseMs: number) {
    this.receiver = receiver
    this.clients = Array.from({ length: count }, (_, at) => new PayingClient(url, `shop-${at}`))
    this.running = this.clients.map((client) => client.run(receiver.url, pauseMs))
  }

  /** Resolves when each client is answered again. */
  async recovered(): Promise<void> {
    const before = this.clients.map(({ answered }) => answered)
    while (this.clients.some(({ answered }, at) => answered < (before[at] ?? 0) + 3)) await sleep(20)
  }

  /** Ends the clients. Resolves to what is lost, doubled or was not read. */
  async end(): Promise<string[]> {
    for (const client of this.clients) client.stopped = true
    await Promise.all(this.running)
    await Promise.all(this.clients.map((client) => client.check()))
    await this.receiver.close()
    return this.clients.flatMap(({ wrong }) => wrong)
  }
}
