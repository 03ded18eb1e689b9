// The state of a run of the suite before its first request: what is asked for, of which deployment, and within which limits.

import { levelOf, type TargetLevel } from '../../client/simulator-target.ts'
import { learnTarget, secretsOf, type Target } from '../../client/target.ts'
import { Redactor } from '../../core/redaction.ts'
import type { Harm } from '../../spec/operation.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import { checkEachUpdate } from '../claims/webhooks/each-update.ts'
import { histories } from '../experiment/histories.ts'
import { emptyState, type Shared } from '../experiment/one-run.ts'
import { inputPath } from '../judge/reproduction.ts'
import type { FoundFailure } from '../judge/verdicts.ts'
import type { Deployment } from '../observe/deployment.ts'
import type { TimeSource } from '../observe/real-time.ts'
import { RunBudget } from '../observe/run-budget.ts'
import type { PermittedId } from '../permitted/rows.ts'
import { checkAmounts } from '../preflight/target-responds.ts'
import { whyNotApplicable } from '../steps/needs.ts'
import type { Property } from '../steps/property.ts'
import { allProperties } from './all-claims.ts'
import { mostImportantFirst } from './order.ts'
import { betweenPhases, preparedRun, propertiesOf } from './prepared-run.ts'
import { selectedProperties, selectedRequirements } from './selection.ts'
import type { SuiteOptions } from './suite-options.ts'

export interface RunOptions extends SuiteOptions {
  /** True if failing inputs are shrunk; the default. */
  shrink?: boolean
  /** Permitted behaviors that the run does not take into account: what they hide is measured so. */
  withoutRows?: readonly PermittedId[]
  /** The command of this run, which the commands that reproduce failures begin with. */
  command?: string
  properties?: readonly Property[]
  /** Where real time comes from; the clock of this machine by default. */
  time?: TimeSource
  progress?: (done: number, all: number, property: Property) => void
  /** Called before a deployment is judged: with what the level leaves out, and with an estimate of the duration. */
  announce?: (text: string) => void
  /** Called for each failure and warning with its evidence, which contains secrets. */
  evidence?: (found: FoundFailure) => void
}

export const defaultRuns = 20
const smokeRuns = 2

/** A run of the suite. */
export interface SuiteRun extends TargetLevel {
  options: RunOptions
  began: number
  shared: Shared
  properties: readonly Property[]
  /** True if histories are a part of it. */
  hasHistories: boolean
  selected: ReadonlySet<RequirementId>
  /** Set if it is one phase of a run in two phases. */
  prepared: ReturnType<typeof preparedRun>
  realTime: TimeSource
  /** The number of requests before anything was tried. */
  sentBefore: number
}

export async function suiteRun(opened: Deployment, options: RunOptions): Promise<SuiteRun> {
  const began = performance.now()
  const prepared = preparedRun(options, opened.target, (options.time ?? Date).now())
  const state = prepared?.state
  const patience = prepared === undefined ? options.patience : Number.POSITIVE_INFINITY
  const kept = prepared === undefined ? opened : betweenPhases(opened)
  const deployment: Deployment = { ...kept, ...(patience === undefined ? {} : { patience }) }
  const { target, remote } = deployment
  const runs = options.runs ?? (options.smoke === true ? smokeRuns : defaultRuns)
  checkAmounts(target)
  const { properties, selected } = selectionOf(options, deployment.target, prepared, runs)
  const runLevel = await levelOfRun(deployment, options.level ?? state?.level)
  const budget = new RunBudget(target.limits, runLevel.level, deployment, {
    maxSeconds: options.maxDuration,
    signal: options.signal,
    // Time does not change what is in this process.
    ...(remote ? options.time : { wait: async () => {} }),
  })
  const seed = state?.seed ?? options.seed ?? 1
  const path = inputPath(options.path)
  const shared: Shared = {
    deployment,
    budget,
    tag: state?.tag ?? (deployment.isolates ? `pt-${seed}` : `pt-${Date.now().toString(36)}`),
    seed,
    runs,
    shrink: options.shrink ?? true,
    withoutRows: options.withoutRows ?? [],
    ...(path === undefined ? {} : { path }),
    ...emptyState(),
    afterwards: checkEachUpdate,
    simplified: new Set(),
    redactor: newRedactor(deployment),
  }
  // A resumed run sends what it sent before.
  budget.hasTriedNotations = prepared !== undefined
  const realTime = options.time ?? realTimeOf(budget)
  return {
    ...{ options, began, shared, properties, selected, prepared, realTime, sentBefore: 0 },
    hasHistories: hasHistories(options, deployment, runLevel.level),
    ...runLevel,
  }
}

/** True if histories are a part of a run: they are about all requirements at once, and run if no part of the suite is chosen, or by name. */
function hasHistories(options: RunOptions, deployment: Deployment, level: Harm): boolean {
  const { only, property, properties, path, prepare, resume } = options
  const isWhole = [only, property, properties, path].every((one) => one === undefined)
  return (
    (isWhole || property === histories.title) &&
    (prepare ?? resume) === undefined &&
    deployment.isolates &&
    whyNotApplicable(histories, deployment, level) === undefined
  )
}

/** The selected properties, the most important first, and the requirements that they give a verdict on. */
function selectionOf(
  options: RunOptions,
  { disabled }: Target,
  prepared: SuiteRun['prepared'],
  runs: number,
): Pick<SuiteRun, 'properties' | 'selected'> {
  const selection = { ...options, disabled }
  const requested = selectedRequirements(selection)
  if (options.property === histories.title) return { properties: [], selected: requested }
  const candidates = mostImportantFirst(
    selectedProperties(options.properties ?? allProperties, selection, requested),
    runs,
  )
  if (prepared === undefined) return { properties: candidates, selected: requested }
  const properties = propertiesOf(prepared, candidates)
  const inRun = new Set(properties.flatMap(({ checks }) => checks))
  return { properties, selected: new Set([...requested].filter((id) => inRun.has(id))) }
}

/** The redaction of a run: it knows the target's secrets. */
function newRedactor({ target, names = new Map(), hasPublicAccounts = false }: Deployment): Redactor {
  const shown = new Map([...secretsOf(target)].map(([secret, name]) => [name, secret]))
  const show = (name: string) => (hasPublicAccounts ? shown.get(name) : undefined) ?? `<${name}>`
  const redactor = new Redactor(redactionPolicy, { show })
  learnTarget(redactor, target)
  for (const [text, name] of names) redactor.name(text, name)
  return redactor
}

/** The level of the run. The built-in simulator may be disrupted. */
function levelOfRun(
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
