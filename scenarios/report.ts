// What people and machines are told of a run of scenarios: a line for each, every exchange where that is asked for, JSON and
// JUnit files, and the exit code.

import { type JunitCase, junitXml } from '../core/junit.ts'
import type { Replay, Verdict } from './replay.ts'
import { exchangeLines, redactorOf } from './transcript.ts'

const marks: Readonly<Record<Verdict, string>> = {
  pass: 'pass',
  fail: 'FAIL',
  'not applicable': 'n/a ',
  broken: 'BAD ',
  unreachable: 'GONE',
  error: 'ERR ',
}

/** A scenario in one line, and its reasons under it. */
export function scenarioLines({ file, title, verdict, reasons, steps, ms }: Replay): string[] {
  const requests = `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}, ${Math.round(ms)} ms`
  const head = verdict === 'broken' ? file : `${title} (${requests})`
  return [
    `${marks[verdict]}  ${head}`,
    ...reasons.map((reason) => `      ${reason.replaceAll('\n', '\n      ')}`),
  ]
}

const maxEncrypted = 60

/** Every exchange of a scenario, with encrypted payloads in plain and as they went. */
export function verboseLines({ steps, names }: Replay): string[] {
  const redact = redactorOf(names)
  return steps.flatMap(({ workflowId, stepId, exchange, faults }) => [
    '',
    `  ${workflowId} / ${stepId}${faults.length === 0 ? '' : '  <- failed'}`,
    ...(exchange === undefined
      ? []
      : [
          ...exchangeLines(exchange, redact).map((line) => `    ${line.replaceAll('\n', '\n    ')}`),
          ...exchange.encrypted.map(
            ({ text }) => `    encrypted as: ${text.slice(0, maxEncrypted)}… (${text.length} characters)`,
          ),
        ]),
  ])
}

/** The counts of a run in one line. */
export function summaryLine(replays: readonly Replay[]): string {
  const counts = (Object.keys(marks) as Verdict[]).flatMap((verdict) => {
    const count = replays.filter((replay) => replay.verdict === verdict).length
    return count === 0 ? [] : [`${count} ${verdict}`]
  })
  return `${replays.length} ${replays.length === 1 ? 'scenario' : 'scenarios'}: ${counts.join(', ')}`
}

/**
 * The exit code of a run: 0 all passed, 1 a scenario failed, 2 a scenario cannot be run or the target is not there, 3 paytwin
 * broke, 4 something was not applicable. The worst that happened decides.
 */
export function exitCodeOf(replays: readonly Replay[]): 0 | 1 | 2 | 3 | 4 {
  const has = (...verdicts: Verdict[]) => replays.some(({ verdict }) => verdicts.includes(verdict))
  if (has('error')) return 3
  if (has('broken', 'unreachable') || replays.length === 0) return 2
  if (has('fail')) return 1
  return has('not applicable') ? 4 : 0
}

/** The run as data. */
export function jsonReport(target: string, replays: readonly Replay[]): string {
  const scenarios = replays.map(({ file, title, verdict, reasons, steps, ms }) => ({
    file,
    title,
    verdict,
    reasons,
    ms: Math.round(ms),
    steps: steps.map(({ workflowId, stepId, exchange, faults }) => ({
      workflow: workflowId,
      step: stepId,
      operation: exchange?.operation?.operationId ?? null,
      status: exchange?.status ?? null,
      faults,
    })),
  }))
  return `${JSON.stringify({ target, exitCode: exitCodeOf(replays), scenarios }, null, 2)}\n`
}

/** The run as JUnit XML: one test case for each scenario. */
export function junitReport(target: string, replays: readonly Replay[]): string {
  const cases = replays.map(
    ({ file, title, verdict, reasons, ms }): JunitCase => ({
      classname: file,
      name: title,
      seconds: ms / 1000,
      outcome: outcomeOf(verdict, reasons.join('\n')),
    }),
  )
  const name = `scenarios on ${target}`
  const ms = replays.reduce((sum, replay) => sum + replay.ms, 0)
  return junitXml({ name, seconds: ms / 1000, suites: [{ name, cases }] })
}

function outcomeOf(verdict: Verdict, reasons: string): JunitCase['outcome'] {
  if (verdict === 'pass') return undefined
  if (verdict === 'not applicable') return { kind: 'skipped', message: reasons }
  return { kind: verdict === 'fail' ? 'failure' : 'error', message: verdict, text: reasons }
}
