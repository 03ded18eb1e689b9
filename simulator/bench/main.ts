// `npm run bench`: runs each benchmark in its own process, so that none affects the heap of another, and prints the figures with
// their bounds. Exits with 1 when a bound is missed.

import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { dataAgainstMemory } from './data.ts'
import { boundText, type Figure, shown, verdict } from './figure.ts'
import { held, memory } from './held.ts'
import { inProcess } from './in-process.ts'
import { latency } from './latency.ts'
import { peers } from './peers.ts'
import { snapshot } from './snapshot.ts'
import { start } from './start.ts'
import { throughput } from './throughput.ts'
import { year } from './year-figures.ts'

const benchmarks: Readonly<Record<string, () => Promise<Figure[]>>> = {
  throughput,
  'in-process': inProcess,
  latency,
  start,
  data: dataAgainstMemory,
  peers,
  held,
  memory,
  year,
  snapshot,
}
/** Those that install other programs run only when they are asked for. */
const byDefault = Object.keys(benchmarks).filter((name) => name !== 'peers')

const usage = `npm run bench -- [names] [--peers] [--json FILE], where the names are ${byDefault.join(', ')}`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'string' }, peers: { type: 'boolean' } },
  })
  const unknown = positionals.find((name) => !byDefault.includes(name))
  if (unknown !== undefined) {
    console.error(`Unknown benchmark "${unknown}".\nNothing was measured.\nUsage: ${usage}.`)
    return 2
  }
  const chosen = positionals.length > 0 ? positionals : byDefault
  const figures: Figure[] = []
  for (const name of Object.keys(benchmarks)) {
    if (!(name === 'peers' ? values.peers === true : chosen.includes(name))) continue
    for (const figure of await runInChild(name)) {
      figures.push(figure)
      console.log(line(figure))
    }
    if (values.json !== undefined) writeReport(values.json, figures)
  }
  const missed = figures.filter((figure) => verdict(figure) === 'missed').length
  console.log(missed === 0 ? 'No bound is missed.' : `${missed} of ${figures.length} bounds are missed.`)
  return missed === 0 ? 0 : 1
}

/** Writes the figures so far, so that a long run that fails leaves some. */
function writeReport(file: string, figures: readonly Figure[]): void {
  const [cpu] = cpus()
  const processor = `${cpus().length} × ${cpu?.model ?? 'unknown'}`
  writeFileSync(file, `${JSON.stringify({ node: process.version, processor, figures }, null, 2)}\n`)
}

/** Runs a benchmark in a child process. */
function runInChild(name: string): Promise<Figure[]> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), {
      env: { ...process.env, [inChild]: name },
      execArgv: ['--max-old-space-size=8000'],
    })
    child.once('message', (figures: Figure[]) => resolve(figures))
    child.once('exit', (code) =>
      reject(new Error(`The benchmark ${name} ended with ${code} and no figures.`)),
    )
  })
}

function line(figure: Figure): string {
  const { name, value, unit, detail } = figure
  const measured = value === null ? '' : `${shown(value)} ${unit}`
  const cells = [
    verdict(figure).padEnd(12),
    name.padEnd(68),
    measured.padEnd(44),
    boundText(figure).padEnd(14),
    detail,
  ]
  return cells.join('  ')
}

const inChild = 'PAYTWIN_BENCHMARK'
const own = process.env[inChild]
if (own === undefined) process.exitCode = await main()
else {
  const figures = await benchmarks[own]?.()
  process.send?.(figures)
  process.disconnect()
}
