// One step: its request, its criteria and its outputs, and what went wrong as data. report/ puts that into words.

import { InvariantError, UsageError } from '../../core/errors.ts'
import { atPointer, pointerSteps } from '../../core/json-pointer.ts'
import { type ActualValue, parseCriterion } from '../format/criteria.ts'
import { type ListedOperation, operationNamed } from '../format/documents.ts'
import { resolveTemplates, type Scope, UnresolvedExpression } from '../format/expressions.ts'
import {
  type Criterion,
  type LocatedWorkflow,
  type Parameter,
  parametersOf,
  type Scenario,
  type Step,
} from '../format/scenario.ts'
import type { Connection, Exchange, NoResponse, StepRequest } from './exchange.ts'

/** Why a step failed. Pointers are JSON pointers into the scenario's file. */
export type Failure =
  | { kind: 'criterion'; pointer: string; criterion: Criterion; actual: ActualValue[] }
  | { kind: 'unresolved-expression'; pointer: string; expression: string }
  | { kind: 'invalid-response'; pointer: string; violation: string }
  | ({ kind: 'no-response'; pointer: string } & NoResponse)

/** One attempt at a step that sends a request, or a step that called a workflow and failed itself. */
export interface StepResult {
  /** The document that the step is part of. */
  home: Scenario
  workflowId: string
  stepId: string
  exchange: Exchange | undefined
  failures: Failure[]
  /** True if the step was tried again, so that these failures do not count. */
  retried: boolean
}

/** Where a step runs. */
export interface StepContext extends LocatedWorkflow {
  /** JSON pointer to the step. */
  pointer: string
  scope: Scope
}

export function newResult({ home, workflow }: StepContext, { stepId }: Step): StepResult {
  const { workflowId } = workflow
  return { home, workflowId, stepId, exchange: undefined, failures: [], retried: false }
}

/**
 * Runs a step and adds its failures to the result. `perform` sends the request or calls the workflow, and returns the scope
 * of the criteria, or undefined if the called workflow failed. Returns whether the step passed.
 */
export async function runStep(
  { pointer, scope }: StepContext,
  step: Step,
  { failures }: StepResult,
  perform: () => Promise<Scope | undefined>,
): Promise<boolean> {
  // A response that violates its document fails the scenario, and does not stop it.
  const passes = () => failures.every(({ kind }) => kind === 'invalid-response')
  try {
    const checked = await perform()
    if (checked === undefined) return false
    if (passes()) failures.push(...failedCriteria(step, pointer, checked))
    if (passes())
      scope.steps[step.stepId] = {
        outputs: resolveTemplates(step.outputs ?? {}, checked, '/outputs') as Record<string, unknown>,
      }
  } catch (error) {
    if (!(error instanceof UnresolvedExpression)) throw error
    failures.push({
      kind: 'unresolved-expression',
      pointer: pointer + error.pointer,
      expression: error.expression,
    })
  }
  return passes()
}

/** Sends the request of a step. Returns the scope with the response. */
export async function sendRequest(
  { home, workflow, pointer, scope }: StepContext,
  step: Step,
  result: StepResult,
  connection: Connection,
): Promise<Scope> {
  const operation = operationNamed(step.operationId ?? '')
  if (operation === undefined)
    throw new InvariantError(`A valid scenario refers to an unknown operation, ${step.operationId}.`)
  const request = requestOf(operation, parametersOf(home.document, workflow, step), step, scope)
  const exchange = await connection.send(request)
  const { method, status, responseHeaders, response, noResponse, violations } = exchange
  result.exchange = exchange
  if (noResponse !== undefined) result.failures.push({ kind: 'no-response', pointer, ...noResponse })
  for (const violation of violations) result.failures.push({ kind: 'invalid-response', pointer, violation })
  return Object.assign(scope, {
    method,
    statusCode: status,
    request: request.values,
    response: { header: responseHeaders, body: response },
  })
}

function failedCriteria({ successCriteria = [] }: Step, pointer: string, scope: Scope): Failure[] {
  return successCriteria.flatMap((criterion, index) => {
    const { passed, actual } = parseCriterion(criterion).check(scope)
    return passed
      ? []
      : [{ kind: 'criterion', pointer: `${pointer}/successCriteria/${index}`, criterion, actual }]
  })
}

/** Builds the request of a step. Throws an UnresolvedExpression. */
function requestOf(
  operation: ListedOperation,
  parameters: readonly Parameter[],
  step: Step,
  scope: Scope,
): StepRequest & { values: Scope['request'] } {
  const values = parameters.map(({ name, in: place, value }) => ({
    name,
    place,
    value: resolveTemplates(value, scope, '/parameters'),
  }))
  const at = (place: Parameter['in']) => values.filter((one) => one.place === place)
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(at('path').find((one) => one.name === name)?.value ?? '')),
  )
  const query = at('query').map(({ name, value }) => `${encoded(name)}=${encoded(value)}`)
  const body = bodyOf(step, scope)
  const header: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  for (const { name, value } of at('header')) header[name.toLowerCase()] = String(value)
  return {
    operation,
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: header,
    body,
    values: { header, query: byName(at('query')), path: byName(at('path')), body },
  }
}

function bodyOf({ stepId, requestBody }: Step, scope: Scope): unknown {
  if (requestBody === undefined) return undefined
  const payload = resolveTemplates(requestBody.payload, scope, '/requestBody/payload')
  requestBody.replacements?.forEach(({ target, value }, index) => {
    const holder = atPointer(payload, target.slice(0, target.lastIndexOf('/')))
    const key = pointerSteps(target).at(-1) ?? ''
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key))
      throw new UsageError(
        `The payload of the step "${stepId}" has nothing at ${target}.`,
        'A replacement needs a target that exists.',
        'Correct the JSON pointer.',
      )
    Reflect.set(holder, key, resolveTemplates(value, scope, `/requestBody/replacements/${index}/value`))
  })
  return payload
}

function byName(values: readonly { name: string; value: unknown }[]): Record<string, unknown> {
  return Object.fromEntries(values.map(({ name, value }) => [name, value]))
}

function encoded(value: unknown): string {
  return encodeURIComponent(String(value))
}
