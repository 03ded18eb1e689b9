// Runs the suite on one mutant or one conforming variant.

import { parseJson } from '../../../core/json.ts'
import type { OperationId } from '../../../spec/operations.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import { defaultRuns, verify } from '../../commands/verify.ts'
import { isValidResponse } from '../../observe/contract-document.ts'
import { type InProcessOptions, inProcess, operationAt } from '../../observe/in-process.ts'
import { mutants } from '../mutants/all.ts'
import { variants } from '../variants/all.ts'
import { contractDeployments } from '../variants/contract-only.ts'
import { together } from '../variants/together.ts'

export interface Outcome {
  /** The id of a mutant, or the name of a variant. */
  id: string
  /** The requirement that a mutant breaks; absent for a variant. */
  requirement?: RequirementId
  /** The requirements that failed, in order. */
  failed: string[]
  errors: string[]
  /** True if validating responses against the document finds something too. */
  schema: boolean
}

interface Job {
  id: string
  requirement?: RequirementId
  options: InProcessOptions
}

export const jobs: readonly Job[] = [
  ...mutants.map((mutant) => ({ id: mutant.id, requirement: mutant.requirement, options: mutant })),
  ...variants.map(([id, options]) => ({ id, options })),
]

/** Deployments with variants that were written from the contract alone. They have a run to themselves. */
export const contractJobs: readonly Job[] = contractDeployments.map(({ name, members }) => ({
  id: name,
  options: together(members.map(([, { why: _, ...options }]) => options)),
}))

export interface HowToRun {
  quick?: boolean
}

/** Runs per property: examples and boundary values find most faults, so few generated inputs are enough. */
const fewRuns = 4

/**
 * Runs the suite on a deployment. A quick run of a mutant begins with the properties that check its requirement, and ends
 * there if they kill it; what else would fail is not known then. What few runs do not kill has as many as `verify` has, with the
 * situations that these pay for.
 */
export async function runJob(job: Job, { quick = false }: HowToRun = {}, runs = fewRuns): Promise<Outcome> {
  const { id, requirement, options } = job
  const deployment = inProcess(options)
  let schema = false
  const report = await verify(
    {
      ...deployment,
      send: async (url, init) => {
        const response = await deployment.send(url, init)
        const operationId = operationAt(init.method ?? 'GET', new URL(url).pathname.replace(/^\/api/, ''))
        if (operationId === undefined) return response
        const text = await response.text()
        schema ||= isInvalidResponse(operationId, response.status, text)
        return new Response(text, { status: response.status, headers: response.headers })
      },
    },
    // A mutant is killed by a warning, too. A conforming variant may cause warnings.
    {
      seed: 1,
      runs,
      shrink: false,
      strict: requirement !== undefined,
      ...(quick && requirement !== undefined ? { only: [requirement] } : {}),
    },
  )
  const failed = [...new Set(report.failures.map((failure) => failure.requirement))]
  if (requirement !== undefined && !failed.includes(requirement) && runs === fewRuns) {
    if (quick) return runJob(job)
    const inSituations = await runJob(job, { quick: true }, defaultRuns)
    return { ...inSituations, failed: [...new Set([...failed, ...inSituations.failed])] }
  }
  return {
    id,
    ...(requirement === undefined ? {} : { requirement }),
    failed,
    errors: report.errors.map(({ property, message }) => `${property}: ${message}`),
    schema,
  }
}

/** True if a response is invalid against the document. A tester that checks only this is the baseline of the suite. */
export function isInvalidResponse(operationId: OperationId, status: number, text: string): boolean {
  return status === 200 && !isValidResponse(operationId, parseJson(text))
}
