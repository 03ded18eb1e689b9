// The report of a sample of conditional mutants: the share noticed, and each survivor with the command that replays it.

import { shellQuoted } from '../../../core/shell-words.ts'
import { levelRuns, runName } from './levels.ts'
import { share } from './report.ts'
import type { SampleOutcome } from './sample.ts'
import { rate } from './score.ts'

function causeOf({ meetings, failed, inconclusive, errors }: SampleOutcome): string {
  if (errors.length > 0) return 'error of the suite'
  if (failed.length > 0) return 'only an inferred requirement fails'
  if (meetings.met === 0) return 'the situation is never met'
  if (meetings.changed === 0) return 'met, but never together with what the fault is about'
  return inconclusive ? 'met, and inconclusive' : 'met, and nothing looks at it'
}

const noticedIn = (outcomes: readonly SampleOutcome[]) => share(rate(outcomes, ({ noticed }) => noticed))

function table(title: string, of: readonly SampleOutcome[], keyOf: (outcome: SampleOutcome) => string) {
  const keys = [...new Set(of.map(keyOf))].sort()
  return [
    title,
    ...keys.map((key) => `  ${key.padEnd(24)} ${noticedIn(of.filter((one) => keyOf(one) === key))}`),
  ]
}

/** The share that each run notices, which has all that the smaller ones have. */
function levelLines(outcomes: readonly SampleOutcome[]): string[] {
  const stated = outcomes.filter((one) => one.stated)
  const names = levelRuns.map(runName).filter((name) => stated.some((one) => one.smallestRun === name))
  if (names.length === 0) return []
  const upTo = (at: number) => names.slice(0, at + 1)
  return [
    'by what the target declares, and level (stated requirements)',
    ...names.map((name, at) => {
      const noticed = stated.map((one) => ({
        ...one,
        noticed: upTo(at).some((is) => is === one.smallestRun),
      }))
      return `  ${name.padEnd(24)} ${noticedIn(noticed)}`
    }),
  ]
}

/** After how many requests of histories a half and nine tenths of the noticed ones are noticed. */
function requestLines(outcomes: readonly SampleOutcome[]): string[] {
  const counts = outcomes.flatMap(({ requests }) => requests ?? []).sort((one, other) => one - other)
  const within = (part: number) => counts[Math.floor(counts.length * part)]
  return counts.length === 0
    ? []
    : [`of those, a half within ${within(0.5)} requests, nine tenths within ${within(0.9)}`]
}

const resourceOf = ({ requirement }: SampleOutcome) => requirement.split('.')[0] ?? ''

export function sampleText(outcomes: readonly SampleOutcome[], replay: string): string {
  const survivors = outcomes.filter(({ noticed }) => !noticed)
  const causes = [...new Set(survivors.map(causeOf))].sort()
  return [
    `noticed with exit 1: ${noticedIn(outcomes.filter(({ stated }) => stated))} mutants of stated requirements`,
    `                     ${noticedIn(outcomes.filter(({ stated }) => !stated))} mutants of inferred requirements, with --strict`,
    ...requestLines(outcomes),
    ...table('by dimension', outcomes, ({ dimension }) => dimension),
    ...table('by resource', outcomes, resourceOf),
    ...levelLines(outcomes),
    ...causes.flatMap((cause) => {
      const ofCause = survivors.filter((one) => causeOf(one) === cause)
      return [
        `survivors, ${cause}: ${ofCause.length}`,
        ...ofCause.map(
          ({ id, failed, stated }) =>
            `  ${replay} ${shellQuoted(id)}${stated ? '' : ' # inferred'}${failed.length === 0 ? '' : ` # fails: ${failed.join(', ')}`}`,
        ),
      ]
    }),
  ].join('\n')
}
