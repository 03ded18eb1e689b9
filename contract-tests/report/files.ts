// The files of a report: report.json, junit.xml, report.html, and a scenario for each failure that can be replayed.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Target } from '../../client/target.ts'
import type { ViolatedRequirement } from '../../client/transcript.ts'
import { UsageError } from '../../core/errors.ts'
import { shellQuoted } from '../engine/reproduction.ts'
import type { FoundFailure } from '../engine/verdicts.ts'
import { htmlReport } from './html.ts'
import { junitReport } from './junit.ts'
import type { Report } from './report.ts'

/** Writes the scenario of a failure to a file. If there can be none, writes nothing and returns the reason. */
export type ScenarioWriter = (source: ViolatedRequirement, file: string) => string | undefined

/** The target of the run, and the flags of `paytwin replay` that select it, such as ` --target staging.json`. */
interface ReplayTarget {
  target: Target
  flags: string
}

/** Writes all files to a directory and adds the paths of the scenarios to the failures. Throws a UsageError if it cannot. */
export function writeReports(
  directory: string,
  report: Report,
  found: readonly FoundFailure[],
  replayTarget: ReplayTarget,
  scenario: ScenarioWriter | undefined,
): void {
  try {
    mkdirSync(directory, { recursive: true })
    if (scenario !== undefined && found.length > 0) writeScenarios(directory, found, replayTarget, scenario)
    writeFileSync(join(directory, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
    writeFileSync(join(directory, 'junit.xml'), junitReport(report))
    writeFileSync(join(directory, 'report.html'), htmlReport(report))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new UsageError(
      `Cannot write the reports to ${directory}.`,
      `${error.message}.`,
      'Use a directory that can be written.',
    )
  }
}

function writeScenarios(
  directory: string,
  found: readonly FoundFailure[],
  { target, flags }: ReplayTarget,
  scenario: ScenarioWriter,
): void {
  const scenarios = join(directory, 'scenarios')
  mkdirSync(scenarios, { recursive: true })
  const names = new Map<string, number>()
  for (const { failure, violation } of found) {
    const { expects, transcript: steps } = violation
    const count = (names.get(failure.requirement) ?? 0) + 1
    const name = `${failure.requirement}${count === 1 ? '' : `-${count}`}.json`
    if (scenario({ ...failure, expects, steps, target }, join(scenarios, name)) !== undefined) continue
    names.set(failure.requirement, count)
    failure.scenario = join('scenarios', name)
    failure.replay = `npx paytwin replay ${shellQuoted(join(directory, failure.scenario))}${flags}`
  }
}
