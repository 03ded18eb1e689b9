// Serves a simulator in this process and measures how long its event loop is blocked. The watchdog test starts it with an
// IPC channel: it sends its URL, and for each message that it receives the longest stall since the last one.

import { listen } from '../../http/listening.ts'
import { Simulator } from '../../simulator.ts'

/** The message of the process once it serves. */
export interface WatchedAddress {
  url: string
}

/** The longest stall since the last report. */
export interface StallReport {
  /** Processor time that one turn of the event loop took, in milliseconds of a machine of usual speed. */
  stallMs: number
}

/** The processor time of `work` on the machine that the limit of the watchdog was measured on, in milliseconds. */
const usualWorkMs = 40
const intervalMs = 5
/** Shorter stalls are reported as they are. */
const notableMs = 100

/** Milliseconds of processor time since an earlier measurement. */
function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

/** The same kinds of work as in requests: parsing, copying and writing JSON. */
function work(): void {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({ id: `row ${index}`, amount: index / 7 }))
  const text = JSON.stringify(rows)
  for (let round = 0; round < 10; round += 1) JSON.stringify(JSON.parse(text))
}

function measureWork(): number {
  const before = process.cpuUsage()
  work()
  return processorMs(before)
}

/** The slowness of the processor now as a multiple of its usual time. Other work on the machine shares its caches. */
function slowness(): number {
  return Math.max(1, Math.min(measureWork(), measureWork()) / usualWorkMs)
}

// The first run compiles it.
measureWork()

let longestMs = 0
let last = performance.now()
let lastUsage = process.cpuUsage()

// Processor time includes that of threads which collect garbage, so a turn counts at most the real time that it took.
setInterval(() => {
  const now = performance.now()
  longestMs = Math.max(longestMs, Math.min(now - last, processorMs(lastUsage)) - intervalMs)
  last = now
  lastUsage = process.cpuUsage()
}, intervalMs)

const { url } = await listen(
  { host: '127.0.0.1', port: 0 },
  (publicUrl) => new Simulator({ publicUrl, seed: 'watchdog' }),
)

process.on('message', () => {
  const report: StallReport = { stallMs: longestMs < notableMs ? longestMs : longestMs / slowness() }
  longestMs = 0
  last = performance.now()
  lastUsage = process.cpuUsage()
  process.send?.(report)
})
process.on('disconnect', () => process.exit(0))
const address: WatchedAddress = { url }
process.send?.(address)
