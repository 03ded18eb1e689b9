// The files that a replay writes, and its report for GitHub Actions.

import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Annotation, markdownTable, markdownText, writeGithubReport } from '../../core/github.ts'
import { type JunitCase, junitXml } from '../../core/junit.ts'
import { writeOutput } from '../../core/output-files.ts'
import type { Replay } from '../run/replay.ts'
import type { ScenarioReport, Verdict } from '../run/scenario-report.ts'
import { jsonReport, type ReplayReport, summaryLine } from './report.ts'
import { transcriptOf } from './transcript.ts'

export interface OutputFlags {
  transcript?: string
  json?: string
  junit?: string
  print: (line: string) => void
}

/** Writes the transcripts: to one file, or to a file for each scenario in a directory. */
export async function writeTranscripts(replays: readonly Replay[], path: string | undefined): Promise<void> {
  if (path === undefined) return
  if (!isDirectory(path)) return writeOutput(path, transcriptOf(replays))
  for (const replay of replays) await writeOutput(transcriptFile(path, replay.file), transcriptOf([replay]))
}

/** Writes the reports that the flags name. */
export async function writeReports(
  { target, scenarios }: Pick<ReplayReport, 'target' | 'scenarios'>,
  { json, junit, print, shard }: OutputFlags & { shard?: string | undefined },
): Promise<void> {
  await writeGithubReport(githubReport(target, scenarios), process.env, print)
  const part = shard === undefined ? {} : { shard }
  if (json !== undefined) await writeOutput(json, jsonReport({ target, scenarios, ...part }))
  if (junit !== undefined) await writeOutput(junit, junitReport(target, scenarios))
}

export function isDirectory(path: string): boolean {
  return path.endsWith('/') || (existsSync(path) && statSync(path).isDirectory())
}

export function transcriptFile(directory: string, scenario: string): string {
  return join(directory, `${basename(scenario).replace(/\.(json|ya?ml)$/i, '')}.txt`)
}

/** The run as JUnit XML. */
function junitReport(target: string, scenarios: readonly ScenarioReport[]): string {
  const cases = scenarios.map(
    ({ file, title, verdict, reasons, durationMs }): JunitCase => ({
      classname: file,
      name: title,
      seconds: durationMs / 1000,
      outcome: outcomeOf(verdict, reasons.join('\n')),
    }),
  )
  const name = `scenarios on ${target}`
  const durationMs = scenarios.reduce((sum, scenario) => sum + scenario.durationMs, 0)
  return junitXml({ name, seconds: durationMs / 1000, suites: [{ name, cases }] })
}

function outcomeOf(verdict: Verdict, reasons: string): JunitCase['outcome'] {
  if (verdict === 'pass') return undefined
  if (verdict === 'not applicable') return { kind: 'skipped', type: verdict, message: reasons }
  return { kind: verdict === 'fail' ? 'failure' : 'error', message: verdict, text: reasons }
}

function githubReport(target: string, scenarios: readonly ScenarioReport[]) {
  const open = scenarios.filter(({ verdict }) => verdict !== 'pass')
  return {
    annotations: open.flatMap(annotationsOf),
    summary: [
      `### paytwin replay: ${markdownText(`${summaryLine(scenarios)} (${target})`)}`,
      '',
      ...markdownTable(
        ['scenario', 'file', 'verdict', 'reason'],
        open.map(({ title, file, verdict, reasons }) => [title, file, verdict, reasons.join('\n')]),
      ),
    ].join('\n'),
  }
}

function annotationsOf({ file, title, verdict, reasons, steps }: ScenarioReport): Annotation[] {
  if (verdict === 'not applicable') return []
  const failures = steps.flatMap((step) =>
    step.retried ? [] : step.failures.map((failure) => ({ step, failure })),
  )
  if (failures.length === 0)
    return [{ level: 'error', title: `${title}: ${verdict}`, message: reasons.join('\n'), file }]
  return failures.map(({ step, failure }) => ({
    level: 'error',
    title: `${title}: ${step.stepId}`,
    message: `Expected ${failure.expected}. Actual: ${failure.actual}.`,
    file: failure.file,
    line: failure.line,
    column: failure.column,
  }))
}
