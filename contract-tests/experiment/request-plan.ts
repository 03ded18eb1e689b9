// The requests that each property sends, as measured on the built-in simulator: which operations, how many requests once, and
// how many for each generated input. `npm run plan` measures them.

import { readFileSync } from 'node:fs'
import type { OperationId } from '../../spec/operations.ts'
import { nameOf, type Property } from '../steps/property.ts'

export interface PlannedRequests {
  operations: readonly OperationId[]
  once: number
  perRun: number
}

/** The planned requests of properties, by their names. */
export type RequestPlan = Readonly<Record<string, PlannedRequests>>

const committedPlan: RequestPlan = JSON.parse(
  readFileSync(new URL('./request-plan.json', import.meta.url), 'utf8'),
)
/** A property that is not in the plan. */
const typical = { once: 8, perRun: 0 }

/** The number of requests that a property is expected to send. */
export function plannedRequests(property: Property, runs: number): number {
  const { once, perRun } = committedPlan[nameOf(property)] ?? typical
  return once + perRun * runs
}

/** The operations that properties call; undefined if that is not known of one of them. */
export function plannedOperations(properties: readonly Property[]): Set<OperationId> | undefined {
  const operations = new Set<OperationId>()
  for (const property of properties) {
    const planned = committedPlan[nameOf(property)]
    if (planned === undefined) return undefined
    for (const id of planned.operations) operations.add(id)
  }
  return operations
}
