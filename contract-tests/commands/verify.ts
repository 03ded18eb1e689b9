// `verify`: the phases of a run of the suite against a deployment, one after the other.

import { includesLevel } from '../../spec/operation.ts'
import { operationIds } from '../../spec/operations.ts'
import { plannedIn } from '../experiment/choose-situations.ts'
import { actionsIn, outcomeOfHistories } from '../experiment/histories.ts'
import { nothingFound, type PropertyOutcome } from '../experiment/one-run.ts'
import { plannedOperations } from '../experiment/request-plan.ts'
import { runInSituations, runProperty, withSituations } from '../experiment/run-property.ts'
import { addedByPatience, runSideBySide } from '../experiment/side-by-side.ts'
import type { Report } from '../judge/report.ts'
import type { Deployment } from '../observe/deployment.ts'
import { Journal } from '../observe/journal.ts'
import { preflight } from '../preflight/preflight.ts'
import { checkTargetResponds } from '../preflight/target-responds.ts'
import { waitsInRealTime, whyNotApplicable } from '../steps/needs.ts'
import type { Property } from '../steps/property.ts'
import { announcing, estimateText, timesOf, type Wait, waitFor } from './estimate.ts'
import { beginPhase, journalOf, saving } from './prepared-run.ts'
import { scopeText } from './scope.ts'
import { reportOf } from './suite-report.ts'
import { type RunOptions, type SuiteRun, suiteRun } from './suite-run.ts'

export { defaultRuns, type RunOptions } from './suite-run.ts'

/** Runs the suite against a deployment. Throws a UsageError for unknown names, or if the target does not respond. */
export async function verify(opened: Deployment, options: RunOptions = {}): Promise<Report> {
  const run = await suiteRun(opened, options)
  const applicable = applicableIn(run)
  const { webhooks } = run.shared.deployment
  // A log of deliveries that cannot be read, or a file that cannot be written, is found before the first request.
  if (webhooks?.isLasting === true && applicable.some(needsWebhooks)) await webhooks.received()
  if (run.prepared !== undefined) beginPhase(run.prepared, applicable)
  const waiting = applicable.filter((one) => waitsInRealTime(one, run.shared.deployment))
  const idle = whyNoWait(run, waiting)
  if (idle !== undefined) options.announce?.(`--patience has no effect: ${idle}.`)
  const wait = run.prepared === undefined ? waitFor(waiting, options.patience) : undefined
  if (run.shared.deployment.remote) await meetTarget(run, applicable, wait)
  const { found, waitingNow } = await runAtOnce(run)
  if (run.hasHistories) found.push(await outcomeOfHistories(run.shared))
  const { outcomes, notes } = await runInRealTime(run, found, waitingNow, wait)
  return reportOf(run, outcomes, notes)
}

const applicableIn = ({ properties, shared: { deployment }, level }: SuiteRun) =>
  properties.filter((one) => whyNotApplicable(one, deployment, level) === undefined)

const needsWebhooks = ({ needs }: Property) => needs?.includes('webhooks') === true

/** Why the patience of a run has no effect; undefined if it has one, or if there is none. */
function whyNoWait(
  { options, prepared, level, shared: { deployment } }: SuiteRun,
  waiting: readonly Property[],
): string | undefined {
  if (options.patience === undefined) return undefined
  if (prepared !== undefined) return 'a run in two phases does not wait'
  if (waiting.length > 0) return undefined
  if (deployment.clock !== undefined) return 'the suite moves the clock of the target'
  return includesLevel(level, 'money')
    ? 'no selected requirement can be checked after such a wait'
    : `it needs --level money (the run is at ${level})`
}

/** Checks that the target responds, says what the level leaves out, finds wrong data in the target file, and estimates the duration. */
async function meetTarget(
  run: SuiteRun,
  applicable: readonly Property[],
  wait: Wait | undefined,
): Promise<void> {
  const { options, shared, properties, prepared } = run
  const { deployment, budget } = shared
  await checkTargetResponds(deployment, budget)
  run.sentBefore = budget.sentRequests
  const scope = scopeText(properties, run.selected, deployment, run.level)
  if (scope !== undefined) options.announce?.(scope)
  // It would create and pay again, and tokens that the run does not need any more may have expired.
  if (prepared?.state === undefined)
    await preflight(shared, plannedOperations(applicable) ?? new Set(operationIds), {
      actsAsSecondMerchant: applicable.some(({ needs }) => needs?.includes('secondMerchant')),
      readsWebhooks: applicable.some(needsWebhooks),
    })
  if (prepared?.state !== undefined)
    return options.announce?.(`Resumes ${prepared.path}: its requests are not repeated.`)
  const msOf = timesOf(budget, deployment.target)
  const { requests, ms } = plannedIn(applicable, shared, msOf)
  const more = run.hasHistories ? actionsIn(shared) : 0
  const planned = { requests: requests + more, ms: ms + more * msOf() }
  options.announce?.(estimateText(planned, options.maxDuration, wait, run.realTime.now()))
}

/**
 * Runs all properties but those that wait in real time. In a world that they share, situations come last: what they change then
 * costs no verdict.
 */
async function runAtOnce({ options, shared, properties, level }: SuiteRun) {
  const { deployment, budget } = shared
  const run = deployment.isolates ? runInSituations : runProperty
  const found: PropertyOutcome[] = []
  const waitingNow: Property[] = []
  const requestsAt = new Map<Property, ReadonlySet<number>>()
  for (const property of properties) {
    options.progress?.(found.length, properties.length, property)
    const notApplicable = whyNotApplicable(property, deployment, level)
    const { earlyEnd } = budget
    if (notApplicable !== undefined) found.push({ ...nothingFound, property, notApplicable })
    else if (earlyEnd !== undefined) found.push({ ...nothingFound, property, earlyEnd: earlyEnd.reason })
    else if (waitsInRealTime(property, deployment)) waitingNow.push(property)
    else {
      found.push(await run(property, shared))
      requestsAt.set(property, new Set(shared.timeline.requestsAt))
    }
  }
  for (const [at, outcome] of deployment.isolates ? [] : found.entries()) {
    const timeline = { ...shared.timeline, requestsAt: new Set(requestsAt.get(outcome.property)) }
    found[at] = await withSituations(outcome, { ...shared, timeline })
  }
  return { found, waitingNow }
}

/** Runs the others at the same time, and saves what a run in two phases has done. */
async function runInRealTime(
  { options, shared, prepared, level, realTime }: SuiteRun,
  found: readonly PropertyOutcome[],
  waiting: readonly Property[],
  wait: Wait | undefined,
) {
  const { deployment, seed, tag, redactor } = shared
  const phase = { target: deployment.target.baseUrl, level, seed, tag }
  const save = prepared === undefined ? async () => {} : saving(prepared, phase, redactor)
  const inRealTime = await runSideBySide(waiting, shared, {
    source: announcing(realTime, wait, options.announce),
    patience: prepared === undefined ? (options.patience ?? 0) : 0,
    journalOf: (property) => (prepared === undefined ? new Journal() : journalOf(prepared, property, save)),
  })
  await save()
  const notes = prepared === undefined ? addedByPatience(inRealTime, found, deployment.patience) : []
  return { outcomes: [...found, ...inRealTime], notes }
}
