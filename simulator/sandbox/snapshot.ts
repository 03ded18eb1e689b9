// The snapshot of a sandbox: one JSON value with its options, the state of its world and its injected faults. It is versioned
// and has a digest, so that a snapshot that cannot be restored is recognized.

import { createHash } from 'node:crypto'
import { UsageError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { jsonChunks } from '../../core/json-chunks.ts'
import { decodeRows, type EncodedRows, encodeRows } from '../storage/snapshot-encoding.ts'
import { formatInstant } from '../time/instants.ts'
import { type RecordName, recordNames } from '../world/records.ts'
import type { WorldData } from '../world/state.ts'
import { World } from '../world/world.ts'
import { viewWorld } from '../world/world-data.ts'
import type { InjectedFault } from './injected-faults.ts'
import type { MemoryBudget } from './memory-budget.ts'
import type { SandboxOptions } from './sandbox-options.ts'
import { referenceErrors } from './snapshot-references.ts'
import { type EncodedWorld, type Snapshot, snapshotVersion } from './snapshot-schema.ts'
import {
  decodedBytes,
  formErrors,
  invalidSnapshot,
  readOptions,
  refuseInvalid,
} from './snapshot-validation.ts'

export type { Snapshot } from './snapshot-schema.ts'

/** Snapshots that never left this process: their digest need not be checked. */
const own = new WeakSet<object>()

function digestOf({ paytwin, version, options, data, plans }: Omit<Snapshot, 'digest'>): string {
  const hash = createHash('sha256')
  for (const chunk of jsonChunks({ paytwin, version, options, data, plans })) hash.update(chunk)
  return hash.digest('hex')
}

/** The state of a world in which no delivery is under way. */
function encodeWorld(world: World): EncodedWorld {
  const data = viewWorld(world)
  const encoded = recordNames.map((name) => [name, encodeRows(data[name])] as const)
  return { ...data, ...(Object.fromEntries(encoded) as Record<RecordName, EncodedRows>) }
}

/** About how many bytes a snapshot, its text, or a copy of a world takes. */
export function snapshotBytes({ invoices, transactions, events, reminders, schedule }: World): number {
  return (invoices.size + transactions.size + events.length + reminders.length + schedule.size) * 500
}

/** A new copy of what changes in place, so that a world can take it over. */
function decodeWorld(encoded: EncodedWorld): WorldData {
  const decoded = recordNames.map((name) => [name, decodeRows(encoded[name])] as const)
  return {
    ...encoded,
    ...(Object.fromEntries(decoded) as unknown as Pick<WorldData, RecordName>),
    faultRules: structuredClone(encoded.faultRules),
    balances: structuredClone(encoded.balances),
  }
}

/** What a snapshot is taken of, and what it is restored to. */
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
    data: encodeWorld(world),
    plans: { faults: faults.list().map((fault) => ({ ...fault })) },
    // Computed when the snapshot is written down: it takes a quarter of the time of a snapshot.
    get digest() {
      return digestOf(this)
    },
  }
  own.add(snapshot)
  return snapshot
}

/**
 * Reads a snapshot. Its options replace those of `around`, except for how the sandbox is reached and delivers. Throws a
 * UsageError for a value that is not a snapshot of this version, was changed, or is not the state of a sandbox. Throws an
 * UnavailableError when it needs more memory than there is.
 */
export function readSnapshot(
  value: unknown,
  around: SandboxOptions,
  memory: MemoryBudget,
): SandboxParts & { readonly faults: readonly InjectedFault[] } {
  const snapshot = asSnapshot(value)
  const isOwn = own.has(snapshot)
  if (!isOwn) {
    refuseInvalid(formErrors(snapshot))
    if (snapshot.digest !== digestOf(snapshot))
      throw invalidSnapshot('Its content does not match its digest.')
  }
  memory.require(decodedBytes(snapshot.data), 'restore the snapshot')
  const options = readOptions(snapshot, around)
  const data = decodeWorld(snapshot.data)
  try {
    const world = new World(options, data)
    if (!isOwn) refuseInvalid(referenceErrors(world, data))
    return { options, world, faults: [...snapshot.plans.faults] }
  } catch (error) {
    // Messages of the JavaScript engine name nothing that a reader of the snapshot knows.
    throw error instanceof UsageError ? error : invalidSnapshot('A part of it is invalid.')
  }
}

/** The value, if it has the parts of a snapshot of this version; otherwise throws a UsageError. Its content is not validated. */
export function asSnapshot(value: unknown): Snapshot {
  if (isSnapshot(value)) return value
  throw notASnapshot(value)
}

function notASnapshot(value: unknown): UsageError {
  const { paytwin, version } = Object(value) as Partial<Record<keyof Snapshot, unknown>>
  return new UsageError(
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
