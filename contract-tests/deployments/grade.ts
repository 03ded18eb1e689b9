// Grades the suite: runs it on deployments that are known to be faulty or lawful, and counts how often it is right. One
// deployment at a time; grade-command.ts spreads them over processors.

import { observableRequirementIds, type RequirementId } from '../../spec/requirements.ts'
import { verify } from '../engine/run-properties.ts'
import { inProcess, operationAt } from '../targets/in-process.ts'
import { faultyDeployments } from './faulty.ts'
import { breaksTheDocument } from './schema-only.ts'
import { variants } from './variants.ts'

/** What the suite said of one deployment. */
export interface Graded {
  kind: 'faulty' | 'variant'
  name: string
  /** What a mutant breaks. */
  requirement?: RequirementId
  /** The requirements that the suite named, in order. */
  failed: string[]
  /** What broke in the suite itself. */
  errors: string[]
  /** Whether some answer broke the document: all that a schema-only tester sees. */
  schemaOnly: boolean
  seconds: number
}

export interface GradeOptions {
  seed?: number
  runs?: number
}

/** Runs per property in a grade: what only a rare input shows is told apart by examples and boundaries. */
const gradeRuns = 4

/** How many deployments there are of each kind. */
export const gradeSizes = { faulty: faultyDeployments.length, variant: variants.length }

/** Runs the suite on one deployment. */
export async function gradeOne(
  kind: Graded['kind'],
  index: number,
  { seed = 1, runs = gradeRuns }: GradeOptions = {},
): Promise<Graded> {
  const fault = kind === 'faulty' ? faultyDeployments[index] : undefined
  const graded = fault ?? (kind === 'variant' ? variants[index] : undefined)
  if (graded === undefined) throw new RangeError(`There is no ${kind} deployment of number ${index}.`)
  const deployment = inProcess(graded)
  let schemaOnly = false
  const report = await verify(
    {
      ...deployment,
      send: async (url, init) => {
        const response = await deployment.send(url, init)
        const operationId = operationAt(init.method ?? 'GET', new URL(url).pathname.replace(/^\/api/, ''))
        if (operationId === undefined) return response
        const text = await response.text()
        schemaOnly ||= breaksTheDocument(operationId, response.status, text)
        return new Response(text, { status: response.status, headers: response.headers })
      },
    },
    { seed, runs, shrink: false },
  )
  return {
    kind,
    name: graded.name,
    ...(fault === undefined ? {} : { requirement: fault.requirement }),
    failed: [...new Set(report.failures.map((failure) => failure.requirement))],
    errors: report.errors.map(({ property, message }) => `${property}: ${message}`),
    schemaOnly,
    seconds: report.seconds,
  }
}

/** A count of so many. */
export interface Rate {
  count: number
  of: number
}

/** The figures of a grade. */
export interface Grade {
  /** Faulty deployments on which anything failed. */
  caught: Rate
  /** Faulty deployments on which the requirement failed that they break. */
  caughtRightly: Rate
  /** Lawful deployments on which nothing failed. */
  passed: Rate
  /** The same of a tester that only holds answers to the document. */
  schemaOnly: { caught: Rate; passed: Rate }
  /** Observable requirements that a fault of their own kills. */
  requirementsKilled: Rate
  /** Faults that their own requirement did not see. */
  survivors: Graded[]
  /** Lawful deployments that were said to be faulty. */
  falseAlarms: Graded[]
  requirementsNotKilled: RequirementId[]
}

/** Whether the suite named the requirement that a mutant breaks. */
export function isCaught({ failed, requirement }: Pick<Graded, 'failed' | 'requirement'>): boolean {
  return failed.some((id) => id === requirement)
}

/** The figures of what was graded. */
export function gradeOf(all: readonly Graded[]): Grade {
  const faulty = all.filter(({ kind }) => kind === 'faulty')
  const expected = all.filter(({ kind }) => kind === 'variant')
  const rate = (of: readonly Graded[], holds: (one: Graded) => boolean): Rate => ({
    count: of.filter(holds).length,
    of: of.length,
  })
  const isPassed = ({ failed, errors }: Graded) => failed.length === 0 && errors.length === 0
  const killed = new Set(faulty.filter(isCaught).map(({ requirement }) => requirement))
  const requirementsNotKilled = observableRequirementIds.filter((id) => !killed.has(id))
  return {
    caught: rate(faulty, ({ failed }) => failed.length > 0),
    caughtRightly: rate(faulty, isCaught),
    passed: rate(expected, isPassed),
    schemaOnly: {
      caught: rate(faulty, ({ schemaOnly }) => schemaOnly),
      passed: rate(expected, ({ schemaOnly }) => !schemaOnly),
    },
    requirementsKilled: {
      count: observableRequirementIds.length - requirementsNotKilled.length,
      of: observableRequirementIds.length,
    },
    survivors: faulty.filter((one) => !isCaught(one)),
    falseAlarms: expected.filter((one) => !isPassed(one)),
    requirementsNotKilled,
  }
}

/** The figures as text. */
export function gradeText(grade: Grade, all: readonly Graded[]): string {
  const { caught, caughtRightly, passed, schemaOnly, requirementsKilled } = grade
  const broke = all.filter(({ errors }) => errors.length > 0)
  return [
    `sensitivity   ${inWords(caught)} mutants caught`,
    `              ${inWords(caughtRightly)} by the right requirement`,
    `specificity   ${inWords(passed)} lawful deployments passed`,
    `requirements  ${inWords(requirementsKilled)} observable ones killed by a fault of their own`,
    'schema only, which holds answers to the document and does nothing more:',
    `  sensitivity ${inWords(schemaOnly.caught)}`,
    `  specificity ${inWords(schemaOnly.passed)}`,
    ...grade.survivors.map(
      ({ name, requirement, failed }) =>
        `survivor "${name}" of ${requirement}: ${failed.length === 0 ? 'nothing failed' : `failed instead: ${failed.join(', ')}`}`,
    ),
    ...grade.falseAlarms.map(
      ({ name, failed, errors }) => `false alarm on "${name}": ${[...failed, ...errors].join(', ')}`,
    ),
    ...grade.requirementsNotKilled.map((id) => `no fault kills ${id}`),
    ...broke.map(({ name, errors }) => `the suite broke on "${name}": ${errors[0]}`),
  ].join('\n')
}

function inWords({ count, of }: Rate): string {
  const percent = of === 0 ? '' : ` (${((100 * count) / of).toFixed(1)} %)`
  return `${count} of ${of}${percent}`
}
