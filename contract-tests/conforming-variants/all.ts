// Conforming variants: deployments that differ from the built-in simulator only where the contract leaves them free. The suite
// must pass on all of them.

import type { UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import { deliveryVariants } from './deliveries.ts'
import { refusalVariants } from './refusals.ts'
import { responseVariants } from './responses.ts'
import type { Variant } from './variant.ts'

/** Every option of every unspecified behavior that is not the default. */
const options = unspecifiedIds.flatMap((id): Variant[] => {
  const behavior: UnspecifiedBehavior = unspecifiedBehaviors[id]
  return Object.keys(behavior.options)
    .slice(1)
    .map((option) => ({ name: `${id}: ${option}`, simulator: { assumptions: { [id]: option } } }))
})

/** Combinations of options. */
const combinations = Array.from({ length: 100 }, (_, index): Variant => {
  const seed = index + 1
  return { name: `assumptions drawn from seed ${seed}`, simulator: { randomAssumptions: seed } }
})

export const variants: readonly Variant[] = [
  ...options,
  ...combinations,
  ...responseVariants,
  ...refusalVariants,
  ...deliveryVariants,
]
