// `npm run simulate -- --seeds 1000 --seed 7`: simulates stores, leases, routing and sandboxes of several processes in one process, with
// one seed after another. Prints each finding with the fewest steps that find it, and exits with 1. `--plants` looks for faults that are
// planted. `--write FILE` writes the figures as JSON, and adds to those of the seeds before.

import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { SimulationFigures } from './figures.ts'
import { plantNames, seedThatFinds } from './planted-faults.ts'
import { findingText, runSeed, shrink } from './run.ts'

const usage = 'npm run simulate -- [--seeds N] [--seed N] [--trace] [--plants] [--write FILE]'
/** After how many seeds a plant counts as not found. */
const maxSeeds = 300

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string' },
      seed: { type: 'string' },
      trace: { type: 'boolean', default: false },
      plants: { type: 'boolean', default: false },
      write: { type: 'string' },
    },
  })
  const [first, count] = [
    Number(values.seed ?? 1),
    Number(values.seeds ?? (values.seed === undefined ? 1000 : 1)),
  ]
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || count < 1) {
    console.error(`Invalid arguments.\nNothing was simulated.\nUsage: ${usage}.`)
    return 2
  }
  if (values.plants) return plants(values.write)
  const figures = earlier(values.write, first)
  for (let seed = first; seed < first + count; seed += 1) {
    const outcome = await runSeed(seed)
    figures.seeds += 1
    figures.steps += outcome.plan.steps.length
    figures.events += outcome.events
    figures.faults += outcome.faults
    if (outcome.finding !== undefined) {
      figures.findings += 1
      console.log(findingText(await shrink(outcome), values.trace))
    } else if (values.trace) console.log(findingText(outcome, true))
    if (figures.seeds % 100 === 0) console.log(shown(figures))
  }
  console.log(shown(figures))
  update(values.write, figures)
  return figures.findings === 0 ? 0 : 1
}

const shown = (figures: object) =>
  Object.entries(figures)
    .map(([name, figure]) => `${figure} ${name}`)
    .join(', ')

async function plants(file: string | undefined): Promise<number> {
  const found: Record<string, number> = {}
  const seeds = Array.from({ length: maxSeeds }, (_, index) => index + 1)
  for (const name of plantNames) {
    const seed = await seedThatFinds(name, seeds)
    console.log(`${name}: ${seed === undefined ? 'not found' : `found by seed ${seed}`}`)
    if (seed === undefined) return 1
    found[name] = seed
  }
  update(file, { plants: found })
  return 0
}

/** The figures of all seeds before the first one, if a file has them: then the run continues that one. */
function earlier(file: string | undefined, first: number): Omit<SimulationFigures, 'plants'> {
  const none = { seeds: 0, steps: 0, events: 0, faults: 0, findings: 0 }
  if (file === undefined) return none
  const { plants: _, ...before }: SimulationFigures = JSON.parse(readFileSync(file, 'utf8'))
  return before.seeds === first - 1 ? before : none
}

/** Replaces figures in a file of earlier ones. */
function update(file: string | undefined, figures: Partial<SimulationFigures>): void {
  if (file === undefined) return
  const before: SimulationFigures = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, `${JSON.stringify({ ...before, ...figures }, null, 2)}\n`)
}

process.exitCode = await main()
