// Lawful deployments by the stand-ins of open items: each one once, and combinations drawn by seed.

import { openItemIds, openItems } from '../../../spec/open-items.ts'
import type { OpenItem } from '../../../spec/statements.ts'
import type { Variant } from '../graded-deployment.ts'

const combinations = 100

const eachOnce = openItemIds.flatMap((id): Variant[] => {
  const { standIns }: OpenItem = openItems[id]
  return Object.entries(standIns)
    .slice(1)
    .map(([name, { summary }]) => ({
      name: `${id}: ${name}`,
      says: summary,
      simulator: { standIns: { [id]: name } },
    }))
})

const drawn = Array.from(
  { length: combinations },
  (_, index): Variant => ({
    name: `combination ${index + 1}`,
    says: 'A lawful stand-in for every open item, drawn by seed.',
    simulator: { vary: index + 1 },
  }),
)

export const standInVariants: readonly Variant[] = [...eachOnce, ...drawn]
