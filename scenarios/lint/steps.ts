// Checks the steps of a scenario, whose form is in order, one after the other: operations that exist, requests that fit,
// criteria that can fail, expressions that name something, workflows that can be called.

import { operationNamed } from '../documents.ts'
import { expressionsIn, textsIn } from '../expressions.ts'
import { inputNames } from '../inputs.ts'
import {
  calledWorkflow,
  type Problem,
  problemAt,
  type Scenario,
  type Step,
  type Workflow,
} from '../scenario.ts'
import { criteriaFindings } from './criteria.ts'
import type { Finding } from './findings.ts'
import { unknownOperation } from './operations.ts'
import { referenceFault } from './references.ts'
import { requestFindings } from './requests.ts'

/** What is wrong with the steps of a scenario and of its parts. */
export function lintSteps(scenario: Scenario): Problem[] {
  return [scenario, ...scenario.parts.values()].flatMap((one) => [
    ...repeated(one),
    ...one.document.workflows.flatMap((workflow, index) =>
      new WorkflowLint(one, workflow, `/workflows/${index}`, one === scenario).problems(),
    ),
  ])
}

function repeated(scenario: Scenario): Problem[] {
  const seen = new Set<string>()
  return scenario.document.workflows.flatMap(({ workflowId }, index) => {
    if (!seen.has(workflowId)) {
      seen.add(workflowId)
      return []
    }
    const at = scenario.placeOf(`/workflows/${index}/workflowId`)
    return [problemAt(scenario.file, at, workflowId, 'Two workflows have this id. Give one another.')]
  })
}

class WorkflowLint {
  private readonly scenario: Scenario
  private readonly workflow: Workflow
  private readonly pointer: string
  /** Whether the runner gives this workflow its inputs; those of a part come from the step that calls it. */
  private readonly outermost: boolean
  private readonly found: Problem[] = []

  constructor(scenario: Scenario, workflow: Workflow, pointer: string, isOutermost: boolean) {
    this.scenario = scenario
    this.workflow = workflow
    this.pointer = pointer
    this.outermost = isOutermost
  }

  problems(): Problem[] {
    if (this.outermost) this.say(undefined, this.inputFindings())
    const earlier = new Map<string, Step>()
    this.workflow.steps.forEach((step, index) => {
      const at = `${this.pointer}/steps/${index}`
      if (earlier.has(step.stepId))
        this.say(step, [{ pointer: `${at}/stepId`, text: 'Two steps have this id. Give one another.' }])
      if (step.operationId !== undefined) this.say(step, this.operationFindings(step, step.operationId, at))
      if (step.workflowId !== undefined) this.say(step, this.callFindings(step, step.workflowId, at))
      const { parameters, requestBody, successCriteria, outputs } = step
      this.say(
        step,
        this.expressionFindings({ parameters, requestBody, successCriteria, outputs }, at, earlier),
      )
      earlier.set(step.stepId, step)
    })
    const { outputs } = this.workflow
    this.say(undefined, this.expressionFindings({ outputs }, this.pointer, earlier))
    return this.found
  }

  private say(step: Step | undefined, findings: readonly Finding[]): void {
    const where = [this.workflow.workflowId, ...(step === undefined ? [] : [step.stepId])].join(' / ')
    for (const { pointer, text } of findings)
      this.found.push(problemAt(this.scenario.file, this.scenario.placeOf(pointer), where, text))
  }

  private inputFindings(): Finding[] {
    const known = new Set<string>(inputNames)
    return Object.entries(this.workflow.inputs?.properties ?? {})
      .filter(([name, schema]) => !known.has(name) && !isGiven(schema))
      .map(([name]) => ({
        pointer: `${this.pointer}/inputs/properties/${name}`,
        text: `Nobody gives the input "${name}". Give it a default, or use one that the runner gives: ${inputNames.join(', ')}.`,
      }))
  }

  private operationFindings(step: Step, reference: string, at: string): Finding[] {
    const pointer = `${at}/operationId`
    const operation = operationNamed(reference)
    if (operation === undefined) return [{ pointer, text: unknownOperation(reference) }]
    const { document } = operation
    const isListed = this.scenario.document.sourceDescriptions.some(({ name }) => name === document)
    const text = `This file does not list "${document}" in its sourceDescriptions. Add it there.`
    return [
      ...(isListed ? [] : [{ pointer, text }]),
      ...requestFindings(step, operation, at),
      ...criteriaFindings(step, at),
    ]
  }

  private callFindings(step: Step, reference: string, at: string): Finding[] {
    const target = calledWorkflow(this.scenario, reference)
    if (target === undefined) {
      const text = `There is no workflow "${reference}". There are: ${this.workflowNames().join(', ')}.`
      return [{ pointer: `${at}/workflowId`, text }]
    }
    const { workflow } = target
    const inputs = Object.entries(workflow.inputs?.properties ?? {})
    const names = inputs.map(([name]) => name)
    const given = step.parameters ?? []
    const strange = given.flatMap(({ name }, index) => {
      const text = `The workflow has no input "${name}". It has: ${names.join(', ')}.`
      return names.includes(name) ? [] : [{ pointer: `${at}/parameters/${index}`, text }]
    })
    const known = new Set<string>([...given.map(({ name }) => name), ...inputNames])
    const missing = inputs
      .filter(([name, schema]) => !known.has(name) && !isGiven(schema))
      .map(([name]) => ({
        pointer: at,
        text: `The workflow needs the input "${name}". Give it among the step's parameters.`,
      }))
    return [...strange, ...missing, ...outputFindings(step, workflow, at)]
  }

  private workflowNames(): string[] {
    const own = this.scenario.document.workflows.map(({ workflowId }) => workflowId)
    const others = [...this.scenario.parts].flatMap(([name, { document }]) =>
      document.workflows.map(({ workflowId }) => `$sourceDescriptions.${name}.workflows.${workflowId}`),
    )
    return [...own, ...others]
  }

  private expressionFindings(holder: object, at: string, earlier: ReadonlyMap<string, Step>): Finding[] {
    const standing = { document: this.scenario.document, workflow: this.workflow, earlier }
    return textsIn(holder, at).flatMap(({ text, pointer }) =>
      expressionsIn(text).flatMap((expression) => {
        const fault = referenceFault(expression, standing)
        return fault === undefined ? [] : [{ pointer, text: fault }]
      }),
    )
  }
}

/** Outputs that a step takes from the workflow it calls, and that the workflow does not set. */
function outputFindings(step: Step, { workflowId, outputs }: Workflow, at: string): Finding[] {
  return Object.entries(step.outputs ?? {}).flatMap(([name, text]) =>
    expressionsIn(text).flatMap(({ root, names: [output], text: whole }) =>
      root !== 'outputs' || output === undefined || outputs?.[output] !== undefined
        ? []
        : [
            {
              pointer: `${at}/outputs/${name}`,
              text: `${whole} is an output that the workflow ${workflowId} does not set.`,
            },
          ],
    ),
  )
}

/** Whether an input needs nobody to give it: it has a default, or is a secret that whoever replays gives. */
function isGiven(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return 'default' in schema || Reflect.get(schema, 'format') === 'password'
}
