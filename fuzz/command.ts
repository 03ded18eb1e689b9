// `npm run fuzz -- --minutes 10 --seed 7`: fuzzes with one seed after another until the time is over. Prints each seed, and what was
// done. Exits with 1 for a finding, whose sequence it writes as a scenario.

import { parseArgs } from 'node:util'
import { minuteMs } from '../core/durations.ts'
import { Figures, missingCoverage } from './figures.ts'
import { findingText, writeFindingScenario } from './finding.ts'
import { fuzzModel } from './model.ts'
import { FuzzedServer, fuzzBytes, fuzzSequencesOverSockets } from './sockets.ts'
import { type Finding, type FuzzOptions, fuzzWorlds } from './worlds.ts'

const server = new FuzzedServer()
const figures = new Figures()

/** A part of each round; returns whether it found nothing. */
type Part = (options: Omit<FuzzOptions, 'runs'>) => Promise<boolean>

const parts: Readonly<Record<string, Part>> = {
  worlds: async (options) => replayable('worlds', await fuzzWorlds({ ...options, runs: 60 }, figures)),
  model: async (options) => reported('model', await fuzzModel({ ...options, runs: 20 })),
  sockets: async (options) =>
    replayable('sockets', await fuzzSequencesOverSockets(server, { ...options, runs: 15 }, figures)),
  bytes: async (options) => reported('bytes', await fuzzBytes(server, { ...options, runs: 60 }, figures)),
}

function reported(kind: string, finding: Parameters<typeof findingText>[1] | undefined): boolean {
  if (finding !== undefined) console.log(findingText(kind, finding))
  return finding === undefined
}

async function replayable(kind: string, finding: Finding | undefined): Promise<boolean> {
  if (reported(kind, finding) || finding === undefined) return true
  const file = `fuzz-findings/${kind}-${finding.seed}.json`
  for (const remark of await writeFindingScenario(finding, file))
    console.log(`Not in the scenario: ${remark}`)
  console.log(`Replay it with: npx paytwin replay ${file}`)
  return false
}

const usage = `npm run fuzz -- [--minutes N] [--seed N] [--only ${Object.keys(parts).join('|')} [--path PATH]]`

/** Runs the parts with one seed, and returns whether none has a finding. */
async function round(selected: [string, Part][], options: Parameters<Part>[0]): Promise<boolean> {
  for (const [name, part] of selected) {
    const began = performance.now()
    if (!(await part(options))) return false
    console.log(`seed ${options.seed}, ${name}: no finding, ${Math.round(performance.now() - began)} ms`)
  }
  return true
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
      only: { type: 'string' },
      path: { type: 'string' },
    },
  })
  const minutes = Number(values.minutes)
  const first = Number(values.seed)
  const selected = Object.entries(parts).filter(([name]) => values.only === undefined || values.only === name)
  if (!(minutes > 0) || !Number.isSafeInteger(first) || selected.length === 0) {
    console.error(`Invalid arguments.\nNothing was fuzzed.\nUsage: ${usage}.`)
    return 2
  }
  console.log(`Seed ${first}, for ${minutes} minutes.`)
  const until = performance.now() + minutes * minuteMs
  let warm: Awaited<ReturnType<typeof report>> | undefined
  let longestStallMs = 0
  for (let seed = first; seed === first || performance.now() < until; seed += 1) {
    if (!(await round(selected, { seed, path: values.path }))) return 1
    if (values.path !== undefined) return 0
    const now = await report()
    longestStallMs = Math.max(longestStallMs, now.longestStallMs)
    // The first rounds fill caches and the journal.
    if (seed === first + 1) warm = now
  }
  printFigures(longestStallMs)
  if (warm !== undefined) await printMemory(warm)
  const missing = values.only === undefined ? missingCoverage(figures) : []
  for (const one of missing) console.log(`Not covered: ${one}.`)
  return missing.length === 0 ? 0 : 1
}

const report = async () => (await server.reset()).report()

function printFigures(longestStallMs: number): void {
  const { requests, byteCases, slowest, byOperation, statuses } = figures
  console.log(`${requests} requests and ${byteCases} connections with bytes; no findings.`)
  console.log(`Longest stall of the server's event loop: ${Math.round(longestStallMs)} ms.`)
  console.log(`Slowest response: ${Math.round(slowest.ms)} ms, ${slowest.what}`)
  console.log(
    `Statuses: ${[...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}`,
  )
  console.log('Operations, succeeded / refused:')
  for (const [operationId, { succeeded, refused }] of byOperation)
    console.log(`  ${operationId} ${succeeded} / ${refused}`)
}

async function printMemory(warm: Awaited<ReturnType<typeof report>>): Promise<void> {
  const now = await report()
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
  console.log(
    `Server after two rounds and now: heap ${megabytes(warm.heapBytes)} and ${megabytes(now.heapBytes)} MB, resident ${megabytes(warm.rssBytes)} and ${megabytes(now.rssBytes)} MB, open resources ${warm.resources} and ${now.resources}.`,
  )
}

try {
  process.exitCode = await main()
} finally {
  server.stop()
}
