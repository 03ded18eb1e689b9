// Whether a target can do what a story asks for, before anything is sent: its operations, and the people it names.

import { operationNamed } from './documents.ts'
import { expressionsIn, textsIn } from './expressions.ts'
import { inputNames, inputsOf, type People } from './people.ts'
import { stepName } from './running.ts'
import { type Story, stepsOf } from './story.ts'
import { lacks, type StoryTarget } from './targets.ts'

/** The first step that a target cannot do, with why. */
export function firstLacking(story: Story, target: StoryTarget): string | undefined {
  for (const { step, workflow } of stepsOf(story)) {
    const operation = step.operationId === undefined ? undefined : operationNamed(step.operationId)
    const reason = operation === undefined ? undefined : lacks(target, operation)
    if (reason !== undefined) return `the step ${stepName(workflow.workflowId, step.stepId)}: ${reason}`
  }
  return undefined
}

/** The first input that nobody gives, with the step that reads it. */
export function firstMissing(
  story: Story,
  people: People,
  { inputs, target }: { inputs: Record<string, unknown>; target: StoryTarget },
): string | undefined {
  const given: Record<string, unknown> = { ...inputsOf(people), receiver: { url: '' }, ...inputs }
  const known = new Set<string>(inputNames)
  for (const { story: home, step, workflow } of stepsOf(story)) {
    for (const { text } of textsIn([step.parameters, step.requestBody, step.successCriteria])) {
      for (const { root, names, text: whole } of expressionsIn(text)) {
        const [name = '', field] = names
        if (root !== 'inputs') continue
        const where = `the step ${stepName(workflow.workflowId, step.stepId)} needs ${whole}`
        if (known.has(name) && !holds(given[name], field))
          return `${where}, which ${target.name} does not give`
        const schema = workflow.inputs?.properties?.[name]
        const hasDefault = typeof schema === 'object' && schema !== null && 'default' in schema
        if (home === story && !known.has(name) && !hasDefault && given[name] === undefined)
          return `${where}; give it with --input ${name}=...`
      }
    }
  }
  return undefined
}

function holds(value: unknown, field: string | undefined): boolean {
  if (field === undefined) return value !== undefined
  return typeof value === 'object' && value !== null && Reflect.get(value, field) !== undefined
}

/** Whether a story asks for a receiver of webhooks. */
export function wantsReceiver(story: Story): boolean {
  return story.document.workflows.some(({ inputs }) => inputs?.properties?.receiver !== undefined)
}
