// `npm run bench`: runs each benchmark in its own process, so that none affects the heap of another, and prints the figures with
// their budgets. Exits with 1 when a budget is missed.

import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Figure, met, shown } from './figure.ts'
import { payments } from './payments.ts'
import { snapshot } from './snapshot.ts'
import { start } from './start.ts'
import { throughput } from './throughput.ts'
import { year } from './year-figures.ts'

const benchmarks: Readonly<Record<string, () => Promise<Figure[]>>> = {
  start,
  throughput,
  payments,
  snapshot,
  year,
}

const usage = `npm run bench -- [names] [--json FILE], where the names are ${Object.keys(benchmarks).join(', ')}`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } })
  const names = positionals.length > 0 ? positionals : Object.keys(benchmarks)
  const unknown = names.find((name) => !Object.hasOwn(benchmarks, name))
  if (unknown !== undefined) {
    console.error(`Unknown benchmark "${unknown}".\nNothing was measured.\nUsage: ${usage}.`)
    return 2
  }
  const figures: Figure[] = []
  for (const name of names) {
    for (const figure of await runInChild(name)) {
      figures.push(figure)
      console.log(line(figure))
    }
  }
  const missed = figures.filter((figure) => !met(figure)).length
  console.log(missed === 0 ? 'All budgets are met.' : `${missed} of ${figures.length} budgets are missed.`)
  if (values.json !== undefined) {
    const report = {
      node: process.version,
      figures: figures.map((figure) => ({ ...figure, met: met(figure) })),
    }
    writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)
  }
  return missed === 0 ? 0 : 1
}

/** Runs a benchmark in a child process. */
function runInChild(name: string): Promise<Figure[]> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), { env: { ...process.env, [inChild]: name } })
    child.once('message', (figures: Figure[]) => resolve(figures))
    child.once('exit', (code) =>
      reject(new Error(`The benchmark ${name} ended with ${code} and no figures.`)),
    )
  })
}

function line(figure: Figure): string {
  const { name, value, unit, budget, detail } = figure
  const bound = 'atLeast' in budget ? `at least ${budget.atLeast}` : `at most ${budget.atMost}`
  return `${met(figure) ? 'met   ' : 'MISSED'}  ${name}: ${shown(value)} ${unit}, ${bound} (${detail})`
}

const inChild = 'PAYTWIN_BENCHMARK'
const own = process.env[inChild]
if (own === undefined) process.exitCode = await main()
else {
  const figures = await benchmarks[own]?.()
  process.send?.(figures)
  process.disconnect()
}
