// Runs a plan, checks what must hold after each step, and shrinks a plan that finds something.

import { apply } from './faults.ts'
import { type Plan, planOf, stepText } from './plan.ts'
import { quiet } from './scheduler.ts'
import { World } from './world.ts'

/** Milliseconds. */
const [settleMs, maxEndMs] = [1500, 30_000]

interface Outcome {
  plan: Plan
  finding: string | undefined
  /** The events, line by line. */
  trace: string[]
  /** Counts of injected faults and of events. */
  faults: number
  events: number
}

async function run(plan: Plan): Promise<Outcome> {
  const world = new World(plan)
  const { scheduler, clients } = world
  let events = 0
  const proceed = async (isOver: () => boolean) => {
    while (world.finding === undefined && !isOver()) {
      await scheduler.step()
      events += 1
      world.check()
    }
  }
  /** All faults are over: each client is answered. */
  const answerAll = async () => {
    const end = scheduler.now + maxEndMs
    for (const client of clients) client.act('read')
    await proceed(() => clients.every(({ isBusy }) => !isBusy) || scheduler.now > end)
    for (const { isBusy, name } of clients)
      if (isBusy && world.finding === undefined)
        world.find(`${name}: has no answer ${maxEndMs} ms after the last fault`)
  }
  for (const step of plan.steps) scheduler.after(step.at, () => apply(world, step))
  const last = (plan.steps.at(-1)?.at ?? 0) + settleMs
  await proceed(() => scheduler.now >= last)
  world.heal()
  for (const client of clients) client.act('pay')
  await answerAll()
  world.restart()
  await answerAll()
  world.end()
  await quiet()
  const { finding, trace, faults } = world
  return { plan, finding, trace, faults, events }
}

export const runSeed = (seed: number): Promise<Outcome> => run(planOf(seed))

/** The sort of a finding, without names and figures. */
const kindOf = (finding = '') => finding.replace(/^\S+: /, '').replaceAll(/\d+/g, '')

/** The same finding with fewer steps: each that is not needed is left out. */
export async function shrink(found: Outcome): Promise<Outcome> {
  let smallest = found
  for (let length = found.plan.steps.length >> 1; length >= 1; ) {
    let isSmaller = false
    for (let from = 0; from < smallest.plan.steps.length; ) {
      const steps = smallest.plan.steps.filter((_, index) => index < from || index >= from + length)
      const outcome = await run({ ...smallest.plan, steps })
      if (kindOf(outcome.finding) !== kindOf(found.finding)) from += length
      else {
        smallest = outcome
        isSmaller = true
      }
    }
    if (length === 1 && !isSmaller) break
    length = Math.max(1, length >> 1)
  }
  return smallest
}

export function findingText({ plan, finding, trace }: Outcome, withTrace = false): string {
  const { seed, kind, nodes, replayMs, steps } = plan
  return [
    `Seed ${seed}: ${finding}`,
    `${kind}, ${nodes} nodes or workers, ${replayMs} ms for the replay of an entry:`,
    ...steps.map((step) => `  ${stepText(step)}`),
    ...(withTrace ? ['What happened:', ...trace.map((line) => `  ${line}`)] : []),
  ].join('\n')
}
