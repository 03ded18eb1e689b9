// Variants that were written from the contract alone, sentence by sentence. Unlike the other variants, they are independent of
// what the simulator assumes and of what the properties check. There are many, so one deployment has several of them.

import type { InProcessOptions } from '../../observe/in-process.ts'
import { requestTermVariants } from './accepted-requests.ts'
import { accountVariants } from './accounts.ts'
import { deliveryVariants } from './deliveries.ts'
import { frameworkVariants } from './frameworks.ts'
import { openFieldVariants } from './open-fields.ts'
import { reactionVariants } from './reactions.ts'
import { recordVariants } from './records.ts'
import { refusalVariants } from './refusals.ts'
import { requestValueVariants } from './request-values.ts'
import type { ContractVariant, ContractVariants } from './rows.ts'
import { termVariants } from './terms.ts'
import { unavailabilityVariants } from './unavailability.ts'
import { recordTermVariants } from './visible-records.ts'
import { worldVariants } from './worlds.ts'

export const contractVariants: ContractVariants = {
  ...recordVariants,
  ...openFieldVariants,
  ...refusalVariants,
  ...reactionVariants,
  ...termVariants,
  ...requestTermVariants,
  ...requestValueVariants,
  ...worldVariants,
  ...deliveryVariants,
  ...unavailabilityVariants,
  ...accountVariants,
  ...recordTermVariants,
  ...frameworkVariants,
}

type Entry = readonly [name: string, variant: ContractVariant]

interface ContractDeployment {
  name: string
  members: readonly Entry[]
}

const entries: readonly Entry[] = Object.entries(contractVariants)
const mostResponses = 4
const otherSeams = ['delivery', 'world', 'simulator', 'transport'] as const

/** True if a variant changes responses, of which several follow each other, or another place than the members. */
function fits(members: readonly Entry[], variant: ContractVariant): boolean {
  const count = (seam: keyof InProcessOptions) =>
    variant[seam] === undefined ? 0 : members.filter(([, one]) => one[seam] !== undefined).length
  return count('response') < mostResponses && otherSeams.every((seam) => count(seam) === 0)
}

/** Every variant in one deployment. What refuses more requests than the simulator is alone, because it hides other differences. */
export const contractDeployments: readonly ContractDeployment[] = deployments()

function deployments(): ContractDeployment[] {
  const [alone, shared]: [Entry[][], Entry[][]] = [[], []]
  for (const entry of entries) {
    const [, variant] = entry
    const members = shared.find((one) => fits(one, variant))
    if ((variant.handlers ?? variant.request) !== undefined) alone.push([entry])
    else if (members === undefined) shared.push([entry])
    else members.push(entry)
  }
  return [...shared, ...alone].map((members) => ({ name: members.map(([name]) => name).join('; '), members }))
}
