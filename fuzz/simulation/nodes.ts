// The processes of paytwin that serve. Everything in them is the real code, from the listener of HTTP to the store.

import type { Server } from 'node:http'
import { Lease } from '../../simulator/durability/lease.ts'
import type { Database } from '../../simulator/durability/outside.ts'
import { Store } from '../../simulator/durability/store.ts'
import { accessPolicy } from '../../simulator/server/access-control.ts'
import { listen, type WorkerListening } from '../../simulator/server/listening.ts'
import { Simulator } from '../../simulator/simulator.ts'
import { defaultWorld } from '../../simulator/world/default-world.ts'
import type { Machine } from './machine.ts'
import type { Listener } from './network.ts'

const url = 'http://127.0.0.1:4020'
/** Small, so that much can be simulated. */
const world = {
  ...defaultWorld,
  merchants: defaultWorld.merchants.slice(0, 1),
  shoppers: defaultWorld.shoppers.slice(0, 1),
}
/** Small, so that what happens beyond it is simulated, too. */
const minBytesToRestart = 3000
/** More than there are clients. */
const manySandboxes = 3
const minOwnershipMs = 1000
const policy = accessPolicy({ host: '127.0.0.1', publicUrl: url, control: true })

export interface NodeOptions {
  maxSandboxes: number
  /** Receives what a process prints. */
  report: (machine: Machine, line: string) => void
  /** Receives the epoch of a sandbox that a process has from then on. */
  owns: (machine: Machine, name: string, epoch: number | undefined) => void
  /** Receives what must not happen. */
  find: (finding: string) => void
  /** The duration of the replay of an entry. */
  replayMs: number
}

/** A process that serves. */
export class Node implements Listener {
  readonly machine: Machine
  server: Server | undefined
  /** Its sandboxes; undefined until it is ready. */
  simulator: Simulator | undefined
  private readonly options: NodeOptions
  private readonly openedAt = new Map<string, number>()

  constructor(machine: Machine, options: NodeOptions) {
    this.machine = machine
    this.options = options
  }

  /** Resolves when it serves. */
  async start(
    database: Database,
    worker: { isOwn?: (name: string) => boolean } & Partial<
      Pick<WorkerListening, 'isForOther' | 'forward'>
    > = {},
  ): Promise<void> {
    const { machine } = this
    const { maxSandboxes, report } = this.options
    const print = (line: string) => report(machine, line)
    const store = await Store.open(this.observed(database), machine, print)
    const lease = await Lease.ofProcess(machine)
    let server: Server | undefined
    const listening: WorkerListening = {
      url,
      policy,
      listen: async (own) => {
        server = own
      },
      isForOther: worker.isForOther ?? (() => false),
      term: (arrived) => lease.term(arrived),
      forward: worker.forward ?? (() => undefined),
      drop: () => undefined,
    }
    const { simulator } = await listen(
      { host: '127.0.0.1', port: 0, keepGlobals: true, worker: listening },
      async () => {
        const simulator = new Simulator({ publicUrl: url, maxSandboxes, world })
        await simulator.keepIn(store, print, worker.isOwn)
        Reflect.set(Reflect.get(simulator, 'keeper'), 'minBytesToRestart', minBytesToRestart)
        return simulator
      },
    )
    this.simulator = simulator
    this.server = server
    // Workers have no socket. The first process has it for them.
    if (worker.isOwn !== undefined) return
    simulator.onServing((isServing) => this.serving(isServing, server))
  }

  /** A process that may not serve does not listen. */
  serving(isServing: boolean, server: Server | undefined): void {
    this.server = isServing ? server : undefined
  }

  /** A replay lets other things of its process happen. */
  replayed(ms: number): Promise<void> {
    return this.machine.sleep(ms)
  }

  /** Whatever others want, a sandbox in memory stays for a second, unless this node may have few of them or ends. */
  private checkOwnership(name: string): void {
    const ms = this.machine.now() - (this.openedAt.get(name) ?? 0)
    const isFree = this.options.maxSandboxes > manySandboxes && this.server !== undefined
    if (ms < minOwnershipMs && isFree) this.options.find(`${name}: is left ${ms} ms after it was opened`)
  }

  /** The database, and who owns what. A replay takes time. */
  private observed(database: Database): Database {
    const { machine } = this
    const { owns, replayMs } = this.options
    return {
      ...delegate(database),
      open: async (name) => {
        const stored = await database.open(name)
        if (typeof stored !== 'object') return stored
        await this.replayed(stored.entries.length * replayMs)
        owns(machine, name, Number(stored.epoch))
        this.openedAt.set(name, machine.now())
        return stored
      },
      write: async (writes) => {
        for (const { name, start, release } of writes)
          if (release && start !== undefined) this.checkOwnership(name)
        const written = await database.write(writes)
        for (const { name, start, release } of writes) {
          const epoch = written.get(name)
          const isOver = release || start === null || typeof epoch !== 'string'
          owns(machine, name, isOver ? undefined : Number(epoch))
        }
        return written
      },
    }
  }
}

/** Its functions, which may be those of a class. */
function delegate(database: Database): Database {
  return {
    leaseMs: database.leaseMs,
    isLocal: database.isLocal,
    renew: () => database.renew(),
    names: () => database.names(),
    open: (name) => database.open(name),
    write: (writes) => database.write(writes),
    onWanted: (wanted) => database.onWanted(wanted),
    close: () => database.close(),
  }
}
