// A simulation of processes that keep sandboxes in storage which fails by a seed, with clients and receivers of webhooks: whatever a client
// or a receiver has seen must be there afterwards, once, and nothing older.

import { type ControlClient, controlClient } from '../../../client/control-client.ts'
import { Simulator } from '../../simulator.ts'
import type { Transport } from '../../webhooks/http-transport.ts'
import { SeededRandom } from '../../world/random.ts'
import type { JournalStore } from '../journal-store.ts'
import { keepSandboxes } from '../kept-sandboxes.ts'
import { Process, SimulatedDatabase, SimulatedDirectory, type Storage } from './simulated-storage.ts'

const names = ['default', 'shop', 'other']
const [lives, actionsOfClient, clients] = [3, 12, 3]
const headers = { authorization: 'Bearer merchant-lamp-shop', 'content-type': 'application/json' }

/** The lists that clients read, and what an entry of each shows. */
const shown = {
  invoices: ({ order }) => `invoice of ${order}`,
  transactions: ({ offerId }) => `payment of ${offerId}`,
  events: ({ request }) => `webhook ${request?.body}`,
} satisfies Record<
  string,
  (entry: { order?: string; offerId?: string; request?: { body: string } }) => string
>
type List = keyof typeof shown
const lists: readonly List[] = ['invoices', 'transactions', 'events']

/** When something began and ended, in steps of the simulation. */
interface Span {
  from: number
  to: number
  /** False if it had no response, so that it may or may not have happened. */
  isKnown: boolean
}

/** Something that a client or a receiver has seen of a sandbox. */
interface Fact extends Span {
  list: List
  what: string
}

/** A sandbox that was created or replaced, or deleted. */
interface Beginning extends Span {
  exists: boolean
}

function invoiceOf(order: string): string {
  return JSON.stringify({
    ...{ amount: '30.00', currency: 'USD', order, redirectUrl: 'http://127.0.0.1:3000/thanks' },
    ...{ shippingAddress: null, customerInfo: { name: 'Ada', email: 'ada@shop.example' } },
    cart: [{ id: 'tea', name: 'Tea', price: '30.00', quantity: 1, key: 'tea', totalPrice: '30.00' }],
  })
}

/** Facts about the sandboxes of one name. */
class Known {
  readonly facts: Fact[] = []
  readonly beginnings: Beginning[]

  constructor(exists: boolean) {
    this.beginnings = [{ exists, from: -1, to: -1, isKnown: true }]
  }

  /** Why a reading that took from one step to another one contradicts what was seen; undefined when nothing does. */
  contradiction(
    list: List,
    seen: ReadonlySet<string> | undefined,
    from: number,
    to: number,
  ): string | undefined {
    const facts = this.facts.filter((fact) => fact.list === list)
    let reason = 'none began'
    for (const beginning of this.beginnings) {
      if (beginning.from >= to || beginning.exists !== (seen !== undefined)) continue
      const later = this.beginnings.find((one) => one.isKnown && one.from > beginning.to && one.to < from)
      if (later !== undefined) continue
      const lost = facts.find(
        (fact) =>
          fact.isKnown && fact.from > beginning.to && fact.to < from && seen?.has(fact.what) === false,
      )
      const old = facts.find((fact) => fact.to < beginning.from && seen?.has(fact.what) === true)
      if (lost === undefined && old === undefined) return undefined
      reason = lost === undefined ? `an earlier sandbox had ${old?.what}` : `lost: ${lost.what}`
    }
    return reason
  }
}

export interface Setting {
  storageOf: (random: SeededRandom) => Storage
  /** The processes that share the storage. */
  processes: number
  /** Puts a fault before a store. */
  storeOf?: (store: JournalStore) => JournalStore
}

class Simulation {
  private readonly random: SeededRandom
  private readonly storage: Storage
  private readonly storeOf: (store: JournalStore) => JournalStore
  private readonly known = new Map(names.map((name) => [name, new Known(name === 'default')]))
  private readonly found: string[] = []
  private step = 0
  private orders = 0

