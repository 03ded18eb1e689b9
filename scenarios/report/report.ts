// The report of a run: lines for a terminal, JSON, and the exit code. The reports of shards are merged to one.

import { UsageError } from '../../core/errors.ts'
import { valueAt } from '../../core/json.ts'
import { checkShards, notOneRun, readReportFile } from '../../core/shard.ts'
import { singleLine } from '../../core/terminal-text.ts'
import { stepName } from '../format/scenario.ts'
import { failureReport } from '../run/failure-text.ts'
import type { Replay } from '../run/replay.ts'
import type { ScenarioReport, Verdict } from '../run/scenario-report.ts'
import { exchangeLines } from './transcript.ts'

const verdicts: readonly Verdict[] = ['pass', 'fail', 'not applicable', 'invalid', 'unreachable', 'error']

type ScenarioSummary = Pick<ScenarioReport, 'file' | 'title' | 'verdict' | 'reasons' | 'durationMs'> & {
  steps: readonly unknown[]
}

/** The report of a run as data. */
export interface ReplayReport {
  target: string
  /** The part of a run that this is, such as `1/4`. */
  shard?: string
  exitCode: number
  scenarios: ScenarioReport[]
}

/** A scenario in one line, with the reasons if it did not pass. */
export function scenarioLines(report: ScenarioSummary): string[] {
  const { file, title, verdict, reasons, steps, durationMs } = report
  const size = `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}, ${Math.round(durationMs)} ms`
  const head = singleLine(verdict === 'invalid' ? file : `${title} (${size})`)
  return [`${verdict}  ${head}`, ...reasons.map((reason) => `      ${reason.replaceAll('\n', '\n      ')}`)]
}

const maxEncrypted = 60

/** Every request with its response. */
export function verboseLines({ steps, redactor }: Replay): string[] {
  return steps.flatMap(({ workflowId, stepId, exchange, failures, retried }) => [
    '',
    `  ${singleLine(stepName(workflowId, stepId))}${failures.length === 0 ? '' : retried ? '  <- failed, tried again' : '  <- failed'}`,
    ...(exchange === undefined
      ? []
      : [
          ...exchangeLines(exchange, redactor).map((line) => `    ${line.replaceAll('\n', '\n    ')}`),
          ...exchange.encrypted.map(
            ({ text }) => `    encrypted as: ${text.slice(0, maxEncrypted)}… (${text.length} characters)`,
          ),
        ]),
  ])
}

/** The number of scenarios with each verdict. */
export function summaryLine(replays: readonly { verdict: Verdict }[]): string {
  const counts = verdicts.flatMap((verdict) => {
    const count = replays.filter((replay) => replay.verdict === verdict).length
    return count === 0 ? [] : [`${count} ${verdict}`]
  })
  return `${replays.length} ${replays.length === 1 ? 'scenario' : 'scenarios'}: ${counts.join(', ')}`
}

/** The exit code of a run. The help of `replay` and docs/guide/scenarios.md say what each means. */
export function exitCodeOf(replays: readonly { verdict: Verdict }[]): 0 | 1 | 2 | 3 | 4 {
  const has = (...some: Verdict[]) => replays.some(({ verdict }) => some.includes(verdict))
  if (has('error')) return 3
  if (has('invalid', 'unreachable')) return 2
  if (has('fail')) return 1
  return has('not applicable') ? 4 : 0
}

export function scenarioReport(replay: Replay): ScenarioReport {
  const { file, title, verdict, reasons, steps, redactor, durationMs } = replay
  return {
    file,
    title,
    verdict,
    reasons,
    durationMs: Math.round(durationMs),
    steps: steps.map((step) => ({
      workflowId: step.workflowId,
      stepId: step.stepId,
      operationId: step.exchange?.operation.operationId ?? null,
      status: step.exchange?.status ?? null,
      retried: step.retried,
      failures: step.failures.map((failure) => failureReport(step, failure, redactor)),
    })),
  }
}

/** The run as JSON. */
export function jsonReport({ target, scenarios, shard }: Omit<ReplayReport, 'exitCode'>): string {
  const parts = { target, ...(shard === undefined ? {} : { shard }) }
  const report: ReplayReport = { ...parts, exitCode: exitCodeOf(scenarios), scenarios }
  return `${JSON.stringify(report, null, 2)}\n`
}

/** The report of the whole run, from the files that `--json` wrote for its shards. Throws a UsageError for other files. */
export function mergedReplays(files: readonly string[]): Pick<ReplayReport, 'target' | 'scenarios'> {
  const reports = files.map((file) => ({ file, ...readReport(file) }))
  checkShards(reports)
  const [{ target } = { target: '' }] = reports
  const other = reports.find((report) => report.target !== target)
  if (other !== undefined) throw notOneRun(`${other.file} has the target ${other.target}, not ${target}.`)
  return {
    target,
    scenarios: reports
      .flatMap(({ scenarios }) => scenarios)
      .sort((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file))),
  }
}

function readReport(file: string): ReplayReport {
  const report = readReportFile(file)
  if (typeof valueAt(report, 'target') === 'string' && Array.isArray(valueAt(report, 'scenarios')))
    return report as ReplayReport
  throw new UsageError(
    `${file} is not a report of paytwin replay.`,
    'It is no JSON, or it has no target and scenarios.',
    'Give the files that --json wrote.',
  )
}
