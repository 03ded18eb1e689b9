// Conforming variants: deployments that differ from the built-in simulator only where the contract leaves them free. The suite
// must pass on all of them.

import type { UnspecifiedBehavior } from '../../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../../spec/unspecified.ts'
import type { InProcessOptions } from '../../observe/in-process.ts'
import { behaviorVariants } from './behavior.ts'
import { deliveryVariants } from './deliveries.ts'
import { refusalVariants } from './refusals.ts'
import { responseVariants } from './responses.ts'
import { transportVariants } from './unavailability.ts'

type Variant = readonly [name: string, options: InProcessOptions]

/** Every option of every unspecified behavior that is not the default. */
const options = unspecifiedIds.flatMap((id) => {
  const behavior: UnspecifiedBehavior = unspecifiedBehaviors[id]
  const [, ...others] = Object.keys(behavior.options)
  return others.map(
    (option): Variant => [`${id}: ${option}`, { simulator: { assumptions: { [id]: option } } }],
  )
})

/** Combinations of options. */
const combinations = Array.from({ length: 100 }, (_, index): Variant => {
  const seed = index + 1
  return [`assumptions drawn from seed ${seed}`, { simulator: { randomAssumptions: seed } }]
})

/** The variants, each with a name that says what is different, and permitted. */
export const variants: readonly Variant[] = [
  ...[...options, ...combinations, ...named('response', responseVariants)],
  ...[...named('response', refusalVariants), ...named('delivery', deliveryVariants)],
  ...named('transport', transportVariants),
  ...behaviorVariants.map(({ name, description: _, ...options }): Variant => [name, options]),
]

/** Variants that change one seam. */
function named<Seam extends 'response' | 'delivery' | 'transport'>(
  seam: Seam,
  changes: Readonly<Record<string, InProcessOptions[Seam]>>,
): Variant[] {
  return Object.entries(changes).map(([name, change]) => [name, { [seam]: change }])
}
