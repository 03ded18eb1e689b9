// Fuzzes simulators in this process: each sequence acts on a new one, with the state compared and every invariant audited after
// each request. The same sequence twice gives the same bytes.

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { readDocument } from '../simulator/pipeline/compiled-document.ts'
import type { Handlers } from '../simulator/resources/handler-types.ts'
import { Simulator } from '../simulator/simulator.ts'
import { readControlDocument } from '../spec/control/document.ts'
import { Audit } from './auditing.ts'
import type { Figures } from './figures.ts'
import { type Connection, Player } from './player.ts'
import { flakyReceivers } from './receivers.ts'
import { type Sequence, sequences } from './sequences.ts'

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
export async function fuzzWorlds(
  { seed, runs, path, handlers }: FuzzOptions,
  figures: Figures,
): Promise<Finding | undefined> {
  const property = fc.asyncProperty(anySequence, async (sequence) => {
    const hash = await play(sequence, figures, handlers)
    if (sequence.twice && hash !== (await play(sequence, figures, handlers)))
      throw new Error('The same sequence gave other bytes when it ran again.')
  })
  return findingOf(await fc.check(property, { seed, numRuns: runs, ...(path === undefined ? {} : { path }) }))
}

/** The finding of a check that failed. */
export function findingOf<Input>({
  failed,
  seed,
  counterexample,
  counterexamplePath,
  errorInstance,
}: fc.RunDetails<[Input]>): Finding<Input> | undefined {
  if (!failed || counterexample === null) return undefined
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return { seed, path: counterexamplePath ?? '', input: counterexample[0], message }
}

/** Plays a sequence on a new simulator. Returns a hash of every response and of the state at its end. Throws an Error for a violation. */
export async function play(
  { seed, randomAssumptions, steps }: Sequence,
  figures: Figures,
  handlers: Partial<Handlers> = {},
): Promise<string> {
  const simulator = new Simulator({
    seed,
    maxSandboxes: 2,
    transport: flakyReceivers,
    handlers,
    ...(randomAssumptions === null ? {} : { randomAssumptions }),
  })
  const connection = inProcess(simulator, randomAssumptions === null ? new Audit(simulator) : undefined)
  const transcript = await (await Player.open(connection, figures)).play(steps)
  return hashOf([...transcript, await stateOf(simulator)].join('\n'))
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
