// The processes of paytwin: nodes of a database, servers of a directory, and first processes with workers. Everything in them is the
// real code, from the listener of HTTP to the store.

import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { DirectoryLog } from '../../simulator/durability/directory-log.ts'
import type { Database } from '../../simulator/durability/outside.ts'
import { Store } from '../../simulator/durability/store.ts'
import { accessPolicy } from '../../simulator/http/access-control.ts'
import { listen, type WorkerListening } from '../../simulator/http/listening.ts'
import { sandboxOf } from '../../simulator/http/request-target.ts'
import { Simulator } from '../../simulator/simulator.ts'
import type { ToStore } from '../../simulator/workers/messages.ts'
import { answerWorker, RemoteDatabase } from '../../simulator/workers/remote-database.ts'
import { workerOf } from '../../simulator/workers/routing.ts'
import { defaultWorld } from '../../simulator/world/default-world.ts'
import type { SimulatedDisk } from './disk.ts'
import type { Machine } from './machine.ts'
import { Connection, type Listener, requestText } from './network.ts'

const url = 'http://127.0.0.1:4020'
/** Small, so that much can be simulated. */
const world = {
  ...defaultWorld,
  merchants: defaultWorld.merchants.slice(0, 1),
  shoppers: defaultWorld.shoppers.slice(0, 1),
}
/** Small, so that what happens beyond them is simulated, too. */
const [minBytesToRestart, bytesToCompact] = [3000, 30_000]
const policy = accessPolicy({ host: '127.0.0.1', publicUrl: url, control: true })

export interface NodeOptions {
  maxSandboxes: number
  /** Receives what a process prints. */
  report: (machine: Machine, line: string) => void
  /** Receives the epoch of a sandbox that a process has from then on. */
  owns: (machine: Machine, name: string, epoch: number | undefined) => void
  /** How many milliseconds the replay of an entry takes. */
  replayMs: number
}

/** A process that serves. */
export class Node implements Listener {
  readonly machine: Machine
  server: Server | undefined
  /** Its sandboxes; undefined until it is ready. */
  simulator: Simulator | undefined
  private readonly options: NodeOptions

  constructor(machine: Machine, options: NodeOptions) {
    this.machine = machine
    this.options = options
  }

  /** Resolves when it serves. */
  async start(
    database: Database,
    worker: { isOwn?: (name: string) => boolean; forward?: WorkerListening['forward'] } = {},
  ): Promise<void> {
    const { machine } = this
    const { maxSandboxes, report } = this.options
    const print = (line: string) => report(machine, line)
    const store = await Store.open(this.observed(database), machine, print)
    let server: Server | undefined
    const listening: WorkerListening = {
      url,
      policy,
      listen: async (own) => {
        server = own
      },
      forward: worker.forward ?? (() => false),
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
        return stored
      },
      write: async (writes) => {
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

async function openLog(machine: Machine, disk: SimulatedDisk): Promise<DirectoryLog> {
  return Object.assign(await DirectoryLog.open(disk.of(machine), 'data'), { bytesToCompact })
}

/** Starts a process that has a directory for itself. */
export async function startServer(
  machine: Machine,
  disk: SimulatedDisk,
  options: NodeOptions,
): Promise<Node> {
  const log = await openLog(machine, disk)
  const node = new Node(machine, options)
  await node.start({ ...log.node('server'), close: () => log.close() })
  return node
}

/** The first process of several, which has the directory, and its workers. */
export class Primary {
  readonly machine: Machine
  readonly workers: (Node | undefined)[]
  private readonly makeMachine: (name: string) => Machine
  private readonly options: NodeOptions
  private log: DirectoryLog | undefined
  private started = 0

  constructor(machine: Machine, makeMachine: (name: string) => Machine, count: number, options: NodeOptions) {
    this.machine = machine
    this.makeMachine = makeMachine
    this.options = options
    this.workers = Array.from({ length: count }, () => undefined)
  }

  async start(disk: SimulatedDisk): Promise<void> {
    this.log = await openLog(this.machine, disk)
    await Promise.all(this.workers.map((_, index) => this.begin(index)))
  }

  /** Which worker gets a connection whose first request has that target. */
  listener(target: string): Listener | undefined {
    return this.workers[workerOf(sandboxOf(target), this.workers.length)]
  }

  private async begin(index: number): Promise<void> {
    const { log, machine: first } = this
    if (log === undefined || first.isDead) return
    this.started += 1
    const machine = this.makeMachine(`${first.name}.${index}`)
    first.onEnd(() => machine.kill())
    const channel = Object.assign(new EventEmitter(), {
      connected: true,
      send: (message: ToStore) => void machine.after(1, () => remote.receive(copyOf(message))),
    })
    const remote = new RemoteDatabase((question) =>
      first.after(1, () => void channel.emit('message', copyOf(question))),
    )
    answerWorker(channel, log.node(`${index}-${this.started}`))
    const node = new Node(machine, this.options)
    machine.onEnd(() => {
      this.workers[index] = undefined
      channel.connected = false
      first.after(1, () => void channel.emit('exit'))
      first.after(50, () => void this.begin(index))
    })
    const count = this.workers.length
    const started = node.start(remote, {
      isOwn: (name) => workerOf(name, count) === index,
      forward: (incoming, outgoing) => {
        const to = this.listener(incoming.url ?? '')
        if (to === node) return false
        // A client that closes its connection gets nothing.
        pass(incoming, outgoing, to).catch(() => outgoing.destroy())
        return true
      },
    })
    // One that cannot start ends, and is started again.
    await started.catch(() => machine.kill())
    if (!machine.isDead) this.workers[index] = node
  }
}

function copyOf<T>(message: T): T {
  return JSON.parse(JSON.stringify(message))
}

/** Passes a request to the worker that it is for. */
async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  to: Listener | undefined,
): Promise<void> {
  const { method = '', url: target = '' } = incoming
  const request = requestText(method, target, await text(incoming))
  const answer = to === undefined ? 'refused' : await new Connection(to).send(request, 60_000)
  if (typeof answer === 'object')
    outgoing.writeHead(answer.status, { 'content-length': Buffer.byteLength(answer.body) }).end(answer.body)
  else if (answer === 'refused') outgoing.writeHead(503).end('{}')
  else outgoing.destroy()
}
