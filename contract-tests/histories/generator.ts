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
  private count = 0

  constructor(seed: number) {
    this.random = new Random(seed)
    this.seed = seed
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

  /** Begins a history in the world that a model has now. */
  begin(side: Side<InProcess>): Drawing {
    this.count += 1
    this.coverage.begin()
    const moment = moments[(this.seed + this.count) % moments.length] ?? 'a weekend'
    return new Drawing(new State(side, this.random, `h${this.seed}x${this.count}`), this.coverage, moment)
  }
}

/** A history that is being drawn. */
export class Drawing {
  readonly steps: Step[] = []
  private readonly state: State
  private readonly coverage: Coverage
  private readonly moment: (typeof moments)[number]
  private last: Candidate | undefined

  constructor(state: State, coverage: Coverage, moment: (typeof moments)[number]) {
    this.state = state
    this.coverage = coverage
    this.moment = moment
  }

  /** The next action. */
  next(): Step {
    const before = this.steps.at(-1)
    const number = before === undefined ? 1 : before.number + Math.max(1, requestsOf(before.action).length)
    this.last = before === undefined ? this.first() : this.best()
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
    return this.coverage.candidate(state, { outside: 'advance', ms, why: `to ${moment}` })
  }

  /** Of several actions of one entry, the one that adds the most to the coverage. */
  private best(): Candidate {
    const { state, coverage } = this
    const draw = pickDraw(state)
    const stays = coverage.isRareTime(state) && state.random.chance(0.8)
    let best: (Candidate & { novelty: number }) | undefined
    for (let tries = 0; tries < candidates; tries += 1) {
      const action = draw(state)
      if (action === undefined || (stays && isWait(action))) continue
      const candidate = coverage.candidate(state, action)
      const novelty = coverage.noveltyOf(candidate)
      if (best === undefined || novelty > best.novelty) best = { ...candidate, novelty }
    }
    // The picked entry may make no sense now.
    return best ?? this.best()
  }
}

const isWait = (action: Action) => 'outside' in action && action.outside === 'advance' && action.ms >= hourMs
