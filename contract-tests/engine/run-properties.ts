// Runs properties on a deployment, each on its own, and makes the report. What one property meets is hidden from none of
// the others.

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
import { conclusionOf } from './exit-codes.ts'
import { freshWorld, type Ledger } from './ledger.ts'
import { obstacleTo } from './needs.ts'
import type { Property } from './property.ts'
import { flagWords, reproduceCommand } from './reproduction.ts'
import { Allowance, CutShort } from './run-budget.ts'
import { selectedProperties, wantedIds } from './selection.ts'
import { Unreachable } from './unreachable.ts'
import { type FoundFailure, judge, type PropertyOutcome } from './verdicts.ts'
import { type Breach, NotApplicable, PreconditionFailed, Violation } from './violation.ts'

export interface RunOptions {
  seed?: number
  /** How many generated inputs each property gets. */
  runs?: number
  /** Ids of requirements, the beginnings of some (`closing`), or resources; everything unless given. */
  only?: readonly string[]
  /** Words of a property's title; it alone is run. */
  property?: string
  /** Few generated inputs, for a first look. */
  smoke?: boolean
  level?: Harm
  /** Where a run with generated inputs begins again: the property's loop and its path, as in `1/3:0:2`. */
  path?: string
  /** Whether failing inputs are made small; they are, unless told. */
  shrink?: boolean
  /** Whether requirements that are not applicable to the target leave the outcome as it is. */
  acceptPartial?: boolean
  /** How this run was asked for; a reproduction line begins with it. */
  command?: string
  properties?: readonly Property[]
  /** Hears of each property when it begins. */
  progress?: (done: number, all: number, property: Property) => void
  /** Hears of each failure with its evidence, secrets and all. */
  evidence?: (found: FoundFailure) => void
}

export const defaultRuns = 20
const smokeRuns = 2

/** Runs the suite on a deployment. Throws a Misuse for unknown ids, and Unreachable where nobody answers. */
export async function verify(deployment: Deployment, options: RunOptions = {}): Promise<Report> {
  const began = performance.now()
  const { target, remote } = deployment
  const seed = options.seed ?? 1
  const runs = options.runs ?? (options.smoke === true ? smokeRuns : defaultRuns)
  const level = options.level ?? levelOf(target)
  checkAmounts(target)
  const selection = { ...options, disabled: target.disabled }
  const all = options.properties ?? allProperties
  const wanted = wantedIds(selection)
  const properties = selectedProperties(all, selection, wanted)
  const path = pathOf(options.path)
  const allowance = new Allowance(target.limits, level, deployment)
  const shared = {
    deployment,
    allowance,
    tag: deployment.isolates ? `pt-${seed}` : `pt-${Date.now().toString(36)}`,
    seed,
    runs,
    shrink: options.shrink ?? true,
    ...(path === undefined ? {} : { path }),
    succeeded: new Set<OperationId>(),
    created: [],
    counter: { next: 0 },
  }
  if (remote) await reach(deployment, allowance)

  const outcomes: PropertyOutcome[] = []
  for (const property of properties) {
    options.progress?.(outcomes.length, properties.length, property)
    const obstacle = obstacleTo(property, deployment, level)
    if (obstacle !== undefined) outcomes.push({ ...nothingDone, property, obstacle })
    else outcomes.push(await runOne(property, shared))
  }

  const secrets = [
    ...[...secretsOf(target)].map(([secret, name]) => [secret, `<${name}>`] as const),
    ...(deployment.names ?? []),
  ]
  const flags = flagWords({ '--seed': seed, '--runs': runs, '--level': options.level })
  const command = `${options.command ?? 'paytwin verify'}${flags}`
  const { results, failures } = judge(outcomes, {
    wanted,
    succeeded: shared.succeeded,
    redact: redactor({ secrets, fields: secretFields }),
    reproduce: (property, violation) => reproduceCommand(command, property, violation),
  })
  for (const found of failures) options.evidence?.(found)
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
    ...conclusionOf(counts, allowance.over, options.acceptPartial ?? false),
    seconds: Math.round(performance.now() - began) / 1000,
    requests: allowance.sent,
    counts,
    requirements: results,
    notObservable: requirementIds.flatMap((id) => {
      const requirement: Requirement = requirements[id]
      const { statement } = requirement
      return 'notObservable' in requirement ? [{ id, statement, why: requirement.notObservable }] : []
    }),
    failures: failures.map(({ failure }) => failure),
    notes: shared.succeeded.size > 0 || allowance.sent === 0 ? [] : [nothingSucceeded],
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
  'No request at all succeeded: see whether baseUrl and the credentials in the target are those of the deployment.'

const nothingDone = { checked: new Map(), refused: new Map(), breaches: [], preconditions: [] }

type Shared = Omit<Ledger, 'checked' | 'refused' | 'formBreaches' | 'violations' | 'preconditions' | 'loops'>

async function runOne(property: Property, shared: Shared): Promise<PropertyOutcome> {
  const ledger: Ledger = {
    ...shared,
    loops: 0,
    checked: new Map(),
    refused: new Map(),
    formBreaches: new Map(),
    violations: [],
    preconditions: new Set(),
  }
  const end: Partial<PropertyOutcome> = {}
  const violations: Breach[] = []
  let it: Context | undefined
  try {
    await freshWorld(ledger)
    it = new Context(ledger)
    await property.run(it)
  } catch (thrown) {
    const error = it?.ended(thrown) ?? thrown
    if (error instanceof Violation) violations.push(error.breach)
    else if (error instanceof PreconditionFailed) ledger.preconditions.add(error.message)
    else if (error instanceof NotApplicable) end.obstacle = error.message
    else if (error instanceof CutShort) end.cutShort = error.message
    else if (error instanceof UsageError) throw error
    else end.error = errorStack(error)
  }
  return {
    property,
    checked: ledger.checked,
    refused: ledger.refused,
    breaches: [...violations, ...ledger.violations, ...ledger.formBreaches.values()],
    preconditions: [...ledger.preconditions],
    ...end,
  }
}

function pathOf(text: string | undefined): Ledger['path'] {
  if (text === undefined) return undefined
  const [, loop, at] = /^(\d+)\/(\d+(?::\d+)*)$/.exec(text) ?? []
  if (loop !== undefined && at !== undefined) return { loop: Number(loop), at }
  throw new UsageError(
    `Invalid value "${text}" for --path.`,
    'Expected a loop of the property and a path of its generated inputs, such as 1/3:0:2.',
    'Copy the command under "Reproduce" of a failure.',
  )
}

function checkAmounts({ known, limits }: Target): void {
  if (new Decimal(known.amount).lte(limits.amount)) return
  throw new UsageError(
    `The target would be paid ${known.amount} USD, and its limits allow ${limits.amount} USD.`,
    'known.amount is the sum that most payments have.',
    'Lower known.amount, or raise limits.amount.',
  )
}

/** One look-up before anything else: a target that gives no answer at all gets no verdict. */
async function reach(deployment: Deployment, allowance: Allowance): Promise<void> {
  const { baseUrl, limits } = deployment.target
  const response = await new Client(deployment, allowance).call('getStore')
  if (response.status === 0) {
    throw new Unreachable(
      `The target at ${baseUrl} does not answer.`,
      `GET /stores brought ${response.text}; the suite waits for ${limits.timeoutSeconds} seconds.`,
      'Start it, or mend baseUrl in the target file or --base-url.',
    )
  }
}
