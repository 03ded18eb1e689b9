// A replay for GitHub Actions: an annotation at each criterion that failed, and a table of the scenarios that did not pass.

import { type Annotation, markdownTable, markdownText } from '../../core/github.ts'
import { summaryLine } from './report.ts'
import type { ScenarioReport } from './scenario-report.ts'

/** What GitHub shows of a replay. */
export function githubReport(target: string, scenarios: readonly ScenarioReport[]) {
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
