// The reports of a replay: a failure in words, lines for a terminal, JSON, JUnit XML, and the transcript. Secrets are redacted.

import { type JunitCase, junitXml } from '../core/junit.ts'
import type { Redactor } from '../core/redaction.ts'
import { printable, singleLine } from '../core/terminal-text.ts'
import type { Exchange } from './connection.ts'
import type { Failure, StepResult } from './interpreter.ts'
import { type FailureReport, type ScenarioReport, type Verdict, verdicts } from './public-types.ts'

const maxShown = 300

/** The report of a step, and its failures as lines for people. */
export function stepReport(
  { home, where, workflow: { workflowId }, step: { stepId }, exchange, failures: found }: StepResult,
  redactor: Redactor,
): { step: ScenarioReport['steps'][number]; reasons: string[] } {
  const { operation, path = '', status = 0, responseText = '' } = exchange ?? {}
  const failures = found.map((failure): FailureReport => {
    const { kind, pointer, expected, remedy } = failure
    const { line, column } = home.positionOf(pointer)
    return {
      ...{ file: home.file, line, column, kind, expected: redactor.text(expected) },
      actual: actualText(failure, redactor),
      ...(remedy === undefined ? {} : { remedy }),
    }
  })
  const reasons = failures.map(({ file, line, column, expected, actual, remedy }) =>
    [
      `${file}:${line}:${column}: ${where}`,
      `  expected  ${expected}`,
      `  actual    ${actual}`,
      ...(operation === undefined
        ? []
        : [`  request   ${operation.method} ${redactor.shortened(path, maxShown)}`]),
      ...(status === 0 ? [] : [`  response  ${status} ${redactor.shortened(responseText, maxShown)}`]),
      ...(remedy === undefined ? [] : [`  remedy    ${remedy}`]),
    ].join('\n'),
  )
  const operationId = operation?.operationId ?? null
  return { step: { workflowId, stepId, operationId, status: exchange ? status : null, failures }, reasons }
}

function actualText({ actual, values = [] }: Failure, redactor: Redactor): string {
  const shown = values.map(({ expression, value }) => {
    if (value === undefined) return `${expression} is absent`
    const field = expression.split(/[./#]/).at(-1) ?? ''
    return `${expression} is ${redactor.shortened(JSON.stringify(redactor.json(value, field)), maxShown)}`
  })
  return [...(actual === '' ? [] : [redactor.text(actual)]), ...shown].join(', ')
}

/** A scenario in one line, with the reasons if it did not pass. */
export function scenarioLines({
  file,
  title,
  verdict,
  reasons,
  steps,
  durationMs,
}: ScenarioReport): string[] {
  const size = `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}, ${durationMs} ms`
  const head = singleLine(verdict === 'invalid' ? file : `${title} (${size})`)
  return [`${verdict}  ${head}`, ...reasons.map((reason) => `      ${reason.replaceAll('\n', '\n      ')}`)]
}

/** The number of scenarios with each verdict. */
export function summaryLine(reports: readonly { verdict: Verdict }[]): string {
  const counts = verdicts.flatMap((verdict) => {
    const count = reports.filter((one) => one.verdict === verdict).length
    return count === 0 ? [] : `${count} ${verdict}`
  })
  return `${reports.length} ${reports.length === 1 ? 'scenario' : 'scenarios'}: ${counts.join(', ')}`
}

/** The exit code of a run. The help of `replay` and docs/guide/scenarios.md say what each means. */
export function exitCodeOf(reports: readonly { verdict: Verdict }[]): 0 | 1 | 2 | 3 | 4 {
  const has = (...some: Verdict[]) => reports.some(({ verdict }) => some.includes(verdict))
  if (has('error')) return 3
  if (has('invalid', 'unreachable')) return 2
  if (has('fail')) return 1
  return has('not applicable') ? 4 : 0
}

/** The run as JUnit XML. */
export function junitReport(target: string, reports: readonly ScenarioReport[]): string {
  const cases = reports.map(({ file, title, verdict, reasons, durationMs }): JunitCase => {
    const text = reasons.join('\n')
    const kind = verdict === 'fail' ? 'failure' : 'error'
    const skipped = { kind: 'skipped', type: verdict, message: text } as const
    const outcome = verdict === 'not applicable' ? skipped : ({ kind, message: verdict, text } as const)
    const one = { classname: file, name: title, seconds: durationMs / 1000 }
    return verdict === 'pass' ? one : { ...one, outcome }
  })
  const name = `scenarios on ${target}`
  const seconds = cases.reduce((sum, one) => sum + (one.seconds ?? 0), 0)
  return junitXml({ name, seconds, suites: [{ name, cases }] })
}

/** Every request with its response: the same bytes on every machine. Encrypted texts are shown as their payloads. */
export function transcriptOf(
  title: string,
  steps: readonly Pick<StepResult, 'where' | 'exchange'>[],
  redactor: Redactor,
): string {
  const shown = printable(redactor.text(title))
  const sections = steps.map(({ where, exchange }) =>
    [where, ...(exchange === undefined ? [] : exchangeLines(exchange, redactor))].join('\n'),
  )
  return `${[`${shown}\n${'='.repeat(shown.length)}`, ...sections].join(`\n${'-'.repeat(72)}\n`)}\n`
}

function exchangeLines(exchange: Exchange, redactor: Redactor): string[] {
  const { operation, path, headers, body, status, response, responseText, noResponse, encrypted } = exchange
  const withPayloads = (_: string, value: unknown) => {
    const found = encrypted.find(({ text }) => text === value)
    return found === undefined ? value : { encrypted: found.payload }
  }
  const json = (value: unknown) =>
    JSON.stringify(redactor.json(JSON.parse(JSON.stringify(value, withPayloads))), null, 2)
  const text = response === undefined ? redactor.text(responseText) : json(response)
  return [
    `${operation.method} ${redactor.text(path)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${redactor.header(name, value)}`),
    ...(body === undefined ? [] : [json(body)]),
    '',
    noResponse === undefined ? String(status) : `no response: ${redactor.text(noResponse.detail)}`,
    ...(text === '' ? [] : [text]),
  ].map(printable)
}
