// Learns from histories at a deployment. When an answer differs from that of the model, another hypothesis is searched that explains
// everything so far. A difference that none explains is an exception: it is listed, and the history goes on.

import type { Action, Step } from '../histories/action.ts'
import type { Comparable } from '../histories/comparison.ts'
import { type Adapt, type Drawing, Generator } from '../histories/generator.ts'
import { type Answer, answerOf, Side } from '../histories/side.ts'
import type { Deployment } from '../observe/deployment.ts'
import { requirementsOf } from './attribution.ts'
import { type KeyedDifference, lineOf } from './differences.ts'
import { type Hypothesis, type Observed, type Outcome, Replay, replayed } from './replay.ts'
import { type Explained, type Explanation, Search } from './search.ts'

/** A kind of difference that no hypothesis explains. */
export interface Exception {
  key: string
  /** The number of times that it was seen. */
  count: number
  /** The requirements that the document marks nearest to it. */
  requirements: string[]
  /** The first one: the action, and what was expected and answered. */
  example: string
}

export interface LearnOptions {
  seed: number
  /** The number of actions of each history. */
  lengths: readonly number[]
  start: Hypothesis
  comparable?: Comparable
  adapt?: Adapt
  /** Actions that are a history before those that are drawn. */
  opening?: readonly Action[]
  /** The maximum number of hypotheses in all; none are tried with 0. */
  maxTried?: number
  /** Exceptions that are known before. */
  known?: readonly Exception[]
  /** The part of the ids of orders by which this run differs from others at the same deployment. */
  run?: string
  progress?: (actions: number, hypothesis: Hypothesis) => void
}

/** The hypotheses for one difference, and how often it is searched for anew where it is seen again. */
const maxTriedAtOnce = 600
const maxSearches = 2

/** The hypothesis that is learned from one history after another. */
export class Learning {
  hypothesis: Hypothesis
  readonly histories: Explained[] = []
  readonly exceptions = new Map<string, Exception>()
  /** The first difference that each learned option explains. */
  readonly learnedFrom = new Map<string, string>()
  /** The number of hypotheses that were tried. */
  tried = 0
  /** The number of actions, and of those whose answers were alike in everything. */
  readonly actions = { all: 0, alike: 0 }
  private readonly searches = new Map<string, number>()
  private readonly deployment: Deployment
  private readonly options: LearnOptions
  private readonly generator: Generator

  constructor(deployment: Deployment, options: LearnOptions) {
    this.deployment = deployment
    this.options = options
    this.hypothesis = options.start
    this.generator = new Generator(options.seed, options.run)
    for (const one of options.known ?? []) {
      this.exceptions.set(one.key, { ...one, count: 0 })
      this.searches.set(one.key, maxSearches)
    }
  }

  async run(): Promise<this> {
    const { opening = [], lengths } = this.options
    if (opening.length > 0) await this.history(opening.length, opening)
    for (const length of lengths) await this.history(length)
    return this
  }

  /** The exceptions that are left under the last hypothesis, and the answers that have one: later histories explain earlier ones. */
  async remaining(): Promise<{ exceptions: Exception[]; unlike: ReadonlySet<Answer> }> {
    const found = new Map<string, Exception>()
    const unlike = new Set<Answer>()
    for (const history of this.histories)
      await replayed(this.hypothesis, {
        ...history,
        isKnown: (at, one) => {
          const [step, answer] = [history.steps[at], history.answers[at]]
          if (step !== undefined) count(found, step, one)
          if (answer !== undefined) unlike.add(answer)
          return true
        },
      })
    return { exceptions: [...found.values()], unlike }
  }

  private async history(length: number, opening: readonly Action[] = []): Promise<void> {
    const { adapt, progress, comparable } = this.options
    const side = new Side(this.deployment)
    await side.begin()
    const course = new Course(this.deployment, comparable, (key) => this.isSpent(key))
    await course.begin()
    let replay = await Replay.begin(this.hypothesis, course.observed)
    const drawing = this.generator.begin(replay.side, adapt, opening)
    while (drawing.steps.length < length) {
      await course.follow(replay)
      const step = drawing.next()
      const actual = await answerOf(side, step)
      course.add(step, actual)
      const all = await replay.next(step, actual)
      this.actions.all += 1
      if (all.length === 0) this.actions.alike += 1
      else replay = await this.settled(course, replay, all, drawing)
      const [answer] = replay.answers.slice(-1)
      if (answer !== undefined) drawing.note(answer)
      progress?.(this.actions.all, this.hypothesis)
    }
    this.histories.push({ ...course.observed, read: new Set(replay.bases.flatMap(({ read }) => [...read])) })
  }

