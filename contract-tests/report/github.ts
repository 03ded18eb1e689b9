// A run for GitHub Actions: an annotation for each violation, a table of violations, and the rest by reason.

import { type Annotation, markdownTable, markdownText } from '../../core/github.ts'
import type { Failure, Report, RequirementResult, Verdict } from '../judge/report.ts'
import { byReason } from './failure-facts.ts'

/** The form of a report that GitHub shows. */
export function githubReport({ target, outcome, exitCode, counts, requirements, ...report }: Report) {
  const { failures, warnings, errors, diagnosis, notes } = report
  const withVerdict = (...verdicts: Verdict[]) =>
    verdicts.flatMap((kind) => requirements.filter(({ verdict }) => verdict === kind))
  const open = withVerdict('inconclusive', 'not applicable')
  const found = new Map([...failures, ...warnings].map((failure) => [failure.requirement, failure]))
  const shown = Object.entries(counts).flatMap(([verdict, count]) =>
    count > 0 ? [`${count} ${verdict}`] : [],
  )
  return {
    annotations: [
      ...failures.map((failure) => annotationOf('error', failure)),
      ...warnings.map((failure) => annotationOf('warning', failure)),
      ...errors.map(({ property, message }) => ({ level: 'error' as const, title: property, message })),
    ],
    summary: [
      `### paytwin verify: ${markdownText(`${target} ${outcome}`)} (exit ${exitCode})`,
      '',
      shown.join(' · '),
      '',
      ...diagnosis.map((line) => `- ${markdownText(line)}`),
      '',
      ...markdownTable(
        ['requirement', 'verdict', 'why'],
        withVerdict('fail', 'error', 'warning').map(({ id, verdict, reasons }) => {
          const failure = found.get(id)
          return [id, verdict, failure === undefined ? reasons.join('; ') : factsOf(failure)]
        }),
      ),
      ...foldedReasons(open),
      ...notes.map((note) => `\n${markdownText(note)}`),
    ].join('\n'),
  }
}

/** One line for each reason without a verdict, folded: there may be more than a hundred requirements. */
function foldedReasons(open: readonly RequirementResult[]): string[] {
  if (open.length === 0) return []
  const lines = byReason(open).map(({ reason, found }) => {
    const ids = found.map(({ id }) => markdownText(id)).join(', ')
    return `- ${found.length} ${markdownText(reason)}<br>${ids}`
  })
  return ['', `<details><summary>${open.length} without a verdict</summary>`, '', ...lines, '', '</details>']
}

function annotationOf(level: Annotation['level'], failure: Failure): Annotation {
  return { level, title: failure.requirement, message: `${failure.statement}\n${factsOf(failure)}` }
}

function factsOf({ expected, actual, reproduce }: Failure): string {
  return `Expected ${expected}\nActual ${actual}\nReproduce: ${reproduce}`
}
