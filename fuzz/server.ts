// A process with a simulator on a socket, for ./server-process.ts: so that a crash, a stalled event loop and memory that is never
// freed belong to the simulator, not to the fuzzer. It reports on request, and ends with its parent.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { openStore } from '../simulator/commands/open-store.ts'
import { listen } from '../simulator/http/listening.ts'
import { Simulator } from '../simulator/simulator.ts'
import { flakyReceivers } from './receivers.ts'

export interface ServerReport {
  url: string
  /** After a garbage collection. */
  heapBytes: number
  rssBytes: number
  /** Open sockets, timers and other things that keep a process alive. */
  resources: number
  /** The longest time, since the last report, that the event loop was not free. */
  longestStallMs: number
}

const resolutionMs = 5
const delays = monitorEventLoopDelay({ resolution: resolutionMs })
/** Where it keeps its sandboxes; undefined if they are in memory only. */
const [directory] = process.argv.slice(2)
const { url } = await listen({ host: '127.0.0.1', port: 0 }, async (publicUrl) => {
  const simulator = new Simulator({ publicUrl, maxSandboxes: 2, transport: flakyReceivers })
  if (directory !== undefined) await simulator.keepIn(await openStore(directory), console.error)
  return simulator
})

async function report(): Promise<void> {
  const longestStallMs = Math.max(0, delays.max / 1e6 - resolutionMs)
  // Sockets whose peers are gone are closed in the next turns of the event loop.
  await setTimeout(50)
  globalThis.gc?.()
  const { heapUsed: heapBytes, rss: rssBytes } = process.memoryUsage()
  const resources = process.getActiveResourcesInfo().length
  const message: ServerReport = { url, heapBytes, rssBytes, resources, longestStallMs }
  process.send?.(message)
  delays.reset()
}

process.on('message', () => void report())
process.on('disconnect', () => process.exit())
delays.enable()
await report()
