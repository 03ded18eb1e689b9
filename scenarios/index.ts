// Scenarios from code: the package's export `paytwin/replay`.

import type { TargetFile } from '../client/target.ts'
import type { ScenarioReport, SimulatorChoice } from './public-types.ts'
import { replayScenario } from './replay.ts'
import { chosenTarget } from './run.ts'

export { UsageError } from '../core/errors.ts'
export type { FailureReport, ScenarioReport, SimulatorChoice, Verdict } from './public-types.ts'

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
  { target, url, inputs, timeoutMs, ...choice }: ReplayOptions = {},
): Promise<ScenarioReport> {
  const isFile = typeof scenario === 'string'
  const { transcript: _, ...report } = await replayScenario(isFile ? scenario : 'scenario.json', {
    target: await chosenTarget({ target, url }, choice),
    ...(isFile ? {} : { text: JSON.stringify(scenario, null, 2) }),
    ...(inputs === undefined ? {} : { inputs }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  return report
}
