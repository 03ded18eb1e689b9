// A process with a simulator on a socket, for ./server-process.ts: so that a crash, a stalled event loop and memory that is never
// freed belong to the simulator, not to the fuzzer. It reports on request, and ends with its parent.

import { setTimeout } from 'node:timers/promises'
import { openStore } from '../simulator/commands/open-store.ts'
import { listen } from '../simulator/server/listening.ts'
import { Simulator } from '../simulator/simulator.ts'
import { flakyReceivers } from './receivers.ts'
import { watchStalls } from './stalls.ts'

export interface ServerReport {
  url: string
  /** After a garbage collection, unless only the stall was asked for. */
  heapBytes: number
  rssBytes: number
  /** Open sockets, timers and other things that keep a process alive. */
  resources: number
  /** The longest turn of the event loop since the last report, in processor time of a machine of usual speed. */
  longestStallMs: number
}

/** Where it keeps its sandboxes; undefined if they are in memory only. */
const [directory] = process.argv.slice(2)
const { url } = await listen({ host: '127.0.0.1', port: 0 }, async (publicUrl) => {
  const simulator = new Simulator({ publicUrl, maxSandboxes: 2, transport: flakyReceivers })
  if (directory !== undefined) await simulator.keepIn(await openStore(directory), console.error)
  return simulator
})

const longestStall = watchStalls()

async function report(asked: unknown): Promise<void> {
  const longestStallMs = longestStall()
  if (asked === 'memory') {
    // Sockets whose peers are gone are closed in the next turns of the event loop.
    await setTimeout(50)
    globalThis.gc?.()
  }
  const { heapUsed: heapBytes, rss: rssBytes } = process.memoryUsage()
  const resources = process.getActiveResourcesInfo().length
  const message: ServerReport = { url, heapBytes, rssBytes, resources, longestStallMs }
  process.send?.(message)
  longestStall()
}

process.on('message', (asked) => void report(asked))
process.on('disconnect', () => process.exit())
await report('memory')
