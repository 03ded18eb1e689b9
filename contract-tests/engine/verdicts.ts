// From what the properties found to one verdict for each requirement, and one failure for each cause.

import type { OperationId } from '../../spec/operations.ts'
import {
  observableRequirementIds,
  type RequirementId,
  requirements,
  resourceOf,
} from '../../spec/requirements.ts'
import { sectionAnchor, sectionsIn } from '../../spec/sections.ts'
import type { Requirement } from '../../spec/statements.ts'
import type { Failure, RequirementResult, Verdict } from '../report/report.ts'
import type { Property } from './property.ts'
import { curlCommand } from './reproduction.ts'
import { entryOf, type Redact } from './transcript.ts'
import type { Breach } from './violation.ts'

/** What became of one property. */
export interface PropertyOutcome {
  property: Property
  checked: ReadonlyMap<RequirementId, number>
  /** How often it was the refusal of an operation that was checked. */
  refused: ReadonlyMap<RequirementId, ReadonlyMap<OperationId, number>>
  breaches: readonly Breach[]
  /** Why it did not run. */
  obstacle?: string
  /** Which preconditions did not hold. */
  preconditions: readonly string[]
  /** How the suite broke. */
  error?: string
  /** Why the run ended before it did. */
  cutShort?: string
}

/** A failure as it may be shown, with the breach that it tells of, which may not. */
export interface FoundFailure {
  failure: Failure
  breach: Breach
}

export interface Judged {
  results: RequirementResult[]
  failures: FoundFailure[]
}

export interface JudgeOptions {
  /** The requirements that the operator wants; the rest is disabled. */
  wanted: ReadonlySet<RequirementId>
  /** The operations that succeeded in the run: the refusal of another one proves nothing. */
  succeeded: ReadonlySet<OperationId>
  redact: Redact
  /** The command that shows a breach again. */
  reproduce: (property: Property, breach: Breach) => string
}

/** One verdict for each observable requirement. */
export function judge(outcomes: readonly PropertyOutcome[], options: JudgeOptions): Judged {
  const checks = new Map<RequirementId, number>()
  for (const { checked } of outcomes)
    for (const [id, count] of checked) checks.set(id, (checks.get(id) ?? 0) + count)
  const failures = failuresOf(outcomes, options)
  const failed = new Set(failures.map(({ failure }) => failure.requirement))
  const results = observableRequirementIds.map((id): RequirementResult => {
    const { section, statement }: Requirement = requirements[id]
    const { verdict, reasons } = !options.wanted.has(id)
      ? { verdict: 'disabled' as const, reasons: ['by the operator'] }
      : failed.has(id)
        ? { verdict: 'fail' as const, reasons: [] }
        : verdictOf(id, checks.get(id) ?? 0, outcomes, options)
    const told = reasons.map(options.redact)
    return {
      id,
      resource: resourceOf(id),
      section,
      statement,
      verdict,
      checks: checks.get(id) ?? 0,
      reasons: told,
    }
  })
  const order = new Map(results.map(({ id }, index) => [id, index]))
  failures.sort((a, b) => (order.get(a.failure.requirement) ?? 0) - (order.get(b.failure.requirement) ?? 0))
  return { results, failures }
}

function verdictOf(
  id: RequirementId,
  count: number,
  outcomes: readonly PropertyOutcome[],
  { succeeded }: JudgeOptions,
): { verdict: Verdict; reasons: string[] } {
  const about = outcomes.filter(({ property }) => property.checks.includes(id))
  const reasons = (pick: (outcome: PropertyOutcome) => readonly (string | undefined)[]) => [
    ...new Set(about.flatMap(pick).filter((reason) => reason !== undefined)),
  ]
  const errors = reasons(({ error }) => [error])
  if (errors.length > 0) return { verdict: 'error', reasons: errors }
  const proved =
    count - outcomes.reduce((sum, { refused }) => sum + emptyChecks(refused.get(id), succeeded), 0)
  if (proved > 0) return { verdict: 'pass', reasons: [] }
  if (count > 0)
    return {
      verdict: 'inconclusive',
      reasons: ['what had to be refused is an operation that never succeeded'],
    }
  const ran = about.filter(({ obstacle }) => obstacle === undefined)
  if (about.length > 0 && ran.length === 0)
    return { verdict: 'not applicable', reasons: reasons(({ obstacle }) => [obstacle]) }
  const why = reasons(({ preconditions, cutShort }) => [...preconditions, cutShort])
  return {
    verdict: 'inconclusive',
    reasons: why.length > 0 ? why : [about.length > 0 ? 'never checked' : 'no property checks it'],
  }
}

/** Refusals of operations that refused everything. */
function emptyChecks(
  refused: ReadonlyMap<OperationId, number> | undefined,
  succeeded: ReadonlySet<OperationId>,
): number {
  return [...(refused ?? [])].reduce((sum, [id, count]) => sum + (succeeded.has(id) ? 0 : count), 0)
}

/**
 * Breaches of one requirement have one cause, unless they stand at several places of an answer. Of several breaches the
 * one with the shortest scenario is told.
 */
function failuresOf(outcomes: readonly PropertyOutcome[], options: JudgeOptions): FoundFailure[] {
  const causes = new Map<string, { property: Property; breach: Breach; titles: Set<string> }>()
  const found = outcomes.flatMap(({ property, breaches }) => breaches.map((breach) => ({ property, breach })))
  // Those with a place come first, so that those without one join them.
  const ordered = [...found].sort(
    (a, b) => Number(b.breach.place !== undefined) - Number(a.breach.place !== undefined),
  )
  for (const { property, breach } of ordered) {
    if (!options.wanted.has(breach.requirement)) continue
    const own = `${breach.requirement} ${breach.place ?? ''}`
    const key =
      breach.place === undefined
        ? ([...causes.keys()].find((known) => known.startsWith(`${breach.requirement} `)) ?? own)
        : own
    const known = causes.get(key)
    if (known === undefined) causes.set(key, { property, breach, titles: new Set([property.title]) })
    else {
      known.titles.add(property.title)
      const samePlace = known.breach.place === breach.place
      if (samePlace && breach.transcript.length < known.breach.transcript.length)
        Object.assign(known, { property, breach })
    }
  }
  return [...causes.values()].map(({ property, breach, titles }) => ({
    breach,
    failure: failureOf(property, breach, [...titles], options),
  }))
}

function failureOf(
  property: Property,
  breach: Breach,
  properties: string[],
  { redact, reproduce }: JudgeOptions,
): Failure {
  const requirement: Requirement = requirements[breach.requirement]
  const { section, statement } = requirement
  const curl = curlCommand(breach.transcript, redact)
  return {
    requirement: breach.requirement,
    section,
    sectionLinks: sectionsIn(section).map((name) => `docs/contract.md#${sectionAnchor(name)}`),
    statement,
    violation: 'violation' in requirement ? requirement.violation : '',
    expected: redact(breach.expected),
    actual: redact(breach.actual),
    ...(breach.place === undefined ? {} : { place: breach.place }),
    properties,
    ...(breach.counterexample === undefined ? {} : { counterexample: redact(breach.counterexample) }),
    reproduce: reproduce(property, breach),
    ...(curl === undefined ? {} : { curl }),
    transcript: breach.transcript.map((step) => entryOf(step, redact)),
  }
}
