// The lease of a process that shares a database: it renews its row there. Others take over its sandboxes only when the row is
// older than the lease, by the clock of the database; the process itself stops using them earlier, by its own clock.

import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { errorMessage } from '../../core/errors.ts'

/** After how long without a renewal others may take over. */
export const leaseMs = 2500
/** How long after the start of its last renewal a process uses what it has. Shorter, because clocks differ in speed. */
const usedMs = 2000
const renewalMs = 500
/** After a failure. */
const repetitionMs = 100

export const wantedChannel = 'paytwin_wanted'

const renewal = `insert into paytwin_nodes (id, renewed) values ($1, now())
  on conflict (id) do update set renewed = now()`

export class NodeLease {
  private readonly node: string
  private readonly config: ClientConfig
  private readonly report: (line: string) => void
  private client: Client | undefined
  private count = 0
  private usableUntil = Number.NEGATIVE_INFINITY
  private lapsed = true
  private closed = false
  private wanted: (name: string) => void = () => undefined

  /** `report` receives a line when the database is lost, and when it is there again. */
  constructor(node: string, config: ClientConfig, report: (line: string) => void) {
    this.node = node
    this.config = config
    this.report = report
  }

  /** See `SharedStore`. NaN, which equals nothing, from when the lease lapses until it is renewed. */
  term(): number {
    if (performance.now() >= this.usableUntil) this.lapsed = true
    return this.lapsed ? Number.NaN : this.count
  }

  onWanted(wanted: (name: string) => void): void {
    this.wanted = wanted
  }

  /** Resolves after the first renewal, and renews from then on. */
  async start(): Promise<void> {
    await this.renew()
    void this.keepRenewing()
  }

  private async keepRenewing(): Promise<void> {
    let failed = false
    while (!this.closed) {
      await sleep(failed ? repetitionMs : renewalMs, undefined, { ref: false })
      try {
        if (this.closed) return
        await this.renew()
        if (failed) this.report('The database can be reached again.')
        failed = false
      } catch (error) {
        this.disconnect()
        if (!failed && !this.closed) this.report(`The database cannot be reached: ${errorMessage(error)}.`)
        failed = true
      }
    }
  }

  private async renew(): Promise<void> {
    const client = this.client ?? (await this.connect())
    const sent = performance.now()
    await client.query({ name: 'renewal', text: renewal, values: [this.node] })
    if (this.closed) return
    // Others may have taken over when this renewal is later than the end of the one before.
    if (Number.isNaN(this.term())) this.count += 1
    this.lapsed = false
    this.usableUntil = sent + usedMs
  }

  private async connect(): Promise<Client> {
    const client = new Client({ ...this.config, query_timeout: usedMs })
    // The query that fails reports it, or the next one.
    client.on('error', () => this.disconnect())
    client.on('notification', ({ payload = '' }) => {
      const [node, ...name] = payload.split(' ')
      if (node === this.node) this.wanted(name.join(' '))
    })
    this.client = client
    await client.connect()
    await client.query(`listen ${wantedChannel}`)
    return client
  }

  private disconnect(): void {
    this.client?.end().catch(() => undefined)
    this.client = undefined
  }

  /** Ends the lease here. The row in the database is deleted by the store. */
  close(): void {
    this.closed = true
    this.usableUntil = Number.NEGATIVE_INFINITY
    this.disconnect()
  }
}
