// The interpreter: runs the workflows of a scenario and decides which step is next. The supported subset of Arazzo 1.0 is in
// docs/guide/scenarios.md.

import { setTimeout as delay } from 'node:timers/promises'
import { InvariantError, UsageError } from '../../core/errors.ts'
import { parseCriterion } from '../format/criteria.ts'
import { expressionValue, parseExpression, resolveTemplates, type Scope } from '../format/expressions.ts'
import {
  type Action,
  calledWorkflow,
  dereferenced,
  inputSchemas,
  type LocatedWorkflow,
  parametersOf,
  resolved,
  type Scenario,
  type Step,
  stepName,
  type Workflow,
} from '../format/scenario.ts'
import type { Connection } from './exchange.ts'
import { newResult, runStep, type StepContext, type StepResult, sendRequest } from './step.ts'

type Values = Record<string, unknown>

/** A step that runs more often is part of an endless loop. */
const maxRunsOfStep = 1000

/** Runs every workflow of a scenario, in order. Throws a UsageError if the scenario cannot be run as written. */
export async function runScenario(
  scenario: Scenario,
  connection: Connection,
  inputs: Values,
): Promise<StepResult[]> {
  const run = new ScenarioRun(connection, inputs)
  for (const workflow of scenario.document.workflows) await run.workflowOnce({ home: scenario, workflow })
  return run.results
}

interface WorkflowResult {
  passed: boolean
  inputs: Values
  outputs: Values
}

/** A workflow while its steps run. */
interface WorkflowRun extends LocatedWorkflow {
  /** JSON pointer to the workflow. */
  pointer: string
  scope: Scope
}

class ScenarioRun {
  readonly results: StepResult[] = []
  private readonly connection: Connection
  private readonly inputs: Values
  private readonly finished = new Map<Workflow, WorkflowResult>()
  private readonly begun = new Set<Workflow>()
  private readonly runs = new Map<Step, number>()

  constructor(connection: Connection, inputs: Values) {
    this.connection = connection
    this.inputs = inputs
  }

  /** Runs a workflow after those that it depends on, unless it has run. */
  async workflowOnce(one: LocatedWorkflow): Promise<WorkflowResult> {
    const { home, workflow } = one
    const known = this.finished.get(workflow)
    if (known !== undefined) return known
    if (this.begun.has(workflow))
      throw new UsageError(
        `The workflow "${workflow.workflowId}" depends on itself.`,
        `It is part of a cycle of dependsOn in ${home.file}.`,
        'Remove one dependency of the cycle.',
      )
    this.begun.add(workflow)
    let result: WorkflowResult = { passed: false, inputs: {}, outputs: {} }
    if (await this.dependenciesPassed(one)) result = await this.workflow(one, {})
    this.finished.set(workflow, result)
    return result
  }

  private async dependenciesPassed({ home, workflow }: LocatedWorkflow): Promise<boolean> {
    for (const reference of workflow.dependsOn ?? []) {
      if (!(await this.workflowOnce(located(home, reference))).passed) return false
    }
    return true
  }

  /** Runs a workflow with parameters of the step that calls it. */
  private async workflow(one: LocatedWorkflow, parameters: Values): Promise<WorkflowResult> {
    const { home, workflow } = one
    const inputs = { ...defaultsOf(home, workflow), ...this.inputs, ...parameters }
    const scope: Scope = { inputs, steps: {}, workflows: this.workflowValues(home) }
    const pointer = `/workflows/${home.document.workflows.indexOf(workflow)}`
    const passed = await this.runSteps({ ...one, pointer, scope })
    return { passed, inputs, outputs: availableOutputs(workflow.outputs ?? {}, scope) }
  }

  private workflowValues({ document }: Scenario): Scope['workflows'] {
    return Object.fromEntries(
      document.workflows.flatMap((workflow) => {
        const result = this.finished.get(workflow)
        return result === undefined ? [] : [[workflow.workflowId, result]]
      }),
    )
  }

