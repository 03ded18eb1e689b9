// The document model: an Arazzo 1.0 document in JSON, reduced to what paytwin supports. Editors get the same shape from
// scenario.schema.json; lint/ checks both.

import { dirname, resolve } from 'node:path'
import { isObject } from '../../core/json.ts'
import { atPointer, pointerInto } from '../../core/json-pointer.ts'
import type { Position } from '../../core/json-positions.ts'

export interface Criterion {
  condition: string
  context?: string
  type?: 'simple' | 'regex' | 'jsonpath' | { type: 'jsonpath'; version: string }
}

/** A parameter of a request, or (without `in`) an input of the workflow that a step calls. */
export interface Parameter {
  name: string
  in?: 'path' | 'query' | 'header'
  value: unknown
}

/** A parameter or an action of `components`, with another value if it has one. */
interface Reference {
  reference: string
  value?: unknown
}

/** An action after a step passed (`onSuccess`) or failed (`onFailure`). */
export interface Action {
  name: string
  type: 'end' | 'goto' | 'retry'
  stepId?: string
  workflowId?: string
  /** Seconds of real time before a retry. */
  retryAfter?: number
  /** Retries of one step; 1 by default. */
  retryLimit?: number
  criteria?: Criterion[]
}

export interface Step {
  stepId: string
  description?: string
  operationId?: string
  workflowId?: string
  parameters?: (Parameter | Reference)[]
  requestBody?: {
    contentType?: string
    payload: unknown
    replacements?: { target: string; value: unknown }[]
  }
  successCriteria?: Criterion[]
  onSuccess?: (Action | Reference)[]
  onFailure?: (Action | Reference)[]
  outputs?: Record<string, string>
  /** Why the request breaks the contract on purpose. */
  'x-deviates'?: string
}

export interface Workflow {
  workflowId: string
  summary?: string
  description?: string
  dependsOn?: string[]
  inputs?: Record<string, unknown>
  parameters?: (Parameter | Reference)[]
  steps: Step[]
  successActions?: (Action | Reference)[]
  failureActions?: (Action | Reference)[]
  outputs?: Record<string, string>
}

export interface SourceDescription {
  name: string
  type: 'openapi' | 'arazzo'
  url: string
  'x-serverUrl'?: string
}

/** The setup of a simulator for a scenario. Everything has a default. */
export interface SimulatorSetting {
  seed?: string
  start?: string
  /** Seed of a random choice of assumptions. */
  randomAssumptions?: string
  /** Options by the id of the unspecified behavior. */
  assumptions?: Record<string, unknown>
}

export interface ScenarioDocument {
  /** The schema that editors check the file by. */
  $schema?: string
  arazzo: string
  info: { title: string; version: string; summary?: string; description?: string }
  sourceDescriptions: SourceDescription[]
  workflows: Workflow[]
  components?: {
    inputs?: Record<string, unknown>
    parameters?: Record<string, Parameter>
    successActions?: Record<string, Action>
    failureActions?: Record<string, Action>
  }
  'x-simulator'?: SimulatorSetting
  /** Ids of the requirements that the criteria demonstrate. */
  'x-requirements'?: string[]
}

/** A valid scenario, with the Arazzo documents whose workflows it calls. */
export interface Scenario {
  file: string
  document: ScenarioDocument
  placeOf: (pointer: string) => Position
  /** Documents of `sourceDescriptions` with the type `arazzo`, by name. */
  imports: Map<string, Scenario>
}

/** A workflow and the document that it is part of. */
export interface LocatedWorkflow {
  home: Scenario
  workflow: Workflow
}

/** The name of a step in reports. */
export function stepName(workflowId: string, stepId: string): string {
  return `${workflowId} / ${stepId}`
}

/** The path of a document that a scenario refers to. */
export function pathFrom(file: string, url: string): string {
  return resolve(dirname(file), url)
}

