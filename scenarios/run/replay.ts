// Replays one scenario against one target: the verdict, and what happened in each step.

import { secretsOf } from '../../client/target.ts'
import { WebhookReceiver } from '../../client/webhook-receiver.ts'
import { errorStack, UsageError } from '../../core/errors.ts'
import { inputSchemas, resolved, type Scenario } from '../format/scenario.ts'
import { errorLine } from '../format/scenario-text.ts'
import { inputsOf } from '../inputs.ts'
import { lintScenario } from '../lint/lint.ts'
import { failureText } from '../report/failure-text.ts'
import type { OpenedTarget, ScenarioTarget } from '../targets.ts'
import { TargetUnreachable } from '../targets.ts'
import { missingInput, unsupportedStep, usesReceiver } from './applicability.ts'
import { Connection } from './exchange.ts'
import { runScenario } from './interpreter.ts'
import type { StepResult } from './step.ts'

/**
 * `not applicable`: the target lacks an operation or an account. `invalid`: the scenario cannot be run as written.
 * `unreachable`: the target never responded. `error`: a bug of paytwin.
 */
export type Verdict = 'pass' | 'fail' | 'not applicable' | 'invalid' | 'unreachable' | 'error'

export interface Replay {
  file: string
  title: string
  verdict: Verdict
  /** Why it did not pass, for people. */
  reasons: string[]
  steps: StepResult[]
  durationMs: number
  /** Addresses and secrets, each with the name that reports show instead. */
  names: ReadonlyMap<string, string>
}

interface ReplayOptions {
  target: ScenarioTarget
  /** Inputs in addition to those of the target. */
  inputs?: Record<string, unknown>
  /** For each response; 30,000 by default. */
  timeoutMs?: number
}

const defaultTimeoutMs = 30_000

/** What is known of a replay so far. */
type Outcome = Pick<Replay, 'verdict' | 'reasons'> & Partial<Replay>

/** Replays a scenario file. Never throws: whatever goes wrong is a verdict. */
export async function replayScenario(file: string, options: ReplayOptions): Promise<Replay> {
  const began = performance.now()
  let title = file
  let outcome: Outcome
  try {
    const { scenario, errors } = lintScenario(file)
    title = scenario?.document.info.title ?? file
    outcome =
      scenario === undefined
        ? { verdict: 'invalid', reasons: errors.map(errorLine) }
        : await replay(scenario, options)
  } catch (error) {
    outcome = { verdict: 'error', reasons: [errorStack(error)] }
  }
  return { file, title, steps: [], names: new Map(), ...outcome, durationMs: performance.now() - began }
}

async function replay(scenario: Scenario, options: ReplayOptions): Promise<Outcome> {
  const { target } = options
  const unsupported =
    unsupportedStep(scenario, target) ?? (target.accounts && missingInput(scenario, target.accounts, options))
  if (unsupported !== undefined) return { verdict: 'not applicable', reasons: [unsupported] }
  try {
    const opened = await target.open(scenario.document['x-simulator'])
    try {
      const missing = missingInput(scenario, opened.accounts, options)
      if (missing !== undefined) return { verdict: 'not applicable', reasons: [missing] }
      return await replayOpened(scenario, opened, options)
    } finally {
      await opened.close()
    }
  } catch (error) {
    if (error instanceof TargetUnreachable) return { verdict: 'unreachable', reasons: [error.message] }
    if (error instanceof UsageError) return { verdict: 'invalid', reasons: [error.message] }
    throw error
  }
}

async function replayOpened(
  scenario: Scenario,
  opened: OpenedTarget,
  { inputs = {}, timeoutMs = defaultTimeoutMs }: ReplayOptions,
): Promise<Outcome> {
  const receiver = usesReceiver(scenario) ? await WebhookReceiver.listen() : undefined
  const receiverUrl = receiver === undefined ? undefined : paddedUrl(receiver)
  try {
    const connection = new Connection(opened, scenario.document.info.title, timeoutMs)
    const steps = await runScenario(scenario, connection, {
      ...inputsOf(opened.accounts),
      ...(receiverUrl === undefined ? {} : { receiver: { url: receiverUrl } }),
      ...inputs,
    })
    const names = new Map([...namesOf(opened, receiverUrl), ...secretInputs(scenario, inputs)])
    const failed = steps.filter(({ failures, retried }) => failures.length > 0 && !retried)
    const reasons = failed.flatMap((step) =>
      step.failures.map((failure) => failureText(step, failure, names)),
    )
    if (failed.length === 0) return { verdict: 'pass', reasons, steps, names }
    return { verdict: neverConnected(steps) ? 'unreachable' : 'fail', reasons, steps, names }
  } finally {
    await receiver?.close()
  }
}

/** A URL with the same length whatever the port is, because the length of GET deliveries is limited. */
function paddedUrl({ origin }: WebhookReceiver): string {
  return `${origin}/webhook`.padEnd('http://127.0.0.1:65535/webhook'.length, '-')
}

function neverConnected(steps: readonly StepResult[]): boolean {
  const sent = steps.flatMap(({ exchange }) => exchange ?? [])
  return sent.length > 0 && sent.every(({ noResponse }) => noResponse?.reason === 'connection')
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

/** The values of inputs that the scenario declares as secret. */
function secretInputs({ document }: Scenario, inputs: Record<string, unknown>): [string, string][] {
  return document.workflows.flatMap((workflow) =>
    Object.entries(inputSchemas(document, workflow)).flatMap(([name, schema]): [string, string][] => {
      const value = inputs[name]
      return typeof value === 'string' && resolved(document, schema).format === 'password'
        ? [[value, name]]
        : []
    }),
  )
}
