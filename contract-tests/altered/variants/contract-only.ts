// Variants that were written from the contract alone, sentence by sentence. Unlike the other variants, they are independent of
// what the simulator assumes and of what the properties check. There are many, so one deployment has several of them.

import type { InProcessOptions } from '../../observe/in-process.ts'
import { requestTermVariants } from './accepted-requests.ts'
import { accountVariants } from './accounts.ts'
import { deliveryVariants } from './deliveries.ts'
import { effectVariants } from './effects.ts'
import { formatVariants, termDeliveryVariants } from './formats.ts'
import { frameworkVariants } from './frameworks.ts'
import { leniencyVariants } from './leniency.ts'
import { openFieldVariants } from './open-fields.ts'
import { moreTermVariants } from './periods-and-cancellations.ts'
import { recordVariants } from './records.ts'
import { refusalVariants } from './refusals.ts'
import { requestValueVariants } from './request-values.ts'
import type { ContractVariant, ContractVariants } from './rows.ts'
import { strictnessVariants } from './strictness.ts'
import { termVariants } from './terms.ts'
import { timeVariants } from './times.ts'
import { unavailabilityVariants } from './unavailability.ts'
import { recordTermVariants } from './visible-records.ts'
import { worldVariants } from './worlds.ts'
import { writingVariants } from './writing.ts'

export const contractVariants: ContractVariants = {
  ...recordVariants,
  ...openFieldVariants,
  ...writingVariants,
  ...refusalVariants,
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
  ...deliveryVariants,
  ...formatVariants,
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
}

const entries: readonly Entry[] = Object.entries(contractVariants)
const responsesPerGroup = 4
const otherSeams = ['delivery', 'world', 'simulator', 'transport'] as const

const has = (variant: ContractVariant, ...seams: readonly (keyof InProcessOptions)[]) =>
  seams.some((seam) => variant[seam] !== undefined)

/** Every variant in one group. What refuses more requests than the simulator is alone, because it hides other differences. */
export const contractDeployments: readonly ContractDeployment[] = groups()

function groups(): ContractDeployment[] {
  const alone = entries.filter(([, variant]) => has(variant, 'handlers', 'request'))
  const others = entries.filter((entry) => !alone.includes(entry))
  const responses = others.filter(([, variant]) => has(variant, 'response'))
  const queues = otherSeams.map((seam) => others.filter(([, variant]) => has(variant, seam)))
  const spread = Math.ceil(responses.length / responsesPerGroup)
  const count = Math.max(spread, ...queues.map(({ length }) => length))
  const dealt = Array.from({ length: count }, (_, at) => [
    ...responses.filter((_, index) => index % spread === at),
    ...queues.flatMap((queue) => queue.slice(at, at + 1)),
  ])
  return [...dealt, ...alone.map((entry) => [entry])].map((members) => ({
    name: members.map(([name]) => name).join('; '),
    members,
  }))
}
