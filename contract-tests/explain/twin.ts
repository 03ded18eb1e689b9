// A twin: the options and the world with which the model answers as a deployment does, and the kinds of differences that remain. It is
// learned, proved by a further history, and compared again later.

import type { Target } from '../../client/target.ts'
import type { Harm } from '../../spec/operation.ts'
import { type UnspecifiedId, unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import type { Deployment } from '../observe/deployment.ts'
import { type AssumptionChoices, inProcess } from '../observe/in-process.ts'
import { RunBudget } from '../observe/run-budget.ts'
import { explainedBy, nearest } from './descent.ts'
import { type Knowledge, knowledgeOf } from './knowledge.ts'
import { type Exception, Learning, type LearnOptions } from './learn.ts'
import { paced } from './paced.ts'
import { comparableAt, latestCompletion, possibleAt } from './possible.ts'
import { refusesInOwnForm, withRefusalTemplates } from './refusal-templates.ts'
import type { Hypothesis, Observed } from './replay.ts'
import { withResponseValues } from './response-values.ts'
import { type Unexplained, unexplainedBy } from './unexplained.ts'
import { type LearnedWorld, learnWorld, lookupsOf } from './world.ts'

export interface Twin {
  level: Harm
  /** The seed of the history that proved it. */
  seed: number
  hypothesis: Hypothesis
  /** The kinds of differences that no option explains. */
  exceptions: readonly Exception[]
}

/** A history at a deployment and its twin. */
export interface Proof {
  /** The number of actions, and of those whose answers were alike in everything. */
  actions: { all: number; alike: number }
  /** The kinds of differences that learning did not see. */
  others: Exception[]
}

export interface LearnedTwin {
  twin: Twin
  world: LearnedWorld
  knowledge: Knowledge
  /** The number of actions from which it was learned. */
  actions: number
  proof: Proof
  /** The parts of answers that could not be compared, and the reason. */
  unseen: string[]
}

interface TwinRun {
  level: Harm
  seed: number
  /** The number of actions of each history from which it learns. */
  lengths: readonly number[]
  /** The number of actions of the proof. */
  proof: number
  progress?: LearnOptions['progress']
}

/** The actions of each history of the suite. */
const actionsOfHistory = 400

/** The hypotheses of a whole run: some minutes of processor time. */
const maxTried = 12_000

/** Learns a twin, and proves it. */
export async function learnTwin(
  deployment: Deployment,
  { level, seed, lengths, proof, progress }: TwinRun,
): Promise<LearnedTwin> {
  const session = await sessionAt(deployment, budgetOf(deployment, level))
  const world = await learnWorld(session.deployment)
  const start = {
    ...{ assumptions: declared(deployment.target), world: world.world, roles: world.roles },
  }
  const learning = await learningOf(session, {
    ...{ seed, lengths, start: atLatest(start), ...(progress === undefined ? {} : { progress }) },
  })
  const { exceptions: known, unlike } = await learning.remaining()
  const isKnown = (_: number, { key }: { key: string }) => known.some((one) => one.key === key)
  const histories = learning.histories.map((one) => ({ ...one, isKnown }))
  const { hypothesis, knowledge } = await knowledgeOf(learning.hypothesis, histories, unlike)
  const twin = { level, seed: seed + 1, hypothesis, exceptions: known }
  const proved = await compared(session, twin, proof, 0)
  const others = [...proved.exceptions.values()].filter((one) => !isKnown(0, one))
  return {
    twin: { ...twin, exceptions: [...known, ...others] },
    ...{ world, knowledge, actions: learning.actions.all, proof: { actions: proved.actions, others } },
    unseen: unseenAt(session.deployment, session.options.comparable),
  }
}

/** Draws histories with so many actions in all, and finds what no permitted world explains of them. */
export async function findUnexplained(
  deployment: Deployment,
  { budget, seed, actions }: UnexplainedRun,
): Promise<Unexplained> {
  const session = await sessionAt(deployment, budget)
  const { world, roles } = await learnWorld(session.deployment)
  const start = { assumptions: declared(deployment.target), world, roles }
  const count = Math.ceil(actions / actionsOfHistory)
  const lengths = Array.from({ length: count }, () => Math.ceil(actions / count))
  const learning = new Learning(session.deployment, {
    ...session.options,
    ...{ seed, lengths, start, maxTried: 0, opening: [] },
  })
  return unexplainedBy(session.deployment, await learning.run())
}

interface UnexplainedRun {
  budget: RunBudget
  seed: number
  actions: number
}

/** Learns from histories. Where no option has the form of refusals, no hypothesis explains everything: the nearest one is learned. */
async function learningOf(
  { deployment, options }: Session,
  run: Pick<LearnOptions, 'seed' | 'lengths' | 'start' | 'progress'>,
): Promise<Learning> {
  if (!(await refusesInOwnForm(deployment, run.start)))
    return new Learning(deployment, { ...options, ...run, maxTried }).run()
  const isOfClient = (id: string) => id.startsWith('encryption.') && deployment.target.encrypt !== undefined
  const fixed = new Set([
    ...Object.keys(run.start.assumptions),
    ...['errors.envelope', 'service.response-values'],
    ...unspecifiedIds.filter(isOfClient),
  ])
  const half = Math.ceil(run.lengths.length / 2)
  const first = { ...options, ...run, lengths: run.lengths.slice(0, half), maxTried: 0 }
  const learning = await new Learning(deployment, first).run()
  await approach(learning, fixed)
  // Under the default options, few requests reach what a service does otherwise.
  const [start, lengths] = [learning.hypothesis, run.lengths.slice(half)]
  const { progress = () => {} } = run
  const done = learning.actions.all
  const rest: LearnOptions = {
    ...{ ...first, lengths, start, seed: run.seed + 2, opening: [] },
    progress: (count, hypothesis) => progress(done + count, hypothesis),
  }
  const { histories, actions } = await new Learning(deployment, rest).run()
  learning.histories.push(...histories)
  learning.actions.all += actions.all
  learning.actions.alike += actions.alike
  await approach(learning, fixed)
  return learning
}

/** Goes on to the nearest hypothesis. */
async function approach(learning: Learning, fixed: ReadonlySet<string>): Promise<void> {
  const { histories } = learning
  const near = await nearest(await withTables(learning.hypothesis, histories), histories, fixed)
  histories.splice(0, histories.length, ...(await explainedBy(near, histories)))
  learning.hypothesis = await withTables(near, histories)
}

/** A hypothesis with what tables can say of differences that no option explains. */
async function withTables(learned: Hypothesis, histories: readonly Observed[]): Promise<Hypothesis> {
  const { 'errors.envelope': envelope, 'service.response-values': _, ...others } = learned.assumptions
  const assumptions = typeof envelope === 'string' ? { ...others, 'errors.envelope': envelope } : others
  const refusing = await withRefusalTemplates({ ...learned, assumptions }, histories)
  return withResponseValues(refusing, histories)
}

export interface Drift {
  /** Each behavior with another option now, and an answer that shows it. */
  options: { id: string; before: string; now: string; from: string }[]
  /** The kinds of differences that were not there, and no option explains. */
  others: Exception[]
  /** Each part of the world that changed. */
  world: string[]
  actions: { all: number; alike: number }
}

/** Runs the history that proved a twin again. */
export async function driftOf(deployment: Deployment, twin: Twin, length: number): Promise<Drift> {
  const session = await sessionAt(deployment, budgetOf(deployment, twin.level))
  const before = twin.hypothesis
  const { world, roles } = await learnWorld(session.deployment)
  const now = { ...twin, hypothesis: { ...before, world, roles } }
  const learning = await compared(session, now, length, maxTried)
  const chosen: Readonly<Record<string, unknown>> = before.assumptions
  const options = [...learning.learnedFrom].flatMap(([id, from]) => {
    const option = optionOf(id, learning.hypothesis.assumptions)
    return option === optionOf(id, chosen) ? [] : [{ id, before: optionOf(id, chosen), now: option, from }]
  })
  return {
    ...{ options, actions: learning.actions },
    others: [...learning.exceptions.values()].filter(
      ({ key, count }) => count > 0 && !twin.exceptions.some((one) => one.key === key),
    ),
    world: changedParts(before.world, world, deployment.isolates),
  }
}

/** The name of the option in force. */
function optionOf(id: string, assumptions: Readonly<Record<string, unknown>>): string {
  const chosen = assumptions[id]
  const [usual = ''] = Object.keys(unspecifiedBehaviors[id as UnspecifiedId].options)
  return chosen === undefined ? usual : typeof chosen === 'string' ? chosen : JSON.stringify(chosen)
}

type Session = Awaited<ReturnType<typeof sessionAt>>

const budgetOf = (deployment: Deployment, level: Harm) =>
  new RunBudget(deployment.target.limits, level, deployment)

async function sessionAt(deployment: Deployment, budget: RunBudget) {
  const { isolates } = deployment
  await deployment.fresh()
  const options = {
    comparable: await comparableAt(deployment),
    adapt: possibleAt(deployment, budget),
    opening: lookupsOf(deployment.target).map(({ action }) => action),
    // Orders of earlier runs are still there.
    ...(isolates ? {} : { run: `r${Date.now()}` }),
  }
  return { deployment: paced(deployment, budget), options }
}

function compared(
  { deployment, options }: Session,
  { seed, hypothesis, exceptions }: Twin,
  length: number,
  max: number,
): Promise<Learning> {
  const start = atLatest(hypothesis)
  return new Learning(deployment, {
    ...options,
    ...{ seed, lengths: [length], start, known: exceptions, maxTried: max },
  }).run()
}

const atLatest = (hypothesis: Hypothesis): Hypothesis => ({
  ...hypothesis,
  assumptions: { ...latestCompletion, ...hypothesis.assumptions },
})

/** The options by which requests are made, where a target declares others than the simulator's and the model has them. */
function declared({ assumptions }: Target): AssumptionChoices {
  const usual: Readonly<Record<string, string>> = inProcess().target.assumptions
  return Object.fromEntries(
    Object.entries(assumptions).filter(([id, option]) => {
      const { options } = unspecifiedBehaviors[id as UnspecifiedId]
      return Object.hasOwn(options, option) && usual[id] !== option
    }),
  )
}

function unseenAt(
  { clock, shopper }: Deployment,
  { deliveries, toleranceMs }: Session['options']['comparable'],
) {
  return [
    ...(clock === undefined ? ['what happens later: the target declares no control API with a clock'] : []),
    ...(shopper === undefined ? ['wallet payments and refund requests: they need a control API'] : []),
    ...(deliveries ? [] : ['webhooks: only with a control API is it known when all are delivered']),
    ...(toleranceMs === 0 ? [] : ['exact instants: the clock of the deployment runs']),
  ]
}

/** The parts of worlds that differ. Rates and balances move at a deployment that others use. */
function changedParts(before: unknown, now: unknown, isolates: boolean, path = ''): string[] {
  if (!isolates && /\.(rate|exchangeAccounts)$/.test(path)) return []
  const isInner = (one: unknown): one is object => typeof one === 'object' && one !== null
  if (isInner(before) && isInner(now)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(now)])
    return [...keys].flatMap((key) =>
      changedParts(
        Reflect.get(before, key),
        Reflect.get(now, key),
        isolates,
        path === '' ? key : `${path}.${key}`,
      ),
    )
  }
  if (before === now) return []
  const isSecret = /accessToken|clientSecret|privateKey|serviceKey/.test(path)
  return [
    `${path} is ${isSecret ? 'another one' : `${JSON.stringify(now)} in place of ${JSON.stringify(before)}`}`,
  ]
}
