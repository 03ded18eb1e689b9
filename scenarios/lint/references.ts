// Checks that what an expression names exists when it is read: an input, an output of an earlier step, of a workflow.

import type { Expression } from '../expressions.ts'
import type { ScenarioDocument, Step, Workflow } from '../scenario.ts'

/** Where an expression stands. */
export interface Standing {
  document: ScenarioDocument
  workflow: Workflow
  /** The steps that have run when it is read. */
  earlier: ReadonlyMap<string, Step>
}

/** What is wrong with an expression; undefined where it names something. */
export function referenceFault(expression: Expression, standing: Standing): string | undefined {
  const { root, pointer, text } = expression
  if (pointer !== undefined && !/^(\/[\w-]+)+$/.test(pointer))
    return `The runner cannot follow the pointer of ${text}: its steps may hold letters, digits, "_" and "-" only. Use a jsonpath criterion.`
  if (root === 'inputs') return inputFault(expression, standing)
  if (root === 'steps') return stepFault(expression, standing)
  if (root === 'workflows') return workflowFault(expression, standing)
  return undefined
}

function inputFault({ names: [name], text }: Expression, { workflow }: Standing): string | undefined {
  if (name !== undefined && workflow.inputs?.properties?.[name] !== undefined) return undefined
  return `${text} is an input that the workflow does not declare. Add it to the workflow's inputs.`
}

function stepFault(
  { names: [stepId, kind, output], text }: Expression,
  { workflow, earlier }: Standing,
): string | undefined {
  const source = stepId === undefined ? undefined : earlier.get(stepId)
  if (source === undefined) {
    const comesLater = workflow.steps.some((step) => step.stepId === stepId)
    return comesLater
      ? `${text} reads a step that comes later. Move that step up.`
      : `${text} reads a step that does not exist.`
  }
  if (kind !== 'outputs' || output === undefined || source.outputs?.[output] !== undefined) return undefined
  const outputs = Object.keys(source.outputs ?? {})
  const there = outputs.length === 0 ? 'It sets none.' : `It sets: ${outputs.join(', ')}.`
  return `${text} is an output that the step "${source.stepId}" does not set. ${there}`
}

function workflowFault(
  { names: [workflowId, kind, output], text }: Expression,
  { document }: Standing,
): string | undefined {
  const source = document.workflows.find((workflow) => workflow.workflowId === workflowId)
  const isSet = output !== undefined && (kind !== 'outputs' || source?.outputs?.[output] !== undefined)
  return source !== undefined && isSet
    ? undefined
    : `${text} names nothing that a workflow of this file sets.`
}
