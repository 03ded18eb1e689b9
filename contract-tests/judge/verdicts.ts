// One verdict for each requirement and one failure for each cause, from the outcomes of all properties.

import { includesLevel } from '../../spec/operation.ts'
import type { OperationId } from '../../spec/operations.ts'
import {
  observableRequirementIds,
  type RequirementId,
  requirements,
  resourceOf,
} from '../../spec/requirements.ts'
import { sectionAnchor, sectionsIn } from '../../spec/sections.ts'
import type { Requirement } from '../../spec/statements.ts'
import type { PropertyOutcome } from '../experiment/one-run.ts'
import type { Violation } from '../observe/violation.ts'
import type { Property } from '../steps/property.ts'
import type { Failure, RequirementResult, Verdict } from './report.ts'
import { type Address, curlCommand } from './reproduction.ts'
import { decidingCall, stepsAtIssue } from './steps-at-issue.ts'
import { entryOf } from './transcript.ts'

/** A failure as reports show it, and its violation, which contains secrets. */
export interface FoundFailure {
  failure: Failure
  violation: Violation
}

interface Judged {
  results: RequirementResult[]
  /** Violations of stated requirements; with `strict`, also of inferred ones. */
  failures: FoundFailure[]
  /** Violations of inferred requirements, and answers that nothing permitted explains. */
  warnings: FoundFailure[]
}

interface JudgeOptions extends Address {
  /** The selected requirements; all others are disabled. */
  selected: ReadonlySet<RequirementId>
  /** True if a violation of an inferred requirement is a failure instead of a warning. */
  strict: boolean
  /** The operations that succeeded in the run. The refusal of any other operation proves nothing. */
  succeeded: ReadonlySet<OperationId>
  /** The operations that had no proper response, or none in the end. */
  stayedUnavailable: ReadonlySet<OperationId>
  /** Every id that the run created begins with it. */
  tag: string
  /** The integers of statuses that checks assume, and where they are from. */
  assumed?: string | undefined
  /** The command that reproduces a violation. */
  reproduce: (property: Property, violation: Violation) => string
}

const unexplainedReasons = {
  determined:
    'The deployment answered otherwise than usual, and no permitted world that is known explains it. With every option that is possible, the simulator answers as expected.',
  undetermined:
    'The deployment answered otherwise than usual, and no permitted world that is known explains it. This requirement is the nearest to the place.',
}

/** One verdict for each observable requirement. */
export function judge(outcomes: readonly PropertyOutcome[], options: JudgeOptions): Judged {
  const checks = new Map<RequirementId, number>()
  for (const { checked } of outcomes)
    for (const [id, count] of checked) checks.set(id, (checks.get(id) ?? 0) + count)
  const found = failuresOf(outcomes, options)
  const violated = new Set<string>(found.map(({ violation }) => violation.requirement))
  const decided = new Set(
    found.flatMap(({ violation: one }) => (one.unexplained === 'undetermined' ? [] : [one.requirement])),
  )
  const gross = new Set(found.flatMap(({ violation: one }) => (one.gross === true ? [one.requirement] : [])))
  const fails = (id: RequirementId) =>
    options.strict || (decided.has(id) && (requirements[id].basis === 'stated' || gross.has(id)))
  const judgedOf = (id: RequirementId): { verdict: Verdict; reasons: string[] } => {
    if (!options.selected.has(id)) return { verdict: 'disabled', reasons: ['not selected'] }
    if (!violated.has(id)) return verdictOf(id, checks.get(id) ?? 0, outcomes, options)
    if (fails(id)) return { verdict: 'fail', reasons: [] }
    const { reason = unexplainedReasons.undetermined }: Requirement = requirements[id]
    return { verdict: 'warning', reasons: [reason] }
  }
  const results = observableRequirementIds.map((id): RequirementResult => {
    const { basis, section, statement }: Requirement = requirements[id]
    const { verdict, reasons } = judgedOf(id)
    return {
      id,
      resource: resourceOf(id),
      basis,
      section,
      statement,
      verdict,
      checks: checks.get(id) ?? 0,
      seconds: secondsOf(id, outcomes),
      reasons: reasons.map((reason) => options.redactor.text(reason, { cut: true })),
      ...causeOf(verdict, reasons, outcomes, options),
    }
  })
  const order = new Map(results.map(({ id }, index) => [id, index]))
  found.sort((a, b) => (order.get(a.violation.requirement) ?? 0) - (order.get(b.violation.requirement) ?? 0))
  return {
    results,
    failures: found.filter(({ violation }) => fails(violation.requirement)),
    warnings: found.filter(({ violation }) => !fails(violation.requirement)),
  }
}

