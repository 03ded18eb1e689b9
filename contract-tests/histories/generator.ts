// Generates histories against the model: of several actions that make sense, the one that covers the most of what was not yet covered.

import { hourMs } from '../../core/durations.ts'
import type { InProcess } from '../observe/in-process.ts'
import { type Action, requestsOf, type Step } from './action.ts'
import { pickDraw } from './catalogue.ts'
import { type Candidate, Coverage } from './coverage.ts'
import { type History, requestCount } from './history.ts'
import { moments, untilMoment } from './moments.ts'
import { Random } from './random.ts'
import { type Answer, isAccepted, Side } from './side.ts'
import { State } from './state.ts'

const candidates = 12
/** The actions of a history: many enough for a long life of records, few enough for several histories in a run. */
const actionsOfHistory = 400

export class Generator {
  readonly coverage = new Coverage()
  private readonly random: Random
  private readonly seed: number
  private readonly run: string
  private count = 0

  /** `run` makes the ids of orders different from those of other runs at the same deployment. */
  constructor(seed: number, run = '') {
    this.random = new Random(seed)
    this.seed = seed
    this.run = run
  }

  /** Draws histories with at least that many requests in all. */
  async histories(model: InProcess, requests: number): Promise<History[]> {
    const all: History[] = []
    for (let sent = 0; sent < requests; sent += requestCount(all.at(-1)?.steps ?? []))
      all.push(await this.history(model, actionsOfHistory))
    return all
  }

  /** Draws a history of that many actions, and runs it at the model. */
  async history(model: InProcess, length: number): Promise<History> {
    const side = new Side(model)
    await side.begin()
    const drawing = this.begin(side)
    const answers: Answer[] = []
    while (answers.length < length) {
      const answer = await side.run(drawing.next())
      drawing.note(answer)
      answers.push(answer)
    }
    return { steps: drawing.steps, answers }
  }

  /** Begins a history in the world that a model has now: with some actions, if given. Each that is drawn can be changed, or left out. */
  begin(side: Side<InProcess>, adapt?: Adapt, opening: readonly Action[] = []): Drawing {
    this.count += 1
    this.coverage.begin()
    const moment = moments[(this.seed + this.count) % moments.length] ?? 'a weekend'
    const state = new State(side, this.random, `h${this.seed}x${this.count}${this.run}`)
    return new Drawing(state, this.coverage, { moment, adapt, opening })
  }
}

/** Changes an action to one that is possible where a history runs; undefined if none is. */
export type Adapt = (action: Action, state: State) => Action | undefined

interface DrawingOptions {
  /** The moment at which the history begins. */
  moment: (typeof moments)[number]
  adapt?: Adapt | undefined
  opening: readonly Action[]
}

/** A history that is being drawn. */
export class Drawing {
  readonly steps: Step[] = []
  private readonly state: State
  private readonly coverage: Coverage
  private readonly moment: (typeof moments)[number]
  private readonly adapt: Adapt
  private readonly opening: Action[]
  private last: Candidate | undefined

  constructor(
    state: State,
    coverage: Coverage,
    { moment, opening, adapt = (action) => action }: DrawingOptions,
  ) {
    this.state = state
    this.coverage = coverage
    this.moment = moment
    this.adapt = adapt
    this.opening = [...opening]
  }

  /** The next action. */
  next(): Step {
    const before = this.steps.at(-1)
    const number = before === undefined ? 1 : before.number + Math.max(1, requestsOf(before.action).length)
    const opening = this.opening.shift()
    if (opening !== undefined) this.last = this.coverage.candidate(this.state, opening)
    else this.last = before === undefined ? this.first() : this.best()
    const step = { number, action: this.last.action }
    this.steps.push(step)
    return step
  }

  /** Notes the answer of the model to the last action. */
  note(answer: Answer): void {
    const [step] = this.steps.slice(-1)
    if (step === undefined || this.last === undefined) return
    this.state.note(step, answer)
    this.state.sent.push(...requestsOf(step.action))
    this.coverage.add(this.state, this.last, answer.responses.every(isAccepted))
  }

  /** Continues with another model, which has answered the actions so far. */
  moveTo(side: Side<InProcess>, answers: readonly Answer[]): void {
    this.state.moveTo(side, this.steps, answers)
  }

  /** Histories begin at different times of the year. */
  private first(): Candidate {
    const { state, moment } = this
    const ms = untilMoment(state.world.now, moment)
    const action = this.adapt({ outside: 'advance', ms, why: `to ${moment}` }, state)
    return action === undefined ? this.best() : this.coverage.candidate(state, action)
  }

  /** Of several actions of one entry, the one that adds the most to the coverage. */
  private best(): Candidate {
    for (;;) {
      // The picked entry may make no sense now.
      const found = this.bestOfOneEntry()
      if (found !== undefined) return found
    }
  }

  private bestOfOneEntry(): Candidate | undefined {
    const { state, coverage } = this
    const draw = pickDraw(state)
    const stays = coverage.isRareTime(state) && state.random.chance(0.8)
    let best: (Candidate & { novelty: number }) | undefined
    for (let tries = 0; tries < candidates; tries += 1) {
      const drawn = draw(state)
      const action = drawn === undefined ? undefined : this.adapt(drawn, state)
      if (action === undefined || (stays && isWait(action))) continue
      const candidate = coverage.candidate(state, action)
      const novelty = coverage.noveltyOf(candidate)
      if (best === undefined || novelty > best.novelty) best = { ...candidate, novelty }
    }
    return best
  }
}

const isWait = (action: Action) => 'outside' in action && action.outside === 'advance' && action.ms >= hourMs
