// Grades the suite: runs it on deployments that are known to be faulty or lawful, and counts how often it is right. One
// deployment at a time; grade-command.ts spreads them over processors.

import type { RequirementId } from '../../spec/requirements.ts'
import { verify } from '../engine.ts'
import { outcomeOf } from '../expect.ts'
import { inProcess, operationAt } from '../in-process.ts'
import { faultyDeployments } from './faulty.ts'
import { variants } from './variants.ts'

/** What the suite said of one deployment. */
export interface Graded {
  kind: 'faulty' | 'variant'
  name: string
  /** What a faulty deployment breaks. */
  requirement?: RequirementId
  /** The requirements that the suite named, and anything that broke. */
  failed: string[]
  notPassed: string[]
  errors: string[]
  /** Whether an answer that came with HTTP 200 did not fit the document: all that a schema-only check sees. */
  schemaOnly: boolean
  seconds: number
}

export interface GradeOptions {
  seed?: number
  runs?: number
}

/** Runs per property in a grade: faults that only a rare input shows are told apart by examples and boundaries. */
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
        schemaOnly ||= await breaksTheSchema(url, init.method ?? 'GET', response)
        return response
      },
    },
    { seed, runs, shrink: false },
  )
  return {
    kind,
    name: graded.name,
    ...(fault === undefined ? {} : { requirement: fault.requirement }),
    failed: [...new Set(report.failures.map((failure) => failure.requirement))],
    notPassed: report.requirements.flatMap(({ id, verdict }) =>
      verdict === 'pass' || verdict === 'fail' ? [] : [`${id}: ${verdict}`],
    ),
    errors: report.errors.map(({ message }) => message),
    schemaOnly,
    seconds: report.seconds,
  }
}

async function breaksTheSchema(url: string, method: string, response: Response): Promise<boolean> {
  if (response.status !== 200) return false
  const operationId = operationAt(method, new URL(url).pathname.replace(/^\/api/, ''))
  if (operationId === undefined) return false
  const text = await response.clone().text()
  try {
    return outcomeOf(operationId, 200, JSON.parse(text)) === 'flawed'
  } catch {
    return true
  }
}

/** The figures of a grade, as text. */
export function gradeText(all: readonly Graded[]): string {
  const faulty = all.filter(({ kind }) => kind === 'faulty')
  const lawful = all.filter(({ kind }) => kind === 'variant')
  const caught = faulty.filter(({ failed }) => failed.length > 0)
  const rightly = faulty.filter(({ failed, requirement }) => failed.some((id) => id === requirement))
  const passed = lawful.filter(({ failed, errors }) => failed.length === 0 && errors.length === 0)
  const bySchema = faulty.filter(({ schemaOnly }) => schemaOnly)
  const share = (part: number, whole: number) =>
    `${part} of ${whole}${whole === 0 ? '' : ` (${((100 * part) / whole).toFixed(1)} %)`}`
  return [
    `sensitivity   ${share(caught.length, faulty.length)} faulty deployments caught`,
    `              ${share(rightly.length, faulty.length)} by the right requirement`,
    `  schema only ${share(bySchema.length, faulty.length)} caught by holding answers to the document alone`,
    `specificity   ${share(passed.length, lawful.length)} lawful deployments passed`,
    ...faulty.filter((one) => !rightly.includes(one)).map(survivorLine),
    ...lawful
      .filter((one) => !passed.includes(one))
      .map(({ name, failed, errors }) => `  false alarm on "${name}": ${[...failed, ...errors].join(', ')}`),
  ].join('\n')
}

function survivorLine({ name, requirement, failed }: Graded): string {
  return `  survivor "${name}" of ${requirement}: ${failed.length === 0 ? 'nothing failed' : `failed instead: ${failed.join(', ')}`}`
}

/** Which requirement killed which fault: one line for each fault, in a stable order. */
export function killMatrix(all: readonly Graded[]): string {
  const lines = all
    .filter(({ kind }) => kind === 'faulty')
    .map(
      ({ requirement, name, failed, schemaOnly }) =>
        `| ${requirement} | ${name} | ${failed.map((id) => (id === requirement ? `**${id}**` : id)).join(', ') || '—'} | ${schemaOnly ? 'yes' : 'no'} |`,
    )
    .sort()
  return ['| breaks | fault | failed | schema only |', '|---|---|---|---|', ...lines, ''].join('\n')
}
