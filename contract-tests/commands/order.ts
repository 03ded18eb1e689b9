// The order in which properties run: what matters most and costs least comes first, so that a run that ends early has checked
// the most important requirements.

import { type RequirementId, requirements, resourceOf } from '../../spec/requirements.ts'
import type { Requirement } from '../../spec/statements.ts'
import { plannedRequests } from '../experiment/request-plan.ts'
import type { Property } from '../steps/property.ts'

/** The weight of the requirements of a resource. Those that move money and keep others out come first; lookups come last. */
const weights: Readonly<Record<string, number>> = {
  authentication: 4,
  'exchange-payments': 4,
  'bank-payments': 4,
  'partial-payments': 4,
  payouts: 4,
  subscriptions: 4,
  webhooks: 3,
  transactions: 3,
  invoices: 3,
  'qr-transactions': 3,
}
const weightOfOthers = 1
const shareOfInferred = 0.25

/** Properties by what they add to those before them for each planned request; those that add nothing come last. */
export function mostImportantFirst(properties: readonly Property[], runs: number): Property[] {
  const rest = properties.map((property) => ({ property, cost: 1 + plannedRequests(property, runs) }))
  const covered = new Set<RequirementId>()
  const gain = (property: Property) =>
    property.checks.reduce((sum, id) => sum + (covered.has(id) ? 0 : weightOf(id)), 0)
  const ordered: Property[] = []
  for (;;) {
    let best = { at: -1, value: 0 }
    for (const [at, { property, cost }] of rest.entries()) {
      const value = gain(property) / cost
      if (value > best.value) best = { at, value }
    }
    const [chosen] = best.at < 0 ? [] : rest.splice(best.at, 1)
    if (chosen === undefined) return [...ordered, ...rest.map(({ property }) => property)]
    ordered.push(chosen.property)
    for (const id of chosen.property.checks) covered.add(id)
  }
}

function weightOf(id: RequirementId): number {
  const { basis }: Requirement = requirements[id]
  return (weights[resourceOf(id)] ?? weightOfOthers) * (basis === 'stated' ? 1 : shareOfInferred)
}
