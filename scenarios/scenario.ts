// A scenario: an Arazzo 1.0 document in JSON, as this room reads it. Its shape for editors is scenario.schema.json; what is wrong
// with one is told by lint.ts.

import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { errorMessage } from '../core/errors.ts'
import { type Position, readJson } from '../core/json-positions.ts'

export interface Criterion {
  condition: string
  context?: string
  type?: 'simple' | 'regex' | 'jsonpath' | { type: string; version: string }
}

/** A parameter of a request, or (without `in`) an input of a workflow that a step calls. */
export interface StepParameter {
  name: string
  in?: 'path' | 'query' | 'header'
  value: unknown
}

export interface Step {
  stepId: string
  description?: string
  operationId?: string
  workflowId?: string
  parameters?: StepParameter[]
  requestBody?: { contentType?: string; payload: unknown }
  successCriteria?: Criterion[]
  outputs?: Record<string, string>
  /** Says why the payload breaks its schema, where it does so on purpose. */
  'x-deviates'?: string
}

export interface Workflow {
  workflowId: string
  summary?: string
  description?: string
  dependsOn?: string[]
  inputs?: { type?: 'object'; properties?: Record<string, unknown>; required?: string[] }
  steps: Step[]
  outputs?: Record<string, string>
}

export interface SourceDescription {
  name: string
  type: 'openapi' | 'arazzo'
  url: string
  'x-serverUrl'?: string
}

/** How a simulator must be set up for a scenario that needs more than the default. */
export interface SimulatorSetting {
  seed?: string
  start?: string
  vary?: string
  assumptions?: Record<string, unknown>
}

/** The document itself. */
export interface ScenarioDocument {
  arazzo: string
  info: { title: string; version: string; summary?: string; description?: string }
  sourceDescriptions: SourceDescription[]
  workflows: Workflow[]
  'x-simulator'?: SimulatorSetting
}

/** What is wrong with a scenario, where, and what to do about it. */
export interface Problem {
  file: string
  place: Position
  /** The workflow and step, where there is one. */
  where: string
  message: string
}

/** A scenario's text, of which it is not yet known whether it is a scenario. */
export interface ScenarioText {
  file: string
  text: string
  value: unknown
  placeOf: (pointer: string) => Position
}

/** A scenario, with the other Arazzo documents that it takes workflows from. */
export interface Scenario {
  file: string
  text: string
  document: ScenarioDocument
  placeOf: (pointer: string) => Position
  parts: Map<string, Scenario>
}

/** Reads a file as JSON; gives a problem where it cannot be read or is not JSON. */
export function readScenarioText(file: string): ScenarioText | Problem {
  let text: string
  try {
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const text = `The file cannot be read: ${errorMessage(error)}. Give the path of a file.`
    return problemAt(file, { line: 1, column: 1 }, '', text)
  }
  const read = readJson(text)
  if (read.ok) return { file, text, value: read.value, placeOf: read.positionOf }
  return problemAt(
    file,
    read.position,
    '',
    `The file is not JSON. Expected ${read.expected}. JSON has no comments, trailing commas or single quotes.`,
  )
}

export function problemAt(file: string, place: Position, where: string, message: string): Problem {
  return { file, place, where, message }
}

/** A problem as one line that editors and people can follow. */
export function problemLine({ file, place, where, message }: Problem): string {
  return `${file}:${place.line}:${place.column}: ${where === '' ? '' : `${where}: `}${message}`
}

/** The path of a document that a scenario refers to. */
export function pathFrom(file: string, url: string): string {
  return resolve(dirname(file), url)
}

/** Every step of a scenario and of the workflows that it takes from elsewhere, in the order in which they may run. */
export function stepsOf(scenario: Scenario): { scenario: Scenario; workflow: Workflow; step: Step }[] {
  return workflowsOf(scenario).flatMap(({ scenario: home, workflow }) =>
    workflow.steps.map((step) => ({ scenario: home, workflow, step })),
  )
}

/** The workflows of a scenario, and those of its parts that they call. */
function workflowsOf(scenario: Scenario): { scenario: Scenario; workflow: Workflow }[] {
  const found = new Map<Workflow, Scenario>()
  const add = (home: Scenario, workflow: Workflow): void => {
    if (found.has(workflow)) return
    found.set(workflow, home)
    for (const { workflowId } of workflow.steps) {
      const called = workflowId === undefined ? undefined : calledWorkflow(home, workflowId)
      if (called !== undefined) add(called.scenario, called.workflow)
    }
  }
  for (const workflow of scenario.document.workflows) add(scenario, workflow)
  return [...found].map(([workflow, home]) => ({ scenario: home, workflow }))
}

/** The workflow that a step's `workflowId` names, of this document or of a part. */
export function calledWorkflow(
  scenario: Scenario,
  reference: string,
): { scenario: Scenario; workflow: Workflow } | undefined {
  const [, part, workflowId] = /^\$sourceDescriptions\.([^.]+)\.workflows\.(.+)$/.exec(reference) ?? []
  const home = part === undefined ? scenario : scenario.parts.get(part)
  const workflow = home?.document.workflows.find((one) => one.workflowId === (workflowId ?? reference))
  return home === undefined || workflow === undefined ? undefined : { scenario: home, workflow }
}
