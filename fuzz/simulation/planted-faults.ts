// Faults that are planted in the program, each of which the simulation must find.

import { createServer, type Server } from 'node:http'
import { posix } from 'node:path'
import { DirectoryLog } from '../../simulator/durability/directory-log.ts'
import { Keeper } from '../../simulator/durability/keeper.ts'
import { Lease } from '../../simulator/durability/lease.ts'
import { LogFiles } from '../../simulator/durability/log-files.ts'
import { LogIndex } from '../../simulator/durability/log-index.ts'
import type { Write, Written } from '../../simulator/durability/outside.ts'
import { SandboxLog } from '../../simulator/durability/sandbox-log.ts'
import type { Sandbox } from '../../simulator/sandbox/sandbox.ts'
import { Sandboxes } from '../../simulator/sandbox/sandboxes.ts'
import { UnusableError } from '../../simulator/sandbox/stored-sandboxes.ts'
import { workerOf } from '../../simulator/workers/routing.ts'
import { sandboxNamePattern } from '../../spec/control/values.ts'
import { Primary } from './directory-processes.ts'
import { SimulatedDisk } from './disk.ts'
import { Connection } from './network.ts'
import { Node } from './nodes.ts'
import { PostgresModel } from './postgres.ts'
import { runSeed } from './run.ts'

const lateMs = 1500
const refusing = createServer((_, response) => response.writeHead(503).end('{}'))

/** The store has another name for each sandbox. */
const renamed = (rename: (name: string) => string) => [
  replaced(DirectoryLog.prototype, 'openFor', (open, log, node: string, name: string) =>
    open(log, node, rename(name)),
  ),
  replaced(DirectoryLog.prototype, 'write', async (write, log, node: unknown, writes: readonly Write[]) => {
    const renamed = writes.map((one) => ({ ...one, name: rename(one.name) }))
    const written = (await write(log, node, renamed)) as Written
    return new Map(writes.map(({ name }) => [name, written.get(rename(name))]))
  }),
]

