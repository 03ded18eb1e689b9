// What a run says as a whole, and its exit code: from the counts of verdicts, whether the run came to its end, and whether
// its operator takes a part for the whole.

import { exitCodes, type Report } from '../report/report.ts'

type Counts = Readonly<Record<string, number>>

/** The rule as people read it; `--help` shows it. */
export const exitCodeHelp = `
Exit codes:
  0  conforms: every requirement that was asked for was checked and holds
  1  a requirement is violated
  2  wrong usage, or the target does not answer (any more)
  3  the suite itself broke
  4  inconclusive or partial: nothing was seen to be violated, but not all that was asked for was
     checked: a precondition never occurred, requests ran out, or a requirement is not applicable to the
     target (no clock, no shopper, no webhook, a lower level). With --accept-partial, what is not
     applicable does not count, as long as something was checked.
Requirements that the operator left out, by --only or "disabled" in the target file, never count.`

/** The outcome of a run. `cut` says why it ended early, where it did. */
export function conclusionOf(
  counts: Counts,
  cut: string | undefined,
  acceptPartial: boolean,
): Pick<Report, 'exitCode' | 'outcome'> {
  const count = (verdict: string) => counts[verdict] ?? 0
  const requirements = (number: number) => `${number} ${number === 1 ? 'requirement' : 'requirements'}`
  if (count('fail') > 0)
    return {
      exitCode: exitCodes.violated,
      outcome: `violates the contract in ${requirements(count('fail'))}`,
    }
  if (count('error') > 0) return { exitCode: exitCodes.broke, outcome: 'has no verdict: the suite broke' }
  if (cut?.startsWith('the target stopped'))
    return { exitCode: exitCodes.usage, outcome: `has no verdict: ${cut}` }
  if (cut !== undefined) return { exitCode: exitCodes.inconclusive, outcome: `is inconclusive: ${cut}` }
  if (count('inconclusive') > 0)
    return {
      exitCode: exitCodes.inconclusive,
      outcome: `is inconclusive in ${requirements(count('inconclusive'))}`,
    }
  if (count('pass') === 0)
    return { exitCode: exitCodes.inconclusive, outcome: 'is inconclusive: nothing could be checked' }
  if (count('not applicable') === 0) return { exitCode: exitCodes.conforms, outcome: 'conforms' }
  return {
    exitCode: acceptPartial ? exitCodes.conforms : exitCodes.inconclusive,
    outcome: `conforms in part: ${requirements(count('not applicable'))} could not be checked there`,
  }
}
