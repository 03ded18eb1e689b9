// Checks that the names in a scenario exist: operations, parameters, inputs, outputs, and fields of responses.

import { pointerInto, pointerSteps } from '../core/json-pointer.ts'
import { likely, nearest } from '../core/nearest.ts'
import { CriterionError, parseCriterion } from './criteria.ts'
import {
  calledWorkflow,
  inputSchemas,
  type LocatedStep,
  type Scenario,
  type Step,
  stepsOfWorkflow,
  type Workflow,
} from './document.ts'
import { type Expression, expressionsIn, parseExpression, textsIn } from './expressions.ts'
import { fieldsOfInput, inputNames } from './inputs.ts'
import { type ListedOperation, operationOf, operationsByName, schemasAt } from './operations.ts'

/** An error, and its JSON pointer in the document. */
export interface Finding {
  pointer: string
  message: string
}

type Report = (pointer: string, message: string | undefined) => void

/** The names that an expression can refer to where it is written. */
interface Context {
  workflow: Workflow
  /** The steps that have run. */
  earlier: readonly Step[]
  /** The operation whose response has arrived. */
  operation?: ListedOperation | undefined
  /** The workflow that the step called. */
  called?: Workflow | undefined
}

/** The errors of a document. Only the main one has workflows that nobody calls, and may call others. */
export function findingsIn(scenario: Scenario, isMain: boolean): Finding[] {
  const found: Finding[] = []
  const report: Report = (pointer, message) => message === undefined || found.push({ pointer, message })
  const { workflows, sourceDescriptions } = scenario.document
  for (const [index, { name, type }] of sourceDescriptions.entries()) {
    const isOurs = name === 'service' || name === 'control'
    if (isOurs !== (type === 'openapi') || !(isOurs || isMain))
      report(
        `/sourceDescriptions/${index}`,
        '"service" and "control" are OpenAPI documents. Others have the type "arazzo", and cannot import others.',
      )
  }
  for (const [index, workflow] of workflows.entries()) {
    const at = `/workflows/${index}`
    for (const name of isMain ? neededInputs(workflow) : [])
      report(
        `${at}/inputs/properties/${name}`,
        `Nobody provides the input "${name}". Add a default, or use one of: ${inputNames.join(', ')}.`,
      )
    for (const [index, located] of stepsOfWorkflow(scenario, workflow).entries())
      checkStep(located, { workflow, earlier: workflow.steps.slice(0, index) }, report)
    checkOutputs(workflow.outputs, at, { workflow, earlier: workflow.steps }, report)
  }
  return found
}

function checkStep({ home, step, pointer: at }: LocatedStep, before: Context, report: Report): void {
  const { stepId, operationId, workflowId, outputs } = step
  const operation = operationOf(step)
  const called = calledWorkflow(home, step)?.workflow
  const after = { ...before, operation, called }
  if (before.earlier.some((one) => one.stepId === stepId))
    report(`${at}/stepId`, 'Another step has this id. Rename one.')
  if (operationId !== undefined) report(`${at}/operationId`, operationError(home, operationId))
  if (operationId !== undefined && operation === undefined) return
  if (operation !== undefined) checkRequest(operation, step, at, report)
  if (workflowId !== undefined && called === undefined)
    report(`${at}/workflowId`, `No imported document has the workflow "${workflowId}".`)
  if (called !== undefined) checkCall(called, step, at, report)
  checkTexts(step, at, before, report)
  checkCriteria(step, at, after, report)
  checkOutputs(outputs, at, after, report)
}

function checkTexts({ parameters, requestBody }: Step, at: string, context: Context, report: Report): void {
  for (const { text, pointer } of textsIn({ parameters, requestBody }, at)) {
    const { expressions, unsupported } = expressionsIn(text)
    for (const one of unsupported) report(pointer, `${one} is not supported.`)
    for (const one of expressions) report(pointer, expressionError(one, context))
    const [bare] = /\$(?:inputs|steps)\.[\w.-]+/.exec(text.replaceAll(/\{\$[^{}]*\}|^\$.*/g, '')) ?? []
    if (bare !== undefined) report(pointer, `${bare} is sent as it is. Write {${bare}}.`)
  }
}

function checkCriteria({ successCriteria = [] }: Step, at: string, context: Context, report: Report): void {
  for (const [index, criterion] of successCriteria.entries()) {
    const pointer = `${at}/successCriteria/${index}`
    try {
      for (const one of parseCriterion(criterion).expressions) report(pointer, expressionError(one, context))
    } catch (error) {
      if (!(error instanceof CriterionError)) throw error
      report(pointer, error.message)
    }
  }
}

