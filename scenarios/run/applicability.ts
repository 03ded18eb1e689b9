// Whether a target supports a scenario, decided before anything is sent: the operations it calls and the accounts it uses.

import { type Accounts, inputNames, inputsOf } from '../accounts.ts'
import { parseCriterion } from '../format/criteria.ts'
import { operationNamed } from '../format/documents.ts'
import { type Expression, templateExpressions, textsIn } from '../format/expressions.ts'
import {
  inputSchemas,
  parametersOf,
  resolved,
  type Scenario,
  type Step,
  stepName,
  stepsOf,
} from '../format/scenario.ts'
import { lacks, type ScenarioTarget } from '../targets.ts'

/** Why a target cannot run the first step that it does not support; undefined if it supports all. */
export function unsupportedStep(scenario: Scenario, target: ScenarioTarget): string | undefined {
  for (const { step, workflow } of stepsOf(scenario)) {
    const operation = step.operationId === undefined ? undefined : operationNamed(step.operationId)
    const reason = operation === undefined ? undefined : lacks(target, operation)
    if (reason !== undefined) return `${stepName(workflow.workflowId, step.stepId)}: ${reason}`
  }
  return undefined
}

/** The first input that a step uses and nobody provides; undefined if there is none. */
export function missingInput(
  scenario: Scenario,
  accounts: Accounts,
  { inputs, target }: { inputs: Record<string, unknown>; target: ScenarioTarget },
): string | undefined {
  const provided: Record<string, unknown> = { ...inputsOf(accounts), receiver: { url: '' }, ...inputs }
  const accountNames = new Set<string>(inputNames)
  for (const { home, step, workflow } of stepsOf(scenario)) {
    const schemas = inputSchemas(home.document, workflow)
    const used = expressionsOfStep(step, parametersOf(home.document, workflow, step))
    for (const { names, text } of used.filter(({ root }) => root === 'inputs')) {
      const [name = '', field] = names
      const where = `${stepName(workflow.workflowId, step.stepId)} needs ${text}`
      if (accountNames.has(name) && !has(provided[name], field))
        return `${where}, which ${target.name} does not provide`
      const hasDefault = 'default' in resolved(home.document, schemas[name])
      if (home === scenario && !accountNames.has(name) && !hasDefault && provided[name] === undefined)
        return `${where}. Set it with --input ${name}=...`
    }
  }
  return undefined
}

function expressionsOfStep({ requestBody, successCriteria = [] }: Step, parameters: unknown): Expression[] {
  const texts = textsIn([parameters, requestBody])
  return [
    ...texts.flatMap(({ text }) => templateExpressions(text)),
    ...successCriteria.flatMap((criterion) => parseCriterion(criterion).expressions),
  ]
}

function has(value: unknown, field: string | undefined): boolean {
  if (field === undefined) return value !== undefined
  return typeof value === 'object' && value !== null && Reflect.get(value, field) !== undefined
}

/** Whether a scenario uses the webhook receiver. */
export function usesReceiver({ document }: Scenario): boolean {
  return document.workflows.some((workflow) => inputSchemas(document, workflow).receiver !== undefined)
}
