// `npm run bench`: runs each benchmark in its own process, so that none affects the heap of another, and prints the figures with
// their bounds. Exits with 1 when a bound is missed.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { boundText, type Figure, shown, verdict } from './figure.ts'
import { peers } from './peers.ts'
import { data, latency, start, throughput } from './sockets.ts'
import { memory, year } from './year.ts'

const benchmarks: Readonly<Record<string, () => Promise<Figure[]>>> = {
  ...{ throughput, data, latency, year, memory, start },
  peers,
}
/** The one that installs other programs runs only when it is asked for. */
const byDefault = Object.keys(benchmarks).filter((name) => name !== 'peers')

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'string' }, peers: { type: 'boolean' } },
  })
  const unknown = positionals.find((name) => !byDefault.includes(name))
  if (unknown !== undefined) {
    const usage = `npm run bench -- [${byDefault.join('|')}]… [--peers] [--json FILE]`
    console.error(`Unknown benchmark "${unknown}".\nNothing was measured.\nUsage: ${usage}.`)
    return 2
  }
  const chosen = positionals.length > 0 ? positionals : byDefault
  const figures: Figure[] = []
  for (const name of values.peers === true ? [...chosen, 'peers'] : chosen)
    for (const figure of await runInChild(name)) {
      figures.push(figure)
      console.log(line(figure))
    }
  const report = { node: process.version, processor: `${cpus().length} × ${cpus()[0]?.model}`, figures }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)
  const missed = figures.filter((figure) => verdict(figure) === 'missed').length
  console.log(missed === 0 ? 'No bound is missed.' : `${missed} of ${figures.length} bounds are missed.`)
  return missed === 0 ? 0 : 1
}

async function runInChild(name: string): Promise<Figure[]> {
  const child = fork(fileURLToPath(import.meta.url), {
    env: { ...process.env, [inChild]: name },
    execArgv: ['--expose-gc', '--max-old-space-size=8000'],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The benchmark ${name} ended with ${code} and no figures.`)
  })
  const [figures] = await Promise.race([once(child, 'message'), ended])
  await ended.catch(() => undefined)
  return figures
}

function line(figure: Figure): string {
  const { name, value, unit, detail } = figure
  const measured = value === null ? '' : `${shown(value)} ${unit}`
  return `${verdict(figure).padEnd(13)}${name}: ${measured}${figure.bound === undefined ? '' : ` (${boundText(figure)})`}. ${detail}.`
}

const inChild = 'PAYTWIN_BENCHMARK'
const own = process.env[inChild]
if (own === undefined) process.exitCode = await main()
else {
  process.send?.(await benchmarks[own]?.())
  process.disconnect()
}