/** The duration of a requirement: its share in the properties that check it. */
function secondsOf(id: RequirementId, outcomes: readonly PropertyOutcome[]): number {
  const ofIt = outcomes.filter(({ property }) => property.checks.includes(id))
  const all = ofIt.reduce((sum, { property, seconds = 0 }) => sum + seconds / property.checks.length, 0)
  return Math.round(all * 1000) / 1000
}

/** The request that keeps a requirement from being checked, as a curl command, and the permitted behaviors that do. */
function causeOf(
  verdict: Verdict,
  reasons: readonly string[],
  outcomes: readonly PropertyOutcome[],
  options: JudgeOptions,
): Pick<RequirementResult, 'request' | 'judgeableFrom' | 'permitted'> {
  if (verdict !== 'inconclusive') return {}
  const causesOf = (reason: string) =>
    outcomes.flatMap(({ preconditions }) => preconditions.get(reason) ?? [])
  const causes = reasons.flatMap(causesOf)
  const call = causes.find((one) => one.call !== undefined)?.call
  const { curl } = call === undefined ? {} : curlCommand([call], 0, options)
  const rows = [...new Set(causes.flatMap(({ row }) => row ?? []))]
  const [judgeableFrom] = causes.flatMap((one) => one.judgeableFrom ?? []).sort()
  const isPrepared =
    causes.every((one) => one.judgeableFrom !== undefined) && reasons.every((one) => causesOf(one).length > 0)
  return {
    ...(curl === undefined ? {} : { request: curl }),
    ...(isPrepared && judgeableFrom !== undefined ? { judgeableFrom } : {}),
    ...(rows.length === 0 ? {} : { permitted: rows }),
  }
}

function verdictOf(
  id: RequirementId,
  count: number,
  outcomes: readonly PropertyOutcome[],
  { succeeded, stayedUnavailable }: JudgeOptions,
): { verdict: Verdict; reasons: string[] } {
  const relevant = outcomes.filter(({ property }) => property.checks.includes(id))
  const reasonsFrom = (read: (outcome: PropertyOutcome) => readonly (string | undefined)[]) => [
    ...new Set(relevant.flatMap(read).filter((reason) => reason !== undefined)),
  ]
  const errors = reasonsFrom(({ error }) => [error])
  if (errors.length > 0) return { verdict: 'error', reasons: errors }
  const cutOff = reasonsFrom(({ unavailable }) =>
    [...unavailable].map(([operationId, reason]) =>
      stayedUnavailable.has(operationId) ? reason : undefined,
    ),
  )
  if (cutOff.length > 0) return { verdict: 'inconclusive', reasons: cutOff }
  const ended = reasonsFrom(({ earlyEnd }) => [earlyEnd])
  if (count > 0 && ended.length > 0) return { verdict: 'inconclusive', reasons: ended }
  const refusals = outcomes.flatMap(({ refused }) => [...(refused.get(id) ?? [])])
  const unprovedRefusals = refusals.filter(([operationId]) => !succeeded.has(operationId))
  const unproved = unprovedRefusals.reduce((sum, [, refused]) => sum + refused, 0)
  if (count > unproved) return { verdict: 'pass', reasons: [] }
  if (count > 0) return { verdict: 'inconclusive', reasons: unprovedReasons(relevant, unprovedRefusals) }
  const reasons = reasonsFrom(({ unavailable, preconditions, earlyEnd, violations }) => [
    ...unavailable.values(),
    ...preconditions.keys(),
    earlyEnd,
    ...violations.map(({ requirement }) => `its check ended with the violation of ${requirement}`),
  ])
  if (reasons.length > 0) return { verdict: 'inconclusive', reasons }
  // A property that ran without checking it lacked the same as those that did not run.
  const idle = relevant.filter(({ notApplicable }) => notApplicable !== undefined)
  const lacking = reasonsFrom((one) => (needsMoreThanAnother(one, idle) ? [] : [one.notApplicable]))
  if (lacking.length > 0) return { verdict: 'not applicable', reasons: lacking.sort() }
  // With --property, the properties of most requirements do not run.
  if (relevant.length === 0) return { verdict: 'disabled', reasons: ['the named property does not check it'] }
  return { verdict: 'inconclusive', reasons: ['never checked'] }
}

/** True if another property that did not run needs nothing else and a lower level: then that is enough to check a requirement. */
function needsMoreThanAnother({ property }: PropertyOutcome, outcomes: readonly PropertyOutcome[]): boolean {
  const { needs = [], level } = property
  return outcomes.some(
    ({ property: other }) =>
      other.level !== level &&
      includesLevel(level, other.level) &&
      (other.needs ?? []).every((need) => needs.includes(need)),
  )
}

