// Runs properties against a deployment, one after the other, and makes the report.

import { learnTarget } from '../../client/learn-target.ts'
import { levelOf, type TargetLevel } from '../../client/level.ts'
import { Redactor } from '../../core/redaction.ts'
import { flagWords } from '../../core/shell-words.ts'
import type { Harm } from '../../spec/operation.ts'
import { type OperationId, operationIds } from '../../spec/operations.ts'
import { requirementIds, requirements } from '../../spec/requirements.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import type { Requirement, UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import { estimateText } from '../plan/estimate.ts'
import { mostImportantFirst } from '../plan/order.ts'
import { plannedOperations } from '../plan/request-plan.ts'
import { scopeText } from '../plan/scope.ts'
import { whyNoDelivery, withoutInconclusive } from '../preflight/inconclusive.ts'
import { preflight } from '../preflight/preflight.ts'
import { checkAmounts, checkTargetResponds } from '../preflight/target-responds.ts'
import { allProperties } from '../properties.ts'
import { durationText } from '../real-time/duration.ts'
import { Journal } from '../real-time/journal.ts'
import { journalOf, preparedRun, propertiesOf, saving } from '../real-time/prepared-run.ts'
import type { TimeSource } from '../real-time/real-time.ts'
import { addedByPatience, runSideBySide } from '../real-time/side-by-side.ts'
import { type Report, verdicts } from '../report/report.ts'
import type { Deployment } from '../targets/deployment.ts'
import { runOutcome } from './exit-codes.ts'
import { waitsInRealTime, whyNotApplicable } from './needs.ts'
import type { PropertyOutcome, Shared } from './one-run.ts'
import type { Property } from './property.ts'
import { inputPath, reproduceCommand } from './reproduction.ts'
import { RunBudget } from './run-budget.ts'
import { nothingFound, runProperty } from './run-property.ts'
import { plannedIn } from './run-situations.ts'
import { selectedProperties, selectedRequirements } from './selection.ts'
import type { SuiteOptions } from './suite-options.ts'
import { type FoundFailure, judge } from './verdicts.ts'

export interface RunOptions extends SuiteOptions {
  /** Whether failing inputs are shrunk; true by default. */
  shrink?: boolean
  /** The command of this run, which the commands that reproduce failures begin with. */
  command?: string
  properties?: readonly Property[]
  /** Where real time comes from; the clock of this machine by default. */
  time?: TimeSource
  /** Called before each property. */
  progress?: (done: number, all: number, property: Property) => void
  /** Called before a deployment is judged: with what the level leaves out, and with an estimate of the duration. */
  announce?: (text: string) => void
  /** Called for each failure and warning with its evidence, which contains secrets. */
  evidence?: (found: FoundFailure) => void
}

export const defaultRuns = 20
const smokeRuns = 2

