// Checks that a runtime expression refers to something when it is evaluated: an input, a response, an output of an earlier
// step or of a workflow.

import { likely } from '../../core/nearest.ts'
import type { Expression } from '../format/expressions.ts'
import { inputSchemas, type ScenarioDocument, type Step, type Workflow } from '../format/scenario.ts'
import { fieldsOfInput } from '../inputs.ts'

/** An error, and its place in the document. */
export interface Finding {
  /** JSON pointer. */
  pointer: string
  message: string
}

/** Where an expression is written. */
export interface Context {
  document: ScenarioDocument
  workflow: Workflow
  /** The steps that have run when it is evaluated. */
  earlier: ReadonlyMap<string, Step>
  /** True if the response of its step has arrived. */
  hasResponse: boolean
  /** The workflow that its step called, which has outputs. */
  called?: Workflow | undefined
}

export function referenceFindings(
  expressions: readonly Expression[],
  pointer: string,
  context: Context,
): Finding[] {
  return expressions.flatMap((expression) => {
    const message = referenceError(expression, context)
    return message === undefined ? [] : [{ pointer, message }]
  })
}

/** The error of an expression; undefined if it refers to something. */
function referenceError(expression: Expression, context: Context): string | undefined {
  const { root, names, text } = expression
  switch (root) {
    case 'inputs':
      return inputError(expression, context)
    case 'steps':
      return stepError(expression, context)
    case 'workflows':
      return workflowError(expression, context)
    case 'outputs':
      return outputError(expression, context)
    case 'request':
    case 'response':
      if (!/^(body|(header|query|path)\.[\w-]+)$/.test(names.join('.')))
        return `${text} is not a runtime expression. Write $${root}.body#/… or $${root}.header.….`
  }
  return context.hasResponse
    ? undefined
    : `${text} is not known before the request is sent. Use an output of an earlier step.`
}

function inputError(
  { names: [name = '', field], text }: Expression,
  { document, workflow }: Context,
): string | undefined {
  if (inputSchemas(document, workflow)[name] === undefined)
    return `The workflow has no input for ${text}. Add it to the workflow's inputs.`
  const fields = fieldsOfInput(name)
  if (fields === undefined || field === undefined || fields.includes(field)) return undefined
  if (fields.length === 0) return `No target provides ${text}. ${name} is a text: write $inputs.${name}.`
  const meant = likely(field, fields)
  return `No target provides ${text}. ${name} has: ${fields.join(', ')}.${meant === undefined ? '' : ` Did you mean $inputs.${name}.${meant}?`}`
}

function stepError(
  { names: [stepId = '', kind, output = ''], text }: Expression,
  { workflow, earlier }: Context,
): string | undefined {
  const step = earlier.get(stepId)
  if (step === undefined) {
    const isLater = workflow.steps.some((one) => one.stepId === stepId)
    return isLater
      ? `${text} refers to a later step. Move that step up.`
      : `${text} refers to a step that does not exist.`
  }
  return missingOutput(text, kind, output, `The step "${stepId}"`, step.outputs)
}

function workflowError(
  { names: [workflowId = '', kind, output = ''], text }: Expression,
  { document }: Context,
): string | undefined {
  const workflow = document.workflows.find((one) => one.workflowId === workflowId)
  if (workflow === undefined) return `${text} refers to a workflow that this file does not have.`
  if (kind === 'inputs' && inputSchemas(document, workflow)[output] !== undefined) return undefined
  return missingOutput(text, kind, output, `The workflow "${workflowId}"`, workflow.outputs)
}

function outputError({ names: [output = ''], text }: Expression, { called }: Context): string | undefined {
  if (called === undefined) return `${text} is only known in a step that calls a workflow.`
  return missingOutput(text, 'outputs', output, `The workflow "${called.workflowId}"`, called.outputs)
}

function missingOutput(
  text: string,
  kind: string | undefined,
  output: string,
  owner: string,
  outputs: Record<string, string> = {},
): string | undefined {
  if (kind === 'outputs' && outputs[output] !== undefined) return undefined
  const names = Object.keys(outputs)
  const available = names.length === 0 ? 'It has no outputs.' : `Its outputs are: ${names.join(', ')}.`
  return `${owner} has no output for ${text}. ${available}`
}
