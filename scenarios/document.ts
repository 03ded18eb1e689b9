// The shape of a scenario: an Arazzo 1.0 document, reduced to what paytwin supports. scenario.schema.json says the same for editors.

import { isObject, valueAt } from '../core/json.ts'

/** A position in a text. Both count from 1. */
export interface Position {
  line: number
  column: number
}

export interface Criterion {
  condition: string
  context?: string
  type?: 'simple' | 'regex' | 'jsonpath'
}

/** A parameter of a request, or (without `in`) an input of the workflow that a step calls. */
export interface Parameter {
  name: string
  in?: 'path' | 'query' | 'header'
  value: unknown
}

export interface Step {
  stepId: string
  description?: string
  operationId?: string
  workflowId?: string
  parameters?: Parameter[]
  requestBody?: { contentType?: string; payload: unknown }
  successCriteria?: Criterion[]
  outputs?: Record<string, string>
  /** Why the request violates the contract on purpose. */
  'x-deviates'?: string
}

export interface Workflow {
  workflowId: string
  inputs?: Record<string, unknown>
  steps: Step[]
  outputs?: Record<string, string>
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
  sourceDescriptions: { name: string; type: 'openapi' | 'arazzo'; url: string; 'x-serverUrl'?: string }[]
  workflows: Workflow[]
  'x-simulator'?: SimulatorSetting
  /** Ids of the requirements that the criteria demonstrate. */
  'x-requirements'?: string[]
}

/** A valid scenario, with the documents whose workflows it calls. */
export interface Scenario {
  file: string
  document: ScenarioDocument
  /** Where the value at a JSON pointer begins. */
  positionOf: (pointer: string) => Position
  /** Documents of `sourceDescriptions` with the type `arazzo`, by name. */
  imports: Map<string, Scenario>
}

/** A step, and where it is written. */
export interface LocatedStep {
  home: Scenario
  workflow: Workflow
  step: Step
  /** The names of the workflow and of the step, for people. */
  where: string
  /** JSON pointer to the step. */
  pointer: string
}

/** The steps of a scenario in order, each followed by those of the workflow that it calls. */
export function stepsOf(scenario: Scenario): LocatedStep[] {
  return scenario.document.workflows
    .flatMap((workflow) => stepsOfWorkflow(scenario, workflow))
    .flatMap((located) => {
      const called = calledWorkflow(scenario, located.step)
      return called === undefined ? [located] : [located, ...stepsOfWorkflow(called.home, called.workflow)]
    })
}

export function stepsOfWorkflow(home: Scenario, workflow: Workflow): LocatedStep[] {
  const at = `/workflows/${home.document.workflows.indexOf(workflow)}/steps`
  return workflow.steps.map((step, index) => ({
    ...{ home, workflow, step, pointer: `${at}/${index}` },
    where: `${workflow.workflowId} / ${step.stepId}`,
  }))
}

/** The workflow of another document that a step calls; undefined if it calls none. */
export function calledWorkflow(
  { imports }: Scenario,
  { workflowId = '' }: Step,
): { home: Scenario; workflow: Workflow } | undefined {
  const [, source = '', name] = /^\$sourceDescriptions\.([^.]+)\.workflows\.(.+)$/.exec(workflowId) ?? []
  const home = imports.get(source)
  const workflow = home?.document.workflows.find((one) => one.workflowId === name)
  return home === undefined || workflow === undefined ? undefined : { home, workflow }
}

/** The schemas of a workflow's inputs by name. */
export function inputSchemas({ inputs }: Workflow): Record<string, unknown> {
  const properties = valueAt(inputs, 'properties')
  return isObject(properties) ? properties : {}
}
