// The report of a run: one verdict for each requirement, from what the properties found.

import type { Redactor } from '../../core/redaction.ts'
import { flagWords } from '../../core/shell-words.ts'
import { requirementIds, requirements } from '../../spec/requirements.ts'
import type { Requirement, UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import type { PropertyOutcome } from '../experiment/one-run.ts'
import { runOutcome } from '../judge/exit-codes.ts'
import { withoutInconclusive } from '../judge/never-worked.ts'
import { nothingSucceeded, type Report, type RequirementResult, verdicts } from '../judge/report.ts'
import { reproduceCommand } from '../judge/reproduction.ts'
import { judge } from '../judge/verdicts.ts'
import type { Creation } from '../observe/creations.ts'
import { durationText } from '../observe/duration.ts'
import { reportedProfile } from '../profile/profile.ts'
import { amountOf, largestCents, maxCents } from '../steps/arbitraries.ts'
import type { RunOptions, SuiteRun } from './suite-run.ts'

/** Judges what was found, and makes the report. */
export async function reportOf(
  run: SuiteRun,
  found: readonly PropertyOutcome[],
  notes: readonly string[],
): Promise<Report> {
  const { options, shared } = run
  const { deployment, budget, redactor, seed, runs } = shared
  const outcomes = await withoutInconclusive(found, shared)
  learnSteps(redactor, outcomes)
  const shown = (text: string) => redactor.text(text)
  const { results, failures, warnings } = judged(run, outcomes)
  const counts = Object.fromEntries(
    verdicts.map((verdict) => [verdict, results.filter((result) => result.verdict === verdict).length]),
  )
  const prepared = preparedIn(run, results)
  return {
    paytwin: 'report',
    version: 1,
    target: shown(deployment.target.name ?? deployment.target.baseUrl),
    level: run.level,
    ...(run.reason === undefined ? {} : { levelReason: shown(run.reason) }),
    seed,
    runs,
    tag: shared.tag,
    ...runOutcome({
      counts,
      earlyEnd: budget.earlyEnd,
      acceptPartial: options.acceptPartial ?? false,
      prepared: prepared.count,
    }),
    seconds: Math.round(performance.now() - run.began) / 1000,
    requests: budget.sentRequests,
    counts,
    requirements: results,
    notObservable,
    failures: failures.map(({ failure }) => failure),
    warnings: warnings.map(({ failure }) => failure),
    diagnosis: [...new Set(budget.failedPreconditions.map(({ message }) => shown(message)))],
    ...(deployment.remote ? { profile: reportedProfile(deployment.profile, shown) } : {}),
    notes: [
      ...(shared.succeeded.size > 0 || budget.sentRequests === run.sentBefore ? [] : [nothingSucceeded]),
      ...notes,
      ...outcomes.flatMap(({ note }) => (note === undefined ? [] : [shown(note)])),
      ...prepared.notes,
      ...amountNotes(shared),
      ...budget.failureNotes,
    ],
    errors: outcomes.flatMap(({ property, error }) =>
      error === undefined ? [] : [{ property: property.title, message: shown(error) }],
    ),
    unspecifiedBehaviors: unspecified,
    created: shared.created.map((one) => creation(one, shown)),
  }
}

/** One line, if the limit on amounts kept larger ones from being tried. */
const amountNotes = ({ deployment: { target }, budget }: SuiteRun['shared']): string[] =>
  budget.sentAmounts && maxCents(target) < largestCents
    ? [
        `Not checked: amounts above ${target.limits.amount} USD, up to ${amountOf(largestCents)} USD. They need a higher limits.amount in the target file.`,
      ]
    : []

const creation = ({ operationId, ours, theirs }: Creation, shown: (text: string) => string) => ({
  operationId,
  ours: shown(ours),
  ...(theirs === undefined ? {} : { theirs: shown(theirs) }),
})

/** The verdicts and failures. Hands their evidence to who asked for it. */
function judged(run: SuiteRun, outcomes: readonly PropertyOutcome[]): ReturnType<typeof judge> {
  const { options, shared } = run
  const { deployment, budget, redactor, succeeded } = shared
  const command = commandOf(run)
  const found = judge(outcomes, {
    selected: run.selected,
    strict: options.strict ?? false,
    succeeded,
    stayedUnavailable: budget.repetition.stayedUnavailable(),
    ...{ ...deployment, redactor },
    tag: shared.tag,
    assumed: deployment.assumed,
    reproduce: (property, violation) => reproduceCommand(command, property, violation),
  })
  for (const one of [...found.failures, ...found.warnings]) options.evidence?.(one)
  return found
}

/** The requirements that a first phase leaves to a later one, and one line: from when a later phase can judge which part of them. */
function preparedIn({ options, prepared }: SuiteRun, results: readonly RequirementResult[]) {
  const instants = results.flatMap(({ judgeableFrom }) => judgeableFrom ?? []).sort()
  const [first] = instants
  if (prepared === undefined || first === undefined) return { count: undefined, notes: [] }
  const isFirstPhase = prepared.state === undefined
  const atFirst = instants.filter((one) => one === first).length
  const last = instants.at(-1) === first ? '' : `, and all from ${instants.at(-1)}`
  const flags = options.acceptPartial === true ? ' --accept-partial' : ''
  const command = `${commandWith(options, { '--resume': prepared.path })}${flags}`
  return {
    count: isFirstPhase ? instants.length : undefined,
    notes: [
      `${isFirstPhase ? 'Prepared' : 'Resumed'} ${prepared.path}. ${atFirst} of ${instants.length} requirements can be judged from ${first}${last}. Run then: ${command}`,
    ],
  }
}

const commandWith = (
  { command = 'npx paytwin verify', strict }: RunOptions,
  flags: Parameters<typeof flagWords>[0],
) => `${command}${flagWords(flags)}${strict === true ? ' --strict' : ''}`

/** The command of the run, which the commands that reproduce failures begin with. */
function commandOf({ options, shared: { seed, runs } }: SuiteRun): string {
  return commandWith(options, {
    '--seed': seed,
    '--runs': runs,
    '--level': options.level,
    '--patience': options.patience === undefined ? undefined : durationText(options.patience),
  })
}

const unspecified = unspecifiedIds.map((id) => {
  const { question, section }: UnspecifiedBehavior = unspecifiedBehaviors[id]
  return { id, question, section }
})

const notObservable = requirementIds.flatMap((id) => {
  const requirement: Requirement = requirements[id]
  const { statement } = requirement
  return 'notObservable' in requirement ? [{ id, statement, why: requirement.notObservable }] : []
})

/** Learns the secrets in the responses of failures. */
function learnSteps(redactor: Redactor, outcomes: readonly PropertyOutcome[]): void {
  const steps = outcomes.flatMap(({ violations }) => violations.flatMap(({ transcript }) => transcript))
  for (const step of new Set(steps)) {
    if ('did' in step) continue
    redactor.learnText(step.response)
    // A property may send a part of a real credential, to be refused.
    for (const [name, value] of Object.entries(step.headers))
      if (redactor.resembles(value)) redactor.learnHeader(name, value)
  }
}
