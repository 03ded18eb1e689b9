// The first process of several: it listens, gives each connection to the worker that has the sandbox of its first request, and
// starts workers again that end.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from '../../core/errors.ts'
import { type Address, listenOn } from '../../core/listening.ts'
import type { DirectoryLog } from '../durability/directory-log.ts'
import { Lease } from '../durability/lease.ts'
import { machine } from '../durability/machine-disk.ts'
import type { AccessPolicy } from '../server/access-control.ts'
import { sandboxOf } from '../server/request-target.ts'
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts'
import { answerWorker } from './remote-database.ts'
import { workerOf } from './routing.ts'
import { workerVariable } from './worker.ts'

/** Restarts of a worker within a minute. */
const maxRestarts = 5
const restartsMs = 60_000
/** After how long a connection without a request is closed. */
const maxIdleMs = 60_000
/** After how long workers that are asked to end are killed. Longer than requests may take then. */
const maxShutdownMs = 10_000

type Ready = Extract<FromWorker, { ready: unknown }>['ready']

interface Slot {
  child: ChildProcess | undefined
  /** Resolves with undefined when the worker will never be ready. */
  ready: Promise<Ready | undefined>
  restarts: number
  sandboxes: number
}

/** The launcher of workers, and the receivers of reports about them. */
interface WorkersOptions {
  workers: number
  policyAt: (url: string) => AccessPolicy
  /** The data of all workers; undefined if they have a database, or none. */
  log: DirectoryLog | undefined
  /** For how long without a sign of life other nodes respect what the workers have; infinite if there are none. */
  leaseMs: number
  /** Receives a line for each worker that ends. */
  report: (line: string) => void
  /** The part of a line about a worker that has ended that is about its sandboxes. */
  lost: string
}

export class Workers {
  private readonly options: WorkersOptions
  private readonly directory = mkdtempSync(join(tmpdir(), 'paytwin-workers-'))
  private readonly server = createServer({ highWaterMark: 1, noDelay: true }, (socket) => this.read(socket))
  private lease: Lease | undefined
  private start: Omit<WorkerStart, 'index'> | undefined
  private slots: Slot[] = []
  private ending = false
  private giveUp: (error: UsageError) => void = () => undefined
  /** Rejects when a worker cannot be started, or ends too often. */
  readonly failed = new Promise<never>((_, reject) => {
    this.giveUp = reject
  })

  constructor(options: WorkersOptions) {
    this.options = options
    this.failed.catch(() => undefined)
  }

  /** Listens, and resolves when all workers are ready: with what each of them says, in order. */
  async listen(
    address: Address,
  ): Promise<{ url: string; policy: AccessPolicy; ready: (Ready | undefined)[] }> {
    const { workers, policyAt, leaseMs, report } = this.options
    // A client may have repeated elsewhere what waits here while this process is paused.
    this.lease = await Lease.open({ leaseMs, renew: async () => true }, machine, report)
    const url = await listenOn(this.server, address)
    const { port } = new URL(url)
    this.lease.onServing((isServing) => {
      if (isServing) this.server.listen(Number(port), address.host)
      else this.server.close()
    })
    const policy = policyAt(url)
    this.start = { workers, directory: this.directory, url, policy }
    for (let index = 0; index < workers; index += 1) {
      this.slots.push({ child: undefined, ready: Promise.resolve(undefined), restarts: 0, sandboxes: 0 })
      this.begin(index)
    }
    const ready = await Promise.race([Promise.all(this.slots.map((slot) => slot.ready)), this.failed])
    return { url, policy, ready }
  }

  /** Starts a worker. */
  private begin(index: number): void {
    const { start } = this
    const slot = this.slots[index]
    if (start === undefined || slot === undefined) return
    const child = fork(process.argv[1] ?? '', process.argv.slice(2), {
      serialization: 'advanced',
      env: { ...process.env, [workerVariable]: String(index) },
    })
    slot.child = child
    slot.sandboxes = 0
    if (this.options.log !== undefined) answerWorker(child, this.options.log.node(`${index}-${child.pid}`))
    slot.ready = new Promise((resolve) => {
      child.on('message', (message: FromWorker) => {
        if ('ready' in message) resolve(message.ready)
        else if ('ask' in message) return
        else if ('sandboxes' in message) this.count(slot, message.sandboxes)
        else {
          const { fact, detail, remedy } = message.failed
          this.giveUp(new UsageError(fact, detail, remedy))
        }
      })
      child.once('exit', (code, signal) => {
        slot.child = undefined
        if (!this.ending) void this.restart(index, slot, signal ?? `exit code ${code}`).then(resolve)
      })
    })
    // A worker that ends while a message is sent to it ends with an event, too.
    child.on('error', () => undefined)
    child.send({ start: { ...start, index } } satisfies ToWorker)
    this.count(slot, 0)
  }

  /** Resolves when the worker that takes the place of one that ended is ready. */
  private async restart(index: number, slot: Slot, how: string): Promise<Ready | undefined> {
    const { report, lost } = this.options
    slot.restarts += 1
    if (slot.restarts > maxRestarts) {
      this.giveUp(
        new UsageError(
          `Worker ${index} ended more than ${maxRestarts} times within a minute.`,
          `The last time it ended with ${how}.`,
          'See the output above. Start with --workers 1 to see an error without other workers.',
        ),
      )
      return undefined
    }
    report(`paytwin: Worker ${index} ended with ${how}. It is started again. ${lost}`)
    void sleep(restartsMs, undefined, { ref: false }).then(() => {
      slot.restarts -= 1
    })
    this.begin(index)
    return slot.ready
  }

  /** Sends the other workers how many sandboxes there are elsewhere. */
  private count(slot: Slot, sandboxes: number): void {
    slot.sandboxes = sandboxes
    const all = this.slots.reduce((sum, one) => sum + one.sandboxes, 0)
    for (const { child, sandboxes: own } of this.slots)
      if (child?.connected === true) child.send({ elsewhere: all - own } satisfies ToWorker)
  }

  /** Reads the start of the first request of a connection, and gives the connection to a worker. */
  private read(socket: Socket): void {
    socket.setTimeout(maxIdleMs, () => socket.destroy())
    socket.on('error', () => undefined)
    const accepted = this.lease?.term()
    socket.once('data', (bytes) => {
      const arrived = machine.now()
      if (this.lease?.term() !== accepted) socket.destroy()
      socket.pause()
      // With these bytes in its buffer, the socket reads no others: they stay with the system, for the worker.
      socket.unshift(bytes)
      const [, target = ''] = /^[A-Z]+ (\S+)/.exec(bytes.toString('latin1')) ?? []
      const slot = this.slots[workerOf(sandboxOf(target), this.options.workers)]
      void slot?.ready.then(() => {
        if (slot.child?.connected !== true || socket.destroyed) socket.destroy()
        else
          slot.child.send({ read: bytes, arrived } satisfies ToWorker, socket, {}, (error) => {
            if (error !== null) socket.destroy()
          })
      })
    })
  }

  /** Stops accepting connections, lets requests finish within a few seconds, and resolves when all workers have ended. */
  async close(): Promise<void> {
    this.ending = true
    this.lease?.end()
    this.server.close()
    const children = this.slots.flatMap(({ child }) => child ?? [])
    const ended = children.map((child) => once(child, 'exit'))
    for (const child of children) {
      if (child.connected) child.send({ shutDown: true } satisfies ToWorker)
      void sleep(maxShutdownMs, undefined, { ref: false }).then(() => child.kill('SIGKILL'))
    }
    await Promise.all(ended)
    rmSync(this.directory, { recursive: true, force: true })
  }
}