  constructor(seed: string, { storageOf, storeOf = (store) => store }: Setting) {
    this.random = new SeededRandom(seed)
    this.storage = storageOf(this.random)
    this.storeOf = storeOf
  }

  /** Resolves to what is wrong. */
  async run(processes: number): Promise<string[]> {
    for (let life = 0; life < lives; life += 1) {
      const running = Array.from({ length: processes }, () => this.life())
      await Promise.all(running)
    }
    const [simulator, process] = await this.started(false)
    for (const name of names) for (const list of lists) await this.read(simulator, process, name, list)
    await simulator.close()
    process.hasEnded = true
    return this.found
  }

  private tick(): number {
    this.step += 1
    return this.step
  }

  private knownOf(name: string): Known {
    const known = this.known.get(name)
    if (known === undefined) throw new Error(`No sandbox is called ${name}.`)
    return known
  }

  private async started(isUnreliable: boolean): Promise<[Simulator, Process]> {
    for (;;) {
      const process = new Process(this.random)
      process.isUnreliable = isUnreliable
      try {
        const store = await this.storage.start(process, (line) => this.report(line))
        const simulator = new Simulator({
          webhookUrl: 'http://127.0.0.1:9/default',
          transport: this.receiver(process),
        })
        keepSandboxes(simulator, this.storeOf(store), (line) => this.report(line))
        return [simulator, process]
      } catch (error) {
        // The disk failed at the start.
        if (!isUnreliable || !String(error).includes('EIO')) throw error
        this.storage.kill(process)
      }
    }
  }

  /** Notes what a simulator or its store reports. Only damage is wrong. */
  private report(line: string): void {
    if (/damaged|cannot be continued|there again/.test(line)) this.found.push(line)
  }

  private receiver(process: Process): Transport {
    return async ({ url, body }) => {
      if (process.hasEnded) return new Promise(() => undefined)
      const { facts } = this.knownOf(new URL(url).pathname.slice(1))
      const to = this.tick()
      const order = /order-\d+/.exec(body)?.[0]
      const from = facts.find(({ what }) => what === `invoice of ${order}`)?.from ?? to
      facts.push({ list: 'events', what: `webhook ${body}`, from, to, isKnown: true })
      await process.late(9)
      return { outcome: 'accepted', httpStatus: 200, response: 'ok' }
    }
  }

  /** A process from its start to its end, and its clients. */
  private async life(): Promise<void> {
    const [simulator, process] = await this.started(true)
    const mostActions = this.random.below(clients * actionsOfClient) + 1
    const onlyReads = this.random.below(3) === 0
    let actions = 0
    const client = async () => {
      while (!process.hasEnded && actions < mostActions) {
        await process.late(onlyReads ? 20 : 2)
        await this.act(simulator, process, onlyReads)
        actions += 1
      }
    }
    const ending = Promise.all(Array.from({ length: clients }, client))
    if (this.random.below(3) > 0) {
      // Ends between any two turns of what is under way.
      while (actions < mostActions) await new Promise((resolve) => setImmediate(resolve))
      this.storage.kill(process)
    } else {
      await ending
      await simulator.close()
      process.hasEnded = true
    }
  }

  /** Does something of what clients do, and notes what they learn from its response. */
  private async act(simulator: Simulator, process: Process, onlyReads: boolean): Promise<void> {
    // The sandbox is in memory, so the process learns only by reading that another one has it.
    const name = onlyReads ? 'default' : (names[this.random.below(names.length)] ?? 'default')
    const drawn = this.random.below(20)
    const control = controlClient({ url: `${this.urlOf(simulator, name)}/control`, fetch: simulator.fetch })
    if (drawn < 4 || onlyReads)
      await this.read(simulator, process, name, lists[this.random.below(lists.length)] ?? 'events')
    else if (drawn < 15) await this.pay(simulator, control, name, process)
    else if (drawn < 17) await control.advanceClock({ body: { by: 'PT3H' } }).catch(() => undefined)
    else if (name !== 'default')
      await (drawn < 19
        ? this.note(process, this.begun(name, true), () => {
            const webhookUrl = `http://127.0.0.1:9/${name}`
            return control.putSandbox({ params: { name }, body: { webhookUrl } })
          })
        : this.note(process, this.begun(name, false), () => control.deleteSandbox({ params: { name } })))
  }

