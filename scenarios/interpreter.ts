// The interpreter: runs the workflows of a scenario, step by step.

import { InvariantError } from '../core/errors.ts'
import type { Exchange, StepRequest } from './connection.ts'
import { CriterionError, checkCriterion } from './criteria.ts'
import {
  type Criterion,
  calledWorkflow,
  inputSchemas,
  type LocatedStep,
  type Scenario,
  type Step,
  stepsOfWorkflow,
  type Workflow,
} from './document.ts'
import { resolve, type Scope, UnresolvedExpression } from './expressions.ts'
import { type ListedOperation, operationOf } from './operations.ts'

type Values = Record<string, unknown>

/** Why a step failed. */
export interface Failure {
  kind: 'criterion' | 'unresolved-expression' | 'invalid-response' | 'no-response'
  /** JSON pointer into the scenario's file. */
  pointer: string
  expected: string
  actual: string
  /** The values that a criterion compares. */
  values?: { expression: string; value: unknown }[]
  /** The next step, if it is not obvious. */
  remedy?: string
}

/** A step that sent a request, or one that called a workflow and failed itself. */
export interface StepResult extends LocatedStep {
  exchange: Exchange | undefined
  failures: Failure[]
}

type Send = (request: StepRequest) => Promise<Exchange>

/** Runs every workflow of a scenario, in order. */
export async function runScenario(scenario: Scenario, send: Send, inputs: Values): Promise<StepResult[]> {
  const run: Run = { results: [], send, inputs }
  for (const workflow of scenario.document.workflows) await runWorkflow(run, scenario, workflow, {})
  return run.results
}

interface Run {
  results: StepResult[]
  send: Send
  inputs: Values
}

/** Runs a workflow up to the first step that fails. Returns its outputs, or undefined after a failure. */
async function runWorkflow(
  run: Run,
  home: Scenario,
  workflow: Workflow,
  given: Values,
): Promise<Values | undefined> {
  const defaults = Object.entries(inputSchemas(workflow)).flatMap(([name, schema]) => {
    const { default: value } = Object(schema)
    return value === undefined ? [] : [[name, value]]
  })
  const inputs = { ...Object.fromEntries(defaults), ...run.inputs, ...given }
  const scope: Scope = { inputs, steps: {} }
  for (const located of stepsOfWorkflow(home, workflow))
    if (!(await runStep(run, located, scope))) return undefined
  return resolve(workflow.outputs ?? {}, scope) as Values
}

/** Runs a step and records its result. Returns whether it passed. */
async function runStep(run: Run, located: LocatedStep, scope: Scope): Promise<boolean> {
  const { home, step, pointer } = located
  const failures: Failure[] = []
  const result: StepResult = { ...located, exchange: undefined, failures }
  const called = calledWorkflow(home, step)
  // A response that violates its document fails the scenario, and does not stop it.
  const passes = () => failures.every(({ kind }) => kind === 'invalid-response')
  if (called === undefined) run.results.push(result)
  try {
    let after: Scope
    if (called === undefined) after = await responseTo(run, located, scope, result)
    else {
      const given = step.parameters?.map(({ name, value }) => [name, resolve(value, scope, '/parameters')])
      const outputs = await runWorkflow(run, called.home, called.workflow, Object.fromEntries(given ?? []))
      if (outputs === undefined) return false
      after = { ...scope, outputs }
    }
    if (passes()) failures.push(...failedCriteria(located, after))
    if (passes()) scope.steps[step.stepId] = { outputs: resolve(step.outputs ?? {}, after, '/outputs') }
  } catch (error) {
    if (!(error instanceof UnresolvedExpression)) throw error
    failures.push({
      kind: 'unresolved-expression',
      pointer: pointer + error.pointer,
      expected: `a value of ${error.expression}`,
      actual: 'absent: a step did not run, or its response lacks the value',
    })
  }
  if (called !== undefined && failures.length > 0) run.results.push(result)
  return passes()
}

/** Sends the request of a step. Returns the scope with the response. */
async function responseTo(
  { send }: Run,
  { step, pointer }: LocatedStep,
  scope: Scope,
  result: StepResult,
): Promise<Scope> {
  const operation = operationOf(step)
  if (operation === undefined) throw new InvariantError(`A valid scenario calls ${step.operationId}.`)
  const exchange = await send(requestOf(operation, step, scope))
  const { status, response, noResponse, violations } = exchange
  result.exchange = exchange
  if (noResponse !== undefined)
    result.failures.push({
      ...{ kind: 'no-response', pointer, expected: 'a response', actual: noResponse.detail },
      remedy:
        noResponse.reason === 'timeout'
          ? 'Check why the target hangs, or raise --timeout.'
          : 'Check that the target runs and can be reached.',
    })
  const expected = `a response that matches the ${operation.document} document`
  for (const actual of violations)
    result.failures.push({ kind: 'invalid-response', pointer, expected, actual })
  return { ...scope, statusCode: status, body: response }
}

/** The request of a step. Throws an UnresolvedExpression. */
function requestOf(
  operation: ListedOperation,
  { parameters = [], requestBody }: Step,
  scope: Scope,
): StepRequest {
  const values = parameters.map(({ name, in: place, value }) => ({
    ...{ name, place, value: String(resolve(value, scope, '/parameters')) },
  }))
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values.find((one) => one.place === 'path' && one.name === name)?.value ?? ''),
  )
  const query = values
    .filter(({ place }) => place === 'query')
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  const body = requestBody && resolve(requestBody.payload, scope, '/requestBody/payload')
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  for (const { name, place, value } of values) if (place === 'header') headers[name.toLowerCase()] = value
  return { operation, path: query.length === 0 ? path : `${path}?${query.join('&')}`, headers, body }
}

function failedCriteria({ step, pointer: at }: LocatedStep, scope: Scope): Failure[] {
  return (step.successCriteria ?? []).flatMap((criterion, index) => {
    const pointer = `${at}/successCriteria/${index}`
    const failure = { kind: 'criterion' as const, pointer, expected: expectedText(criterion) }
    try {
      const { passed, actual: values } = checkCriterion(criterion, scope)
      const isQuery = criterion.type === 'jsonpath'
      // The whole response is shown anyway.
      const shown = values.filter(({ expression }) => !(isQuery && expression === '$response.body'))
      return passed ? [] : [{ ...failure, actual: isQuery ? 'nothing was selected' : '', values: shown }]
    } catch (error) {
      if (!(error instanceof CriterionError)) throw error
      return [{ ...failure, actual: error.message }]
    }
  })
}

function expectedText({ condition, context, type = 'simple' }: Criterion): string {
  if (type === 'simple') return condition
  return type === 'regex'
    ? `${context} to match /${condition}/`
    : `${condition} to select something in ${context}`
}