function operationError({ document }: Scenario, reference: string): string | undefined {
  const name = reference.replace(/^\$sourceDescriptions\./, '')
  const [source] = name.split('.')
  const names = [...operationsByName.keys()]
  if (!names.includes(name))
    return `There is no operation "${name}". Did you mean ${nearest(name, names).join(', ')}?`
  const isListed = document.sourceDescriptions.some((one) => one.name === source)
  return isListed ? undefined : `Add "${source}" to the sourceDescriptions of this file.`
}

function checkRequest({ operationId, node }: ListedOperation, step: Step, at: string, report: Report): void {
  const given = (step.parameters ?? []).map(({ name, in: place }) => `${place} ${name}`)
  const known = (node.parameters ?? []).map(({ name, in: place }) => `${place} ${name}`)
  for (const [index, one] of given.entries())
    if (!known.includes(one) && !one.startsWith('header'))
      report(`${at}/parameters/${index}`, `${operationId} has no parameter "${one}". ${available(known)}`)
  for (const one of known)
    if (one.startsWith('path') && !given.includes(one))
      report(at, `${operationId} needs the parameter "${one}". Add it.`)
  if (step.requestBody !== undefined && node.requestBody === undefined)
    report(`${at}/requestBody`, `${operationId} has no request body. Remove it.`)
}

function checkCall(called: Workflow, { parameters = [] }: Step, at: string, report: Report): void {
  const names = Object.keys(inputSchemas(called))
  for (const [index, { name }] of parameters.entries())
    if (!names.includes(name))
      report(`${at}/parameters/${index}`, `The workflow has no input "${name}". ${available(names)}`)
  for (const name of neededInputs(called))
    if (!parameters.some((one) => one.name === name))
      report(at, `The workflow needs the input "${name}". Add it to the parameters.`)
}

function checkOutputs(
  outputs: Record<string, string> = {},
  at: string,
  context: Context,
  report: Report,
): void {
  for (const [name, text] of Object.entries(outputs)) {
    const expression = parseExpression(text)
    const message = expression ? expressionError(expression, context) : `The output ${text} is not supported.`
    report(pointerInto(`${at}/outputs`, name), message)
  }
}

/** The inputs that a caller has to give: neither a target nor a default provides them. `--input` sets secrets. */
function neededInputs(workflow: Workflow): string[] {
  return Object.entries(inputSchemas(workflow)).flatMap(([name, schema]) => {
    const { default: value, format } = Object(schema)
    return value !== undefined || format === 'password' || inputNames.includes(name) ? [] : [name]
  })
}

function available(names: readonly string[]): string {
  return names.length === 0 ? 'There are none.' : `There are: ${names.join(', ')}.`
}

/** The error of an expression; undefined if it refers to something. */
function expressionError({ root, names, pointer, text }: Expression, context: Context): string | undefined {
  const [name = '', kind = '', output = ''] = names
  const { workflow, earlier, operation, called } = context
  if (root === 'inputs') return inputError(text, name, kind, workflow)
  if (root === 'outputs')
    return missing('The called workflow', text, name, Object.keys(called?.outputs ?? {}))
  if (root === 'steps') {
    const step = earlier.find(({ stepId }) => stepId === name)
    if (step === undefined || kind !== 'outputs') return `${text} is no output of an earlier step.`
    return missing(`The step "${name}"`, text, output, Object.keys(step.outputs ?? {}))
  }
  if (operation === undefined)
    return `${text} is not known before a response. Use an output of an earlier step.`
  if (root === 'statusCode' || schemasAt(operation, pointerSteps(pointer)).length > 0) return undefined
  return `The response of ${operation.operationId} has no ${pointer}. Correct it, or use a jsonpath criterion for what the document does not show.`
}

function inputError(text: string, name: string, field: string, workflow: Workflow): string | undefined {
  const fields = field === '' ? undefined : fieldsOfInput(name)
  const inputs = Object.keys(inputSchemas(workflow))
  return missing('The workflow', text, name, inputs) ?? (fields && missing('A target', text, field, fields))
}

function missing(owner: string, text: string, name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined
  const meant = likely(name, known)
  return `${owner} has no ${text}. ${meant === undefined ? available(known) : `Did you mean ${meant}?`}`
}
