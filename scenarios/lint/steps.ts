// Checks the steps of a scenario: operations that exist, requests that conform, criteria that can fail, expressions that
// refer to something, workflows that can be called.

import { nearest } from '../../core/nearest.ts'
import { CriterionError, parseCriterion } from '../format/criteria.ts'
import { listedOperations, operationNamed } from '../format/documents.ts'
import { expressionsIn, parseExpression, templateExpressions, textsIn } from '../format/expressions.ts'
import {
  type Action,
  type Criterion,
  calledWorkflow,
  dereferenced,
  inputSchemas,
  isReference,
  parametersOf,
  resolved,
  type Scenario,
  type Step,
  type Workflow,
} from '../format/scenario.ts'
import type { LintError } from '../format/scenario-text.ts'
import { inputNames } from '../inputs.ts'
import { type Context, type Finding, referenceFindings } from './references.ts'
import { requestFindings } from './requests.ts'

/** Errors of the steps of a document. Only the main document has workflows that nobody calls. */
export function stepErrors(scenario: Scenario, isMain: boolean): LintError[] {
  return scenario.document.workflows.flatMap((workflow, index) =>
    new WorkflowLint(scenario, workflow, `/workflows/${index}`).errors(isMain),
  )
}

class WorkflowLint {
  private readonly scenario: Scenario
  private readonly workflow: Workflow
  private readonly pointer: string
  private readonly found: LintError[] = []

  constructor(scenario: Scenario, workflow: Workflow, pointer: string) {
    this.scenario = scenario
    this.workflow = workflow
    this.pointer = pointer
  }

  errors(isMain: boolean): LintError[] {
    if (isMain) this.report(undefined, this.inputFindings())
    const earlier = new Map<string, Step>()
    this.workflow.steps.forEach((step, index) => {
      const at = `${this.pointer}/steps/${index}`
      if (earlier.has(step.stepId))
        this.report(step, [{ pointer: `${at}/stepId`, message: 'Two steps have this id. Rename one.' }])
      if (step.operationId !== undefined)
        this.report(step, this.operationFindings(step, step.operationId, at))
      if (step.workflowId !== undefined) this.report(step, this.callFindings(step, step.workflowId, at))
      this.report(step, this.expressionFindings(step, at, earlier))
      this.report(step, this.actionFindings(step, at))
      earlier.set(step.stepId, step)
    })
    this.report(undefined, this.outputFindings(this.workflow.outputs, this.pointer, this.context(earlier)))
    return this.found
  }

  private report(step: Step | undefined, findings: readonly Finding[]): void {
    const where = [this.workflow.workflowId, ...(step === undefined ? [] : [step.stepId])].join(' / ')
    const { file, placeOf } = this.scenario
    for (const { pointer, message } of findings)
      this.found.push({ file, place: placeOf(pointer), where, message })
  }

  private inputFindings(): Finding[] {
    const known = new Set<string>(inputNames)
    return Object.entries(inputSchemas(this.scenario.document, this.workflow))
      .filter(([name, schema]) => !known.has(name) && !this.isOptional(schema))
      .map(([name]) => ({
        pointer: `${this.pointer}/inputs/properties/${name}`,
        message: `Nobody provides the input "${name}". Add a default, or use one that the target provides: ${inputNames.join(', ')}.`,
      }))
  }

  /** True if an input needs no value from a caller: it has a default, or is a secret that --input sets. */
  private isOptional(schema: unknown): boolean {
    const { default: value, format } = resolved(this.scenario.document, schema)
    return value !== undefined || format === 'password'
  }

  private operationFindings(step: Step, reference: string, at: string): Finding[] {
    const pointer = `${at}/operationId`
    const operation = operationNamed(reference)
    if (operation === undefined) return [{ pointer, message: unknownOperation(reference) }]
    const { document } = this.scenario
    const isListed = document.sourceDescriptions.some(({ name }) => name === operation.document)
    const message = `This file does not list "${operation.document}" in its sourceDescriptions. Add it.`
    return [
      ...(isListed ? [] : [{ pointer, message }]),
      ...requestFindings(step, parametersOf(document, this.workflow, step), operation, at),
    ]
  }

  private callFindings(step: Step, reference: string, at: string): Finding[] {
    const called = calledWorkflow(this.scenario, reference)
    if (called === undefined) {
      const message = `There is no workflow "${reference}". There are: ${this.workflowNames().join(', ')}.`
      return [{ pointer: `${at}/workflowId`, message }]
    }
    const inputs = Object.entries(inputSchemas(called.home.document, called.workflow))
    const names = inputs.map(([name]) => name)
    const given = parametersOf(this.scenario.document, this.workflow, step).map(({ name }) => name)
    const unknown = given
      .filter((name) => !names.includes(name))
      .map((name) => ({
        pointer: `${at}/parameters`,
        message: `The workflow has no input "${name}". It has: ${names.join(', ')}.`,
      }))
    const known = new Set<string>([...given, ...inputNames])
    const missing = inputs
      .filter(([name, schema]) => !known.has(name) && !this.isOptional(schema))
      .map(([name]) => ({
        pointer: at,
        message: `The workflow needs the input "${name}". Add it to the step's parameters.`,
      }))
    return [...unknown, ...missing]
  }

