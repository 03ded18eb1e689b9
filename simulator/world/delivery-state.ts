// The memory of webhook fault rules in a sandbox, as plain data. Types only.

import type { ControlOperations } from '../../spec/control/operations.ts'
import type { BodyOf } from '../../spec/operation.ts'

/** A planned fault of first deliveries. */
export type FaultRule = BodyOf<ControlOperations['setWebhookFaultRules']>['rules'][number]

/** The webhook fault rules in force and what they are holding. */
export interface FaultRulesState {
  rules: readonly FaultRule[]
  /** Deliveries that each rule has matched so far. */
  matched: number[]
  /** Deliveries held until the merchant's next one, by the scheduled event that sends them at the latest. */
  held: { scheduled: number; merchant: string }[]
}
