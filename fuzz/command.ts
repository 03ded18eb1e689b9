// `npm run fuzz -- --minutes 10 --seed 7`: fuzzes with one seed after another until the time is over. Exits with 1 for a finding.

import { parseArgs } from 'node:util'
import { minuteMs } from '../core/durations.ts'
import { fuzz } from './fuzz.ts'
import { Coverage } from './responses.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    path: { type: 'string' },
    only: { type: 'string' },
  },
})
const coverage = new Coverage()
const only = values.only === undefined ? {} : { only: values.only.split(',') }
const until = performance.now() + Number(values.minutes) * minuteMs
let seed = Number(values.seed)
if (!(until > 0) || !Number.isSafeInteger(seed)) {
  const usage = 'npm run fuzz -- [--minutes N] [--seed N [--only OPERATIONS] [--path N]]'
  console.error(`Invalid arguments.\nNothing was fuzzed.\nUsage: ${usage}.`)
  process.exit(2)
}
do {
  const finding = await fuzz({ seed, runs: 50, path: values.path, ...only }, coverage)
  console.log(finding ?? `seed ${seed}: no finding, ${coverage.requests} requests so far`)
  if (finding !== undefined) process.exit(1)
  seed += 1
} while (performance.now() < until && values.path === undefined)
for (const what of coverage.missing()) console.log(`Not covered: ${what}.`)
