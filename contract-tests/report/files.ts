// The files of a report: report.json, junit.xml, code-quality.json, report.html, and a scenario for each failure that can be replayed.

import { join } from 'node:path'
import type { Target } from '../../client/target.ts'
import type { ViolatedRequirement } from '../../client/transcript.ts'
import { checkOutput, checkOutputDirectory, writeOutput } from '../../core/output-files.ts'
import { shellQuoted } from '../../core/shell-words.ts'
import type { Report } from '../judge/report.ts'
import type { FoundFailure } from '../judge/verdicts.ts'
import { codeQualityReport } from './code-quality.ts'
import { htmlReport } from './html.ts'
import { junitReport } from './junit.ts'

/** Writes the scenario of a failure to a file. If there can be none, writes nothing and returns the reason. */
export type ScenarioWriter = (source: ViolatedRequirement, file: string) => Promise<string | undefined>

/** The target of the run, and the flags of `paytwin replay` that select it, such as ` --target staging.json`, if any can. */
interface ReplayTarget {
  target: Target
  flags: string | undefined
}

/** The files of a report, by name. */
export const reportFiles = {
  'report.json': (report: Report) => `${JSON.stringify(report, null, 2)}\n`,
  'junit.xml': junitReport,
  'code-quality.json': codeQualityReport,
  'report.html': htmlReport,
}

/** Checks that the files can be written to a directory, and creates it. Throws a UsageError if they cannot. */
export function checkReports(directory: string): void {
  checkOutputDirectory(directory)
  for (const name of Object.keys(reportFiles)) checkOutput(join(directory, name))
}

/** Writes all files to a directory and adds the paths of the scenarios to the failures. Throws a UsageError if it cannot. */
export async function writeReports(
  directory: string,
  report: Report,
  found: readonly FoundFailure[],
  replayTarget: ReplayTarget,
  scenario: ScenarioWriter | undefined,
): Promise<void> {
  if (scenario !== undefined && found.length > 0)
    await writeScenarios(directory, found, replayTarget, scenario)
  await writeReportFiles(directory, report)
}

/** Writes the files that need nothing but the report. Throws a UsageError if it cannot. */
async function writeReportFiles(directory: string, report: Report): Promise<void> {
  for (const [name, textOf] of Object.entries(reportFiles))
    await writeOutput(join(directory, name), textOf(report))
}

async function writeScenarios(
  directory: string,
  found: readonly FoundFailure[],
  { target, flags }: ReplayTarget,
  scenario: ScenarioWriter,
): Promise<void> {
  const scenarios = join(directory, 'scenarios')
  checkOutputDirectory(scenarios)
  const names = new Map<string, number>()
  for (const { failure, violation } of found) {
    const { expects, transcript } = violation
    const steps = transcript.slice(0, (failure.deciding ?? -1) + 1)
    const count = (names.get(failure.requirement) ?? 0) + 1
    const name = `${failure.requirement}${count === 1 ? '' : `-${count}`}.json`
    const reason = await scenario({ ...failure, expects, steps, target }, join(scenarios, name))
    if (reason !== undefined) {
      failure.noScenario = reason
      continue
    }
    names.set(failure.requirement, count)
    failure.scenario = join('scenarios', name)
    if (flags !== undefined)
      failure.replay = `npx paytwin replay ${shellQuoted(join(directory, failure.scenario))}${flags}`
  }
}
