// Conforming variants: deployments that differ from the built-in simulator only where the contract leaves them free.

import type { UnspecifiedBehavior } from '../../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../../spec/unspecified.ts'
import type { InProcessOptions } from '../../observe/in-process.ts'
import { behaviorVariants } from './behavior.ts'

type Variant = readonly [name: string, options: InProcessOptions]

/** Every option of every unspecified behavior that is not the default. */
const options = unspecifiedIds.flatMap((id) => {
  const behavior: UnspecifiedBehavior = unspecifiedBehaviors[id]
  const [, ...others] = Object.keys(behavior.options)
  return others.map(
    (option): Variant => [`${id}: ${option}`, { simulator: { assumptions: { [id]: option } } }],
  )
})

const combinations = Array.from({ length: 100 }, (_, index): Variant => {
  const seed = index + 1
  return [`assumptions drawn from seed ${seed}`, { simulator: { randomAssumptions: seed } }]
})

/** The variants, each with a name that says what is different, and permitted. */
export const variants: readonly Variant[] = [
  ...options,
  ...combinations,
  ...behaviorVariants.map(({ name, ...options }): Variant => [name, options]),
]
