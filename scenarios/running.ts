// Runs a scenario through the Arazzo runner of @redocly/respect-core, with the wire in place of fetch, and gives back what
// became of each step. The runner gets the documents only as far as it needs them to find paths: answers are held to the
// documents by the wire, so that fields beyond those listed stay lawful.

import { resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { BaseResolver, type Config, createConfig, Source } from '@redocly/openapi-core'
import { run } from '@redocly/respect-core'
import { type DocumentName, documents, operationNamed } from './documents.ts'
import { type Scenario, stepsOf } from './scenario.ts'
import { type Exchange, servers, stepHeader, type Wire } from './wire.ts'

/** One check of a step that did not hold. */
export interface FailedCheck {
  name: string
  message: string
  condition: string | undefined
}

/** What became of a step. */
export interface RanStep {
  workflowId: string
  stepId: string
  /** Whether a request went out; the wire has its exchange. */
  sent: boolean
  failed: FailedCheck[]
}

export interface RunOptions {
  inputs: Record<string, unknown>
  timeoutMs: number
}

/** A step by its workflow and its own id. */
export function stepName(workflowId: string, stepId: string): string {
  return `${workflowId} / ${stepId}`
}

/** What the runner gives back, as far as it is read here. */
interface WorkflowResult {
  type: 'workflow'
  workflowId: string
  executedSteps: (WorkflowResult | StepResult)[]
}

interface StepResult {
  stepId: string
  response?: unknown
  checks: { name: string; passed: boolean; message?: string; condition?: string }[]
}

let config: Promise<Config> | undefined

const maxSteps = 10_000

/** Runs every workflow of a scenario, in order. */
export async function runScenario(scenario: Scenario, wire: Wire, options: RunOptions): Promise<RanStep[]> {
  config ??= createConfig({})
  const results = await run({
    files: [resolve(scenario.file)],
    config: await config,
    maxSteps: maxSteps,
    maxFetchTimeout: options.timeoutMs,
    logger: { ...silent, output: (text) => void wire.exchanges.at(-1)?.printed.push(text) },
    fetch: wire.fetch,
    externalRefResolver: new ScenarioResolver(scenario),
    requestFileLoader: { getFileBody: async () => new Blob([]) },
    // Scenarios are linted before they run, with messages of our own.
    skipLint: true,
    noSecretsMasking: true,
    input: JSON.stringify(options.inputs),
    server: JSON.stringify(serversOf(scenario)),
  })
  const workflows = results.flatMap(
    ({ executedWorkflows }) => executedWorkflows,
  ) as unknown as WorkflowResult[]
  return workflows.flatMap((workflow) => ranSteps(workflow))
}

function serversOf(scenario: Scenario): Record<string, string> {
  const names = [scenario, ...scenario.parts.values()].flatMap(({ document }) => document.sourceDescriptions)
  return Object.fromEntries(
    names.flatMap(({ name }) => (name === 'service' || name === 'control' ? [[name, servers[name]]] : [])),
  )
}

function ranSteps({ workflowId, executedSteps }: WorkflowResult): RanStep[] {
  return executedSteps.flatMap((step) => {
    if ('executedSteps' in step) return ranSteps(step)
    return [
      {
        workflowId,
        stepId: step.stepId,
        sent: step.response !== undefined || step.checks.some(({ name }) => name === networkCheck),
        failed: step.checks
          .filter(({ passed }) => !passed)
          .map(({ name, message, condition }) => ({
            name,
            message: stripVTControlCharacters(message ?? '').trim(),
            condition,
          })),
      },
    ]
  })
}

/** The runner's name for a request without an answer. */
export const networkCheck = 'failed network request'
/** The runner's name for a success criterion. */
export const criterionCheck = 'success criteria check'

/** The step of an exchange whose workflow ended so that the runner lost its results; what failed is read from print. */
export function lostStep({ step, printed }: Exchange): RanStep {
  const [workflowId = '', stepId = ''] = step.split(' / ')
  const failed = [
    ...stripVTControlCharacters(printed.join('\n')).matchAll(/✗\s+(success criteria check) - (.*)/g),
  ].map(([, name = '', condition = '']) => ({
    name,
    message: '',
    condition: condition.replace(/\.\.\.$/, ''),
  }))
  return { workflowId, stepId, sent: true, failed }
}

const silent = {
  info: () => undefined,
  warn: () => undefined,
  output: () => undefined,
  error: () => undefined,
  printNewLine: () => undefined,
  printSeparator: () => undefined,
  indent: (text: string) => text,
}

/** Gives the runner the scenario as it was read, and the two documents cut down to the operations that the scenario uses. */
class ScenarioResolver extends BaseResolver {
  private readonly texts = new Map<string, string>()

  constructor(scenario: Scenario) {
    super()
    for (const one of [scenario, ...scenario.parts.values()]) {
      this.texts.set(resolve(one.file), textFor(one))
      for (const { name, url } of one.document.sourceDescriptions)
        if (name === 'service' || name === 'control')
          this.texts.set(this.resolveExternalRef(one.file, url), cutDocument(name, scenario))
    }
  }

  override async loadExternalRef(absoluteRef: string): Promise<Source> {
    const text = this.texts.get(absoluteRef)
    return text === undefined ? super.loadExternalRef(absoluteRef) : new Source(absoluteRef, text)
  }
}

/** The scenario as the runner gets it: without `$schema`, which is for editors, and with each request bearing its step. */
function textFor({ document }: Scenario): string {
  const { $schema: _, ...rest } = document as typeof document & { $schema?: string }
  const workflows = document.workflows.map((workflow) => ({
    ...workflow,
    steps: workflow.steps.map((step) => {
      if (step.operationId === undefined) return step
      const value = stepName(workflow.workflowId, step.stepId)
      return {
        ...step,
        parameters: [...(step.parameters ?? []), { name: stepHeader, in: 'header', value }],
      }
    }),
  }))
  return JSON.stringify({ ...rest, workflows })
}

function cutDocument(name: DocumentName, scenario: Scenario): string {
  const used = new Set(
    stepsOf(scenario).flatMap(({ step }) => {
      const operation = step.operationId === undefined ? undefined : operationNamed(step.operationId)
      return operation?.document === name ? [operation.operationId] : []
    }),
  )
  const paths = Object.entries(documents[name].paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item)
        .filter(([, { operationId }]) => used.has(operationId))
        .map(([method, { operationId }]) => [
          method,
          { operationId, responses: { default: { description: 'Held to the document elsewhere.' } } },
        ]),
    ),
  ])
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: name, version: '1' },
    servers: [{ url: servers[name] }],
    paths: Object.fromEntries(paths),
  })
}
