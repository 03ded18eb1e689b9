// Measures how long the event loop of this process is blocked: in processor time, because on a machine that is busy with other work, real
// time is longer without any fault of the server.

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

/** Watches the event loop of this process. Returns the longest turn since the last call, in milliseconds of a machine of usual speed. */
export function watchStalls(): () => number {
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
  return () => {
    const stallMs = longestMs < notableMs ? longestMs : longestMs / slowness()
    longestMs = 0
    last = performance.now()
    lastUsage = process.cpuUsage()
    return stallMs
  }
}
