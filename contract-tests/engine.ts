// Runs properties on a deployment, each on its own, and makes the report. What one property meets is hidden from none of
// the others.

import { openItemIds, openItems } from '../spec/open-items.ts'
import {
  isObservable,
  observableRequirementIds,
  type RequirementId,
  requirementIds,
  requirements,
} from '../spec/requirements.ts'
import type { OpenItem, Requirement } from '../spec/statements.ts'
import { type Breach, NotApplicable, PremiseFailed, Violation } from './breach.ts'
import { type Budget, BudgetSpent, Client } from './client.ts'
import { Context, freshWorld, type Ledger } from './context.ts'
import type { Deployment } from './deployment.ts'
import { Misuse, Unreachable } from './misuse.ts'
import { obstacleTo } from './needs.ts'
import { allProperties } from './properties.ts'
import type { Property } from './property.ts'
import { exitCodes, type Report, verdicts } from './report/report.ts'
import { isLoopback, type Level } from './target.ts'
import { judge, type PropertyOutcome } from './verdicts.ts'

export interface RunOptions {
  seed?: number
  /** How many generated inputs each property gets. */
  runs?: number
  /** Ids of requirements, or the beginnings of some (`closing`); everything unless given. */
  only?: readonly string[]
  /** Few generated inputs, for a first look. */
  smoke?: boolean
  level?: Level
  /** Where a run with generated inputs begins again. */
  path?: string
  /** Whether failing inputs are made small; they are, unless told. */
  shrink?: boolean
  /** How this run was asked for; a reproduction line begins with it. */
  command?: string
  properties?: readonly Property[]
  /** Hears of each property when it begins. */
  progress?: (done: number, all: number, property: Property) => void
}

export const defaultRuns = 20
const smokeRuns = 2

/** Runs the suite on a deployment. Throws a Misuse for unknown ids, and Unreachable where nobody answers. */
export async function verify(deployment: Deployment, options: RunOptions = {}): Promise<Report> {
  const began = performance.now()
  const { target, remote } = deployment
  const seed = options.seed ?? 1
  const runs = options.runs ?? (options.smoke === true ? smokeRuns : defaultRuns)
  const level =
    options.level ?? target.level ?? (remote && !isLoopback(target.baseUrl) ? 'read' : 'disruptive')
  const wanted = wantedIds(options.only, target.disabled)
  const properties = (options.properties ?? allProperties).filter(
    ({ checks }) => options.only === undefined || checks.some((id) => wanted.has(id)),
  )
  const tag = remote ? `pt-${Date.now().toString(36)}` : `pt-${seed}`
  const budget: Budget = {
    left: target.limits.requests,
    pauseMilliseconds: target.limits.perSecond === undefined ? 0 : 1000 / target.limits.perSecond,
  }
  const shared = {
    deployment,
    budget,
    tag,
    seed,
    runs,
    shrink: options.shrink ?? true,
    created: [],
    counter: { next: 0 },
  }
  if (remote) await reach(deployment, budget)

  const outcomes: PropertyOutcome[] = []
  for (const property of properties) {
    options.progress?.(outcomes.length, properties.length, property)
    const obstacle = obstacleTo(property, deployment, level)
    if (obstacle !== undefined) {
      outcomes.push({ property, checked: new Map(), breaches: [], obstacle })
      continue
    }
    const ledger: Ledger = {
      ...shared,
      ...(options.path === undefined ? {} : { path: options.path }),
      checked: new Map(),
      formBreaches: new Map(),
      violations: [],
    }
    outcomes.push(await runOne(property, ledger))
  }

  const command = options.command ?? 'paytwin verify'
  const { results, failures } = judge(outcomes, wanted, (_, breach: Breach & { path?: string }) =>
    [
      `${command} --seed ${seed} --runs ${runs} --only ${breach.requirement}`,
      breach.path && `--path ${breach.path}`,
    ]
      .filter(Boolean)
      .join(' '),
  )
  const counts = Object.fromEntries(
    verdicts.map((verdict) => [verdict, results.filter((result) => result.verdict === verdict).length]),
  )
  const { exitCode, outcome } = conclusion(counts)
  return {
    paytwin: 'report',
    version: 1,
    target: target.name ?? target.baseUrl,
    level,
    seed,
    runs,
    tag,
    exitCode,
    outcome,
    seconds: Math.round(performance.now() - began) / 1000,
    requests: target.limits.requests - budget.left,
    counts,
    requirements: results,
    notObservable: requirementIds.flatMap((id) => {
      const { statement, observable }: Requirement = requirements[id]
      return 'no' in observable ? [{ id, statement, why: observable.no }] : []
    }),
    failures,
    errors: outcomes.flatMap(({ property, error }) =>
      error === undefined ? [] : [{ property: property.title, message: error }],
    ),
    openItems: openItemIds.map((id) => {
      const { question, section }: OpenItem = openItems[id]
      return { id, question, section }
    }),
    created: shared.created,
  }
}

async function runOne(property: Property, ledger: Ledger): Promise<PropertyOutcome> {
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
    else if (error instanceof PremiseFailed) end.premise = error.message
    else if (error instanceof NotApplicable) end.obstacle = error.message
    else if (error instanceof BudgetSpent) end.cutShort = true
    else if (error instanceof Misuse) throw error
    else end.error = error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  return {
    property,
    checked: ledger.checked,
    breaches: [...violations, ...ledger.violations, ...ledger.formBreaches.values()],
    ...end,
  }
}

function conclusion(counts: Record<string, number>): { exitCode: number; outcome: string } {
  const count = (verdict: string) => counts[verdict] ?? 0
  if (count('fail') > 0) return { exitCode: exitCodes.violated, outcome: 'violates the contract' }
  if (count('error') > 0) return { exitCode: exitCodes.broke, outcome: 'the suite broke' }
  if (count('inconclusive') > 0 || count('pass') === 0)
    return { exitCode: exitCodes.inconclusive, outcome: 'inconclusive' }
  return { exitCode: exitCodes.conforms, outcome: 'conforms' }
}

function wantedIds(only: readonly string[] | undefined, disabled: readonly string[]): Set<RequirementId> {
  const named = (name: string) => {
    const ids = observableRequirementIds.filter((id) => id === name || id.startsWith(`${name}.`))
    if (ids.length > 0) return ids
    const unobservable = requirementIds.find((id) => id === name && !isObservable(requirements[id]))
    throw new Misuse(
      unobservable === undefined ? `There is no requirement "${name}".` : `"${name}" cannot be observed.`,
      'Requirements are named by their id, or several by the part before the first dot.',
      `Choose among: ${[...new Set(observableRequirementIds.map((id) => id.split('.')[0]))].join(', ')}, or see the list of requirements.`,
    )
  }
  const wanted = new Set(only === undefined ? observableRequirementIds : only.flatMap(named))
  for (const id of disabled.flatMap(named)) wanted.delete(id)
  return wanted
}

/** One look-up before anything else: a target that gives no answer at all gets no verdict. */
async function reach(deployment: Deployment, budget: Budget): Promise<void> {
  const { baseUrl, limits } = deployment.target
  const answer = await new Client(
    deployment,
    budget,
    () => {},
    () => {},
  ).call('getStore')
  if (answer.status === 0) {
    throw new Unreachable(
      `The target at ${baseUrl} does not answer.`,
      `GET /stores brought ${answer.text}; the suite waits for ${limits.timeoutSeconds} seconds.`,
      'Start it, or mend baseUrl in the target file or --base-url.',
    )
  }
}