/** Each breaks something, and returns functions that undo it. */
const plants: Readonly<Record<string, () => (() => void)[]>> = {
  'the name of a sandbox is a path, and is not checked': () => [
    replaced(sandboxNamePattern, 'test', () => true),
    ...renamed(posix.basename),
  ],
  'the router of workers reads the raw target, and workers are one owner': () => [
    replaced(Primary.prototype, 'listener', (_, { workers }, target: string) => {
      const [, name = 'default'] = /^\/sandboxes\/([^/?]+)/.exec(target) ?? []
      return workers[workerOf(name, workers.length)]
    }),
    replaced(DirectoryLog.prototype, 'node', (node, log) => node(log, 'all')),
  ],
  'a process that lost the directory does not notice it': () => [
    replaced(LogFiles.prototype, 'refuseIfTakenOver', async () => undefined),
  ],
  'the lock of a directory survives its process': () => [
    replaced(SimulatedDisk.prototype, 'isLocked', (_, __, owner?: object) => owner !== undefined),
  ],
  'one sandbox that cannot be continued keeps a server from starting': () => [
    replaced(Keeper.prototype, 'open', (open, keeper, ...given: unknown[]) =>
      open(keeper, ...given).catch((error: unknown) =>
        Promise.reject(error instanceof UnusableError ? new Error(error.message) : error),
      ),
    ),
  ],
  'damage is not noticed': () => [replaced(LogIndex.prototype, 'missed', () => 0)],
  'damage drops everything after it': () => [
    replaced(LogIndex.prototype, 'load', (load, index, files: object[][]) => {
      const changed = files.map((lines) => lines.map((line) => ({ ...line, first: 0 })))
      return load(index, changed)
    }),
  ],
  'a failing read is taken for damage': () => [
    replaced(LogFiles.prototype, 'readIfThere', (read, files, ...given: unknown[]) =>
      read(files, ...given).catch(() => Buffer.alloc(0)),
    ),
  ],
  'a response does not wait until it is durable': () => [
    replaced(LogFiles.prototype, 'append', async (append, files, bytes: Buffer) => {
      append(files, bytes).catch(() => undefined)
    }),
  ],
  'a node without its database answers 503': () => [
    replaced(Node.prototype, 'serving', (_, node, isServing: boolean, server: Server) => {
      node.server = isServing ? server : refusing
    }),
  ],
  'a replay blocks the process that renews the lease': () => [
    replaced(Node.prototype, 'replayed', async (_, { machine }, ms: number) => {
      machine.pause(20 * ms)
      await machine.sleep(0)
    }),
  ],
  'what could not be stored is an internal error': () => [
    replaced(SandboxLog.prototype, 'error', () => new Error('ENOSPC')),
  ],
  'the maximum number of sandboxes deletes stored ones': () => [
    replaced(Sandboxes.prototype, 'evict', (evict, sandboxes) => {
      const [first] = sandboxes.list().slice(1)
      void evict(sandboxes)
      if (first !== undefined && !sandboxes.has(first.name))
        sandboxes.delete(first.name).catch(() => undefined)
    }),
  ],
  'a node keeps connections that were forgotten on the way': () => [
    replaced(PostgresModel.prototype, 'replaced', (_, __, ___: unknown, before: object) => before),
  ],
  'upper and lower case are the same name': () => renamed((name) => name.toLowerCase()),
  'a write ignores the epoch': () => [
    replaced(PostgresModel.prototype, 'write', (write, model, id: string, writes: readonly Write[]) => {
      const current = (one: Write) => model.sandboxes.get(one.name)?.epoch ?? one.epoch
      const changed = writes.map((one) => (one.epoch === null ? one : { ...one, epoch: current(one) }))
      return write(model, id, changed)
    }),
  ],
  'a late copy of a request is executed': () => [
    replaced(
      Connection.prototype,
      '_destroy',
      (destroy, connection, error: Error | null, done: () => void) => {
        const { text, listener } = connection
        const isDropped = Reflect.get(listener, 'simulator')?.sandboxes.isReady === false
        if (text !== undefined && isDropped)
          listener.machine.after(lateMs, () => void new Connection(listener).send(text, lateMs))
        return destroy(connection, error, done)
      },
    ),
  ],
  'a sandbox has no minimum time with its owner': () => [
    replaced(Keeper.prototype, 'handOver', (_, keeper, sandbox: Sandbox) => keeper.release(sandbox)),
  ],
  'a full disk stops reads': () => [
    replaced(DirectoryLog.prototype, 'openFor', async (open, log, node: string, name: string) => {
      const copy = { name: '', epoch: null, start: undefined, entries: ['0'], release: false }
      const outcome = (await Reflect.get(log, 'write').call(log, undefined, [copy])).get('')
      if (typeof outcome === 'object') throw new Error(outcome.error)
      return open(log, node, name)
    }),
  ],
  'a clock of the database that jumps back is trusted': () => [
    replaced(PostgresModel.prototype, 'isAlive', (_, model, node: string, now: number) => {
      const renewed = Reflect.get(model, 'renewed').get(node) ?? Number.NEGATIVE_INFINITY
      return now - renewed <= 2500
    }),
  ],
  'a paused node answers with what it remembers': () => [
    replaced(Lease.prototype, 'term', (_, lease) => (Reflect.get(lease, 'leases') > 0 ? 1 : Number.NaN)),
  ],
}

type Call<Self> = (self: Self, ...given: unknown[]) => Promise<unknown>

/** Replaces a function of an object, private ones included. Returns a function that undoes it. */
function replaced<Self extends object, Given extends never[]>(
  target: Self,
  name: string,
  other: (original: Call<Self>, self: Self, ...given: Given) => unknown,
): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name)
  const original = Reflect.get(target, name)
  if (typeof original !== 'function') throw new TypeError(`There is no function ${name} to break.`)
  const call: Call<Self> = (self, ...given) => Reflect.apply(original, self, given)
  const value = function (this: Self, ...given: Given) {
    return other(call, this, ...given)
  }
  Object.defineProperty(target, name, { value, configurable: true, writable: true })
  return () => {
    if (before === undefined) Reflect.deleteProperty(target, name)
    else Object.defineProperty(target, name, before)
  }
}

export const plantNames = Object.keys(plants)

/** The first of some seeds that finds a plant; undefined if none does. */
export async function seedThatFinds(name: string, seeds: Iterable<number>): Promise<number | undefined> {
  return withPlant(name, async () => {
    for (const seed of seeds) if ((await runSeed(seed)).finding !== undefined) return seed
    return undefined
  })
}

export async function withPlant<T>(name: string, act: () => Promise<T>): Promise<T> {
  const undo = plants[name]?.() ?? []
  try {
    return await act()
  } finally {
    for (const one of undo) one()
  }
}
