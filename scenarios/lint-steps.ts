// Checks the steps of a story, whose form is in order, against the documents and against one another: operations that
// exist, parameters and payloads that fit, expressions that name something.

import type { ErrorObject } from 'ajv/dist/2020.js'
import {
  type DocumentName,
  faultsOf,
  faultText,
  type ListedOperation,
  listedOperations,
  operationNamed,
  outermost,
} from './documents.ts'
import {
  type Expression,
  expressionsIn,
  holdsComputed,
  isComputed,
  atPointer,
  textsIn,
} from './expressions.ts'
import { inputNames } from './people.ts'
import { plainFieldOf } from './sealing.ts'
import { calledWorkflow, type Problem, problemAt, type Step, type Story, type Workflow } from './story.ts'

/** What is wrong with the steps of a story and of its parts. */
export function lintSteps(story: Story): Problem[] {
  return [story, ...story.parts.values()].flatMap((one) => [
    ...repeated(one),
    ...one.document.workflows.flatMap((workflow, index) =>
      new WorkflowLint(one, workflow, `/workflows/${index}`, one === story).problems(),
    ),
  ])
}

function repeated(story: Story): Problem[] {
  const seen = new Set<string>()
  return story.document.workflows.flatMap(({ workflowId }, index) => {
    if (!seen.has(workflowId)) {
      seen.add(workflowId)
      return []
    }
    const at = story.placeOf(`/workflows/${index}/workflowId`)
    return [problemAt(story.file, at, workflowId, 'Two workflows have this id. Give one another.')]
  })
}

class WorkflowLint {
  private readonly story: Story
  private readonly workflow: Workflow
  private readonly pointer: string
  /** Whether the runner gives this workflow its inputs; those of a part come from the step that calls it. */
  private readonly outermost: boolean
  private readonly found: Problem[] = []

  constructor(story: Story, workflow: Workflow, pointer: string, isOutermost: boolean) {
    this.story = story
    this.workflow = workflow
    this.pointer = pointer
    this.outermost = isOutermost
  }

  problems(): Problem[] {
    this.inputs()
    const earlier = new Map<string, Step>()
    this.workflow.steps.forEach((step, index) => {
      const at = `${this.pointer}/steps/${index}`
      if (earlier.has(step.stepId))
        this.say(`${at}/stepId`, step, 'Two steps have this id. Give one another.')
      if (step.operationId !== undefined) this.operation(step, step.operationId, at)
      if (step.workflowId !== undefined) this.called(step, step.workflowId, at)
      this.expressions(step, at, earlier)
      earlier.set(step.stepId, step)
    })
    for (const [name, text] of Object.entries(this.workflow.outputs ?? {}))
      for (const expression of expressionsIn(text))
        this.reference(expression, `${this.pointer}/outputs/${name}`, undefined, earlier)
    return this.found
  }

  private say(pointer: string, step: Step | undefined, message: string): void {
    const where = [this.workflow.workflowId, ...(step === undefined ? [] : [step.stepId])].join(' / ')
    this.found.push(problemAt(this.story.file, this.story.placeOf(pointer), where, message))
  }

  private inputs(): void {
    if (!this.outermost) return
    const known = new Set<string>(inputNames)
    for (const [name, schema] of Object.entries(this.workflow.inputs?.properties ?? {})) {
      const given = typeof schema === 'object' && schema !== null && ('default' in schema || isSecret(schema))
      if (!known.has(name) && !given)
        this.say(
          `${this.pointer}/inputs/properties/${name}`,
          undefined,
          `Nobody gives the input "${name}". Give it a default, or use one that the runner gives: ${inputNames.join(', ')}.`,
        )
    }
  }

  private operation(step: Step, reference: string, at: string): void {
    const operation = operationNamed(reference)
    if (operation === undefined) {
      this.say(`${at}/operationId`, step, unknownOperation(reference))
      return
    }
    const declared = this.story.document.sourceDescriptions.some(({ name }) => name === operation.document)
    if (!declared)
      this.say(
        `${at}/operationId`,
        step,
        `This file does not list "${operation.document}" in its sourceDescriptions. Add it there.`,
      )
    const deviations = [...parameterDeviations(step, operation, at), ...bodyDeviations(step, operation, at)]
    const reason = step['x-deviates']
    if (reason === undefined)
      for (const { pointer, text } of deviations)
        this.say(pointer, step, `${text} Mend it, or say why with x-deviates, where it breaks the contract on purpose.`)
    else if (deviations.length === 0 && !holdsComputed(step.requestBody?.payload))
      this.say(`${at}/x-deviates`, step, 'This request fits the contract, so it does not deviate. Take x-deviates away.')
    this.parameters(step, operation, at)
    this.criteria(step, at)
  }

