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
  private readonly model: InProcess
  private readonly side: Side
  private readonly random: Random
  private readonly seed: number
  private count = 0

  constructor(model: InProcess, seed: number) {
    this.model = model
    this.side = new Side(model)
    this.random = new Random(seed)
    this.seed = seed
  }

  /** Draws histories with at least that many requests in all. */
  async histories(requests: number): Promise<History[]> {
    const all: History[] = []
    for (let sent = 0; sent < requests; sent += requestCount(all.at(-1)?.steps ?? []))
      all.push(await this.history(actionsOfHistory))
    return all
  }

  /** Draws a history of that many actions in a new world, and runs it at the model. */
  async history(length: number): Promise<History> {
    const { side, coverage, random } = this
    this.count += 1
    const state = new State(this.model, random, `h${this.seed}x${this.count}`)
    await side.begin()
    coverage.begin()
    const steps: Step[] = []
    const answers: Answer[] = []
    let number = 1
    while (steps.length < length) {
      const candidate = steps.length === 0 ? this.first(state) : this.best(state)
      const step = { number, action: candidate.action }
      const answer = await side.run(step)
      state.note(step, side, answer)
      coverage.add(state, candidate, answer.responses.every(isAccepted))
      steps.push(step)
      answers.push(answer)
      number += Math.max(1, requestsOf(step.action).length)
    }
    return { steps, answers }
  }

  /** Histories begin at different times of the year. */
  private first(state: State): Candidate {
    const moment = moments[(this.seed + this.count) % moments.length] ?? 'a weekend'
    const ms = untilMoment(state.world.now, moment)
    return this.coverage.candidate(state, { outside: 'advance', ms, why: `to ${moment}` })
  }

  /** Of several actions of one kind, the one that adds the most to the coverage. */
  private best(state: State): Candidate {
    const draw = pickDraw(state)
    const stays = this.coverage.isRareTime(state) && this.random.chance(0.8)
    let best: (Candidate & { novelty: number }) | undefined
    for (let tries = 0; tries < candidates; tries += 1) {
      const action = draw(state)
      if (action === undefined) continue
      if (stays && isWait(action)) continue
      const candidate = this.coverage.candidate(state, action)
      const novelty = this.coverage.noveltyOf(candidate)
      if (best === undefined || novelty > best.novelty) best = { ...candidate, novelty }
    }
    // The picked entry may make no sense now.
    return best ?? this.best(state)
  }
}

const isWait = (action: Action) => 'outside' in action && action.outside === 'advance' && action.ms >= hourMs