  private async runSteps(run: WorkflowRun): Promise<boolean> {
    const { steps } = run.workflow
    const retries = new Map<Step, number>()
    let index = 0
    while (index < steps.length) {
      const step = steps[index] as Step
      const attempt = this.results.length
      this.countRun(run, step)
      const passed = await this.step(run, step, index)
      const action = this.actionFor(run, step, passed)
      if (action === undefined && passed) index += 1
      else if (action === undefined || action.type === 'end') return passed
      else if (action.type === 'retry') {
        if (!mayRetry(step, action, retries)) return false
        await this.beforeRetry(run, action, attempt)
      } else if (action.workflowId !== undefined) return this.called(run.home, action.workflowId)
      else index = steps.findIndex(({ stepId }) => stepId === action.stepId)
    }
    return true
  }

  private countRun({ workflow }: WorkflowRun, step: Step): void {
    const count = (this.runs.get(step) ?? 0) + 1
    this.runs.set(step, count)
    if (count > maxRunsOfStep)
      throw new UsageError(
        'The scenario does not end.',
        `It ran ${stepName(workflow.workflowId, step.stepId)} ${maxRunsOfStep} times.`,
        'Look for a "goto" or a called workflow that repeats forever.',
      )
  }

  /** Marks the results since the attempt, waits, and runs the workflow or step of the action. */
  private async beforeRetry(run: WorkflowRun, action: Action, attempt: number): Promise<void> {
    for (const result of this.results.slice(attempt)) result.retried = true
    await delay((action.retryAfter ?? 0) * 1000)
    if (action.workflowId !== undefined) await this.called(run.home, action.workflowId)
    const index = run.workflow.steps.findIndex(({ stepId }) => stepId === action.stepId)
    const step = run.workflow.steps[index]
    if (step !== undefined) await this.step(run, step, index)
  }

  private async called(home: Scenario, reference: string): Promise<boolean> {
    return (await this.workflow(located(home, reference), {})).passed
  }

  /** The first action whose criteria pass. */
  private actionFor({ home, workflow, scope }: WorkflowRun, step: Step, passed: boolean): Action | undefined {
    const actions = passed
      ? (step.onSuccess ?? workflow.successActions)
      : (step.onFailure ?? workflow.failureActions)
    return dereferenced<Action>(home.document, actions).find(({ criteria = [] }) =>
      criteria.every((criterion) => parseCriterion(criterion).check(scope).passed),
    )
  }

  /** Runs one step and records its result. Returns whether it passed. */
  private async step(run: WorkflowRun, step: Step, index: number): Promise<boolean> {
    const context = { ...run, pointer: `${run.pointer}/steps/${index}` }
    const result = newResult(context, step)
    const { workflowId } = step
    if (workflowId === undefined) {
      this.results.push(result)
      return runStep(context, step, result, () => sendRequest(context, step, result, this.connection))
    }
    const passed = await runStep(context, step, result, () => this.call(context, step, workflowId))
    if (result.failures.length > 0) this.results.push(result)
    return passed
  }

  /** Runs the workflow that a step calls. Returns the scope with its outputs; undefined if it failed. */
  private async call(
    { home, workflow, scope }: StepContext,
    step: Step,
    reference: string,
  ): Promise<Scope | undefined> {
    const parameters = parametersOf(home.document, workflow, step).map(({ name, value }) => [
      name,
      resolveTemplates(value, scope, '/parameters'),
    ])
    const { passed, outputs } = await this.workflow(located(home, reference), Object.fromEntries(parameters))
    return passed ? { ...scope, outputs } : undefined
  }
}

function located(home: Scenario, reference: string): LocatedWorkflow {
  const found = calledWorkflow(home, reference)
  if (found === undefined)
    throw new InvariantError(`A valid scenario refers to an unknown workflow, ${reference}.`)
  return found
}

function defaultsOf({ document }: Scenario, workflow: Workflow): Values {
  return Object.fromEntries(
    Object.entries(inputSchemas(document, workflow)).flatMap(([name, schema]) => {
      const { default: value } = resolved(document, schema)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** The outputs of a workflow. Those that read a step which did not run are left out. */
function availableOutputs(outputs: Record<string, string>, scope: Scope): Values {
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([name, text]) => {
      const expression = parseExpression(text)
      const value = expression === undefined ? text : expressionValue(expression, scope)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Counts a retry of a step. Returns whether the action permits it. */
function mayRetry(step: Step, { retryLimit = 1 }: Action, retries: Map<Step, number>): boolean {
  const count = (retries.get(step) ?? 0) + 1
  retries.set(step, count)
  return count <= retryLimit
}