/** Why refusals prove nothing: what kept the operations from succeeding, or else that they never did. */
function unprovedReasons(
  outcomes: readonly PropertyOutcome[],
  refusals: readonly (readonly [OperationId, number])[],
): string[] {
  const preconditions = [...new Set(outcomes.flatMap(({ preconditions }) => [...preconditions.keys()]))]
  if (preconditions.length > 0) return preconditions
  const ids = [...new Set(refusals.map(([operationId]) => operationId))].join(', ')
  return [`${ids}: refused as expected, but never succeeded in this run`]
}

/**
 * Violations of one requirement have one cause, unless they are at several places of a response. Of the violations of one
 * cause, one that is far beyond the bound is reported, or else the one with the simplest situation, and of those the shortest transcript.
 */
function failuresOf(outcomes: readonly PropertyOutcome[], options: JudgeOptions): FoundFailure[] {
  const causes: { property: Property; violation: Violation; all: Set<Property> }[] = []
  const all = outcomes
    .flatMap(({ property, violations }) => violations.map((violation) => ({ property, violation })))
    .filter(({ violation }) => options.selected.has(violation.requirement))
  // A violation that only the simulator says gives way to another one of the same requirement.
  const decided = new Set(
    all.flatMap(({ violation: one }) => (one.unexplained === undefined ? [one.requirement] : [])),
  )
  const found = all
    .filter(({ violation: one }) => one.unexplained === undefined || !decided.has(one.requirement))
    // Violations with a place come first, so that those without one join them.
    .sort((a, b) => Number(b.violation.place !== undefined) - Number(a.violation.place !== undefined))
  for (const { property, violation } of found) {
    const { requirement, place } = violation
    const known = causes.find(
      ({ violation: one }) => one.requirement === requirement && (one.place === place || place === undefined),
    )
    if (known === undefined) {
      causes.push({ property, violation, all: new Set([property]) })
      continue
    }
    known.all.add(property)
    const isBetter = rankOf(violation) < rankOf(known.violation)
    if (known.violation.place === place && isBetter) Object.assign(known, { property, violation })
  }
  return causes.map(({ property, violation, all }) => ({
    violation,
    failure: failureOf(property, violation, [...all], options),
  }))
}

const rankOf = ({ gross, situation = '', transcript }: Violation) =>
  transcript.length + 1e4 * situation.length - (gross === true ? 1e9 : 0)

function failureOf(
  property: Property,
  violation: Violation,
  properties: readonly Property[],
  options: JudgeOptions,
): Failure {
  const { redactor, reproduce, assumed, tag } = options
  const requirement: Requirement = requirements[violation.requirement]
  const { basis, section, statement, reason } = requirement
  const { counterexample, gross, unexplained, timeline = [] } = violation
  const transcript = violation.transcript.map((step) => entryOf(step, redactor))
  const [expected, actual] = [redactor.text(violation.expected), shownActual(violation, redactor)]
  const atIssue = stepsAtIssue({ expected, actual, transcript }, tag)
  const isAtIssue = transcript.map((entry) => atIssue.size === 0 || atIssue.has(entry))
  const deciding = decidingCall(violation, isAtIssue)
  return {
    requirement: violation.requirement,
    basis: gross === true ? 'stated' : basis,
    ...(reason === undefined || gross === true ? {} : { reason }),
    ...(unexplained === undefined ? {} : { reason: unexplainedReasons[unexplained] }),
    section,
    sectionLinks: sectionsIn(section).map((name) => `docs/reference/contract.md#${sectionAnchor(name)}`),
    statement,
    expected,
    actual,
    ...(violation.place === undefined ? {} : { place: violation.place }),
    ...(violation.situation === undefined ? {} : { situation: violation.situation }),
    ...(timeline.length === 0 ? {} : { timeline: [...timeline] }),
    ...(assumed !== undefined && properties.some(needsIntegers) ? { assumed } : {}),
    properties: [...new Set(properties.map(({ title }) => title))],
    ...(counterexample === undefined ? {} : { counterexample: redactor.text(counterexample) }),
    reproduce: redactor.text(reproduce(property, violation)),
    ...curlCommand(violation.transcript, deciding, options),
    ...(deciding === undefined ? {} : { deciding }),
    transcript,
  }
}

const needsIntegers = ({ needs }: Property) => needs?.includes('statusIntegers') === true

/** The actual value in a response, which may be the value of a secret field, and may be cut. */
function shownActual({ actual, place = '' }: Violation, redactor: Address['redactor']): string {
  const field = place.split(/[.[\]]/).findLast((part) => !/^\d*$/.test(part))
  return actual === 'missing' ? actual : String(redactor.json(redactor.text(actual, { cut: true }), field))
}
