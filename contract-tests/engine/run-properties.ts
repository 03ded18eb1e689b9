// Runs properties against a deployment, one after the other, and makes the report.

import { levelOf, secretsOf, type Target } from '../../client/target.ts'
import { Decimal } from '../../core/decimal.ts'
import { errorStack, UsageError } from '../../core/errors.ts'
import { redactor } from '../../core/redaction.ts'
import type { Harm } from '../../spec/operation.ts'
import type { OperationId } from '../../spec/operations.ts'
import { requirementIds, requirements } from '../../spec/requirements.ts'
import { secretFields } from '../../spec/secret-fields.ts'
import type { Requirement, UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import { allProperties } from '../properties.ts'
import { type Report, verdicts } from '../report/report.ts'
import type { Deployment } from '../targets/deployment.ts'
import { Client } from './client.ts'
import { Context } from './context.ts'
import { runOutcome } from './exit-codes.ts'
import { whyNotApplicable } from './needs.ts'
import type { Property } from './property.ts'
import { type PropertyRun, startWorld } from './property-run.ts'
import { flagWords, reproduceCommand } from './reproduction.ts'
import { RunBudget, RunEnded } from './run-budget.ts'
import { selectedProperties, selectedRequirements } from './selection.ts'
import { type FoundFailure, judge, type PropertyOutcome } from './verdicts.ts'
import { NotApplicable, PreconditionFailed, type Violation, ViolationError } from './violation.ts'

export interface RunOptions {
  seed?: number
  /** The number of generated inputs for each property; 20 by default. */
  runs?: number
  /** Ids of requirements, or resources; all requirements by default. */
  only?: readonly string[]
  /** The title of the only property to run, or a part of it. */
  property?: string
  /** Few generated inputs, for a quick run. */
  smoke?: boolean
  level?: Harm
  /** Where a run with generated inputs starts again: the property's loop and its path, as in `1/3:0:2`. */
  path?: string
  /** Whether failing inputs are shrunk; true by default. */
  shrink?: boolean
  /** Whether requirements that are not applicable to the target are ignored in the outcome. */
  acceptPartial?: boolean
  /** Whether a violation of an inferred requirement is a failure instead of a warning. */
  strict?: boolean
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

/** Runs the suite against a deployment. Throws a UsageError for unknown names, or if the target does not respond. */
export async function verify(deployment: Deployment, options: RunOptions = {}): Promise<Report> {
  const began = performance.now()
  const { target, remote } = deployment
  const seed = options.seed ?? 1
  const runs = options.runs ?? (options.smoke === true ? smokeRuns : defaultRuns)
  const level = options.level ?? levelOf(target)
  checkAmounts(target)
  const selection = { ...options, disabled: target.disabled }
  const all = options.properties ?? allProperties
  const selected = selectedRequirements(selection)
  const properties = selectedProperties(all, selection, selected)
  const path = pathOf(options.path)
  const budget = new RunBudget(target.limits, level, deployment)
  const shared = {
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
  }
  if (remote) await checkTargetResponds(deployment, budget)

  const outcomes: PropertyOutcome[] = []
  for (const property of properties) {
    options.progress?.(outcomes.length, properties.length, property)
    const notApplicable = whyNotApplicable(property, deployment, level)
    outcomes.push(
      notApplicable === undefined
        ? await runOne(property, shared)
        : { ...nothingFound, property, notApplicable },
    )
  }

  const secrets = [
    ...[...secretsOf(target)].map(([secret, name]) => [secret, `<${name}>`] as const),
    ...(deployment.names ?? []),
  ]
  const strict = options.strict ?? false
  const flags = flagWords({ '--seed': seed, '--runs': runs, '--level': options.level })
  const command = `${options.command ?? 'npx paytwin verify'}${flags}${strict ? ' --strict' : ''}`
  const { results, failures, warnings } = judge(outcomes, {
    selected,
    strict,
    succeeded: shared.succeeded,
    redact: redactor({ secrets, fields: secretFields }),
    reproduce: (property, violation) => reproduceCommand(command, property, violation),
  })
  for (const found of [...failures, ...warnings]) options.evidence?.(found)
  const counts = Object.fromEntries(
    verdicts.map((verdict) => [verdict, results.filter((result) => result.verdict === verdict).length]),
  )
  return {
    paytwin: 'report',
    version: 1,
    target: target.name ?? target.baseUrl,
    level,
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
    notes: shared.succeeded.size > 0 || budget.sentRequests === 0 ? [] : [nothingSucceeded],
    errors: outcomes.flatMap(({ property, error }) =>
      error === undefined ? [] : [{ property: property.title, message: error }],
    ),
    unspecifiedBehaviors: unspecifiedIds.map((id) => {
      const { question, section }: UnspecifiedBehavior = unspecifiedBehaviors[id]
      return { id, question, section }
    }),
    created: shared.created,
  }
}

const nothingSucceeded =
  'No request succeeded. Check that baseUrl and the credentials in the target file are those of the deployment.'

const nothingFound = { checked: new Map(), refused: new Map(), violations: [], preconditions: [] }

type Shared = Omit<
  PropertyRun,
  'checked' | 'refused' | 'shapeViolations' | 'violations' | 'preconditions' | 'loops'
>

async function runOne(property: Property, shared: Shared): Promise<PropertyOutcome> {
  const run: PropertyRun = {
    ...shared,
    loops: 0,
    checked: new Map(),
    refused: new Map(),
    shapeViolations: new Map(),
    violations: [],
    preconditions: new Set(),
  }
  const end: Partial<PropertyOutcome> = {}
  const violations: Violation[] = []
  let it: Context | undefined
  try {
    await startWorld(run)
    it = new Context(run)
    await property.run(it)
  } catch (thrown) {
    const error = it?.classify(thrown) ?? thrown
    if (error instanceof ViolationError) violations.push(error.violation)
    else if (error instanceof PreconditionFailed) run.preconditions.add(error.message)
    else if (error instanceof NotApplicable) end.notApplicable = error.message
    else if (error instanceof RunEnded) end.earlyEnd = error.message
    else if (error instanceof UsageError) throw error
    else end.error = errorStack(error)
  }
  return {
    property,
    checked: run.checked,
    refused: run.refused,
    violations: [...violations, ...run.violations, ...run.shapeViolations.values()],
    preconditions: [...run.preconditions],
    ...end,
  }
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
  const response = await new Client(deployment, budget).call('getStore')
  if (response.status !== 0) return
  throw new UsageError(
    `The target at ${baseUrl} does not respond.`,
    `GET /stores: ${response.text}. The timeout is ${limits.timeoutSeconds} seconds.`,
    'Start the target, or correct baseUrl in the target file or --base-url.',
  )
}
