// The check before anything is sent that a target supports a scenario: the operations it calls and the accounts it uses.

import type { Target } from '../../client/target.ts'
import { valueAt } from '../../core/json.ts'
import { type Harm, harmLevels, includesLevel, type Operation } from '../../spec/operation.ts'
import { operations } from '../../spec/operations.ts'
import { parseCriterion } from '../format/criteria.ts'
import { operationNamed } from '../format/documents.ts'
import { type Expression, templateExpressions, textsIn } from '../format/expressions.ts'
import {
  inputSchemas,
  parametersOf,
  resolved,
  type Scenario,
  type ScenarioDocument,
  type Step,
  stepName,
  stepsOf,
} from '../format/scenario.ts'
import { inputNames, inputsOf } from '../inputs.ts'
import type { OpenedTarget, ScenarioTarget } from '../targets.ts'
import { localOperations } from './local-control.ts'

/** Why a target cannot run the first step that it does not support; undefined if it supports all. */
export function unsupportedStep(scenario: Scenario, target: ScenarioTarget): string | undefined {
  for (const { step, workflow } of stepsOf(scenario)) {
    const operation = step.operationId === undefined ? undefined : operationNamed(step.operationId)
    const reason = operation === undefined ? undefined : lacks(target, operation)
    if (reason !== undefined) return `${stepName(workflow.workflowId, step.stepId)}: ${reason}`
  }
  return undefined
}

/** Why a target cannot run an operation; undefined if it can. */
function lacks(
  target: ScenarioTarget,
  operation: { document: 'service' | 'control'; operationId: string },
): string | undefined {
  const { document, operationId } = operation
  if (document === 'control') {
    if (target.hasControl || localOperations.has(operationId)) return undefined
    return `${operationId} is an operation of the control API, which ${target.name} does not have`
  }
  const needed = levelNeeded(operationId)
  if (includesLevel(target.level, needed)) return undefined
  return `${operationId} needs the level "${needed}", and ${target.name} allows "${target.level}"; set "level" in its target file to allow more`
}

function levelNeeded(operationId: string): Harm {
  const rows: Readonly<Record<string, Operation>> = operations
  return rows[operationId]?.harm ?? 'read'
}

/** The level of a deployment that all operations of a scenario need. */
export function levelOfScenario({ workflows }: ScenarioDocument): Harm {
  const ids = workflows.flatMap(({ steps }) => steps.flatMap(({ operationId }) => operationId ?? []))
  const needed = ids.map((id) => levelNeeded(operationNamed(id)?.operationId ?? ''))
  return harmLevels.findLast((level) => needed.includes(level)) ?? 'read'
}

/** The first assumption that a scenario relies on and a target does not make; undefined if there is none. */
export function unmetAssumption({ document }: Scenario, { assumptions }: OpenedTarget): string | undefined {
  if (assumptions === undefined) return undefined
  const unmet = Object.entries(document['x-simulator']?.assumptions ?? {}).find(
    ([id, option]) => assumptions[id] !== option,
  )
  return unmet && `it relies on the option "${unmet[1]}" of ${unmet[0]}, and the target has another one`
}

/** The first input that a step uses and nobody provides; undefined if there is none. */
export function missingInput(
  scenario: Scenario,
  accounts: Target,
  { inputs, target }: { inputs?: Record<string, unknown>; target: ScenarioTarget },
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
  return (field === undefined ? value : valueAt(value, field)) !== undefined
}

export function usesReceiver({ document }: Scenario): boolean {
  return document.workflows.some((workflow) => inputSchemas(document, workflow).receiver !== undefined)
}
