// Runs properties against a deployment, one after the other, and makes the report.

import { learnTarget } from '../../client/learn-target.ts'
import { levelOf, type TargetLevel } from '../../client/level.ts'
import type { Target } from '../../client/target.ts'
import { Decimal } from '../../core/decimal.ts'
import { UsageError } from '../../core/errors.ts'
import { Redactor } from '../../core/redaction.ts'
import type { Harm } from '../../spec/operation.ts'
import type { OperationId } from '../../spec/operations.ts'
import { requirementIds, requirements } from '../../spec/requirements.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import type { Requirement, UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import { allProperties } from '../properties.ts'
import { type Report, verdicts } from '../report/report.ts'
import type { Deployment } from '../targets/deployment.ts'
import { Client } from './client.ts'
import { runOutcome } from './exit-codes.ts'
import { whyNotApplicable } from './needs.ts'
import type { Property } from './property.ts'
import type { PropertyRun } from './property-run.ts'
import { flagWords, reproduceCommand } from './reproduction.ts'
import { RunBudget } from './run-budget.ts'
import { nothingFound, runProperty, type Shared } from './run-property.ts'
import { selectedProperties, selectedRequirements } from './selection.ts'
import type { SuiteOptions } from './suite-options.ts'
import { type FoundFailure, judge, type PropertyOutcome } from './verdicts.ts'

export interface RunOptions extends SuiteOptions {
  /** Whether failing inputs are shrunk; true by default. */
  shrink?: boolean
  /** The command of this run, which the commands that reproduce failures begin with. */
  command?: string
  properties?: readonly Property[]
  /** Called before each property. */
  progress?: (done: number, all: number, property: Property) => void
  /** Called for each failure and warning with its evidence, which contains secrets. */
  evidence?: (found: FoundFailure) => void
}

export const defaultRuns = 20
const smokeRuns = 2
/** How often the first request is sent if the connection is lost. */
const maxAttempts = 3

/** Runs the suite against a deployment. Throws a UsageError for unknown names, or if the target does not respond. */
export async function verify(deployment: Deployment, options: RunOptions = {}): Promise<Report> {
  const began = performance.now()
  const { target, remote } = deployment
  const seed = options.seed ?? 1
  const runs = options.runs ?? (options.smoke === true ? smokeRuns : defaultRuns)
  checkAmounts(target)
  const selection = { ...options, disabled: target.disabled }
  const all = options.properties ?? allProperties
  const selected = selectedRequirements(selection)
  const properties = selectedProperties(all, selection, selected)
  const path = pathOf(options.path)
  const { level, reason } = await runLevel(deployment, options.level)
  const budget = new RunBudget(target.limits, level, deployment, {
    maxSeconds: options.maxDuration,
    signal: options.signal,
    // Time does not change what is in this process.
    ...(remote ? {} : { wait: async () => {} }),
  })
  const shared: Shared = {
    deployment,
    budget,
    tag: deployment.isolates ? `pt-${seed}` : `pt-${Date.now().toString(36)}`,
    seed,
    runs,
    shrink: options.shrink ?? true,
    ...(path === undefined ? {} : { path }),
    succeeded: new Set<OperationId>(),
    created: [],
    ids: { count: 0 },
    redactor: newRedactor(deployment),
  }
  if (remote) await checkTargetResponds(deployment, budget)
  const sentBefore = budget.sentRequests

  const outcomes: PropertyOutcome[] = []
  for (const property of properties) {
    options.progress?.(outcomes.length, properties.length, property)
    const notApplicable = whyNotApplicable(property, deployment, level)
    const { earlyEnd } = budget
    if (notApplicable !== undefined) outcomes.push({ ...nothingFound, property, notApplicable })
    else if (earlyEnd !== undefined) outcomes.push({ ...nothingFound, property, earlyEnd: earlyEnd.reason })
    else outcomes.push(await runProperty(property, shared))
  }

  const { redactor } = shared
  learnSteps(redactor, outcomes)
  const shown = (text: string) => redactor.text(text)
  const strict = options.strict ?? false
  const flags = flagWords({ '--seed': seed, '--runs': runs, '--level': options.level })
  const command = `${options.command ?? 'npx paytwin verify'}${flags}${strict ? ' --strict' : ''}`
  const { results, failures, warnings } = judge(outcomes, {
    selected,
    strict,
    succeeded: shared.succeeded,
    stayedUnavailable: budget.repetition.stayedUnavailable(),
    redactor,
    reproduce: (property, violation) => reproduceCommand(command, property, violation),
  })
  for (const found of [...failures, ...warnings]) options.evidence?.(found)
  const counts = Object.fromEntries(
    verdicts.map((verdict) => [verdict, results.filter((result) => result.verdict === verdict).length]),
  )
  return {
    paytwin: 'report',
    version: 1,
    target: shown(target.name ?? target.baseUrl),
    level,
    ...(reason === undefined ? {} : { levelReason: shown(reason) }),
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
    notes: shared.succeeded.size > 0 || budget.sentRequests === sentBefore ? [] : [nothingSucceeded],
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

function pathOf(text: string | undefined): PropertyRun['path'] {
  if (text === undefined) return undefined
  const [, loop, at] = /^(\d+)\/(\d+(?::\d+)*)$/.exec(text) ?? []
  if (loop !== undefined && at !== undefined) return { loop: Number(loop), at }
  throw new UsageError(
    `Invalid value "${text}" for --path.`,
    'Expected the path that a failure prints, such as 1/3:0:2.',
    'Copy the command under "Reproduce" of a failure.',
  )
}

function checkAmounts({ known, limits }: Target): void {
  if (new Decimal(known.amount).lte(limits.amount)) return
  throw new UsageError(
    `known.amount is ${known.amount} USD, which exceeds limits.amount of ${limits.amount} USD.`,
    'Most payments of the suite have the amount known.amount.',
    'Lower known.amount, or raise limits.amount in the target file.',
  )
}

/** Sends one request before all others, because a target without any response has no verdict. */
async function checkTargetResponds(deployment: Deployment, budget: RunBudget): Promise<void> {
  const { baseUrl, limits } = deployment.target
  await budget.admit('getStore', [])
  const client = new Client(deployment, budget)
  let failed = await client.tryLookup('getStore')
  for (let attempt = 1; attempt < maxAttempts && failed?.status === 0; attempt += 1) {
    if (failed.timedOut || !failed.mayHaveArrived) break
    await budget.admit('getStore', [])
    failed = await client.tryLookup('getStore')
  }
  if (failed === undefined || failed.status === 429) return
  if (failed.status !== 0) {
    // The rest of the service may work.
    if ((await client.tryLookup('getShopper')) === undefined) return
    throw new UsageError(
      `The target at ${baseUrl} is not available.`,
      `GET /stores and GET /users/me: HTTP ${failed.status}.`,
      'Run the suite again when the target is available, or correct baseUrl in the target file or --base-url.',
    )
  }
  throw new UsageError(
    `The target at ${baseUrl} does not respond.`,
    `GET /stores: ${failed.text}. The timeout is ${limits.timeoutSeconds} seconds.`,
    'Start the target, or correct baseUrl in the target file or --base-url.',
  )
}
