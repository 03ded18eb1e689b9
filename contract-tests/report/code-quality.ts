// The report in GitLab's format for code quality, which a merge request shows: what is violated, and since when.

import { createHash } from 'node:crypto'
import type { Failure, Report } from '../judge/report.ts'

/** The violated requirements as a code quality report of GitLab. */
export function codeQualityReport(report: Report): string {
  const entries = [
    ...entriesOf(report, 'major', report.failures),
    ...entriesOf(report, 'minor', report.warnings),
  ]
  return `${JSON.stringify(entries, null, 2)}\n`
}

/** One entry for each requirement, so that its fingerprint is the same in the next run, whatever the counterexample is. */
function entriesOf(
  { target, requirements }: Report,
  severity: 'major' | 'minor',
  failures: readonly Failure[],
): object[] {
  return requirements.flatMap(({ id, resource }) => {
    const [first, ...more] = failures.filter(({ requirement }) => requirement === id)
    if (first === undefined) return []
    const { statement, expected, actual } = first
    const others = more.length > 0 ? ` (and ${more.length} more)` : ''
    return [
      {
        description: `${statement} Expected ${expected}, actual ${actual}${others}`,
        check_name: id,
        fingerprint: createHash('sha256').update(`${target}\n${id}`).digest('hex'),
        severity,
        // The cause is in the deployment, so there is no file of the repository to name.
        location: { path: `${resource}/${id}`, lines: { begin: 1 } },
      },
    ]
  })
}
