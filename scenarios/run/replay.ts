// Replays one scenario against one target: the verdict, and what happened in each step.

import { learnTarget } from '../../client/target.ts'
import { WebhookReceiver } from '../../client/webhook-receiver.ts'
import { errorStack, UsageError } from '../../core/errors.ts'
import { Redactor } from '../../core/redaction.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import { inputSchemas, resolved, type Scenario } from '../format/scenario.ts'
import { errorLine } from '../format/scenario-text.ts'
import { inputsOf } from '../inputs.ts'
import { lintScenario } from '../lint/lint.ts'
import type { OpenedTarget, ScenarioTarget } from '../targets.ts'
import { TargetUnreachable } from '../targets.ts'
import { missingInput, unmetAssumption, unsupportedStep, usesReceiver } from './applicability.ts'
import { Connection, learnExchange } from './exchange.ts'
import { failureText } from './failure-text.ts'
import { runScenario } from './interpreter.ts'
import type { Verdict } from './scenario-report.ts'
import type { StepResult } from './step.ts'

export interface Replay {
  file: string
  title: string
  verdict: Verdict
  /** Why it did not pass, for people. */
  reasons: string[]
  steps: StepResult[]
  durationMs: number
  /** Shows addresses and secrets by their names in everything that is printed or written of it. */
  redactor: Redactor
}

interface ReplayOptions {
  target: ScenarioTarget
  /** The content, in place of that of the file. */
  text?: string
  /** Inputs in addition to those of the target. */
  inputs?: Readonly<Record<string, unknown>>
  /** For each response; 30,000 by default. */
  timeoutMs?: number
}

const defaultTimeoutMs = 30_000

/** The outcome of a replay so far. */
type Outcome = Pick<Replay, 'verdict' | 'reasons'> & Partial<Pick<Replay, 'steps'>>

/** Replays a scenario file. Never throws: whatever goes wrong is a verdict. */
export async function replayScenario(file: string, options: ReplayOptions): Promise<Replay> {
  const began = performance.now()
  const redactor = new Redactor(redactionPolicy, { show: (name) => `{${name}}` })
  let title = file
  let outcome: Outcome
  try {
    const { scenario, errors } = lintScenario(file, options.text)
    title = scenario?.document.info.title ?? file
    outcome =
      scenario === undefined
        ? { verdict: 'invalid', reasons: errors.map(errorLine) }
        : await replay(scenario, options, redactor)
  } catch (error) {
    outcome = { verdict: 'error', reasons: [errorStack(error)] }
  }
  const reasons = outcome.reasons.map((reason) => redactor.text(reason))
  title = redactor.text(title)
  return { file, title, steps: [], ...outcome, reasons, redactor, durationMs: performance.now() - began }
}

async function replay(scenario: Scenario, options: ReplayOptions, redactor: Redactor): Promise<Outcome> {
  const { target, inputs = {} } = options
  learnInputs(redactor, scenario, inputs)
  if (target.accounts !== undefined) learnTarget(redactor, target.accounts)
  const unsupported =
    unsupportedStep(scenario, target) ?? (target.accounts && missingInput(scenario, target.accounts, options))
  if (unsupported !== undefined) return { verdict: 'not applicable', reasons: [unsupported] }
  try {
    const opened = await target.open(scenario.document['x-simulator'])
    try {
      learnTarget(redactor, opened.accounts)
      const missing = unmetAssumption(scenario, opened) ?? missingInput(scenario, opened.accounts, options)
      if (missing !== undefined) return { verdict: 'not applicable', reasons: [missing] }
      return await replayOpened(scenario, opened, options, redactor)
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
  redactor: Redactor,
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
    if (receiverUrl !== undefined) redactor.name(receiverUrl, 'receiver')
    redactor.name(opened.controlUrl ?? opened.serviceUrl, 'origin')
    for (const { exchange } of steps) if (exchange !== undefined) learnExchange(redactor, exchange)
    const failed = steps.filter(({ failures, retried }) => failures.length > 0 && !retried)
    const reasons = failed.flatMap((step) =>
      step.failures.map((failure) => failureText(step, failure, redactor)),
    )
    if (failed.length === 0) return { verdict: 'pass', reasons, steps }
    return { verdict: neverConnected(steps) ? 'unreachable' : 'fail', reasons, steps }
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

/** Learns the values of inputs that are secret by name, or that the scenario declares as secret. */
function learnInputs(redactor: Redactor, { document }: Scenario, inputs: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(inputs))
    if (typeof value === 'string' && redactionPolicy.isSecretField(name)) redactor.learn(value, name)
  for (const workflow of document.workflows)
    for (const [name, schema] of Object.entries(inputSchemas(document, workflow))) {
      const value = inputs[name]
      if (typeof value === 'string' && resolved(document, schema).format === 'password')
        redactor.learn(value, name)
    }
}