  private async pay(
    simulator: Simulator,
    control: ControlClient,
    name: string,
    process: Process,
  ): Promise<void> {
    this.orders += 1
    const order = `order-${this.orders}`
    const { facts } = this.knownOf(name)
    const invoice: Fact = { list: 'invoices', what: `invoice of ${order}`, ...this.underWay() }
    facts.push(invoice)
    const uuid = await this.note(process, invoice, async () => {
      const url = `${this.urlOf(simulator, name)}/api/hosted-page`
      const response = await simulator.fetch(url, { method: 'POST', headers, body: invoiceOf(order) })
      const { ok, result } = JSON.parse(await response.text())
      if (ok !== true) throw new Error('It is refused.')
      return String(result.uuid)
    })
    if (uuid === undefined) return
    const payment: Fact = { list: 'transactions', what: `payment of ${order}`, ...this.underWay() }
    facts.push(payment)
    await this.note(process, payment, () =>
      control.payInvoice({ params: { uuid }, body: { by: 'exchange', as: 'shopper-ready' } }),
    )
  }

  private underWay(): Span {
    return { from: this.tick(), to: Number.POSITIVE_INFINITY, isKnown: false }
  }

  private begun(name: string, exists: boolean): Beginning {
    const beginning = { exists, ...this.underWay() }
    this.knownOf(name).beginnings.push(beginning)
    return beginning
  }

  /** Notes when a call has ended, and whether it is known to have had its effect. */
  private async note<Result>(
    process: Process,
    span: Span,
    call: () => Promise<Result>,
  ): Promise<Result | undefined> {
    const result = await call().catch(() => undefined)
    // Nobody gets the response of a process that has ended.
    if (process.hasEnded) return undefined
    span.to = this.tick()
    span.isKnown = result !== undefined
    return result
  }

  private urlOf({ publicUrl }: Simulator, name: string): string {
    return name === 'default' ? publicUrl : `${publicUrl}/sandboxes/${name}`
  }

  /** Reads a list of a sandbox, and notes what contradicts what was seen before. */
  private async read(simulator: Simulator, process: Process, name: string, list: List): Promise<void> {
    const from = this.tick()
    const response = await simulator.fetch(`${this.urlOf(simulator, name)}/control/${list}?limit=1000`)
    const to = this.tick()
    if (process.hasEnded || response.status === 503) return
    const seen = response.ok ? JSON.parse(await response.text())[list].map(shown[list]) : undefined
    if (list !== 'events' && new Set(seen).size !== (seen?.length ?? 0))
      this.found.push(`${name}: something is there twice.`)
    const wrong = this.knownOf(name).contradiction(list, seen && new Set(seen), from, to)
    if (wrong !== undefined) this.found.push(`${name}: ${wrong}`)
  }
}

export const directory: Setting = { storageOf: (random) => new SimulatedDirectory(random), processes: 1 }
export const database: Setting = { storageOf: (random) => new SimulatedDatabase(random), processes: 2 }

/** The findings of the first seed that has some. */
export async function firstWrong(setting: Setting, seeds: readonly number[]): Promise<string[]> {
  for (const seed of seeds) {
    const found = await new Simulation(`simulation ${seed}`, setting).run(setting.processes)
    if (found.length > 0) return [`seed ${seed}`, ...found]
  }
  return []
}