/** Runs the suite against a deployment. Throws a UsageError for unknown names, or if the target does not respond. */
export async function verify(opened: Deployment, options: RunOptions = {}): Promise<Report> {
  const began = performance.now()
  const prepared = preparedRun(options, opened.target, (options.time ?? Date).now())
  const state = prepared?.state
  const patience = prepared === undefined ? options.patience : Number.POSITIVE_INFINITY
  const deployment: Deployment = { ...opened, ...(patience === undefined ? {} : { patience }) }
  const { target, remote } = deployment
  const seed = state?.seed ?? options.seed ?? 1
  const runs = options.runs ?? (options.smoke === true ? smokeRuns : defaultRuns)
  checkAmounts(target)
  const selection = { ...options, disabled: target.disabled }
  const all = options.properties ?? allProperties
  const requested = selectedRequirements(selection)
  const candidates = mostImportantFirst(selectedProperties(all, selection, requested), runs)
  const properties = prepared === undefined ? candidates : propertiesOf(prepared, candidates, deployment)
  const inRun = new Set(properties.flatMap(({ checks }) => checks))
  const selected = prepared === undefined ? requested : new Set([...requested].filter((id) => inRun.has(id)))
  const path = inputPath(options.path)
  const { level, reason } = await runLevel(deployment, options.level ?? state?.level)
  const budget = new RunBudget(target.limits, level, deployment, {
    maxSeconds: options.maxDuration,
    signal: options.signal,
    // Time does not change what is in this process.
    ...(remote ? options.time : { wait: async () => {} }),
  })
  const shared: Shared = {
    deployment,
    budget,
    tag: state?.tag ?? (deployment.isolates ? `pt-${seed}` : `pt-${Date.now().toString(36)}`),
    seed,
    runs,
    shrink: options.shrink ?? true,
    ...(path === undefined ? {} : { path }),
    succeeded: new Set<OperationId>(),
    accepted: new Set<OperationId>(),
    created: [],
    ids: { count: 0 },
    steps: [],
    ordersOfIds: new Map(),
    redactor: newRedactor(deployment),
  }
  if (remote) await checkTargetResponds(deployment, budget)
  const sentBefore = budget.sentRequests
  const applicable = properties.filter((one) => whyNotApplicable(one, deployment, level) === undefined)
  if (remote) {
    const scope = scopeText(properties, selected, deployment, level)
    if (scope !== undefined) options.announce?.(scope)
    if (state === undefined)
      await preflight(shared, plannedOperations(applicable) ?? new Set(operationIds), {
        actsAsSecondMerchant: applicable.some(({ needs }) => needs?.includes('secondMerchant')),
      })
    const measured = { requests: budget.sentRequests, ms: performance.now() - began - budget.apartMs }
    options.announce?.(
      estimateText(plannedIn(applicable, shared), measured, target.limits, options.maxDuration),
    )
  }

  const found: PropertyOutcome[] = []
  const waiting: Property[] = []
  for (const property of properties) {
    options.progress?.(found.length, properties.length, property)
    const notApplicable = whyNotApplicable(property, deployment, level)
    const { earlyEnd } = budget
    if (notApplicable !== undefined) found.push({ ...nothingFound, property, notApplicable })
    else if (earlyEnd !== undefined) found.push({ ...nothingFound, property, earlyEnd: earlyEnd.reason })
    else if (waitsInRealTime(property, deployment)) waiting.push(property)
    else found.push(await runProperty(property, shared))
  }
  const phase = { target: target.baseUrl, level, seed, tag: shared.tag }
  const save = prepared === undefined ? async () => {} : saving(prepared, phase, shared.redactor)
  const inRealTime = await runSideBySide(waiting, shared, {
    source: options.time ?? realTimeOf(budget),
    patience: options.patience ?? 0,
    journalOf: (property) => (prepared === undefined ? new Journal() : journalOf(prepared, property, save)),
  })
  await save()
  const notes = prepared === undefined ? addedByPatience(inRealTime, found, patience) : []
  found.push(...inRealTime)
  const outcomes = withoutInconclusive(found, {
    remote,
    succeeded: shared.succeeded,
    noDelivery: await whyNoDelivery(deployment),
  })

  const { redactor } = shared
  learnSteps(redactor, outcomes)
  const shown = (text: string) => redactor.text(text)
  const strict = options.strict ?? false
  const flags = flagWords({
    '--seed': seed,
    '--runs': runs,
    '--level': options.level,
    '--patience': options.patience === undefined ? undefined : durationText(options.patience),
  })
  const command = `${options.command ?? 'npx paytwin verify'}${flags}${strict ? ' --strict' : ''}`
  const { results, failures, warnings } = judge(outcomes, {
    selected,
    strict,
    succeeded: shared.succeeded,
    stayedUnavailable: budget.repetition.stayedUnavailable(),
    redactor,
    assumed: deployment.assumed,
    reproduce: (property, violation) => reproduceCommand(command, property, violation),
  })
  for (const one of [...failures, ...warnings]) options.evidence?.(one)
  const counts = Object.fromEntries(
    verdicts.map((verdict) => [verdict, results.filter((result) => result.verdict === verdict).length]),
  )
  return {
    paytwin: 'report',
    version: 1,
    target: shown(target.name ?? target.baseUrl),
    level,
    ...(reason === undefined ? {} : { levelReason: shown(reason) }),
    ...(options.shard === undefined ? {} : { shard: options.shard }),
    seed,
    runs,
    tag: shared.tag,
    ...runOutcome({ counts, earlyEnd: budget.earlyEnd, acceptPartial: options.acceptPartial ?? false }),
    seconds: Math.round(performance.now() - began) / 1000,
    requests: budget.sentRequests,
    counts,
    requirements: results,
    notObservable: requirementIds.flatMap((id) => {
      const requirement: Requirement = requirements[id]
      const { statement } = requirement
      return 'notObservable' in requirement ? [{ id, statement, why: requirement.notObservable }] : []
    }),
    failures: failures.map(({ failure }) => failure),
    warnings: warnings.map(({ failure }) => failure),
    diagnosis: [...new Set(budget.failedPreconditions.map(({ message }) => shown(message)))],
    notes: [
      ...(shared.succeeded.size > 0 || budget.sentRequests === sentBefore ? [] : [nothingSucceeded]),
      ...notes,
    ],
    errors: outcomes.flatMap(({ property, error }) =>
      error === undefined ? [] : [{ property: property.title, message: shown(error) }],
    ),
    unspecifiedBehaviors: unspecifiedIds.map((id) => {
      const { question, section }: UnspecifiedBehavior = unspecifiedBehaviors[id]
      return { id, question, section }
    }),
    created: shared.created.map(({ operationId, ours, theirs }) => ({
      operationId,
      ours: shown(ours),
      ...(theirs === undefined ? {} : { theirs: shown(theirs) }),
    })),
  }
}

/** The redaction of a run: it knows the target's secrets. */
function newRedactor({ target, names = new Map() }: Deployment): Redactor {
  const redactor = new Redactor(redactionPolicy, { show: (name) => `<${name}>` })
  learnTarget(redactor, target)
  for (const [text, name] of names) redactor.name(text, name)
  return redactor
}

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

const nothingSucceeded =
  'No request succeeded. Check that baseUrl and the credentials in the target file are those of the deployment.'

/** What the run may do. The built-in simulator may be disrupted. */
function runLevel(
  { target, remote, send }: Deployment,
  chosen: Harm | undefined,
): TargetLevel | Promise<TargetLevel> {
  const level = chosen ?? target.level
  return level === undefined && remote ? levelOf(target, send) : { level: level ?? 'disruptive' }
}

function realTimeOf(budget: RunBudget): TimeSource {
  return {
    now: Date.now,
    wait: async (ms) => {
      await budget.pause(ms)
      budget.checkTime()
    },
  }
}
