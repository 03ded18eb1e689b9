// The processes of paytwin that share a directory: servers, and first processes with workers.

import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { DirectoryLog } from '../../simulator/durability/directory-log.ts'
import { sandboxOf } from '../../simulator/server/request-target.ts'
import type { ToStore } from '../../simulator/workers/messages.ts'
import { answerWorker, RemoteDatabase } from '../../simulator/workers/remote-database.ts'
import { workerOf } from '../../simulator/workers/routing.ts'
import type { SimulatedDisk } from './disk.ts'
import type { Machine } from './machine.ts'
import { Connection, type Listener, requestText } from './network.ts'
import { Node, type NodeOptions } from './nodes.ts'

/** Small, so that what happens beyond it is simulated, too. */
const bytesToCompact = 30_000

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
      send: (message: ToStore) => void machine.after(1, () => remote.receive(structuredClone(message))),
    })
    const remote = new RemoteDatabase((question) =>
      first.after(1, () => void channel.emit('message', structuredClone(question))),
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
      isForOther: (target) => this.listener(target) !== node,
      forward: (incoming, outgoing) => {
        // A client that closes its connection gets nothing.
        pass(incoming, outgoing, this.listener(incoming.url ?? '')).catch(() => outgoing.destroy())
      },
    })
    // One that cannot start ends, and is started again.
    await started.catch(() => machine.kill())
    if (!machine.isDead) this.workers[index] = node
  }
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
