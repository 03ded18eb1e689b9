// A worker: a process that serves its share of the sandboxes. The first process passes connections to it.

import { once } from 'node:events'
import { rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import { errorMessage, UsageError } from '../../core/errors.ts'
import { defaultName } from '../../spec/control/values.ts'
import { Lease } from '../durability/lease.ts'
import { machine } from '../durability/machine-disk.ts'
import type { Database } from '../durability/outside.ts'
import type { SimulatorOptions } from '../options/simulator-options.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { WorkerListening } from '../server/listening.ts'
import { forwarder, socketOf } from './forwarding.ts'
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts'
import { listenToPeers, peersOf } from './peer-sockets.ts'
import { RemoteDatabase } from './remote-database.ts'

/** Names a process that is a worker. */
export const workerVariable = 'PAYTWIN_WORKER'

/** True if this process is a worker: it then has a channel to the one that started it. */
export function isWorker(): boolean {
  return process.env[workerVariable] !== undefined && process.send !== undefined
}

/** The role of a worker. */
export interface WorkerRole {
  hasDefault: boolean
  /** The data of the first process. */
  data: Database
  isOwn: (name: string) => boolean
  listening: WorkerListening
  /** Its part of the options of all workers. */
  ownOptions: (options: SimulatorOptions, isShared: boolean) => SimulatorOptions
  /** Lets the sandboxes of all workers be one list. */
  join: (sandboxes: Sandboxes) => Promise<void>
  send: (message: FromWorker) => void
  /** Resolves when the worker is to end. */
  shutDown: Promise<void>
}

function send(message: FromWorker): void {
  process.send?.(message)
}

/** Resolves when the first process has said what this worker is. */
export async function workerRole(): Promise<WorkerRole> {
  const lease = await Lease.ofProcess(machine)
  // Without the first process there is nothing to serve. It handles the signals of a terminal for all.
  process.once('disconnect', () => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  const { start }: { start: WorkerStart } = (await once(process, 'message'))[0]
  const peers = peersOf(start, (sandboxes) => send({ sandboxes }))
  let server: Server | undefined
  const data = new RemoteDatabase(send)
  const shutDown = new Promise<void>((resolve) => {
    process.on('message', (message: ToWorker, socket) => {
      if ('read' in message) accept(server, socket, message)
      else if ('elsewhere' in message) peers.elsewhere = message.elsewhere
      else if ('shutDown' in message) resolve()
      else if (!('start' in message)) data.receive(message)
    })
  })
  const { index, workers, directory, url, policy } = start
  const hasDefault = peers.isOwn(defaultName)
  const listening: WorkerListening = {
    url,
    policy,
    term: (arrived) => lease.term(arrived),
    ...forwarder(start),
    listen: async (own) => {
      // That of a worker which this one takes the place of.
      const path = socketOf(directory, index)
      rmSync(path, { force: true })
      await once(own.listen(path), 'listening')
      server = own
    },
  }
  return {
    hasDefault,
    data,
    isOwn: peers.isOwn,
    listening,
    ownOptions: (options, isShared) => ({
      ...options,
      // Sandboxes of a shared store leave the memory only; otherwise workers know how many there are elsewhere.
      maxSandboxes: isShared ? share(options.maxSandboxes, workers) : options.maxSandboxes,
      // The clock of the default sandbox runs in one of them.
      clock: hasDefault ? options.clock : undefined,
    }),
    join: async (sandboxes) => {
      sandboxes.peers = peers
      await listenToPeers(start, sandboxes)
    },
    send,
    shutDown,
  }
}

function share(max: number | undefined, workers: number): number | undefined {
  return max === undefined ? undefined : Math.ceil(max / workers)
}

/** Serves a connection of which another process has read the first bytes. */
function accept(
  server: Server | undefined,
  socket: unknown,
  { read, arrived }: Extract<ToWorker, { read: unknown }>,
): void {
  if (!(socket instanceof Socket)) return
  socket.unshift(read)
  if (server === undefined) socket.destroy()
  else server.emit('connection', socket, arrived)
}

/** Reports why the worker cannot start. */
export function reportFailure(error: unknown): void {
  const { fact, detail, remedy } =
    error instanceof UsageError
      ? error
      : new UsageError('A worker failed.', errorMessage(error), 'See the output of paytwin.')
  send({ failed: { fact, detail, remedy } })
}