  /** The replay to go on with after an answer that differs. */
  private async settled(
    course: Course,
    before: Replay,
    all: readonly KeyedDifference[],
    drawing: Drawing,
  ): Promise<Replay> {
    const at = course.steps.length - 1
    const unknown = all.filter(({ key }) => !this.isSpent(key))
    const found = unknown.length === 0 ? undefined : await this.searched(course, before, unknown)
    const rest = found?.differences ?? unknown
    const left = [...rest, ...all.filter(({ key }) => this.isSpent(key))]
    for (const one of firstOfEach(left)) this.except(course, one)
    course.know(at, rest)
    const isRefused = left.some(({ isOutcome, key }) => isOutcome === true && key.endsWith('refused'))
    if (isRefused) course.skipped.add(at)
    if (found === undefined && !isRefused) return before
    const { replay } =
      isRefused || found === undefined ? await replayed(this.hypothesis, course.observed) : found
    drawing.moveTo(replay.side, course.answersOf(replay))
    return replay
  }

  /** A hypothesis that explains all or some of the differences, which is learned; undefined if there is none. */
  private async searched(course: Course, replay: Replay, differences: readonly KeyedDifference[]) {
    let nearest: Explanation | undefined
    let outcome: Outcome = { replay, explained: course.steps.length - 1, differences }
    for (let isImproved = true; isImproved && outcome.differences.length > 0; ) {
      const left = (this.options.maxTried ?? Number.POSITIVE_INFINITY) - this.tried
      const search = new Search(this.histories, course.observed, Math.min(maxTriedAtOnce, left))
      const found = (await search.explain(this.hypothesis, outcome)) ?? search.nearest
      this.tried += search.tried
      isImproved = found !== undefined
      if (found === undefined) continue
      this.noteLearned(course, found.hypothesis, outcome)
      this.hypothesis = found.hypothesis
      outcome = found
      nearest = found
    }
    return nearest
  }

  private noteLearned({ steps }: Course, { assumptions }: Hypothesis, { differences }: Outcome): void {
    const [step] = steps.slice(-1)
    const [first] = differences
    if (step === undefined || first === undefined) return
    const before: Readonly<Record<string, unknown>> = this.hypothesis.assumptions
    for (const [id, option] of Object.entries(assumptions))
      if (before[id] !== option) this.learnedFrom.set(id, lineOf(step, first))
  }

  private except({ steps }: Course, one: KeyedDifference): void {
    const [step] = steps.slice(-1)
    if (step !== undefined) count(this.exceptions, step, one)
    this.searches.set(one.key, (this.searches.get(one.key) ?? 0) + 1)
  }

  private isSpent(key: string): boolean {
    return (this.searches.get(key) ?? 0) >= maxSearches
  }
}

function count(exceptions: Map<string, Exception>, step: Step, one: KeyedDifference): void {
  const known = exceptions.get(one.key) ?? {
    ...{ key: one.key, count: 0, example: lineOf(step, one), requirements: requirementsOf(step, one) },
  }
  exceptions.set(one.key, { ...known, count: known.count + 1 })
}

/** The first difference of each kind. */
const firstOfEach = (differences: readonly KeyedDifference[]) =>
  differences.filter((one, at) => differences.findIndex(({ key }) => key === one.key) === at)

/** A history that is running, with what was seen at the deployment. */
class Course {
  readonly steps: Step[] = []
  readonly answers: Answer[] = []
  readonly skipped = new Set<number>()
  readonly comparable: Comparable
  private first: string | undefined
  private readonly keys = new Map<number, ReadonlySet<string>>()
  private readonly deployment: Deployment
  private readonly isSpent: (key: string) => boolean

  constructor(
    deployment: Deployment,
    comparable: Comparable = { deliveries: true, toleranceMs: 0 },
    isSpent: (key: string) => boolean,
  ) {
    this.deployment = deployment
    this.comparable = comparable
    this.isSpent = isSpent
  }

  get observed(): Observed {
    const { steps, answers, skipped, comparable } = this
    const isKnown = (at: number, { key }: KeyedDifference) =>
      this.keys.get(at)?.has(key) === true || this.isSpent(key)
    return {
      ...{ steps, answers, skipped, comparable, isKnown },
      ...(this.first === undefined ? {} : { start: this.first }),
    }
  }

  async begin(): Promise<void> {
    this.first = new Date(await this.now()).toISOString()
  }

  private now = async () => (await this.deployment.clock?.now()) ?? Date.now()

  /** Advances the clock of the model to that of a deployment whose time is not only moved by actions. */
  async follow(replay: Replay): Promise<void> {
    if (this.comparable.toleranceMs === 0) return
    const ms = (await this.now()) - replay.side.deployment.world().now
    if (ms <= 0) return
    const step: Step = { number: 0, action: { outside: 'advance', ms, why: 'the clock of the deployment' } }
    const answer: Answer = { responses: [{ status: 0, headers: {}, body: 'done' }], deliveries: [] }
    this.add(step, answer)
    const differences = await replay.next(step, answer)
    this.know(this.steps.length - 1, differences)
  }

  add(step: Step, answer: Answer): void {
    this.steps.push(step)
    this.answers.push(answer)
  }

  know(at: number, differences: readonly KeyedDifference[]): void {
    this.keys.set(at, new Set(differences.map(({ key }) => key)))
  }

  /** The answers of a replay to the actions that were drawn. */
  answersOf({ answers }: Replay): Answer[] {
    return answers.filter((_, at) => this.steps[at]?.number !== 0)
  }
}
