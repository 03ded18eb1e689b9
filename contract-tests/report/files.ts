// The files of a report: report.json, junit.xml, report.html, and a scenario for each failure that can be told as one.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Target } from '../../client/target.ts'
import { UsageError } from '../../core/errors.ts'
import type { Step } from '../engine/transcript.ts'
import type { FoundFailure } from '../engine/verdicts.ts'
import type { Expectation } from '../engine/violation.ts'
import { htmlReport } from './html.ts'
import { junitReport } from './junit.ts'
import type { Failure, Report } from './report.ts'

/** What a scenario of a failure is written from. */
export interface ToldFailure
  extends Pick<Failure, 'requirement' | 'section' | 'statement' | 'expected' | 'actual' | 'reproduce'> {
  place?: string | undefined
  expects?: Expectation | undefined
  steps: readonly Step[]
  target: Target
}

/** Writes a failure as a scenario into a file; where that cannot be, writes nothing and gives the reason. */
export type ScenarioWriter = (failure: ToldFailure, file: string) => string | undefined

/** Writes everything into a directory. Failures that have a scenario now name it. Throws a Misuse where that cannot be. */
export function writeReports(
  directory: string,
  report: Report,
  found: readonly FoundFailure[],
  target: Target,
  scenario: ScenarioWriter | undefined,
): void {
  try {
    mkdirSync(directory, { recursive: true })
    if (scenario !== undefined && found.length > 0) writeScenarios(directory, found, target, scenario)
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
  target: Target,
  scenario: ScenarioWriter,
): void {
  const scenarios = join(directory, 'scenarios')
  mkdirSync(scenarios, { recursive: true })
  const names = new Map<string, number>()
  for (const { failure, breach } of found) {
    const { expects, transcript: steps } = breach
    const count = (names.get(failure.requirement) ?? 0) + 1
    const name = `${failure.requirement}${count === 1 ? '' : `-${count}`}.json`
    if (scenario({ ...failure, expects, steps, target }, join(scenarios, name)) !== undefined) continue
    names.set(failure.requirement, count)
    failure.scenario = join('scenarios', name)
  }
}