  private workflowNames(): string[] {
    const own = this.scenario.document.workflows.map(({ workflowId }) => workflowId)
    const imported = [...this.scenario.imports].flatMap(([name, { document }]) =>
      document.workflows.map(({ workflowId }) => `$sourceDescriptions.${name}.workflows.${workflowId}`),
    )
    return [...own, ...imported]
  }

  private context(earlier: ReadonlyMap<string, Step>): Context {
    return { document: this.scenario.document, workflow: this.workflow, earlier, hasResponse: false }
  }

  private expressionFindings(step: Step, at: string, earlier: ReadonlyMap<string, Step>): Finding[] {
    const before = this.context(earlier)
    const called =
      step.workflowId === undefined ? undefined : calledWorkflow(this.scenario, step.workflowId)?.workflow
    const after = { ...before, hasResponse: step.operationId !== undefined, called }
    const { parameters, requestBody, successCriteria = [], outputs } = step
    return [
      ...textsIn({ parameters, requestBody }, at).flatMap(({ text, pointer }) => [
        ...referenceFindings(templateExpressions(text), pointer, before),
        ...bareExpressions(text, pointer),
      ]),
      ...successCriteria.flatMap((criterion, index) =>
        criterionFindings(criterion, `${at}/successCriteria/${index}`, after),
      ),
      ...this.outputFindings(outputs, at, after),
    ]
  }

  private outputFindings(outputs: Record<string, string> = {}, at: string, context: Context): Finding[] {
    return textsIn({ outputs }, at).flatMap(({ text, pointer }) => {
      const expression = parseExpression(text)
      return expression === undefined
        ? [{ pointer, message: `The output ${text} is not a runtime expression.` }]
        : referenceFindings([expression], pointer, context)
    })
  }

  private actionFindings(step: Step, at: string): Finding[] {
    const { document } = this.scenario
    const lists = { onSuccess: step.onSuccess, onFailure: step.onFailure }
    return Object.entries(lists).flatMap(([list, actions = []]) =>
      actions.flatMap((action, index) => {
        const pointer = `${at}/${list}/${index}`
        const [found] = dereferenced<Action>(document, [action])
        if (found === undefined)
          return isReference(action) ? [{ pointer, message: `There is no ${action.reference}.` }] : []
        return this.targetFindings(found, list, pointer)
      }),
    )
  }

  private targetFindings(
    { type, stepId, workflowId, criteria = [] }: Action,
    list: string,
    pointer: string,
  ): Finding[] {
    const messages = [
      ...(type === 'retry' && list === 'onSuccess' ? ['Only a failed step can be retried.'] : []),
      ...(type === 'goto' && (stepId === undefined) === (workflowId === undefined)
        ? ['A "goto" needs a stepId or a workflowId, and not both.']
        : []),
      ...(stepId !== undefined && !this.workflow.steps.some((one) => one.stepId === stepId)
        ? [`The workflow has no step "${stepId}".`]
        : []),
      ...(workflowId !== undefined && calledWorkflow(this.scenario, workflowId) === undefined
        ? [`There is no workflow "${workflowId}".`]
        : []),
    ]
    const unreadable = criteria.flatMap((criterion, index) =>
      readErrors(criterion).map((message) => ({ pointer: `${pointer}/criteria/${index}`, message })),
    )
    return [...messages.map((message) => ({ pointer, message })), ...unreadable]
  }
}

/** Expressions inside a text that would be sent as they are written. */
function bareExpressions(text: string, pointer: string): Finding[] {
  if (parseExpression(text) !== undefined) return []
  const embedded = templateExpressions(text).length
  const bare = expressionsIn(text).filter((one) => !text.includes(`{${one.text}}`))
  return bare.length === 0 || embedded === expressionsIn(text).length
    ? []
    : bare.map((one) => ({ pointer, message: `${one.text} is sent as it is. Write {${one.text}}.` }))
}

function criterionFindings(criterion: Criterion, pointer: string, context: Context): Finding[] {
  const unreadable = readErrors(criterion)
  if (unreadable.length > 0) return unreadable.map((message) => ({ pointer, message }))
  return referenceFindings(parseCriterion(criterion).expressions, pointer, context)
}

/** Why a criterion cannot be read or cannot fail. */
function readErrors(criterion: Criterion): string[] {
  try {
    const { expressions } = parseCriterion(criterion)
    return expressions.length > 0
      ? []
      : [
          'The condition has no expression, so it always has the same result. Use one, such as $statusCode < 300.',
        ]
  } catch (error) {
    if (error instanceof CriterionError) return [error.message]
    throw error
  }
}

function unknownOperation(reference: string): string {
  const [, document = '', name = ''] = reference.split('.')
  if (document !== 'service' && document !== 'control')
    return `"${document}" is not a document of paytwin. Write $sourceDescriptions.service.… or $sourceDescriptions.control.….`
  const known = listedOperations.map((operation) => `${operation.document}.${operation.operationId}`)
  const wanted = `${document}.${name}`
  return `There is no operation "${wanted}". Did you mean ${nearest(wanted, known).join(', ')}?`
}