/** Every step that may run: those of the scenario and those of the workflows it calls in other documents. */
export function stepsOf(scenario: Scenario): (LocatedWorkflow & { step: Step })[] {
  return reachableWorkflows(scenario).flatMap(({ home, workflow }) =>
    workflow.steps.map((step) => ({ home, workflow, step })),
  )
}

function reachableWorkflows(scenario: Scenario): LocatedWorkflow[] {
  const found = new Map<Workflow, Scenario>()
  const add = (home: Scenario, workflow: Workflow): void => {
    if (found.has(workflow)) return
    found.set(workflow, home)
    for (const reference of workflowReferences(workflow)) {
      const called = calledWorkflow(home, reference)
      if (called !== undefined) add(called.home, called.workflow)
    }
  }
  for (const workflow of scenario.document.workflows) add(scenario, workflow)
  return [...found].map(([workflow, home]) => ({ home, workflow }))
}

function workflowReferences({ dependsOn, steps }: Workflow): string[] {
  const called = steps.flatMap(({ workflowId }) => (workflowId === undefined ? [] : [workflowId]))
  return [...(dependsOn ?? []), ...called]
}

/** The workflow that a `workflowId` refers to, in this document or in an imported one. */
export function calledWorkflow(home: Scenario, reference: string): LocatedWorkflow | undefined {
  const [, source, workflowId] = /^\$sourceDescriptions\.([^.]+)\.workflows\.(.+)$/.exec(reference) ?? []
  const owner = source === undefined ? home : home.imports.get(source)
  const workflow = owner?.document.workflows.find((one) => one.workflowId === (workflowId ?? reference))
  return owner === undefined || workflow === undefined ? undefined : { home: owner, workflow }
}

/** The schemas of a workflow's inputs by name, with references to `components` resolved. */
export function inputSchemas(document: ScenarioDocument, workflow: Workflow): Record<string, unknown> {
  const properties = resolved(document, workflow.inputs).properties
  return isObject(properties) ? properties : {}
}

/** A schema, or the one in `components` that it refers to. References to other files stay as they are. */
export function resolved(document: ScenarioDocument, schema: unknown): Record<string, unknown> {
  if (typeof schema !== 'object' || schema === null) return {}
  const reference: unknown = Reflect.get(schema, '$ref')
  return typeof reference === 'string' && reference.startsWith('#/')
    ? resolved(document, atPointer(document, reference.slice(1)))
    : { ...schema }
}

/** The object in `components` that a runtime expression refers to. */
function component(document: ScenarioDocument, reference: string): unknown {
  const [, kind = '', name = ''] = /^\$components\.([^.]+)\.(.+)$/.exec(reference) ?? []
  return atPointer(document, pointerInto(pointerInto('/components', kind), name))
}

/** Parameters or actions with references to `components` resolved. References to nothing are left out: lint reports them. */
export function dereferenced<Item extends object>(
  document: ScenarioDocument,
  items: readonly (Item | Reference)[] = [],
): Item[] {
  return items.flatMap((item) => {
    if (!isReference(item)) return [item]
    const found = component(document, item.reference)
    if (typeof found !== 'object' || found === null) return []
    return [{ ...found, ...(item.value === undefined ? {} : { value: item.value }) } as Item]
  })
}

export function isReference(item: object): item is Reference {
  return 'reference' in item
}

/** The parameters of a step. Those of its workflow apply to steps that do not set them. */
export function parametersOf(document: ScenarioDocument, workflow: Workflow, step: Step): Parameter[] {
  const own = dereferenced<Parameter>(document, step.parameters)
  if (step.operationId === undefined) return own
  const isOwn = (parameter: Parameter) =>
    own.some((one) => one.name === parameter.name && one.in === parameter.in)
  return [
    ...dereferenced<Parameter>(document, workflow.parameters).filter((parameter) => !isOwn(parameter)),
    ...own,
  ]
}
