// Validates a snapshot that comes from outside the process, in full, before anything is replaced. See
// docs/contributing/decisions/snapshot-columns.md.

import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../../core/errors.ts'
import { isTooDeep } from '../../core/json-depth.ts'
import { type Check, SchemaValidator } from '../../core/schema-validator.ts'
import { quoted } from '../../core/validation-words.ts'
import { readControlDocument } from '../control/document.ts'
import { checkSandboxOptions } from '../options/simulator-options.ts'
import { refusalRows } from '../resources/refusal-rows.ts'
import { cellsOf, type EncodedRows } from '../storage/snapshot-encoding.ts'
import { parseInstant } from '../time/instants.ts'
import { checkFaultRules } from '../webhooks/fault-rule-validation.ts'
import { checkWebhookUrl } from '../webhooks/http-transport.ts'
import { Assumptions } from '../world/assumptions.ts'
import { readWorld } from '../world/read-world.ts'
import { type RecordName, recordFields, recordNames } from '../world/records.ts'
import type { WorldFile } from '../world/world-file.ts'
import type { SandboxOptions } from './sandbox-options.ts'
import { eventModes } from './scheduled-events.ts'
import { type Snapshot, snapshotSchema } from './snapshot-schema.ts'

/** How many errors a message names. Validation ends there. */
const maxErrors = 5

let compiled: { snapshot: Check; cells: ReadonlyMap<string, Check> } | undefined

// Compiled with the first snapshot that is read, because a process that reads none need not wait for it.
function checks(): NonNullable<typeof compiled> {
  if (compiled !== undefined) return compiled
  const validator = new SchemaValidator(readControlDocument())
  const cells = recordNames.flatMap((name) =>
    Object.entries<object>(recordFields[name]).map(
      ([field, schema]) => [`${name}.${field}`, validator.check({ type: 'array', items: schema })] as const,
    ),
  )
  compiled = { snapshot: validator.check(snapshotSchema), cells: new Map(cells) }
  return compiled
}

/** Throws a UsageError that names the first errors, if there are any. */
export function refuseInvalid(errors: Iterable<string>): void {
  const first: string[] = []
  for (const error of errors) {
    first.push(error)
    if (first.length === maxErrors) break
  }
  if (first.length > 0) throw invalidSnapshot(`${first.join('; ')}.`)
}

export function invalidSnapshot(detail: string): UsageError {
  return new UsageError(
    'The snapshot cannot be restored.',
    `It was changed or truncated. ${detail}`,
    'Take it again and send it unchanged, with its keys in the same order.',
  )
}

/** What is wrong with the form of a snapshot: its fields, their types and their ranges. */
export function* formErrors(snapshot: Snapshot): Generator<string, void> {
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
export function decodedBytes(data: Snapshot['data']): number {
  return recordNames
    .map((name) => data[name].rows * (bytesPerRecord + bytesPerCell * Object.keys(data[name].columns).length))
    .reduce((sum, bytes) => sum + bytes, 0)
}

/** A record with its places in indexes. */
const bytesPerRecord = 150
const bytesPerCell = 8

/** The options of a snapshot, for a sandbox that is reached and delivers as `around`. Throws a UsageError for invalid ones. */
export function readOptions(
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
      file: readFile(world, around.file),
      assumptions: Assumptions.from(assumptions),
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw invalidSnapshot(`${error.fact} ${error.detail}`)
  }
}

/** The world file of a snapshot. It stays as it is, so that equal worlds have equal snapshots. */
function readFile(written: WorldFile, valid: WorldFile): WorldFile {
  // Reading its keys takes most of the time of reading a snapshot.
  if (isDeepStrictEqual(written, valid)) return written
  const read = readWorld(written, 'world of the snapshot')
  return isDeepStrictEqual(read, written) ? written : read
}
