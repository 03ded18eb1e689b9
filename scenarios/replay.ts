// Replays one scenario against one target and gives the verdict, with what was sent and what came of each step.

import { errorStack, UsageError } from '../core/errors.ts'
import { inputsOf, secretsOf } from './accounts.ts'
import { firstLacking, firstMissing, wantsReceiver } from './applicability.ts'
import { explain, explainThrown } from './explanations.ts'
import { lintScenario } from './lint.ts'
import { openReceiver } from './receiver.ts'
import { inOrder } from './replayed-steps.ts'
import { networkCheck, type RanStep, runScenario, stepName } from './running.ts'
import { problemLine, type Scenario } from './scenario.ts'
import { type OpenedTarget, type ScenarioTarget, UnreachableError } from './targets.ts'
import { type Exchange, Wire } from './wire.ts'

/**
 * What came of a scenario: `broken` is a scenario that cannot be run as it is written, `unreachable` a target that never
 * answered, `error` a fault of paytwin.
 */
export type Verdict = 'pass' | 'fail' | 'not applicable' | 'broken' | 'unreachable' | 'error'

export interface ReplayedStep extends RanStep {
  exchange: Exchange | undefined
  /** What did not hold, in words; empty where all did. */
  faults: string[]
}

/** One scenario, replayed. */
export interface Replay {
  file: string
  title: string
  verdict: Verdict
  /** Why it is no pass: one line each. */
  reasons: string[]
  steps: ReplayedStep[]
  ms: number
  /** What stands for what in transcripts: addresses and secrets by the name to show. */
  names: ReadonlyMap<string, string>
}

export interface ReplayOptions {
  target: ScenarioTarget
  /** Inputs beside those that the target gives. */
  inputs: Record<string, unknown>
  timeoutMs: number
}

/** Replays a scenario file. Throws nothing: whatever goes wrong is a verdict. */
export async function replayScenario(file: string, options: ReplayOptions): Promise<Replay> {
  const began = performance.now()
  const replay: Replay = {
    file,
    title: file,
    verdict: 'error',
    reasons: [],
    steps: [],
    ms: 0,
    names: new Map(),
  }
  try {
    const { scenario, problems } = lintScenario(file)
    if (scenario === undefined) {
      replay.verdict = 'broken'
      replay.reasons = problems.map(problemLine)
    } else {
      replay.title = scenario.document.info.title
      await replayIn(scenario, options, replay)
    }
  } catch (error) {
    const { verdict, reason } = whatWasThrown(error)
    replay.verdict = verdict
    replay.reasons = [reason]
  }
  replay.ms = performance.now() - began
  return replay
}

/** A target that is not there, a setting that a simulator does not take, or a fault of paytwin. */
function whatWasThrown(error: unknown): { verdict: Verdict; reason: string } {
  if (error instanceof UnreachableError) return { verdict: 'unreachable', reason: error.message }
  if (error instanceof UsageError) return { verdict: 'broken', reason: error.message }
  return { verdict: 'error', reason: errorStack(error) }
}

async function replayIn(scenario: Scenario, options: ReplayOptions, replay: Replay): Promise<void> {
  const { target } = options
  const lacking =
    firstLacking(scenario, target) ?? (target.accounts && firstMissing(scenario, target.accounts, options))
  if (lacking !== undefined) {
    replay.verdict = 'not applicable'
    replay.reasons = [lacking]
    return
  }
  const opened = await target.open(scenario.document['x-simulator'])
  const receiver = wantsReceiver(scenario) ? await openReceiver() : undefined
  try {
    const missing = firstMissing(scenario, opened.accounts, options)
    if (missing !== undefined) {
      replay.verdict = 'not applicable'
      replay.reasons = [missing]
      return
    }
    replay.names = namesOf(opened, receiver?.url)
    await runOpened(scenario, opened, receiver?.url, options, replay)
  } finally {
    await receiver?.close()
    await opened.close()
  }
}

async function runOpened(
  scenario: Scenario,
  opened: OpenedTarget,
  receiverUrl: string | undefined,
  options: ReplayOptions,
  replay: Replay,
): Promise<void> {
  const wire = new Wire(opened, scenario.document.info.title)
  const inputs = {
    ...inputsOf(opened.accounts),
    ...(receiverUrl === undefined ? {} : { receiver: { url: receiverUrl } }),
    ...options.inputs,
  }
  let ran: RanStep[] = []
  let thrown: unknown
  try {
    ran = await runScenario(scenario, wire, { inputs, timeoutMs: options.timeoutMs })
  } catch (error) {
    thrown = error
  }
  replay.steps = inOrder(ran, wire.exchanges).map(({ step, exchange }) => ({
    ...step,
    exchange,
    faults: explain(scenario, step, exchange, options.timeoutMs),
  }))
  const failing = replay.steps.filter(({ faults }) => faults.length > 0)
  if (failing.length > 0) {
    replay.verdict = neverAnswered(replay.steps) ? 'unreachable' : 'fail'
    replay.reasons = failing.flatMap(({ faults }) => faults)
  } else if (thrown !== undefined) {
    const words = explainThrown(scenario, thrown)
    replay.verdict = words === undefined ? 'error' : 'fail'
    replay.reasons = [words ?? errorStack(thrown)]
  } else {
    const forgotten = stepsForgotten(scenario, ran)
    replay.verdict = forgotten.length === 0 ? 'pass' : 'error'
    replay.reasons = forgotten.map((name) => `the step ${name} did not run, and nothing says why`)
  }
}

/** Steps that should have run and did not. Where a scenario branches, nobody can tell. */
function stepsForgotten({ document }: Scenario, ran: readonly RanStep[]): string[] {
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
  { accounts, controlUrl, serviceUrl }: OpenedTarget,
  receiverUrl: string | undefined,
): Map<string, string> {
  const names = new Map<string, string>()
  if (receiverUrl !== undefined) names.set(receiverUrl, 'receiver')
  names.set(controlUrl ?? serviceUrl, 'origin')
  for (const [secret, name] of secretsOf(accounts)) names.set(secret, name)
  return names
}
