// A model of the database that nodes share: what the statements of PostgresDatabase do, each at one instant. Connections break before
// and after a commit, packets are held back, the server restarts, and its clock jumps.

import type { Database, Stored, Write, Written } from '../../simulator/durability/outside.ts'
import type { SeededRandom } from '../../simulator/world/random.ts'
import type { Machine } from './machine.ts'

const leaseMs = 2500
/** The usual maximum for a packet. */
export const usualMs = 10
/** Time limits of a node for a renewal, and for any other statement. */
const [renewalMs, queryMs] = [2000, 20_000]

/** A connection of a node. */
interface Connection {
  readonly machine: Machine
  /** True if something between the node and the database has forgotten it: nothing arrives, and nobody says so. */
  isForgotten: boolean
}

const retransmissionMs = 200

interface Row {
  owner: string | undefined
  epoch: string
  start: string
  entries: string[]
  rows: number
}

export class PostgresModel {
  readonly sandboxes = new Map<string, Row>()
  slowness = usualMs
  isUp = true
  /** The difference of its clock from the time of the simulation. */
  clockOffset = 0
  /** Nodes whose packets are held back until then. */
  readonly cut = new Map<Machine, number>()
  private readonly random: SeededRandom
  private readonly renewed = new Map<string, number>()
  private readonly wanted = new Map<string, { machine: Machine; wanted: (name: string) => void }>()
  /** Ends the statements that wait for an answer. */
  private readonly waiting = new Map<(error: Error) => void, Connection>()
  private readonly connections: Connection[] = []
  private numbers = 0

  constructor(random: SeededRandom) {
    this.random = random
  }

  private number(): string {
    this.numbers += 1
    return String(this.numbers)
  }

  private isAlive(node: string, now: number): boolean {
    const renewed = this.renewed.get(node)
    return renewed !== undefined && Math.abs(now - renewed) <= leaseMs
  }

  /** The database as one node sees it. */
  node(machine: Machine): Database {
    const id = this.number()
    const now = () => machine.now() + this.clockOffset
    let connections = this.connectionsOf(machine)
    const ask = async <T>(act: () => T, by: keyof typeof connections = 'reader') => {
      try {
        return await this.ask(connections[by], by === 'renewer' ? renewalMs : queryMs, act)
      } catch (error) {
        connections[by] = this.connect(machine)
        if (by === 'renewer') connections = this.replaced(machine, connections)
        throw error
      }
    }
    // There is one connection that writes.
    let writing: Promise<unknown> = Promise.resolve()
    return {
      leaseMs,
      isLocal: false,
      onWanted: (wanted) => void this.wanted.set(id, { machine, wanted }),
      renew: () => ask(() => this.renew(id, now()), 'renewer'),
      names: () => ask(() => [...this.sandboxes.keys()].map((name) => ({ name }))),
      open: async (name) => {
        const taken = await ask(() => this.take(name, id, now()))
        if (taken === undefined) return (await ask(() => this.want(name))) ? 'owned' : undefined
        return ask(() => this.read(name, taken))
      },
      write: (writes) => {
        const written = writing.then(() => ask(() => this.write(id, writes), 'writer'))
        writing = written.catch(() => undefined)
        return written
      },
      close: async () => {
        await ask(() => void this.renewed.delete(id)).catch(() => undefined)
      },
    }
  }

  /** A statement. Nobody knows whether it was executed when its connection breaks. */
  private ask<T>(connection: Connection, maxMs: number, act: () => T): Promise<T> {
    const { machine } = connection
    return new Promise((resolve, reject) => {
      if (!this.isUp) {
        machine.after(1, () => reject(new Error('connect ECONNREFUSED')))
        return
      }
      const end = (how: () => void) => {
        if (this.waiting.delete(broken)) machine.enter(how)
      }
      let isSent = true
      const broken = (error: Error) => {
        // Data on its way arrives or not.
        isSent = this.random.below(2) === 0
        end(() => reject(error))
      }
      this.waiting.set(broken, connection)
      machine.scheduler.after(maxMs, () => end(() => reject(new Error('Query read timeout'))))
      const arrive = () => {
        if (connection.isForgotten) return
        if ((this.cut.get(machine) ?? 0) > machine.now()) machine.scheduler.after(retransmissionMs, arrive)
        else if (isSent && this.isUp) {
          const value = act()
          machine.scheduler.after(this.random.below(this.slowness), () => end(() => resolve(value)))
        }
      }
      machine.scheduler.after(this.random.below(this.slowness), arrive)
    })
  }

