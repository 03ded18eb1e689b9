// The snapshot of a sandbox: one JSON value with its options, the state of its world and its injected faults. It is versioned
// and has a digest, so that a snapshot that cannot be restored is recognized.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../../core/errors.ts'
import { isObject, isTooDeep } from '../../core/json.ts'
import { jsonChunks } from '../../core/json-chunks.ts'
import { type Check, SchemaValidator } from '../../core/schema-validator.ts'
import { quoted } from '../../core/validation-words.ts'
import { checkSandboxOptions } from '../options/simulator-options.ts'
import { refusalRows } from '../resources/refusal-rows.ts'
import { cellsOf, decodeRows, type EncodedRows, encodeRows } from '../storage/snapshot-encoding.ts'
import { formatInstant, parseInstant } from '../time/instants.ts'
import { checkFaultRules } from '../webhooks/fault-rules.ts'
import { checkWebhookUrl } from '../webhooks/http-transport.ts'
import { Assumptions } from '../world/assumptions.ts'
import { readWorld } from '../world/read-world.ts'
import { byRecord, type RecordName, recordFields, recordNames } from '../world/records.ts'
import type { WorldData } from '../world/state.ts'
import { World } from '../world/world.ts'
import { viewWorld } from '../world/world-data.ts'
import type { WorldFile } from '../world/world-file.ts'
import type { InjectedFault } from './injected-faults.ts'
import type { MemoryBudget } from './memory-budget.ts'
import type { SandboxOptions } from './sandbox-options.ts'
import { eventModes } from './scheduled-events.ts'
import { referenceErrors } from './snapshot-references.ts'
import { type EncodedWorld, type Snapshot, snapshotSchema, snapshotVersion } from './snapshot-schema.ts'

/** Errors that a message names. Validation ends there. */
const maxErrors = 5

let compiled: { snapshot: Check; cells: ReadonlyMap<string, Check> } | undefined

// Compiled with the first snapshot that is read, because a process that reads none need not wait for it.
function checks(): NonNullable<typeof compiled> {
  if (compiled !== undefined) return compiled
  const schemas = new URL('../../spec/control/openapi.json', import.meta.url)
  const validator = new SchemaValidator(JSON.parse(readFileSync(schemas, 'utf8')))
  const cells = recordNames.flatMap((name) =>
    Object.entries<object>(recordFields[name]).map(
      ([field, schema]) => [`${name}.${field}`, validator.check({ type: 'array', items: schema })] as const,
    ),
  )
  compiled = { snapshot: validator.check(snapshotSchema), cells: new Map(cells) }
  return compiled
}

/** Throws a UsageError that names the first errors, if there are any. */
function refuseInvalid(errors: Iterable<string>): void {
  const first: string[] = []
  for (const error of errors) {
    first.push(error)
    if (first.length === maxErrors) break
  }
  if (first.length > 0) throw invalidSnapshot(`${first.join('; ')}.`)
}

function invalidSnapshot(detail: string): UsageError {
  return new UsageError(
    'The snapshot cannot be restored.',
    `It was changed or truncated. ${detail}`,
    'Take it again and send it unchanged, with its keys in the same order.',
  )
}

/** The errors in the form of a snapshot: its fields, their types and their ranges. */
function* formErrors(snapshot: Snapshot): Generator<string, void> {
  const invalid = checks().snapshot(snapshot)
  if (invalid !== undefined) {
    yield* invalid.messages('snapshot').map((message) => message.replace('snapshot.', ''))
    return
  }
  if (isTooDeep(snapshot.plans)) yield 'plans.faults is nested too deep'
  for (const [index, { action }] of snapshot.plans.faults.entries())
    if (action.do === 'refuse' && !Object.hasOwn(refusalRows, action.code))
      yield `plans.faults[${index}].action.code is not the code of a refusal`
  if (snapshot.data.random.every((word) => word === 0)) yield 'data.random must not be all zero'
  for (const name of recordNames) yield* columnErrors(name, snapshot.data[name])
}

function* columnErrors(name: RecordName, { rows, columns }: EncodedRows): Generator<string, void> {
  const place = `data.${name}.columns`
  const fields = rows === 0 ? [] : Object.keys(recordFields[name])
  const unknown = Object.keys(columns).filter((field) => !fields.includes(field))
  if (unknown.length > 0) yield `${place} has unknown fields: ${quoted(unknown)}`
  for (const field of fields) {
    const stored = cellsOf(columns[field], rows)
    if (stored === undefined) {
      yield `${place}.${field} is ${Object.hasOwn(columns, field) ? `not a column of ${rows} rows` : 'missing'}`
      continue
    }
    const invalid = checks().cells.get(`${name}.${field}`)?.(stored.cells)
    if (invalid !== undefined) yield invalid.message(`${place}.${field}.${stored.form}`)
  }
}

/** An upper bound of the bytes that the records of a snapshot take once they are decoded. */
function decodedBytes(data: Snapshot['data']): number {
  return recordNames
    .map((name) => data[name].rows * (bytesPerRecord + bytesPerCell * Object.keys(data[name].columns).length))
    .reduce((sum, bytes) => sum + bytes, 0)
}

/** A record with its places in indexes. */
const bytesPerRecord = 150
const bytesPerCell = 8

/** The options of a snapshot, for a sandbox that is reached and delivers as `around`. Throws a UsageError for invalid ones. */
function readOptions(
  { options: written, data }: Pick<Snapshot, 'options' | 'data'>,
  around: SandboxOptions,
): SandboxOptions {
  const { seed, start, automation, validation, webhookUrl, world, assumptions } = written
  try {
    checkSandboxOptions(written)
    checkFaultRules(data.faultRules.rules)
    if (webhookUrl !== null) checkWebhookUrl(webhookUrl, true)
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
      file: validWorldFile(world, around.file),
      assumptions: Assumptions.from(assumptions),
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw invalidSnapshot(`${error.fact} ${error.detail}`)
  }
}

/** The world file of a snapshot. It stays as it is, so that equal worlds have equal snapshots. */
function validWorldFile(written: WorldFile, known: WorldFile): WorldFile {
  // Reading its encryption keys takes most of the time of reading a snapshot.
  if (isDeepStrictEqual(written, known)) return written
  const read = readWorld(written, 'world of the snapshot')
  return isDeepStrictEqual(read, written) ? written : read
}

export type { Snapshot } from './snapshot-schema.ts'

/** Snapshots that never left this process: their digest need not be checked. */
const own = new WeakSet<object>()

function digestOf({ paytwin, version, options, data, plans }: Omit<Snapshot, 'digest'>): string {
  const hash = createHash('sha256')
  for (const chunk of jsonChunks({ paytwin, version, options, data, plans })) hash.update(chunk)
  return hash.digest('hex')
}

/** The state of a world. Requires that no delivery is under way. */
function encodeWorld(world: World): EncodedWorld {
  const data = viewWorld(world)
  return { ...data, ...byRecord((name) => encodeRows(data[name])) }
}

/** About how many bytes a snapshot, its text, or a copy of a world takes. */
export function snapshotBytes({ invoices, transactions, events, reminders, schedule }: World): number {
  return (invoices.size + transactions.size + events.length + reminders.length + schedule.size) * 500
}

/** A new copy of what changes in place, so that a world can take it over. */
function decodeWorld(encoded: EncodedWorld): WorldData {
  return {
    ...encoded,
    ...(byRecord((name) => decodeRows(encoded[name])) as Pick<WorldData, RecordName>),
    faultRules: structuredClone(encoded.faultRules),
    balances: structuredClone(encoded.balances),
  }
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
