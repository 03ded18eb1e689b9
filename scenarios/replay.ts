// Replays one scenario against one target: whether it is applicable, the verdict, and what happened in each step.

import { learnTarget, type Target } from '../client/target.ts'
import { WebhookReceiver } from '../client/webhook-receiver.ts'
import { errorStack, UsageError } from '../core/errors.ts'
import { valueAt } from '../core/json.ts'
import { Redactor } from '../core/redaction.ts'
import { includesLevel } from '../spec/operation.ts'
import { redactionPolicy } from '../spec/secret-fields.ts'
import {
  connectionTo,
  learnExchange,
  type OpenedTarget,
  type ScenarioTarget,
  TargetUnreachable,
} from './connection.ts'
import { parseCriterion } from './criteria.ts'
import { inputSchemas, type Scenario, stepsOf } from './document.ts'
import { expressionsIn, textsIn } from './expressions.ts'
import { inputNames, inputsOf } from './inputs.ts'
import { runScenario } from './interpreter.ts'
import { errorLine, loadScenario } from './load.ts'
import { operationOf } from './operations.ts'
import type { ScenarioReport } from './public-types.ts'
import { stepReport, transcriptOf } from './report.ts'

interface ReplayOptions {
  target: ScenarioTarget
  /** The content, in place of that of the file. */
  text?: string
  /** Inputs in addition to those of the target. */
  inputs?: Readonly<Record<string, unknown>>
  /** For each response; 30,000 by default. */
  timeoutMs?: number
}

/** The report of a replay, and its transcript. */
export type Replay = ScenarioReport & { transcript: string }
type Outcome = Pick<Replay, 'verdict' | 'reasons'> & Partial<Replay>

/** Replays a scenario file. Never throws: whatever goes wrong is a verdict. */
export async function replayScenario(file: string, options: ReplayOptions): Promise<Replay> {
  const began = performance.now()
  const redactor = new Redactor(redactionPolicy, { show: (name) => `{${name}}` })
  let title = file
  let outcome: Outcome
  try {
    const { scenario, errors } = loadScenario(file, options.text)
    title = scenario?.document.info.title ?? file
    outcome =
      scenario === undefined
        ? { verdict: 'invalid', reasons: errors.map(errorLine) }
        : await replay(scenario, options, redactor)
  } catch (error) {
    outcome = { verdict: 'error', reasons: [errorStack(error)] }
  }
  const { verdict, steps = [], transcript = '' } = outcome
  const reasons = outcome.reasons.map((reason) => redactor.text(reason))
  const durationMs = Math.round(performance.now() - began)
  return { file, title: redactor.text(title), verdict, reasons, durationMs, steps, transcript }
}

async function replay(scenario: Scenario, options: ReplayOptions, redactor: Redactor): Promise<Outcome> {
  const { target } = options
  learnInputs(redactor, scenario, options)
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
    if (!(error instanceof UsageError)) throw error
    return {
      verdict: error instanceof TargetUnreachable ? 'unreachable' : 'invalid',
      reasons: [error.message],
    }
  }
}

