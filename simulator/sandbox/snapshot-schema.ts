// The JSON Schema of a snapshot. A field of the state without a schema is a compile error. The records of a world are in
// world/records.ts, and references between them in snapshot-references.ts.

import { dayMs } from '../../core/durations.ts'
import {
  arrayOf,
  boolean,
  integers,
  mapOf,
  nullable,
  object,
  oneOf,
  optional,
  schemaOf,
  type TypedSchema,
  text,
} from '../../core/typed-schema.ts'
import type { EncodedRows } from '../storage/snapshot-encoding.ts'
import type { AssumptionChoices } from '../world/assumptions.ts'
import type { Automation } from '../world/automation.ts'
import type { FaultRule } from '../world/delivery-state.ts'
import { amount, byRecord, count, instant, maxBills, type RecordName } from '../world/records.ts'
import type { ScheduledEvent, ScheduledEventKind, ScheduledEventOf } from '../world/scheduled-event.ts'
import type { WorldData } from '../world/state.ts'
import type { WorldFile } from '../world/world-file.ts'
import type { InjectedFault } from './injected-faults.ts'
import type { SandboxOptions } from './sandbox-options.ts'

export const snapshotVersion = 3

/** The state of a world whose records are encoded. */
export type EncodedWorld = Omit<WorldData, RecordName> & { [Name in RecordName]: EncodedRows }

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
  data: EncodedWorld
  plans: { faults: InjectedFault[] }
  /** SHA-256 of the rest. */
  readonly digest: string
}

/** More scheduled events than a world can have, and far from where whole numbers are no longer exact. */
const maxSeq = 2 ** 50
const int32 = integers(-(2 ** 31), 2 ** 31 - 1)
const waitMs = integers(0, 31 * dayMs * 2 ** 10)
const nothing = schemaOf<undefined>({ not: {} })

const eventData: { readonly [Kind in ScheduledEventKind]: TypedSchema<ScheduledEventOf<Kind>['data']> } = {
  'transaction.process': nothing,
  'transaction.complete': nothing,
  'transaction.time-out': nothing,
  'transaction.lapse': nothing,
  'settlement.daily': nothing,
  'subscription.debit': integers(1, maxBills),
  'subscription.bill': integers(1, maxBills),
  'subscription.remind': instant,
  'subscription.end': nothing,
  'webhook.attempt': object<ScheduledEventOf<'webhook.attempt'>['data']>({
    wrongSignature: optional(oneOf([true])),
    copies: optional(integers(1, 1000)),
    copiesAfterMs: optional(waitMs),
    retryDelaysMs: optional(arrayOf<readonly number[]>(waitMs, { maxItems: 100 })),
    retry: optional(oneOf([true])),
  }),
}

const common = { due: instant, seq: integers(0, maxSeq), ref: text }
const scheduledEvent = schemaOf<ScheduledEvent>({
  type: 'object',
  properties: { ...common, kind: { enum: Object.keys(eventData) }, data: {} },
  required: ['due', 'seq', 'kind', 'ref'],
  additionalProperties: false,
  allOf: Object.entries(eventData).map(([kind, data]) => ({
    if: { properties: { kind: { const: kind } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { data }, ...(data === nothing ? {} : { required: ['data'] }) },
  })),
})

/** A schema of the control document. */
const documented = <Value>(name: string) => schemaOf<Value>({ $ref: `#/components/schemas/${name}` })
const anyObject = <Value>() => schemaOf<Value>({ type: 'object' })

/** The columns are validated one by one. */
const rows = object<EncodedRows>({ rows: count, columns: anyObject() })

const encodedWorld = object<EncodedWorld>({
  now: instant,
  random: arrayOf<readonly number[]>(int32, { minItems: 4, maxItems: 4 }),
  schedule: object<WorldData['schedule']>({
    nextSeq: integers(0, maxSeq),
    events: arrayOf<readonly ScheduledEvent[]>(scheduledEvent),
  }),
  ...byRecord(() => rows),
  faultRules: object<WorldData['faultRules']>({
    rules: arrayOf<readonly FaultRule[]>(documented('FaultRule')),
    matched: arrayOf<number[]>(count),
    held: arrayOf(object({ scheduled: integers(0, maxSeq), merchant: text })),
  }),
  halt: nullable(object<NonNullable<WorldData['halt']>>({ before: integers(0, maxSeq), automatic: boolean })),
  settlementAt: nullable(instant),
  unsettled: arrayOf<string[]>(text),
  balances: mapOf(mapOf(mapOf(amount))),
  savedPasswords: arrayOf<string[]>(text),
  webhooks: mapOf(nullable(text)),
  tokens: mapOf(instant),
})

/** A snapshot. Options have their own rules, and columns are validated one by one. */
export const snapshotSchema = object<Snapshot>({
  paytwin: oneOf(['snapshot']),
  version: schemaOf({ const: snapshotVersion }),
  options: object<Snapshot['options']>({
    seed: text,
    start: text,
    assumptions: anyObject(),
    automation: anyObject(),
    validation: oneOf(['strict', 'report']),
    webhookUrl: nullable(text),
    world: anyObject(),
  }),
  data: encodedWorld,
  plans: object<Snapshot['plans']>({ faults: arrayOf<InjectedFault[]>(documented('InjectedFault')) }),
  digest: text,
})