  private connect(machine: Machine): Connection {
    const connection = { machine, isForgotten: false }
    this.connections.push(connection)
    return connection
  }

  private connectionsOf(machine: Machine) {
    return {
      renewer: this.connect(machine),
      writer: this.connect(machine),
      reader: this.connect(machine),
    }
  }

  /** A node that could not renew its lease closes all its connections, and opens others. */
  replaced(machine: Machine, _before: object): ReturnType<PostgresModel['connectionsOf']> {
    this.disconnect(machine)
    return this.connectionsOf(machine)
  }

  /** Something between a node and the database forgets the connections of the node. */
  forget(machine: Machine): void {
    for (const one of this.connections) if (one.machine === machine) one.isForgotten = true
  }

  /** Closes connections: those of one node, or all. */
  disconnect(machine?: Machine): void {
    for (const [broken, one] of [...this.waiting])
      if (machine === undefined || machine === one.machine)
        broken(new Error('Connection terminated unexpectedly'))
  }

  private take(name: string, id: string, now: number): Row | undefined {
    const row = this.sandboxes.get(name)
    if (row === undefined || (row.owner !== undefined && row.owner !== id && this.isAlive(row.owner, now)))
      return undefined
    if (row.owner !== undefined && row.owner !== id) this.renewed.set(row.owner, Number.NEGATIVE_INFINITY)
    row.owner = id
    row.epoch = this.number()
    return { ...row }
  }

  /** Returns false when another node has ended the lease. */
  renew(id: string, now: number): boolean {
    const isSame = this.renewed.get(id) !== Number.NEGATIVE_INFINITY
    this.renewed.set(id, now)
    return isSame
  }

  private want(name: string): boolean {
    const row = this.sandboxes.get(name)
    const owner = this.wanted.get(row?.owner ?? '')
    owner?.machine.after(this.random.below(this.slowness), () => owner.wanted(name))
    return row !== undefined
  }

  private read(name: string, { epoch, start, rows }: Row): Stored {
    const entries = [...(this.sandboxes.get(name)?.entries ?? [])]
    const missing = rows - entries.length
    const damage = missing === 0 ? undefined : `${missing} rows of its log are not in the database.`
    return { epoch, start, entries: entries.flatMap((one) => one.split('\n')), damage }
  }

  private write(id: string, writes: readonly Write[]): Written {
    const written = new Map<string, string>()
    for (const each of writes) {
      const row = this.sandboxes.get(each.name)
      const epoch = row === undefined ? this.create(id, each) : this.extend(id, row, each)
      if (epoch !== undefined) written.set(each.name, epoch)
    }
    return written
  }

  private create(owner: string, { name, epoch, start, entries }: Write): string | undefined {
    if (epoch !== null || start == null) return undefined
    const row = { owner, epoch: this.number(), start, ...rowsOf(entries) }
    this.sandboxes.set(name, row)
    return row.epoch
  }

  private extend(id: string, row: Row, { name, epoch, start, entries, release }: Write): string | undefined {
    if (row.epoch !== epoch && !(release && epoch === null && row.owner === id)) return undefined
    if (start === null) this.sandboxes.delete(name)
    if (start != null) Object.assign(row, { start, ...rowsOf([]) })
    const added = rowsOf(entries)
    row.entries.push(...added.entries)
    row.rows += added.rows
    if (release) row.owner = undefined
    return epoch ?? ''
  }

  /** Loses a row of what was stored. Returns the sandbox. */
  decay(): string | undefined {
    const names = [...this.sandboxes.keys()].filter((name) => this.sandboxes.get(name)?.entries.length !== 0)
    const name = names[this.random.below(Math.max(1, names.length))]
    const { entries = [] } = this.sandboxes.get(name ?? '') ?? {}
    entries.splice(this.random.below(Math.max(1, entries.length)), 1)
    return name
  }
}

/** Entries that are written together are one row. */
function rowsOf(entries: readonly string[]): Pick<Row, 'entries' | 'rows'> {
  return entries.length === 0 ? { entries: [], rows: 0 } : { entries: [entries.join('\n')], rows: 1 }
}
