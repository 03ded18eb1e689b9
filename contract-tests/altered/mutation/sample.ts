// Runs the suite on conditional mutants. A mutant behaves as the deployment without a fault until its condition is met, so only
// properties during which the condition is met at all can notice it; the others are not run.

import type { Harm } from '../../../spec/operation.ts'
import { operationIds } from '../../../spec/operations.ts'
import { type RequirementId, requirements, resourceOf } from '../../../spec/requirements.ts'
import { allProperties } from '../../commands/all-claims.ts'
import { defaultRuns, verify } from '../../commands/verify.ts'
import type { Deployment } from '../../observe/deployment.ts'
import { inProcess } from '../../observe/in-process.ts'
import { nameOf, type Property } from '../../steps/property.ts'
import { conditional, type Meetings, observed } from '../conditions/conditional.ts'
import { conditions } from '../conditions/conditions.ts'
import { type ConditionalMutant, isStated, operationsOf } from '../conditions/grid.ts'
import { withSetup as declaring, firstKillingRun, runName, type Setup } from './levels.ts'

export interface SampleOptions {
  runs?: number
  level?: Harm
  /** True to find the smallest run that notices a mutant: with what the target declares, and at which level. */
  atLevels?: boolean
  /** In place of the properties: the number of requests in histories that are compared with those of the model. */
  histories?: number
  /** The seed of those histories. */
  seed?: number
}

export interface SampleOutcome {
  id: string
  requirement: RequirementId
  dimension: string
  stated: boolean
  /** True if the suite ends with exit 1: with `--strict`, if the requirement is inferred. */
  noticed: boolean
  failed: RequirementId[]
  /** The requirements that were inconclusive among those that the mutant breaks. */
  inconclusive: boolean
  errors: string[]
  meetings: Meetings
  /** The name of the smallest run that notices it, if that was asked for. */
  smallestRun?: string
  /** The number of requests of histories until it was noticed. */
  requests?: number
}

/** By property: where which conditions were met, as `operation|words`. */
export type Coverage = ReadonlyMap<string, ReadonlySet<string>>

const seed = 1

/** Runs the suite once without a fault, to see where it meets which conditions. */
export async function coverageOf(
  { runs = defaultRuns, level }: SampleOptions = {},
  properties: readonly Property[] = allProperties,
): Promise<Coverage> {
  const coverage = new Map<string, Set<string>>()
  let now = new Set<string>()
  const deployment = inProcess(
    observed((at, moment) => {
      for (const condition of conditions) {
        const key = `${at}|${condition.words}`
        if (condition.operations?.some((id) => id === at) === false && at !== 'world' && at !== 'delivery')
          continue
        if (!now.has(key) && condition.holds(moment)) now.add(key)
      }
    }),
  )
  await verify(deployment, {
    ...{ seed, runs, shrink: false, properties },
    ...(level === undefined ? {} : { level }),
    progress: (_, __, property) => {
      now = new Set()
      coverage.set(nameOf(property), now)
    },
  })
  return coverage
}

/** The properties that can notice a mutant: those of its requirement first. */
export function propertiesFor({ fault, condition }: ConditionalMutant, coverage: Coverage): Property[][] {
  const isOnService = [fault.request, fault.response, fault.handlers].some((seam) => seam !== undefined)
  const places = [
    ...(isOnService ? (fault.operations === undefined ? operationIds : operationsOf(fault)) : []),
    ...(fault.world === undefined ? [] : ['world']),
    ...(fault.delivery === undefined ? [] : ['delivery']),
  ]
  const keys = places.map((place) => `${place}|${condition.words}`)
  const meets = (property: Property) => keys.some((key) => coverage.get(nameOf(property))?.has(key))
  const met = allProperties.filter(meets)
  const isOwn = ({ checks }: Property) => checks.includes(fault.requirement)
  const isNear = (one: Property) => nameOf(one).startsWith(`${resourceOf(fault.requirement)}:`)
  return [
    met.filter(isOwn),
    met.filter((one) => !isOwn(one) && isNear(one)),
    met.filter((one) => !isOwn(one) && !isNear(one)),
  ].filter((group) => group.length > 0)
}

/** Runs the suite on a mutant until something fails; if asked, then from the smallest run on until one notices it. */
export async function runMutant(
  mutant: ConditionalMutant,
  coverage: Coverage,
  { atLevels = false, ...options }: SampleOptions = {},
): Promise<SampleOutcome> {
  const outcome = await outcomeOf(mutant, coverage, options)
  if (!atLevels || !outcome.noticed) return outcome
  const smallest = await firstKillingRun(
    mutant.fault.requirement,
    inProcess(),
    async ({ setup, level }) => (await outcomeOf(mutant, coverage, { ...options, level }, setup)).noticed,
  )
  return smallest === undefined ? outcome : { ...outcome, smallestRun: runName(smallest) }
}

/** Without a control API, worlds are not isolated. */
const withSetup = (deployment: Deployment, setup: Setup): Deployment =>
  setup === 'control' ? deployment : { ...declaring(deployment, setup), isolates: false }

async function outcomeOf(
  mutant: ConditionalMutant,
  coverage: Coverage,
  { runs = defaultRuns, level }: SampleOptions,
  setup: Setup = 'control',
): Promise<SampleOutcome> {
  const meetings: Meetings = { met: 0, changed: 0 }
  const { fault, condition, id } = mutant
  const stated = isStated(mutant)
  const outcome: SampleOutcome = {
    ...{ id, requirement: fault.requirement, dimension: condition.dimension, stated },
    ...{ noticed: false, failed: [], inconclusive: false, errors: [], meetings },
  }
  for (const properties of propertiesFor(mutant, coverage)) {
    const report = await verify(withSetup(inProcess(conditional(fault, condition, meetings)), setup), {
      ...{ seed, runs, shrink: false, strict: true, properties },
      ...(level === undefined ? {} : { level }),
    })
    outcome.failed.push(...report.failures.map(({ requirement }) => requirement as RequirementId))
    outcome.errors.push(...report.errors.map(({ property, message }) => `${property}: ${message}`))
    outcome.inconclusive ||=
      properties.some(({ checks }) => checks.includes(fault.requirement)) &&
      report.requirements.some((one) => one.id === fault.requirement && one.verdict === 'inconclusive')
    // Without --strict, an inferred requirement that fails is a warning.
    outcome.noticed = outcome.failed.some((one) => !stated || requirements[one].basis === 'stated')
    if (outcome.noticed) break
  }
  outcome.failed = [...new Set(outcome.failed)]
  return outcome
}
