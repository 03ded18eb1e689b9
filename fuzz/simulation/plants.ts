// Faults planted in the program, each of which the simulation must find: a simulation that finds nothing may check nothing.

import { createServer, type Server } from 'node:http'
import { posix } from 'node:path'
import { DirectoryLog } from '../../simulator/durability/directory-log.ts'
import { Keeper, UnusableError } from '../../simulator/durability/keeper.ts'
import { Lease } from '../../simulator/durability/lease.ts'
import { LogFiles } from '../../simulator/durability/log-files.ts'
import { LogIndex } from '../../simulator/durability/log-index.ts'
import type { Write } from '../../simulator/durability/outside.ts'
import { SandboxLog } from '../../simulator/durability/sandbox-log.ts'
import { sandboxNamePattern } from '../../simulator/options/sandbox-name.ts'
import { Sandboxes } from '../../simulator/sandbox/sandboxes.ts'
import { workerOf } from '../../simulator/workers/routing.ts'
import { SimulatedDisk } from './disk.ts'
import { Node, Primary } from './nodes.ts'
import { PostgresModel } from './postgres.ts'
import { replaced } from './replaced.ts'
import { runSeed } from './run.ts'

const nothing = () => () => undefined
const refusing = createServer((_, response) => response.writeHead(503).end('{}'))

/** The store has another name for each sandbox. */
const renamed = (rename: (name: string) => string) => [
  replaced(
    DirectoryLog.prototype,
    'openFor',
    (open) =>
      function (node: string, name: string) {
        return open(this, node, rename(name))
      },
  ),
  replaced(
    DirectoryLog.prototype,
    'queue',
    (queue) =>
      function (node: unknown, write: Write, damage?: string) {
        return queue(this, node, { ...write, name: rename(write.name) }, damage)
      },
  ),
]

/** Each breaks something, and returns functions that undo it. */
const plants: Readonly<Record<string, () => (() => void)[]>> = {
  'the name of a sandbox is a path, and is not checked': () => [
    replaced(sandboxNamePattern, 'test', () => () => true),
    ...renamed(posix.basename),
  ],
  'the router of workers reads the raw target, and workers are one owner': () => [
    replaced(
      Primary.prototype,
      'listener',
      () =>
        function (target: string) {
          const [, name = 'default'] = /^\/sandboxes\/([^/?]+)/.exec(target) ?? []
          return this.workers[workerOf(name, this.workers.length)]
        },
    ),
    replaced(
      DirectoryLog.prototype,
      'node',
      (node) =>
        function () {
          return node(this, 'all')
        },
    ),
  ],
  'a process that lost the directory does not notice it': () => [
    replaced(LogFiles.prototype, 'refuseIfTakenOver', () => async () => undefined),
  ],
  'the lock of a directory survives its process': () => [
    replaced(SimulatedDisk.prototype, 'isLocked', () => (owner?: object) => owner !== undefined),
  ],
  'one sandbox that cannot be continued keeps a server from starting': () => [
    replaced(
      Keeper.prototype,
      'open',
      (open) =>
        function (...given: unknown[]) {
          return open(this, ...given).catch((error: unknown) =>
            Promise.reject(error instanceof UnusableError ? new Error(error.message) : error),
          )
        },
    ),
  ],
  'damage is not noticed': () => [replaced(LogIndex.prototype, 'missed', () => () => 0)],
  'damage drops everything after it': () => [
    replaced(
      LogIndex.prototype,
      'load',
      (load) =>
        function (files: object[][]) {
          return load(
            this,
            files.map((lines) => lines.map((line) => ({ ...line, first: 0 }))),
          )
        },
    ),
  ],
  'a failing read is taken for damage': () => [
    replaced(
      LogFiles.prototype,
      'readIfThere',
      (read) =>
        function (...given: unknown[]) {
          return read(this, ...given).catch(() => Buffer.alloc(0))
        },
    ),
  ],
  'a response does not wait until it is durable': () => [
    replaced(
      LogFiles.prototype,
      'append',
      (append) =>
        async function (bytes: Buffer) {
          append(this, bytes).catch(() => undefined)
        },
    ),
  ],
  'a node without its database answers 503': () => [
    replaced(
      Node.prototype,
      'serving',
      () =>
        function (isServing: boolean, server: Server) {
          this.server = isServing ? server : refusing
        },
    ),
  ],
  'a replay blocks the process that renews the lease': () => [
    replaced(
      Node.prototype,
      'replayed',
      () =>
        async function (ms: number) {
          this.machine.pause(20 * ms)
          await this.machine.sleep(0)
        },
    ),
  ],
  'what could not be stored is an internal error': () => [
    replaced(SandboxLog.prototype, 'error', () => () => new Error('ENOSPC')),
  ],
  'the maximum number of sandboxes deletes stored ones': () => [
    replaced(
      Sandboxes.prototype,
      'evict',
      (evict) =>
        function () {
          const [first] = this.list().slice(1)
          void evict(this)
          if (first !== undefined && !this.has(first.name)) this.delete(first.name).catch(nothing())
        },
    ),
  ],
  'a node keeps connections that were forgotten on the way': () => [
    replaced(PostgresModel.prototype, 'replaced', () => (_: unknown, before: object) => before),
  ],
  'upper and lower case are the same name': () => renamed((name) => name.toLowerCase()),
  'a write ignores the epoch': () => [
    replaced(
      PostgresModel.prototype,
      'write',
      (write) =>
        function (id: string, writes: readonly Write[]) {
          const current = (one: Write) => this.sandboxes.get(one.name)?.epoch ?? one.epoch
          return write(
            this,
            id,
            writes.map((one) => (one.epoch === null ? one : { ...one, epoch: current(one) })),
          )
        },
    ),
  ],
  'a paused node answers with what it remembers': () => [
    replaced(
      Lease.prototype,
      'term',
      () =>
        function () {
          return Reflect.get(this, 'leases') > 0 ? 1 : Number.NaN
        },
    ),
  ],
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
