// Variants that were written from the contract alone, sentence by sentence. Unlike the other variants, they are independent of
// what the simulator assumes and of what the properties check. There are many, so one deployment has several of them.

import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { Target } from '../../../client/target.ts'
import type { InProcessOptions } from '../../observe/in-process.ts'
import { requestTermVariants } from './accepted-requests.ts'
import { accountVariants } from './accounts.ts'
import { moreDeliveryVariants } from './deliveries.ts'
import { effectVariants } from './effects.ts'
import { formatVariants, termDeliveryVariants } from './formats.ts'
import { frameworkVariants } from './frameworks.ts'
import { leniencyVariants } from './leniency.ts'
import { lookupVariants } from './lookups.ts'
import { operationVariants } from './operations.ts'
import { moreTermVariants } from './periods-and-cancellations.ts'
import { recordVariants } from './records.ts'
import { moreRefusalVariants } from './refusals.ts'
import { requestValueVariants } from './request-values.ts'
import { all, type ContractVariant, type ContractVariants } from './rows.ts'
import { socketVariants } from './sockets.ts'
import { strictnessVariants } from './strictness.ts'
import { termVariants } from './terms.ts'
import { timeVariants } from './times.ts'
import { unavailabilityVariants } from './unavailability.ts'
import { recordTermVariants } from './visible-records.ts'
import { worldVariants } from './worlds.ts'
import { writingVariants } from './writing.ts'

export const contractVariants: ContractVariants = {
  ...recordVariants,
  ...lookupVariants,
  ...operationVariants,
  ...writingVariants,
  ...moreRefusalVariants,
  ...strictnessVariants,
  ...leniencyVariants,
  ...effectVariants,
  ...termVariants,
  ...termDeliveryVariants,
  ...moreTermVariants,
  ...requestTermVariants,
  ...requestValueVariants,
  ...timeVariants,
  ...worldVariants,
  ...moreDeliveryVariants,
  ...formatVariants,
  ...socketVariants,
  ...unavailabilityVariants,
  ...accountVariants,
  ...recordTermVariants,
  ...frameworkVariants,
}

type Entry = readonly [name: string, variant: ContractVariant]

/** A deployment with several variants. */
interface ContractDeployment {
  name: string
  members: readonly Entry[]
  options: InProcessOptions
}

const entries: readonly Entry[] = Object.entries(contractVariants)
const responsesPerGroup = 4
const otherSeams = ['delivery', 'world', 'simulator', 'transport'] as const

const has = (variant: ContractVariant, ...seams: readonly (keyof InProcessOptions)[]) =>
  seams.some((seam) => variant[seam] !== undefined)

/** Several variants as one deployment: changes of responses after each other, and one change at each other place. */
function groupOf(name: string, members: readonly Entry[], more: InProcessOptions = {}): ContractDeployment {
  const variants = members.map(([, { why: _, ...variant }]) => variant)
  const responses = variants.flatMap(({ response }) => response ?? [])
  const options = Object.assign(
    {},
    ...variants,
    more,
    responses.length === 0 ? {} : { response: all(responses) },
    { target: (own: Target) => variants.reduce((said, { target }) => target?.(said) ?? said, own) },
  )
  return { name, members, options }
}

/** Every variant in one group. What refuses more requests than the simulator is alone, because it hides other differences. */
function groups(): ContractDeployment[] {
  const alone = entries.filter(([, variant]) => has(variant, 'handlers', 'request'))
  const others = entries.filter((entry) => !alone.includes(entry))
  const responses = others.filter(([, variant]) => has(variant, 'response'))
  const queues = otherSeams.map((seam) => others.filter(([, variant]) => has(variant, seam)))
  const spread = Math.ceil(responses.length / responsesPerGroup)
  const count = Math.max(spread, ...queues.map(({ length }) => length))
  const together = Array.from({ length: count }, (_, at) => [
    ...responses.filter((_, index) => index % spread === at),
    ...queues.flatMap((queue) => queue.slice(at, at + 1)),
  ])
  return [...together, ...alone.map((entry) => [entry])].map((members) =>
    groupOf(members.map(([name]) => name).join('; '), members),
  )
}

/** Three differences in responses and one at each other place, with assumptions drawn from the same seed. */
function severalAtOnce(seed: number): ContractDeployment {
  const random = xoroshiro128plus(seed)
  const draw = (seam: keyof InProcessOptions) => {
    const having = entries.filter(([, variant]) => has(variant, seam))
    return having.slice(uniformInt(random, 0, having.length - 1)).slice(0, 1)
  }
  const seams = ['response', 'response', 'response', 'handlers', 'world', 'delivery', 'transport'] as const
  return groupOf(`assumptions drawn from seed ${seed}, with variants of the contract`, seams.flatMap(draw), {
    simulator: { randomAssumptions: seed },
  })
}

export const contractDeployments: readonly ContractDeployment[] = [
  ...groups(),
  ...Array.from({ length: 10 }, (_, at) => severalAtOnce(at + 1)),
]
