// The options of a world before anything happens in it, and the state that it starts with.

import type { Instant } from '../time/instants.ts'
import type { Assumptions } from './assumptions.ts'
import type { AutomationMode } from './automation.ts'
import type { WorldHooks } from './hooks.ts'
import { SeededRandom } from './random.ts'
import type { ScheduledEventKind } from './scheduled-event.ts'
import type { WorldData } from './state.ts'
import type { WorldFile } from './world-file.ts'

export interface WorldOptions {
  file: WorldFile
  assumptions: Assumptions
  seed: string
  start: Instant
  /** Origin and path of the sandbox; links start with it. */
  publicUrl: string
  /** The automation mode of every kind of scheduled event. */
  eventModes: Readonly<Record<ScheduledEventKind, AutomationMode>>
  /** The initial webhook of each merchant that has none in the world file. */
  webhookUrl: string | null
  hooks?: WorldHooks | undefined
}

export function initialData({ seed, start, file, webhookUrl }: WorldOptions): WorldData {
  return {
    now: start,
    random: SeededRandom.initialState(seed),
    schedule: { nextSeq: 0, events: [] },
    invoices: [],
    transactions: [],
    subscriptions: [],
    payees: [],
    transfers: [],
    reminders: [],
    settlements: [],
    events: [],
    faultRules: { rules: [], matched: [], held: [] },
    halt: null,
    settlementAt: null,
    unsettled: [],
    balances: {},
    savedPasswords: [],
    webhooks: Object.fromEntries(
      file.merchants.map((merchant) => [merchant.id, merchant.webhookUrl ?? webhookUrl]),
    ),
    tokens: {},
  }
}