  private parameters(step: Step, operation: ListedOperation, at: string): void {
    const known = operation.parameters.map(keyOf)
    ;(step.parameters ?? []).forEach((parameter, index) => {
      const place = `${at}/parameters/${index}`
      if (parameter.in === undefined)
        this.say(place, step, `The parameter "${parameter.name}" does not say where it goes. Add "in": "path", "query" or "header".`)
      else if (parameter.in !== 'header' && !known.includes(keyOf(parameter)))
        this.say(place, step, `${operation.operationId} has no ${parameter.in} parameter "${parameter.name}". ${listed(operation, parameter.in)}`)
    })
    for (const parameter of operation.parameters) {
      if (parameter.in === 'path' && !(step.parameters ?? []).some((given) => keyOf(given) === keyOf(parameter)))
        this.say(at, step, `${operation.operationId} needs the path parameter "${parameter.name}". Add it to the step's parameters.`)
    }
    if (step.requestBody !== undefined && operation.body === undefined)
      this.say(`${at}/requestBody`, step, `${operation.operationId} takes no request body. Take it away.`)
  }

  private criteria(step: Step, at: string): void {
    ;(step.successCriteria ?? []).forEach(({ condition, context, type }, index) => {
      const place = `${at}/successCriteria/${index}`
      const kind = typeof type === 'object' ? type.type : type
      if ((kind === 'regex' || kind === 'jsonpath') && context === undefined)
        this.say(place, step, `A ${kind} criterion needs a context, such as "$response.body".`)
      if (kind === 'regex' && !compiles(condition))
        this.say(place, step, 'The condition is no regular expression. Mend it.')
      const simple = kind === undefined || kind === 'simple'
      if (simple && !/[=<>!]|\$/.test(condition))
        this.say(
          place,
          step,
          'The condition compares nothing, so it holds always. Compare, such as $statusCode == 200.',
        )
      if (simple && /[^=!<>]=[^=>]/.test(condition))
        this.say(place, step, 'A single "=" compares nothing. Write "==".')
    })
  }

  private called(step: Step, reference: string, at: string): void {
    const target = calledWorkflow(this.story, reference)
    if (target === undefined) {
      const own = this.story.document.workflows.map(({ workflowId }) => workflowId)
      const others = [...this.story.parts].flatMap(([name, { document }]) =>
        document.workflows.map(({ workflowId }) => `$sourceDescriptions.${name}.workflows.${workflowId}`),
      )
      this.say(
        `${at}/workflowId`,
        step,
        `There is no workflow "${reference}". There are: ${[...own, ...others].join(', ')}.`,
      )
      return
    }
    const inputs = Object.keys(target.workflow.inputs?.properties ?? {})
    ;(step.parameters ?? []).forEach(({ name }, index) => {
      if (!inputs.includes(name))
        this.say(
          `${at}/parameters/${index}`,
          step,
          `The workflow has no input "${name}". It has: ${inputs.join(', ')}.`,
        )
    })
    const given = new Set([...(step.parameters ?? []).map(({ name }) => name), ...inputNames])
    for (const [name, schema] of Object.entries(target.workflow.inputs?.properties ?? {})) {
      const hasDefault = typeof schema === 'object' && schema !== null && 'default' in schema
      if (!given.has(name) && !hasDefault)
        this.say(at, step, `The workflow needs the input "${name}". Give it among the step's parameters.`)
    }
    for (const [name, text] of Object.entries(step.outputs ?? {})) {
      for (const { root, names, text: whole } of expressionsIn(text)) {
        const [output] = names
        if (root === 'outputs' && output !== undefined && target.workflow.outputs?.[output] === undefined)
          this.say(
            `${at}/outputs/${name}`,
            step,
            `${whole} is an output that the workflow ${target.workflow.workflowId} does not set.`,
          )
      }
    }
  }

  private expressions(step: Step, at: string, earlier: ReadonlyMap<string, Step>): void {
    for (const key of ['parameters', 'requestBody', 'successCriteria', 'outputs'] as const) {
      for (const { text, pointer } of textsIn(step[key], `${at}/${key}`))
        for (const expression of expressionsIn(text)) this.reference(expression, pointer, step, earlier)
    }
  }

