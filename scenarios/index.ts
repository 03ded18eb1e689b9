// Scenarios from code: the package's export `paytwin/replay`.

import { levelOf } from '../client/simulator-target.ts'
import type { TargetFile } from '../client/target.ts'
import { controlTokenOf, readTarget, resolveTarget } from '../client/target-file.ts'
import { UsageError } from '../core/errors.ts'
import { deployment, servedSimulator } from './http-targets.ts'
import { scenarioReport } from './report/report.ts'
import { replayScenario } from './run/replay.ts'
import type { ScenarioReport } from './run/scenario-report.ts'
import type { ScenarioTarget, SimulatorChoice } from './targets.ts'

export { UsageError } from '../core/errors.ts'
export type { FailureReport, ScenarioReport, Verdict } from './run/scenario-report.ts'
export type { SimulatorChoice } from './targets.ts'

/** The target of a replay: a new simulator in process by default. */
export interface ReplayOptions extends SimulatorChoice {
  /** The path of a target file, or its content. */
  target?: string | TargetFile
  /** The origin of a running simulator, such as `http://127.0.0.1:4020`. */
  url?: string
  /** Inputs in addition to those of the target. */
  inputs?: Readonly<Record<string, unknown>>
  /** The time limit for each response, in milliseconds; 30,000 by default. */
  timeoutMs?: number
}

/**
 * Replays a scenario: the path of its file, or its content. Whatever goes wrong in the scenario is a verdict. Throws a
 * UsageError for invalid options.
 */
export async function replay(
  scenario: string | object,
  options: ReplayOptions = {},
): Promise<ScenarioReport> {
  const { inputs, timeoutMs } = options
  const source =
    typeof scenario === 'string'
      ? { file: scenario }
      : { file: 'scenario.json', text: JSON.stringify(scenario, null, 2) }
  return scenarioReport(
    await replayScenario(source.file, {
      target: await targetOf(options),
      ...('text' in source ? { text: source.text } : {}),
      ...(inputs === undefined ? {} : { inputs }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }),
  )
}

async function targetOf({
  target,
  url,
  inputs: _,
  timeoutMs: __,
  ...choice
}: ReplayOptions): Promise<ScenarioTarget> {
  if (target !== undefined) {
    if (url !== undefined || Object.values(choice).some((value) => value !== undefined))
      throw new UsageError(
        'A target has no simulator options.',
        'These were given: url, seed, assumptions or randomAssumptions.',
        'Remove them, or remove the target.',
      )
    const resolved = typeof target === 'string' ? await readTarget(target) : resolveTarget(target)
    return deployment({ ...resolved, level: (await levelOf(resolved)).level })
  }
  if (url !== undefined) return servedSimulator(url, choice, fetch, controlTokenOf(process.env))
  const { simulatorInProcess } = await import('./in-process.ts')
  return simulatorInProcess(choice)
}
