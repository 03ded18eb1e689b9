// The outcome of a run and its exit code, from the counts of verdicts, from why the run ended early, and from --accept-partial.

import type { EarlyEnd } from '../observe/run-budget.ts'
import type { Report } from './report.ts'

/** The exit codes of `verify`. `usage` includes targets that do not respond. */
export const exitCodes = { conforms: 0, violated: 1, usage: 2, internalError: 3, inconclusive: 4 } as const

/** The exit codes as `--help` shows them. */
export const exitCodeHelp = `
Exit codes:
  0  conforms: every selected requirement was checked, and none that the contract states is violated.
     There may be warnings: violations of inferred requirements, and answers that nothing permitted
     explains. Or --prepare has prepared every requirement that is applicable
  1  a requirement is violated; with --strict, or there is a warning
  2  wrong usage, or the target does not respond or is not the service
  3  internal error of the suite
  4  inconclusive or partial: no violation was found, but some selected requirements were not
     checked: a precondition failed, requests had no proper response, the run ended early, or a
     requirement is not applicable to the target (no clock, no shopper, no webhook, a lower
     level). --accept-partial ignores requirements that are not applicable, if at least one was
     checked.
Requirements that are excluded by --only, --property, or "disabled" in the target file, do not count.`

interface RunResult {
  /** The number of requirements by verdict. */
  counts: Readonly<Record<string, number>>
  earlyEnd: EarlyEnd | undefined
  acceptPartial: boolean
  /** The number of requirements that a first phase leaves to a later one; undefined in any other run. */
  prepared?: number | undefined
}

/** The outcome of a run in words, and its exit code. */
export function runOutcome({
  counts,
  earlyEnd,
  acceptPartial,
  prepared = 0,
}: RunResult): Pick<Report, 'exitCode' | 'outcome'> {
  const count = (verdict: string) => counts[verdict] ?? 0
  const requirements = (verdict: string) =>
    `${count(verdict)} ${count(verdict) === 1 ? 'requirement' : 'requirements'}`
  const warnings =
    count('warning') === 0
      ? ''
      : `, with warnings about ${requirements('warning')}; --strict fails on warnings`
  if (count('fail') > 0)
    return {
      exitCode: exitCodes.violated,
      outcome: `violates ${requirements('fail')} of the contract${warnings}`,
    }
  if (count('error') > 0)
    return { exitCode: exitCodes.internalError, outcome: 'has no verdict: internal error of the suite' }
  if (earlyEnd !== undefined)
    return earlyEnd.code === 'target-stopped-responding'
      ? { exitCode: exitCodes.usage, outcome: `has no verdict: ${earlyEnd.reason}` }
      : { exitCode: exitCodes.inconclusive, outcome: `is inconclusive: ${earlyEnd.reason}` }
  if (prepared > 0 && prepared === count('inconclusive'))
    return {
      exitCode: exitCodes.conforms,
      outcome: `is prepared: ${requirements('inconclusive')} to judge later`,
    }
  if (count('inconclusive') > 0)
    return {
      exitCode: exitCodes.inconclusive,
      outcome: `is inconclusive in ${requirements('inconclusive')}${warnings}`,
    }
  if (count('pass') + count('warning') === 0)
    return { exitCode: exitCodes.inconclusive, outcome: 'is inconclusive: no requirement could be checked' }
  if (count('not applicable') === 0) return { exitCode: exitCodes.conforms, outcome: `conforms${warnings}` }
  return {
    exitCode: acceptPartial ? exitCodes.conforms : exitCodes.inconclusive,
    outcome: `conforms in part: ${requirements('not applicable')} not applicable to the target${warnings}`,
  }
}