  /** Checks what an expression names; `earlier` are the steps that have run when it is read. */
  private reference(
    { root, names, pointer, text }: Expression,
    at: string,
    step: Step | undefined,
    earlier: ReadonlyMap<string, Step>,
  ): void {
    if (pointer !== undefined && !/^(\/[\w-]+)+$/.test(pointer))
      this.say(
        at,
        step,
        `The runner cannot follow the pointer of ${text}: its steps may hold letters, digits, "_" and "-" only. Use a jsonpath criterion.`,
      )
    const [first, second, third] = names
    if (root === 'inputs' && (first === undefined || this.workflow.inputs?.properties?.[first] === undefined))
      this.say(
        at,
        step,
        `${text} is an input that the workflow does not declare. Add it to the workflow's inputs.`,
      )
    if (root === 'steps') {
      const source = first === undefined ? undefined : earlier.get(first)
      if (source === undefined) {
        const later = this.workflow.steps.some(({ stepId }) => stepId === first)
        this.say(
          at,
          step,
          later
            ? `${text} reads a step that comes later. Move that step up.`
            : `${text} reads a step that does not exist.`,
        )
      } else if (second === 'outputs' && third !== undefined && source.outputs?.[third] === undefined) {
        const outputs = Object.keys(source.outputs ?? {})
        this.say(
          at,
          step,
          `${text} is an output that the step "${source.stepId}" does not set. ${outputs.length === 0 ? 'It sets none.' : `It sets: ${outputs.join(', ')}.`}`,
        )
      }
    }
    if (root === 'workflows') {
      const source = this.story.document.workflows.find(({ workflowId }) => workflowId === first)
      if (
        source === undefined ||
        third === undefined ||
        (second === 'outputs' && source.outputs?.[third] === undefined)
      )
        this.say(at, step, `${text} names nothing that a workflow of this file sets.`)
    }
  }
}

/** Something in a request that the contract does not allow, but that a story may send on purpose. */
interface Deviation {
  pointer: string
  text: string
}

function keyOf({ in: kind, name }: { in?: string; name: string }): string {
  return `${kind} ${name.toLowerCase()}`
}

function parameterDeviations(step: Step, operation: ListedOperation, at: string): Deviation[] {
  const given = (step.parameters ?? []).map(keyOf)
  const missing = operation.parameters
    .filter((parameter) => parameter.required === true && parameter.in !== 'path')
    .filter((parameter) => !given.includes(keyOf(parameter)))
    .map(({ name, in: kind }) => `${operation.operationId} needs the ${kind} parameter "${name}".`)
  const noToken =
    operation.needsToken && !given.includes('header authorization')
      ? [`${operation.operationId} needs an access token: the header parameter Authorization, such as "Bearer {$inputs.merchant.accessToken}".`]
      : []
  return [...missing, ...noToken].map((text) => ({ pointer: at, text }))
}

/** What in a step's body breaks the document, as far as it is known before the story runs. */
function bodyDeviations(step: Step, operation: ListedOperation, at: string): Deviation[] {
  const { body, sealed, document } = operation
  if (body === undefined) return []
  if (step.requestBody === undefined)
    return body.required ? [{ pointer: at, text: `${operation.operationId} needs a request body.` }] : []
  const pointer = `${at}/requestBody/payload`
  const { payload } = step.requestBody
  if (isComputed(payload)) return []
  const field = plainFieldOf(operation, payload)
  if (field === undefined || sealed === undefined)
    return valueFaults(document, body.schema, payload, pointer, 'the payload')
  const plain: unknown = Reflect.get(payload as object, field)
  const asSent = { ...(payload as object), [field]: 'sealed' }
  return [
    ...valueFaults(document, body.schema, asSent, pointer, 'the payload'),
    ...valueFaults(document, sealed.schema, plain, `${pointer}/${field}`, `what is sealed as "${field}"`),
  ]
}

function valueFaults(
  document: DocumentName,
  schema: object,
  value: unknown,
  pointer: string,
  root: string,
): Deviation[] {
  return outermost(faultsOf(document, schema, value))
    .filter((fault) => !isUndecided(fault, value))
    .map((fault) => ({ pointer: `${pointer}${fault.instancePath}`, text: `${faultText(root, fault)}.` }))
}

/** Whether what a fault is about will be another value when the story runs, so that it cannot be judged now. */
function isUndecided({ keyword, instancePath }: ErrorObject, value: unknown): boolean {
  const at = atPointer(value, instancePath)
  return keyword === 'anyOf' || keyword === 'oneOf' ? holdsComputed(at) : isComputed(at)
}

function unknownOperation(reference: string): string {
  const [, document = '', name = ''] = reference.split('.')
  if (document !== 'service' && document !== 'control')
    return `"${document}" is no document that paytwin knows. Write $sourceDescriptions.service.… or $sourceDescriptions.control.….`
  const nearest = listedOperations
    .map((operation) => ({
      operation,
      distance: distance(operation.operationId.toLowerCase(), name.toLowerCase()),
    }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ operation }) => `${operation.document}.${operation.operationId}`)
  return `There is no operation "${document}.${name}". Did you mean ${nearest.join(', ')}?`
}

function listed(operation: ListedOperation, kind: string): string {
  const names = operation.parameters.filter((parameter) => parameter.in === kind).map(({ name }) => name)
  return names.length === 0 ? `It has none in the ${kind}.` : `It has: ${names.join(', ')}.`
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern)
    return true
  } catch {
    return false
  }
}

/** Secrets are given by whoever replays; a story cannot hold a default for them. */
function isSecret(schema: object): boolean {
  return Reflect.get(schema, 'format') === 'password'
}

/** How many letters must change to make one word of another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to].entries())
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === other ? 0 : 1),
        ),
      )
    row = next
  }
  return row[to.length] ?? 0
}
