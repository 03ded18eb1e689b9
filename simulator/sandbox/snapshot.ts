// The snapshot of a sandbox: one JSON value with its options, the state of its world and its injected faults. A digest shows whether it
// was changed.

import { createHash } from 'node:crypto'
import { UsageError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { jsonChunks } from '../../core/json-chunks.ts'
import { formatInstant, parseInstant } from '../time/instants.ts'
import { type AssumptionChoices, Assumptions } from '../world/assumptions.ts'
import type { Automation } from '../world/automation.ts'
import type { WorldData } from '../world/state.ts'
import { World } from '../world/world.ts'
import { copyWorldData } from '../world/world-data.ts'
import type { WorldFile } from '../world/world-file.ts'
import { convertedFrom02 } from './earlier-snapshot.ts'
import type { InjectedFault } from './injected-faults.ts'
import type { MemoryBudget } from './memory-budget.ts'
import type { SandboxOptions } from './sandbox-options.ts'
import { eventModes } from './scheduled-events.ts'

const snapshotVersion = 4

/** The state of a sandbox as data, with a digest that notices changes. */
export interface Snapshot {
  paytwin: 'snapshot'
  version: typeof snapshotVersion
  options: {
    seed: string
    start: string
    assumptions: AssumptionChoices
    automation: Automation
    validation: SandboxOptions['validation']
    webhookUrl: string | null
    world: WorldFile
  }
  data: WorldData
  plans: { faults: InjectedFault[] }
  /** SHA-256 of the rest. */
  readonly digest: string
}

/** Snapshots that never left this process: their digest need not be checked. */
const own = new WeakSet<object>()

function digestOf({ paytwin, version, options, data, plans }: Omit<Snapshot, 'digest'>): string {
  const hash = createHash('sha256')
  for (const chunk of jsonChunks({ paytwin, version, options, data, plans })) hash.update(chunk)
  return hash.digest('hex')
}

/** About how many bytes a snapshot, its text, or a copy of a world takes. */
export function snapshotBytes({ invoices, transactions, events, reminders, schedule }: World): number {
  return (invoices.size + transactions.size + events.length + reminders.length + schedule.size) * 500
}

/** The parts of a sandbox that a snapshot contains. */
interface SandboxParts {
  readonly options: SandboxOptions
  readonly world: World
}

/** The snapshot of an idle sandbox. */
export function makeSnapshot({
  world,
  options,
  faults,
}: SandboxParts & { readonly faults: { list: () => readonly InjectedFault[] } }): Snapshot {
  let digest: string | undefined
  const snapshot: Snapshot = {
    paytwin: 'snapshot',
    version: snapshotVersion,
    options: {
      seed: options.seed,
      start: formatInstant(options.start),
      assumptions: options.assumptions.written,
      automation: options.automation,
      validation: options.validation,
      webhookUrl: options.webhookUrl,
      world: options.file,
    },
    data: copyWorldData(world),
    plans: { faults: faults.list().map((fault) => ({ ...fault })) },
    // Computed when the snapshot is written down, because that takes a quarter of its time.
    get digest() {
      digest ??= digestOf(this)
      return digest
    },
  }
  own.add(snapshot)
  return snapshot
}

/**
 * Reads a snapshot. Its options replace those of `around`, except for how the sandbox is reached and delivers. Throws a
 * UsageError for a value that is not a snapshot, or was changed. Throws an UnavailableError when it needs more memory than there is.
 */
export function readSnapshot(
  value: unknown,
  around: SandboxOptions,
  memory: MemoryBudget,
): SandboxParts & { readonly faults: readonly InjectedFault[] } {
  const snapshot = asSnapshot(value)
  if (!own.has(snapshot) && snapshot.digest !== digestOf(snapshot))
    throw invalidSnapshot('It was changed or truncated: its content does not match its digest.')
  try {
    const options = optionsOf(snapshot, around)
    // The new world changes its data in place.
    const world = new World(options, structuredClone(snapshot.data))
    memory.require(snapshotBytes(world), 'restore the snapshot')
    return { options, world, faults: snapshot.plans.faults.map((fault) => ({ ...fault })) }
  } catch (error) {
    // Messages of the JavaScript engine name nothing that a reader of the snapshot knows.
    throw error instanceof UsageError ? error : invalidSnapshot('A part of it is invalid.')
  }
}

function optionsOf({ options }: Snapshot, around: SandboxOptions): SandboxOptions {
  const { seed, start, automation, validation, webhookUrl, world, assumptions } = options
  const instant = parseInstant(start)
  if (instant === undefined) throw invalidSnapshot('options.start is not an instant.')
  return {
    ...around,
    seed,
    start: instant,
    automation,
    eventModes: eventModes(automation),
    validation,
    webhookUrl,
    file: world,
    assumptions: Assumptions.from(assumptions),
  }
}

function invalidSnapshot(detail: string): UsageError {
  return new UsageError(
    'The snapshot cannot be restored.',
    detail,
    'Take it again and send it unchanged, with its keys in the same order.',
  )
}

/** The value, if it has the parts of a snapshot; otherwise throws a UsageError. Its content is not checked. */
export function asSnapshot(value: unknown): Snapshot {
  if (isSnapshot(value)) return value
  const converted = convertedFrom02(value)
  if (converted !== undefined) {
    const snapshot = { ...converted, version: snapshotVersion } as Snapshot
    own.add(snapshot)
    return snapshot
  }
  const { paytwin, version } = Object(value) as Partial<Record<keyof Snapshot, unknown>>
  throw new UsageError(
    'Invalid snapshot.',
    paytwin === 'snapshot' && version !== snapshotVersion
      ? `Its version is ${JSON.stringify(version)}; this paytwin reads version ${snapshotVersion}.`
      : 'It lacks "paytwin": "snapshot", or its options, data, plans or digest.',
    'Send the response of GET /control/snapshot of this version, unchanged.',
  )
}

function isSnapshot(value: unknown): value is Snapshot {
  if (typeof value !== 'object' || value === null) return false
  // `'digest' in value` does not compute the digest of an own snapshot.
  const { paytwin, version, options, data, plans } = value as Partial<Record<keyof Snapshot, unknown>>
  return (
    paytwin === 'snapshot' &&
    version === snapshotVersion &&
    [options, data, plans].every(isObject) &&
    'digest' in value
  )
}
