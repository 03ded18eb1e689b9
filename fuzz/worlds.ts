// Fuzzes simulators in this process: each sequence acts on a new one, with the state compared and every invariant audited after
// each request. The same sequence gives the same bytes again where receivers and the disk take time, and what is read from that disk
// is the same state.

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { DirectoryLog } from '../simulator/durability/directory-log.ts'
import { machine } from '../simulator/durability/machine-disk.ts'
import { Store } from '../simulator/durability/store.ts'
import type { Handlers } from '../simulator/resources/handler-types.ts'
import { readDocument } from '../simulator/service/compiled-document.ts'
import { Simulator, type SimulatorOptions } from '../simulator/simulator.ts'
import { MemoryDisk } from '../simulator/test-support/memory-disk.ts'
import { readControlDocument } from '../spec/control/document.ts'
import { Audit } from './auditing.ts'
import { receiverUrl, sandboxNames } from './control-values.ts'
import type { Figures } from './figures.ts'
import { type Connection, Player } from './player.ts'
import { flakyReceivers } from './receivers.ts'
import { type Sequence, type Step, sequences } from './sequences.ts'

/** A sequence that shows a violation, shrunk, and how to generate it again. */
export interface Finding<Input = Sequence> {
  seed: number
  path: string
  input: Input
  message: string
}

export const anySequence = sequences(readDocument(), readControlDocument())

/** The size of a run, and its first seed. */
export interface FuzzOptions {
  seed: number
  runs: number
  /** The path of a finding, to run only that. */
  path?: string | undefined
  /** Handlers in place of the simulator's, to see that the fuzzer notices wrong ones. */
  handlers?: Partial<Handlers>
}

/** Runs random sequences. Returns the first violation. */
export async function fuzzWorlds(options: FuzzOptions, figures: Figures): Promise<Finding | undefined> {
  const property = fc.asyncProperty(anySequence, async (sequence) => {
    const hash = await play(sequence, figures, options.handlers)
    if (sequence.twice) await playSlowly(sequence, hash, options.handlers)
  })
  return findingOf(property, options)
}

/** Checks a property. Returns the first violation. */
export async function findingOf<Input>(
  property: fc.IAsyncProperty<[Input]>,
  { seed, runs, path }: FuzzOptions,
): Promise<Finding<Input> | undefined> {
  const options = { seed, numRuns: runs, ...(path === undefined ? {} : { path }) }
  const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, options)
  if (!failed || counterexample === null) return undefined
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return { seed, path: counterexamplePath ?? '', input: counterexample[0], message }
}

/** Plays a sequence on a new simulator. Returns a hash of its outcome. Throws an Error for a violation. */
export async function play(
  sequence: Sequence,
  figures: Figures,
  handlers: Partial<Handlers> = {},
): Promise<string> {
  const simulator = new Simulator(optionsOf(sequence, handlers))
  const isAudited = sequence.randomAssumptions === null
  const connection = inProcess(simulator, isAudited ? new Audit(simulator) : undefined)
  const transcript = await (await Player.open(connection, figures)).play(sequence.steps)
  return outcomeOf(sequence, transcript, await stateOf(simulator))
}

/** A hash of the responses and of the state at the end. Reads show deliveries that are under way, which take time. */
function outcomeOf({ steps }: Sequence, transcript: readonly string[], state: string): string {
  const isRead = (step: Step | undefined) =>
    step !== undefined && step.api !== 'service' && /^get$/i.test(step.method)
  return hashOf([...transcript.filter((_, index) => !isRead(steps[index])), state].join('\n'))
}

/** A sequence that is played twice causes deliveries, and no sandbox leaves the memory: one that is stored is not lost. */
function optionsOf(
  { seed, randomAssumptions, twice }: Sequence,
  handlers: Partial<Handlers>,
): SimulatorOptions {
  return {
    ...{ seed, transport: flakyReceivers, handlers },
    ...(twice ? { webhookUrl: receiverUrl, maxSandboxes: sandboxNames.length } : { maxSandboxes: 2 }),
    ...(randomAssumptions === null ? {} : { randomAssumptions }),
  }
}

/** Differs from run to run. */
const atMost = (ms: number) => sleep(Math.random() * ms)

/** Plays it again for receivers and a disk that take time. Throws an Error for another outcome, or if another one can be read from the disk. */
async function playSlowly(sequence: Sequence, outcome: string, handlers: Partial<Handlers> = {}) {
  const options: SimulatorOptions = {
    ...optionsOf(sequence, handlers),
    // Several requests arrive meanwhile.
    transport: (request) => atMost(30).then(() => flakyReceivers(request)),
  }
  const disk = new MemoryDisk()
  disk.beforeWrite = () => atMost(2)
  const simulator = await keptIn(disk, options)
  const { publicUrl: origin, fetch: send } = simulator
  const transcript = await (await Player.open({ origin, send })).play(sequence.steps)
  const state = await stateOf(simulator)
  if (outcomeOf(sequence, transcript, state) !== outcome)
    throw new Error('The same sequence gave other bytes when it ran again.')
  if ((await stateOf(await keptIn(disk.afterCrash(), options))) !== state)
    throw new Error('What is read from the disk is another state.')
}

async function keptIn(disk: MemoryDisk, options: SimulatorOptions): Promise<Simulator> {
  const fail = (line: string) => {
    throw new Error(line)
  }
  const simulator = new Simulator(options)
  const log = await DirectoryLog.open(disk, 'data')
  await simulator.keepIn(await Store.open(log.node('only'), machine, fail), fail)
  return simulator
}

function inProcess(simulator: Simulator, audit: Audit | undefined): Connection {
  return {
    origin: simulator.publicUrl,
    send: (url, init) => simulator.fetch(url, init),
    state: () => stateOf(simulator),
    before: (step, sent) => audit?.beforeRequest(step, sent),
    after: (step, sent, reply) => audit?.afterRequest(step, sent, reply),
  }
}

/**
 * A hash of the state of every sandbox. Injected faults are not part of it: they count the requests that they apply to, which
 * may be refused.
 */
async function stateOf({ sandboxes }: Simulator): Promise<string> {
  const hash = createHash('sha256')
  for (const sandbox of sandboxes.list()) {
    const { options, data } = await sandbox.snapshot()
    hash.update(JSON.stringify([sandbox.name, options, data]))
  }
  return hash.digest('hex')
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
