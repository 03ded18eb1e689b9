// A run for GitHub Actions: an annotation for each violation, and a table of the requirements without a pass.

import { type Annotation, markdownTable, markdownText } from '../../core/github.ts'
import type { Failure, Report } from '../judge/report.ts'

/** The form of a report that GitHub shows. */
export function githubReport({ target, outcome, exitCode, counts, requirements, ...report }: Report) {
  const { failures, warnings, errors, diagnosis } = report
  const open = requirements.filter(({ verdict }) => !['pass', 'disabled'].includes(verdict))
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
        open.map(({ id, verdict, reasons }) => {
          const failure = found.get(id)
          return [id, verdict, failure === undefined ? reasons.join('; ') : factsOf(failure)]
        }),
      ),
    ].join('\n'),
  }
}

function annotationOf(level: Annotation['level'], failure: Failure): Annotation {
  return { level, title: failure.requirement, message: `${failure.statement}\n${factsOf(failure)}` }
}

function factsOf({ expected, actual, reproduce }: Failure): string {
  return `Expected ${expected}\nActual ${actual}\nReproduce: ${reproduce}`
}
