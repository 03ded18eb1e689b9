// Whether a target can do what a scenario asks for, before anything is sent: its operations, and the people it names.

import type { Target } from '../client/target.ts'
import { operationNamed } from './documents.ts'
import { expressionsIn, textsIn } from './expressions.ts'
import { inputNames, inputsOf } from './inputs.ts'
import { stepName } from './running.ts'
import { type Scenario, stepsOf } from './scenario.ts'
import { lacks, type ScenarioTarget } from './targets.ts'

/** The first step that a target cannot do, with why. */
export function firstLacking(scenario: Scenario, target: ScenarioTarget): string | undefined {
  for (const { step, workflow } of stepsOf(scenario)) {
    const operation = step.operationId === undefined ? undefined : operationNamed(step.operationId)
    const reason = operation === undefined ? undefined : lacks(target, operation)
    if (reason !== undefined) return `the step ${stepName(workflow.workflowId, step.stepId)}: ${reason}`
  }
  return undefined
}

/** The first input that nobody gives, with the step that reads it. */
export function firstMissing(
  scenario: Scenario,
  accounts: Target,
  { inputs, target }: { inputs: Record<string, unknown>; target: ScenarioTarget },
): string | undefined {
  const given: Record<string, unknown> = { ...inputsOf(accounts), receiver: { url: '' }, ...inputs }
  const known = new Set<string>(inputNames)
  for (const { scenario: home, step, workflow } of stepsOf(scenario)) {
    for (const { text } of textsIn([step.parameters, step.requestBody, step.successCriteria])) {
      for (const { root, names, text: whole } of expressionsIn(text)) {
        const [name = '', field] = names
        if (root !== 'inputs') continue
        const where = `the step ${stepName(workflow.workflowId, step.stepId)} needs ${whole}`
        if (known.has(name) && !holds(given[name], field))
          return `${where}, which ${target.name} does not give`
        const schema = workflow.inputs?.properties?.[name]
        const hasDefault = typeof schema === 'object' && schema !== null && 'default' in schema
        if (home === scenario && !known.has(name) && !hasDefault && given[name] === undefined)
          return `${where}; give it with --input ${name}=...`
      }
    }
  }
  return undefined
}

function holds(value: unknown, field: string | undefined): boolean {
  if (field === undefined) return value !== undefined
  return typeof value === 'object' && value !== null && Reflect.get(value, field) !== undefined
}

/** Whether a scenario asks for a receiver of webhooks. */
export function wantsReceiver(scenario: Scenario): boolean {
  return scenario.document.workflows.some(({ inputs }) => inputs?.properties?.receiver !== undefined)
}
