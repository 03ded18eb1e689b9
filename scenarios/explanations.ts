// What did not hold in a step, in words: where it stands in the scenario, what was expected, what came.

import { atPointer } from '../core/json-pointer.ts'
import { expressionsIn } from './expressions.ts'
import { criterionCheck, type FailedCheck, networkCheck, type RanStep } from './running.ts'
import { type Criterion, type Scenario, stepsOf } from './scenario.ts'
import type { Exchange } from './wire.ts'

const maxShown = 300

/** The faults of a step; empty where everything held. */
export function explain(
  scenario: Scenario,
  step: RanStep,
  exchange: Exchange | undefined,
  timeoutMs: number,
): string[] {
  const criteria = criteriaOf(scenario, step)
  const told = step.failed.map((check) => checkText(check, criteria, exchange, timeoutMs))
  const broken = (exchange?.faults ?? []).map((fault) => `the answer breaks its document: ${fault}.`)
  return [...new Set([...told, ...broken])].map(
    (text) =>
      `${placeText(scenario, step)}: ${text}${step.failed.some(isCriterion) || broken.length > 0 ? actualText(exchange) : ''}`,
  )
}

/** What a thrown error means; undefined where it is a fault of paytwin. */
export function explainThrown(scenario: Scenario, thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined
  const [, output, workflow] =
    /Failed to resolve output "([^"]+)" in workflow "([^"]+)"/.exec(thrown.message) ?? []
  if (output !== undefined && workflow !== undefined)
    return `${scenario.file}: ${workflow}: the output "${output}" could not be set. It reads a step that did not run or an answer that lacks it.`
  if (thrown.message.includes('Dependent workflows has failed steps'))
    return `${scenario.file}: a workflow that another one depends on failed, so the other one did not run.`
  return undefined
}

function isCriterion({ name }: FailedCheck): boolean {
  return name === criterionCheck
}

function criteriaOf(scenario: Scenario, { workflowId, stepId }: RanStep): Criterion[] {
  const found = stepsOf(scenario).find(
    ({ workflow, step }) => workflow.workflowId === workflowId && step.stepId === stepId,
  )
  return found?.step.successCriteria ?? []
}

function placeText(scenario: Scenario, { workflowId, stepId }: RanStep): string {
  for (const one of [scenario, ...scenario.parts.values()]) {
    const workflow = one.document.workflows.findIndex((candidate) => candidate.workflowId === workflowId)
    const step =
      one.document.workflows[workflow]?.steps.findIndex((candidate) => candidate.stepId === stepId) ?? -1
    if (step < 0) continue
    const { line, column } = one.placeOf(`/workflows/${workflow}/steps/${step}`)
    return `${one.file}:${line}:${column}: ${workflowId} / ${stepId}`
  }
  return `${scenario.file}: ${workflowId} / ${stepId}`
}

function checkText(
  check: FailedCheck,
  criteria: readonly Criterion[],
  exchange: Exchange | undefined,
  timeoutMs: number,
): string {
  if (check.name === networkCheck) return networkText(exchange, check.message, timeoutMs)
  if (!isCriterion(check)) return otherText(check)
  const criterion = criteria.find(({ condition }) => condition.startsWith(check.condition ?? ''))
  const kind = typeof criterion?.type === 'object' ? criterion.type.type : (criterion?.type ?? 'simple')
  const condition = criterion?.condition ?? check.condition ?? ''
  if (kind === 'jsonpath')
    return `expected ${condition} to find something in ${criterion?.context ?? 'the answer'}.`
  if (kind === 'regex') {
    const context = criterion?.context ?? ''
    return `expected ${context} to match /${condition}/${valuesText(context, exchange)}.`
  }
  return `expected ${condition}${valuesText(condition, exchange)}.`
}

function networkText(exchange: Exchange | undefined, message: string, timeoutMs: number): string {
  const request = exchange === undefined ? 'the request' : `${exchange.method} ${exchange.path}`
  if (exchange?.failure === 'no answer came in time')
    return `${request} was not answered within ${timeoutMs} ms. Look at why the target hangs, or give more time with --timeout.`
  if (exchange?.failure !== undefined)
    return `${request} got no answer: ${exchange.failure}. See that the target runs and can be reached.`
  return `${request} was answered with something that cannot be read: ${message}.`
}

function otherText({ name, message }: FailedCheck): string {
  const [, expression] = /Error in resolving runtime expression '([^']+)'/.exec(message) ?? []
  if (expression !== undefined)
    return `${expression} names nothing: an earlier step did not run, or its answer lacks it.`
  return `${name}: ${message.split('\n')[0] ?? ''}`
}

/** What the expressions of a condition were, where they are of the answer. */
function valuesText(condition: string, exchange: Exchange | undefined): string {
  const values = new Map<string, string>()
  for (const { root, names, pointer, text } of expressionsIn(condition)) {
    if (root === 'statusCode') values.set(text, String(exchange?.status ?? 'unknown'))
    if (root === 'response' && names[0] === 'body') {
      const value = pointer === undefined ? exchange?.response : atPointer(exchange?.response, pointer)
      values.set(text, value === undefined ? 'not there' : short(JSON.stringify(value)))
    }
  }
  if (values.size === 0) return ''
  return `, where ${[...values].map(([text, value]) => `${text} is ${value}`).join(' and ')}`
}

function actualText(exchange: Exchange | undefined): string {
  return exchange === undefined ? '' : ` It was answered ${exchange.status} ${short(exchange.responseText)}`
}

function short(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}… (${text.length} characters)` : text
}
