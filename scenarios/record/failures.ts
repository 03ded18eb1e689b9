// Writes a failure of the contract suite as a story: the same calls, the same moves of the clock, and at the last step
// what the contract asks for. While the deployment breaks the requirement the story fails, where a story can tell.

import type { Target } from '../../contract-tests/target.ts'
import type { Call, Step as DoneStep } from '../../contract-tests/transcript.ts'
import { bearsSuccess, type ListedOperation } from '../documents.ts'
import { textsIn } from '../expressions.ts'
import { peopleOfTarget } from '../people.ts'
import type { Criterion, StoryDocument } from '../story.ts'
import { documentUrlsFrom } from './recorder.ts'
import { type RecordedCall, Recording } from './recording.ts'
import { storyOf } from './writing.ts'

/** A requirement that was seen broken, and everything that was done until then. */
export interface BrokenRequirement {
  requirement: string
  section: string
  statement: string
  lawful: string
  came: string
  /** The place in the answer, for breaches of form. */
  place?: string | undefined
  /** Whether the last call had to succeed or to be refused, where that is all that was asked of it. */
  expects?: 'success' | 'refusal' | undefined
  steps: readonly DoneStep[]
  /** The target that it was done to. */
  target: Target
}

const receiver = 'http://receiver.invalid/webhook'
const mostCharacters = 200_000

/** The story of a failure, to lie in that directory; or why there is none. */
export function failureStory(broken: BrokenRequirement, directory: string): StoryDocument | string {
  const { steps, target } = broken
  if (steps.reduce((sum, step) => sum + ('did' in step ? 0 : step.body.length), 0) > mostCharacters)
    return 'its requests are too long to be read'
  const { calls, deviations, remarks } = recordingOf(steps, target)
  if (remarks.length > 0) return remarks.join('; ')
  const story = storyOf(calls, deviations, {
    title: `${broken.requirement}: ${broken.statement}`,
    description: [
      `Section: ${broken.section}.`,
      `Lawful: ${broken.lawful}.`,
      `Came: ${broken.came}${broken.place === undefined ? '' : ` at ${broken.place}`}.`,
      'Found by the contract suite.',
    ].join(' '),
    people: peopleOfTarget(target),
    documentUrls: documentUrlsFrom(directory),
    simulator: undefined,
    receivers: [receiver],
    invented: true,
  })
  const last = calls.findLastIndex(({ operation }) => operation.document === 'service')
  story.workflows[0]?.steps.forEach((step, index) => {
    const call = calls[index]
    if (call?.operation.document !== 'service') return
    step.successCriteria = index === last ? lastCriteria(broken, call) : [criterionFor(call, succeeded(call))]
  })
  return story
}

function recordingOf(steps: readonly DoneStep[], target: Target): Recording {
  const plains = new Map(steps.flatMap((step) => ('did' in step ? [] : sealedTexts(step))))
  const recording = new Recording({ clientSecrets: [], privateKeys: [] }, (text) =>
    plains.has(text) ? { plain: plains.get(text) } : undefined,
  )
  const control = (method: string, path: string, body?: unknown) =>
    recording.hear({
      document: 'control',
      method,
      path: `/control${path}`,
      search: '',
      headers: new Headers(),
      body: body === undefined ? '' : JSON.stringify(body),
    })(200, '{}')
  const [merchant] = target.merchants
  if (merchant !== undefined && steps.some((step) => 'did' in step && step.control?.path === '/events'))
    control('PUT', `/merchants/${merchant.id}/webhook`, { url: receiver })
  const base = target.baseUrl.replace(/\/$/, '')
  for (const step of steps) {
    if ('did' in step) {
      if (step.control !== undefined) control(step.control.method, step.control.path, step.control.body)
      continue
    }
    const url = new URL(step.url.slice(base.length), 'http://service.invalid')
    recording.hear({
      document: 'service',
      method: step.method,
      path: url.pathname,
      search: url.search,
      headers: new Headers(step.headers),
      body: step.body,
    })(step.status, step.answer)
  }
  return recording
}

/** The sealed texts of a call with what is inside them, where the runner would seal them the same way. */
function sealedTexts({ body, plain, sealedAsUsual }: Call): [string, unknown][] {
  if (!sealedAsUsual) return []
  const read = parsed(body)
  const texts = typeof read === 'string' ? [read] : Object.values(Object(read))
  return texts.flatMap((text): [string, unknown][] =>
    typeof text === 'string' && text.length > 100 ? [[text, plain]] : [],
  )
}

function succeeded({ operation, exchange }: RecordedCall): boolean {
  return (
    exchange.status === 200 && bearsSuccess(operation, exchange.answer) && !refusesPayout(exchange.answer)
  )
}

function refusesPayout(answer: unknown): boolean {
  const result: unknown = Object(answer).result
  return Object(result).success === false
}

/** What the last call must come to now. */
function lastCriteria(broken: BrokenRequirement, call: RecordedCall): Criterion[] {
  if (broken.expects !== undefined) return [criterionFor(call, broken.expects === 'success')]
  if (broken.place !== undefined) return [criterionFor(call, true)]
  const again = [criterionFor(call, succeeded(call))]
  const wrong = textsIn(call.exchange.answer).filter(({ text }) => text === broken.came)
  const [only] = wrong
  const tellable = only !== undefined && wrong.length === 1 && /^[\w .:%-]+$/.test(only.text)
  if (!tellable || !/^(\/[\w-]+)+$/.test(only.pointer)) return again
  return [...again, { condition: `$response.body#${only.pointer} != '${only.text}'` }]
}

function criterionFor({ operation }: RecordedCall, success: boolean): Criterion {
  const condition = `$[?${success ? successOf(operation) : `!(${successOf(operation)})`}]`
  return { context: '$response.body', type: 'jsonpath', condition }
}

function successOf({ path }: ListedOperation): string {
  if (path.startsWith('/subscription/')) return '@.status == 200'
  if (path.startsWith('/payout/')) return '@.ok == true && @.result.success == true'
  return '@.ok == true'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