async function replayOpened(
  scenario: Scenario,
  opened: OpenedTarget,
  { inputs = {}, timeoutMs = 30_000 }: ReplayOptions,
  redactor: Redactor,
): Promise<Outcome> {
  const { workflows, info } = scenario.document
  const needsReceiver = workflows.some((workflow) => 'receiver' in inputSchemas(workflow))
  const receiver = needsReceiver && inputs.receiver === undefined ? await WebhookReceiver.listen() : undefined
  // The length is the same whatever the port is, because the length of GET deliveries is limited.
  const padded = receiver && `${receiver.origin}/webhook`.padEnd('http://127.0.0.1:65535/webhook'.length, '-')
  const url = padded ?? inputs.receiver
  try {
    const given = url === undefined ? inputs : { ...inputs, receiver: { url } }
    const send = connectionTo(opened, info.title, timeoutMs)
    const results = await runScenario(scenario, send, { ...inputsOf(opened.accounts), ...given })
    if (typeof url === 'string') redactor.name(url, 'receiver')
    redactor.name(opened.controlUrl ?? opened.serviceUrl, 'origin')
    for (const { exchange } of results) if (exchange !== undefined) learnExchange(redactor, exchange)
    const reports = results.map((result) => stepReport(result, redactor))
    const reasons = reports.flatMap((report) => report.reasons)
    const isUnreachable = results.every(({ exchange }) => exchange?.noResponse?.reason === 'connection')
    return {
      ...{ verdict: reasons.length === 0 ? 'pass' : isUnreachable ? 'unreachable' : 'fail', reasons },
      steps: reports.map(({ step }) => step),
      transcript: transcriptOf(info.title, results, redactor),
    }
  } finally {
    await receiver?.close()
  }
}

/** Learns the inputs that are secret by their names, or because the scenario declares them. */
function learnInputs(redactor: Redactor, { document }: Scenario, { inputs = {} }: ReplayOptions): void {
  for (const [name, value] of Object.entries(inputs)) {
    const formats = document.workflows.map((workflow) => valueAt(inputSchemas(workflow), name, 'format'))
    const isSecret = redactionPolicy.isSecretField(name) || formats.includes('password')
    if (typeof value === 'string' && isSecret) redactor.learn(value, name)
  }
}

/** Why a target cannot run the first step that it does not support; undefined if it supports all. */
export function unsupportedStep(
  scenario: Scenario,
  { hasControl, level, name }: Pick<ScenarioTarget, 'hasControl' | 'level' | 'name'>,
): string | undefined {
  for (const { step, where } of stepsOf(scenario)) {
    const { document, operationId, harm = 'read' } = operationOf(step) ?? {}
    if (document === 'control' && !hasControl)
      return `${where}: ${operationId} is an operation of the control API, which ${name} does not have`
    if (!includesLevel(level, harm))
      return `${where}: ${operationId} needs the level "${harm}", and ${name} allows "${level}"; set "level" in its target file to allow more`
  }
  return undefined
}

/** The first assumption that a scenario relies on and a target does not make; undefined if there is none. */
function unmetAssumption({ document }: Scenario, { assumptions }: OpenedTarget): string | undefined {
  const needed = Object.entries(document['x-simulator']?.assumptions ?? {})
  const unmet = assumptions && needed.find(([id, option]) => assumptions[id] !== option)
  return unmet && `it relies on the option "${unmet[1]}" of ${unmet[0]}, and the target has another one`
}

/** The first input that a step uses and nobody provides; undefined if there is none. */
function missingInput(
  scenario: Scenario,
  accounts: Target,
  { inputs, target }: Pick<ReplayOptions, 'inputs' | 'target'>,
): string | undefined {
  const provided: Record<string, unknown> = { ...inputsOf(accounts), ...inputs, receiver: { url: '' } }
  for (const { home, workflow, where, step } of stepsOf(scenario)) {
    const inTexts = textsIn([step.parameters, step.requestBody]).flatMap(
      ({ text }) => expressionsIn(text).expressions,
    )
    const inCriteria = (step.successCriteria ?? []).flatMap(
      (criterion) => parseCriterion(criterion).expressions,
    )
    for (const { root, names, text } of [...inTexts, ...inCriteria]) {
      const [name = ''] = names
      const isAccount = inputNames.includes(name)
      const hasDefault = valueAt(inputSchemas(workflow), name, 'default') !== undefined
      if (root !== 'inputs' || valueAt(provided, ...names) !== undefined) continue
      if (isAccount) return `${where} needs ${text}, which ${target.name} does not provide`
      // A step that calls a workflow gives it the others.
      if (home === scenario && !hasDefault) return `${where} needs ${text}. Set it with --input ${name}=...`
    }
  }
  return undefined
}
