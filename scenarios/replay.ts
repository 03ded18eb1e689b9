// Replays one story against one target and gives the verdict, with what was sent and what came of each step.

import { firstLacking, firstMissing, wantsReceiver } from './applicability.ts'
import { StoryError } from './errors.ts'
import { explain, explainThrown } from './explanations.ts'
import { lintStory } from './lint.ts'
import { inputsOf, secretsOf } from './people.ts'
import { openReceiver } from './receiver.ts'
import { inOrder } from './replayed-steps.ts'
import { networkCheck, type RanStep, runStory, stepName } from './running.ts'
import { problemLine, type Story } from './story.ts'
import type { OpenedTarget, StoryTarget } from './targets.ts'
import { type Exchange, Wire } from './wire.ts'

/**
 * What came of a story: `broken` is a story that cannot be run as it is written, `unreachable` a target that never
 * answered, `error` a fault of paytwin.
 */
export type Verdict = 'pass' | 'fail' | 'not applicable' | 'broken' | 'unreachable' | 'error'

export interface ReplayedStep extends RanStep {
  exchange: Exchange | undefined
  /** What did not hold, in words; empty where all did. */
  faults: string[]
}

/** One story, replayed. */
export interface Replay {
  file: string
  title: string
  verdict: Verdict
  /** Why it is no pass: one line each. */
  reasons: string[]
  steps: ReplayedStep[]
  milliseconds: number
  /** What stands for what in transcripts: addresses and secrets by the name to show. */
  names: ReadonlyMap<string, string>
}

export interface ReplayOptions {
  target: StoryTarget
  /** Inputs beside those that the target gives. */
  inputs: Record<string, unknown>
  timeoutMilliseconds: number
}

/** Replays a story file. Throws nothing: whatever goes wrong is a verdict. */
export async function replayStory(file: string, options: ReplayOptions): Promise<Replay> {
  const began = performance.now()
  const replay: Replay = {
    file,
    title: file,
    verdict: 'error',
    reasons: [],
    steps: [],
    milliseconds: 0,
    names: new Map(),
  }
  try {
    const { story, problems } = lintStory(file)
    if (story === undefined) {
      replay.verdict = 'broken'
      replay.reasons = problems.map(problemLine)
    } else {
      replay.title = story.document.info.title
      await replayIn(story, options, replay)
    }
  } catch (error) {
    const { verdict, reason } = whatWasThrown(error)
    replay.verdict = verdict
    replay.reasons = [reason]
  }
  replay.milliseconds = performance.now() - began
  return replay
}

/** A target that is not there, a setting that a simulator does not take, or a fault of paytwin. */
function whatWasThrown(error: unknown): { verdict: Verdict; reason: string } {
  if (error instanceof StoryError) return { verdict: 'unreachable', reason: error.message }
  if (!(error instanceof Error)) return { verdict: 'error', reason: String(error) }
  const isMisuse = 'fact' in error && 'remedy' in error
  return isMisuse
    ? { verdict: 'broken', reason: error.message }
    : { verdict: 'error', reason: `${error.stack}` }
}

async function replayIn(story: Story, options: ReplayOptions, replay: Replay): Promise<void> {
  const { target } = options
  const lacking =
    firstLacking(story, target) ?? (target.people && firstMissing(story, target.people, options))
  if (lacking !== undefined) {
    replay.verdict = 'not applicable'
    replay.reasons = [lacking]
    return
  }
  const opened = await target.open(story.document['x-simulator'])
  const receiver = wantsReceiver(story) ? await openReceiver() : undefined
  try {
    const missing = firstMissing(story, opened.people, options)
    if (missing !== undefined) {
      replay.verdict = 'not applicable'
      replay.reasons = [missing]
      return
    }
    replay.names = namesOf(opened, receiver?.url)
    await runOpened(story, opened, receiver?.url, options, replay)
  } finally {
    await receiver?.close()
    await opened.close()
  }
}

async function runOpened(
  story: Story,
  opened: OpenedTarget,
  receiverUrl: string | undefined,
  options: ReplayOptions,
  replay: Replay,
): Promise<void> {
  const wire = new Wire(opened, story.document.info.title)
  const inputs = {
    ...inputsOf(opened.people),
    ...(receiverUrl === undefined ? {} : { receiver: { url: receiverUrl } }),
    ...options.inputs,
  }
  let ran: RanStep[] = []
  let thrown: unknown
  try {
    ran = await runStory(story, wire, { inputs, timeoutMilliseconds: options.timeoutMilliseconds })
  } catch (error) {
    thrown = error
  }
  replay.steps = inOrder(ran, wire.exchanges).map(({ step, exchange }) => ({
    ...step,
    exchange,
    faults: explain(story, step, exchange, options.timeoutMilliseconds),
  }))
  const failing = replay.steps.filter(({ faults }) => faults.length > 0)
  if (failing.length > 0) {
    replay.verdict = neverAnswered(replay.steps) ? 'unreachable' : 'fail'
    replay.reasons = failing.flatMap(({ faults }) => faults)
  } else if (thrown !== undefined) {
    const words = explainThrown(story, thrown)
    replay.verdict = words === undefined ? 'error' : 'fail'
    replay.reasons = [words ?? (thrown instanceof Error ? `${thrown.stack}` : String(thrown))]
  } else {
    const forgotten = stepsForgotten(story, ran)
    replay.verdict = forgotten.length === 0 ? 'pass' : 'error'
    replay.reasons = forgotten.map((name) => `the step ${name} did not run, and nothing says why`)
  }
}

/** Steps that should have run and did not. Where a story branches, nobody can tell. */
function stepsForgotten({ document }: Story, ran: readonly RanStep[]): string[] {
  const done = new Set(ran.map(({ workflowId, stepId }) => stepName(workflowId, stepId)))
  const branches = /"(onSuccess|onFailure|successActions|failureActions)":/.test(JSON.stringify(document))
  if (branches) return []
  return document.workflows.flatMap(({ workflowId, steps }) =>
    steps
      .filter(({ operationId }) => operationId !== undefined)
      .map(({ stepId }) => stepName(workflowId, stepId))
      .filter((name) => !done.has(name)),
  )
}

function neverAnswered(steps: readonly ReplayedStep[]): boolean {
  const answered = steps.some(({ exchange }) => exchange !== undefined && exchange.status !== 0)
  const timedOut = steps.some(({ exchange }) => exchange?.failure === 'no answer came in time')
  return (
    !answered && !timedOut && steps.some(({ failed }) => failed.some(({ name }) => name === networkCheck))
  )
}

function namesOf(
  { people, controlUrl, serviceUrl }: OpenedTarget,
  receiverUrl: string | undefined,
): Map<string, string> {
  const names = new Map<string, string>()
  if (receiverUrl !== undefined) names.set(receiverUrl, 'receiver')
  names.set(controlUrl ?? serviceUrl, 'origin')
  for (const [secret, name] of secretsOf(people)) names.set(secret, name)
  return names
}
