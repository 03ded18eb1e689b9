// The snapshot of a sandbox: one JSON value with its options, the state of its world and its injected faults. It is versioned
// and has a digest, so that a snapshot that cannot be restored is recognized.

import { createHash } from 'node:crypto'
import { UsageError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { jsonChunks } from '../../core/json-chunks.ts'
import type { SandboxOptions } from '../options/sandbox-options.ts'
import type { InjectedFault } from '../pipeline/injected-faults.ts'
import { decodeRows, type EncodedRows, encodeRows } from '../storage/snapshot-encoding.ts'
import { formatInstant, parseInstant } from '../time/instants.ts'
import { type AssumptionChoices, Assumptions } from '../world/assumptions.ts'
import type { Automation } from '../world/automation.ts'
import type { WorldData } from '../world/state.ts'
import { World } from '../world/world.ts'
import { viewWorld } from '../world/world-data.ts'
import type { WorldFile } from '../world/world-file.ts'
import { eventModes } from './scheduled-events.ts'

const version = 3

const recordNames = [
  'invoices',
  'transactions',
  'subscriptions',
  'payees',
  'transfers',
  'reminders',
  'settlements',
  'events',
] as const satisfies (keyof WorldData)[]
type RecordName = (typeof recordNames)[number]

type EncodedWorld = Omit<WorldData, RecordName> & { [Name in RecordName]: EncodedRows }

export interface Snapshot {
  paytwin: 'snapshot'
  version: typeof version
  options: {
    seed: string
    start: string
    assumptions: AssumptionChoices
    automation: Automation
    validation: SandboxOptions['validation']
    webhookUrl: string | null
    world: WorldFile
  }
  data: EncodedWorld
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

/** The state of a world in which no delivery is under way. */
function encodeWorld(world: World): EncodedWorld {
  const data = viewWorld(world)
  const encoded = recordNames.map((name) => [name, encodeRows(data[name])] as const)
  return { ...data, ...(Object.fromEntries(encoded) as Record<RecordName, EncodedRows>) }
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
    version,
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
 * UsageError for a value that is not a snapshot of this version, or was changed.
 */
export function readSnapshot(
  value: unknown,
  around: SandboxOptions,
): SandboxParts & { readonly faults: readonly InjectedFault[] } {
  if (!isSnapshot(value)) throw notASnapshot(value)
  if (!own.has(value) && value.digest !== digestOf(value)) {
    const missing = missingIn(value, around)
    throw changed(
      missing.length > 0 ? `It lacks ${missing.join(', ')}` : 'Its content does not match its digest',
    )
  }
  try {
    const { seed, start, automation, validation, webhookUrl, world: file, assumptions } = value.options
    const options: SandboxOptions = {
      ...around,
      seed,
      start: parseInstant(start) ?? Number.NaN,
      automation,
      eventModes: eventModes(automation),
      validation,
      webhookUrl,
      file,
      assumptions: Assumptions.from(assumptions),
    }
    return { options, world: new World(options, decodeWorld(value.data)), faults: [...value.plans.faults] }
  } catch (error) {
    // Messages of the JavaScript engine name nothing that a reader of the snapshot knows.
    throw changed(error instanceof UsageError ? error.message.replace(/\.$/, '') : 'A part of it is invalid')
  }
}

const optionNames = [
  'seed',
  'start',
  'assumptions',
  'automation',
  'validation',
  'webhookUrl',
  'world',
] as const satisfies (keyof Snapshot['options'])[]

/** The paths that a snapshot lacks, compared with that of a new world. */
function missingIn({ options, data, plans }: Snapshot, around: SandboxOptions): string[] {
  const parts = {
    options: [options, optionNames],
    data: [data, Object.keys(encodeWorld(new World(around)))],
    plans: [plans, ['faults']],
  } as const
  return Object.entries(parts).flatMap(([part, [value, names]]) =>
    names.filter((name) => Reflect.get(value, name) === undefined).map((name) => `${part}.${name}`),
  )
}

function notASnapshot(value: unknown): UsageError {
  const { paytwin, version: other } = Object(value) as Partial<Record<keyof Snapshot, unknown>>
  return new UsageError(
    'Invalid snapshot.',
    paytwin === 'snapshot' && other !== version
      ? `Its version is ${JSON.stringify(other)}; this paytwin reads version ${version}.`
      : 'It lacks "paytwin": "snapshot", or its options, data, plans or digest.',
    'Send the response of GET /control/snapshot of this version, unchanged.',
  )
}

function changed(how: string): UsageError {
  return new UsageError(
    'The snapshot cannot be restored.',
    `It was changed or truncated. ${how}.`,
    'Take it again and send it unchanged, with its keys in the same order.',
  )
}

function isSnapshot(value: unknown): value is Snapshot {
  if (typeof value !== 'object' || value === null) return false
  // `'digest' in value` does not compute the digest of an own snapshot.
  const { paytwin, version: its, options, data, plans } = value as Partial<Record<keyof Snapshot, unknown>>
  return (
    paytwin === 'snapshot' && its === version && [options, data, plans].every(isObject) && 'digest' in value
  )
}
