// Lawful deployments by the assumptions of unspecified behaviors: each one once, and combinations drawn by seed.

import type { UnspecifiedBehavior } from '../../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../../spec/unspecified.ts'
import type { Variant } from '../graded-deployment.ts'

const combinations = 100

const eachOnce = unspecifiedIds.flatMap((id): Variant[] => {
  const { options }: UnspecifiedBehavior = unspecifiedBehaviors[id]
  return Object.entries(options)
    .slice(1)
    .map(([name, { effect }]) => ({
      name: `${id}: ${name}`,
      says: effect,
      simulator: { assumptions: { [id]: name } },
    }))
})

const drawn = Array.from(
  { length: combinations },
  (_, index): Variant => ({
    name: `combination ${index + 1}`,
    says: 'A lawful assumption for every unspecified behavior, drawn by seed.',
    simulator: { randomAssumptions: index + 1 },
  }),
)

export const assumptionVariants: readonly Variant[] = [...eachOnce, ...drawn]
