// From what the properties found to one verdict for each requirement, and one failure for each cause.

import { observableRequirementIds, type RequirementId, requirements } from '../spec/requirements.ts'
import type { Requirement } from '../spec/statements.ts'
import type { Breach } from './breach.ts'
import type { Property } from './property.ts'
import type { Failure, RequirementResult, Verdict } from './report/report.ts'

/** What became of one property. */
export interface PropertyOutcome {
  property: Property
  checked: ReadonlyMap<RequirementId, number>
  breaches: readonly (Breach & { counterexample?: string; path?: string })[]
  /** Why it did not run. */
  obstacle?: string
  /** Why it said nothing. */
  premise?: string
  /** How the suite broke. */
  error?: string
  /** Whether requests ran out. */
  cutShort?: boolean
}

export interface Judged {
  results: RequirementResult[]
  failures: Failure[]
}

/** One verdict for each observable requirement. `wanted` holds those that the operator wants; the rest is disabled. */
export function judge(
  outcomes: readonly PropertyOutcome[],
  wanted: ReadonlySet<RequirementId>,
  reproduce: (outcome: PropertyOutcome, breach: Breach & { path?: string }) => string,
): Judged {
  const checks = new Map<RequirementId, number>()
  for (const { checked } of outcomes)
    for (const [id, count] of checked) checks.set(id, (checks.get(id) ?? 0) + count)
  const failures = failuresOf(outcomes, wanted, reproduce)
  const failed = new Set(failures.map(({ requirement }) => requirement))
  const results = observableRequirementIds.map((id): RequirementResult => {
    const { section, statement }: Requirement = requirements[id]
    const { verdict, reasons } = !wanted.has(id)
      ? { verdict: 'disabled' as const, reasons: ['by the operator'] }
      : failed.has(id)
        ? { verdict: 'fail' as const, reasons: [] }
        : verdictOf(id, checks.get(id) ?? 0, outcomes)
    return {
      id,
      noun: nounOf(id, outcomes),
      section,
      statement,
      verdict,
      checks: checks.get(id) ?? 0,
      reasons,
    }
  })
  return { results, failures }
}

function verdictOf(
  id: RequirementId,
  count: number,
  outcomes: readonly PropertyOutcome[],
): { verdict: Verdict; reasons: string[] } {
  const about = outcomes.filter(({ property }) => property.checks.includes(id))
  const reasons = (pick: (outcome: PropertyOutcome) => string | undefined) => [
    ...new Set(about.map(pick).filter((reason) => reason !== undefined)),
  ]
  const errors = reasons(({ error }) => error)
  if (errors.length > 0) return { verdict: 'error', reasons: errors }
  if (count > 0) return { verdict: 'pass', reasons: [] }
  const ran = about.filter(({ obstacle }) => obstacle === undefined)
  if (about.length > 0 && ran.length === 0)
    return { verdict: 'not applicable', reasons: reasons(({ obstacle }) => obstacle) }
  const premises = reasons(({ premise }) => premise)
  if (about.some(({ cutShort }) => cutShort)) premises.push('the budget of requests was spent before')
  return {
    verdict: 'inconclusive',
    reasons: premises.length > 0 ? premises : [about.length > 0 ? 'never checked' : 'no property checks it'],
  }
}

function nounOf(id: RequirementId, outcomes: readonly PropertyOutcome[]): string {
  return (
    outcomes.find(({ property }) => property.checks.includes(id))?.property.noun ?? id.split('.')[0] ?? id
  )
}

function failuresOf(
  outcomes: readonly PropertyOutcome[],
  wanted: ReadonlySet<RequirementId>,
  reproduce: (outcome: PropertyOutcome, breach: Breach & { path?: string }) => string,
): Failure[] {
  const causes = new Map<string, Failure>()
  for (const outcome of outcomes) {
    for (const breach of outcome.breaches) {
      if (!wanted.has(breach.requirement)) continue
      const cause = `${breach.requirement} ${breach.place ?? breach.lawful}`
      const known = causes.get(cause)
      if (known !== undefined) {
        if (!known.properties.includes(outcome.property.title)) known.properties.push(outcome.property.title)
        continue
      }
      const { section, statement }: Requirement = requirements[breach.requirement]
      causes.set(cause, {
        requirement: breach.requirement,
        section,
        statement,
        lawful: breach.lawful,
        came: breach.came,
        ...(breach.place === undefined ? {} : { place: breach.place }),
        properties: [outcome.property.title],
        ...(breach.counterexample === undefined ? {} : { counterexample: breach.counterexample }),
        reproduce: reproduce(outcome, breach),
        transcript: breach.transcript.map((entry) => ({ ...entry })),
      })
    }
  }
  return [...causes.values()]
}
