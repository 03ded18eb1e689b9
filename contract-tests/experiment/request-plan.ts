// The requests that each property sends, as measured on the built-in simulator: which operations, how many requests once,
// how many for each generated input, and how many in a situation. `npm run plan` measures them.

import { readFileSync } from 'node:fs'
import type { OperationId } from '../../spec/operations.ts'
import { type Deployment, hasControl } from '../observe/deployment.ts'
import { nameOf, type Property } from '../steps/property.ts'

export interface PlannedRequests {
  operations: readonly OperationId[]
  once: number
  perRun: number
  /** In a world of the run alone, in one that properties share, and in one without control. */
  perSituation: Readonly<Record<WorldKind, number>>
}

type WorldKind = 'isolated' | 'shared' | 'uncontrolled'

/** The planned requests of properties, by their names. */
export type RequestPlan = Readonly<Record<string, PlannedRequests>>

const committedPlan: RequestPlan = JSON.parse(
  readFileSync(new URL('./request-plan.json', import.meta.url), 'utf8'),
)
/** A property that is not in the plan. */
const typical = { once: 8, perRun: 0, perSituation: { isolated: 16, shared: 12, uncontrolled: 8 } }

/** The number of requests that a property is expected to send. */
export function plannedRequests(property: Property, runs: number): number {
  const { once, perRun } = committedPlan[nameOf(property)] ?? typical
  return once + perRun * runs
}

/** The number of requests that a property is expected to send in a situation. */
export function plannedPerSituation(property: Property, deployment: Deployment): number {
  const { perSituation } = committedPlan[nameOf(property)] ?? typical
  const withControl = deployment.isolates ? 'isolated' : 'shared'
  return perSituation[hasControl(deployment) ? withControl : 'uncontrolled']
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
