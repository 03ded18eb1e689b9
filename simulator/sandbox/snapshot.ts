// A sandbox as one JSON value: what its world is made of, its state, and what is planned for it. Versioned, so that a
// process that cannot read it says so.

import { createHash } from 'node:crypto'
import { UsageError } from '../../core/errors.ts'
import type { PlannedFault } from '../faults.ts'
import { formatInstant, parseInstant } from '../time/instants.ts'
import { type AssumptionChoices, Assumptions } from '../world/assumptions.ts'
import type { Progress, Thing } from '../world/automation.ts'
import { type PackedWorld, packWorld, unpackWorld } from '../world/snapshot.ts'
import { World } from '../world/world.ts'
import type { WorldFile } from '../world/world-file.ts'
import type { Sandbox, SandboxOptions } from './sandbox.ts'

const version = 2

/** A snapshot, as JSON holds it. */
export interface Snapshot {
  paytwin: 'snapshot'
  version: typeof version
  options: {
    seed: string
    start: string
    assumptions: AssumptionChoices
    progress: Readonly<Partial<Record<Thing, Progress>>>
    validation: SandboxOptions['validation']
    webhookUrl: string | null
    world: WorldFile
  }
  data: PackedWorld
  plans: { faults: PlannedFault[] }
  /** Of all the rest, so that one that was altered is known. */
  readonly digest: string
}

/** Those that were made in this process and never left it. */
const own = new WeakSet<object>()

function digestOf({ paytwin, version, options, data, plans }: Omit<Snapshot, 'digest'>): string {
  return createHash('sha256').update(JSON.stringify({ paytwin, version, options, data, plans })).digest('hex')
}

/** The snapshot of a sandbox that stands still. */
export function makeSnapshot({ world, options, faults }: Sandbox): Snapshot {
  const snapshot: Snapshot = {
    paytwin: 'snapshot',
    version,
    options: {
      seed: options.seed,
      start: formatInstant(options.start),
      assumptions: options.assumptions.written,
      progress: options.progress,
      validation: options.validation,
      webhookUrl: options.webhookUrl,
      world: options.file,
    },
    data: packWorld(world),
    plans: { faults: faults.list().map((fault) => ({ ...fault })) },
    // Only when someone writes it down: it takes a quarter of the time of all the rest.
    get digest() {
      return digestOf(this)
    },
  }
  own.add(snapshot)
  return snapshot
}

/** What a snapshot makes of a sandbox. */
interface Restored {
  options: SandboxOptions
  world: World
  faults: readonly PlannedFault[]
}

/**
 * The world of a snapshot, with its own options in place of those given, but for how it is reached and delivers. Throws a
 * UsageError for a value that is no snapshot, or one of another version.
 */
export function restored(value: unknown, around: SandboxOptions): Restored {
  if (!isSnapshot(value)) {
    const { paytwin, version: other } = Object(value) as Partial<Record<keyof Snapshot, unknown>>
    throw new UsageError(
      'This is no snapshot that can be read here.',
      paytwin === 'snapshot' && other !== version
        ? `Its version is ${JSON.stringify(other)}, and this paytwin reads version ${version}.`
        : 'It lacks "paytwin": "snapshot", or its options, data, plans or digest.',
      'Give the answer of GET /control/snapshot of this version, unchanged.',
    )
  }
  if (!own.has(value) && value.digest !== digestOf(value)) {
    const lacking = lackingIn(value, around)
    throw altered(
      lacking.length > 0 ? `it lacks ${lacking.join(', ')}` : 'what it holds is not what its digest is of',
    )
  }
  try {
    const { seed, start, progress, validation, webhookUrl, world: file, assumptions } = value.options
    const options: SandboxOptions = {
      ...around,
      seed,
      start: parseInstant(start) ?? Number.NaN,
      progress,
      validation,
      webhookUrl,
      file,
      assumptions: Assumptions.from(assumptions),
    }
    const world = new World(options, unpackWorld(value.data))
    return { options, world, faults: [...value.plans.faults] }
  } catch (error) {
    // An engine's words about what it stumbled over name nothing that stands in the snapshot.
    throw altered(error instanceof UsageError ? error.message : 'a part of it has another form')
  }
}

const optionNames = [
  'seed',
  'start',
  'assumptions',
  'progress',
  'validation',
  'webhookUrl',
  'world',
] as const satisfies (keyof Snapshot['options'])[]

/** What a snapshot must hold and does not, by its place. A world at its beginning says what the data of one are. */
function lackingIn({ options, data, plans }: Snapshot, around: SandboxOptions): string[] {
  const parts = {
    options: [options, optionNames],
    data: [data, Object.keys(packWorld(new World(around)))],
    plans: [plans, ['faults']],
  } as const
  return Object.entries(parts).flatMap(([part, [held, names]]) =>
    names.filter((name) => Reflect.get(held, name) === undefined).map((name) => `${part}.${name}`),
  )
}

function altered(how: string): UsageError {
  return new UsageError(
    'The snapshot cannot be restored.',
    `It was altered or cut: ${how.replace(/\.$/, '')}.`,
    'Take it again, and give it back unchanged, its keys in the same order.',
  )
}

function isSnapshot(value: unknown): value is Snapshot {
  if (typeof value !== 'object' || value === null) return false
  // Its own digest is not looked at: it would be computed for that.
  const { paytwin, version: its, options, data, plans } = value as Partial<Record<keyof Snapshot, unknown>>
  return (
    paytwin === 'snapshot' && its === version && [options, data, plans].every(isObject) && 'digest' in value
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
