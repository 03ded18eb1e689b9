// The latency of a sandbox while the others of its process are busy: the clock of each is advanced a year.

import { EventEmitter, once } from 'node:events'
import autocannon from 'autocannon'
import type { Simulator } from '../simulator.ts'
import type { Figure } from './figure.ts'
import { ownServer, ServerProcess } from './server-process.ts'
import { sellEach, weekly } from './shop.ts'
import { newInvoice } from './throughput.ts'

const sandboxes = 50
const subscriptionsOfEach = 100
const requestsInSecond = 200
const maxSeconds = 600
const warmUpSeconds = 1

const names = Array.from({ length: sandboxes }, (_, index) => `busy-${index}`)

/** Adds sandboxes with weekly subscriptions. */
export async function sandboxesOfYear(simulator: Simulator, subscriptions: number): Promise<void> {
  for (const name of names) {
    await simulator.sandboxes.put(name, {})
    sellEach(simulator.sandboxes.named(name).world, subscriptions, weekly)
  }
}

export async function latency(): Promise<Figure[]> {
  const server = await ServerProcess.start(ownServer('subscriptions', subscriptionsOfEach))
  const { path, ...request } = newInvoice
  const root = new URL(server.url).origin
  // The schemas of both requests are compiled when they are first used. Nothing is due within a second.
  await server.load(path, request, warmUpSeconds)
  await advance(root, 'PT1S')
  const options = { connections: 4, overallRate: requestsInSecond, duration: maxSeconds }
  const load = startLoad({ url: `${server.url}${path}`, ...request, ...options })
  const started = performance.now()
  const counts = await Promise.all(names.map((name) => advance(`${root}/sandboxes/${name}`, 'P1Y')))
  const seconds = (performance.now() - started) / 1000
  const { latency, non2xx, errors } = await load.end()
  await server.end()
  if (non2xx + errors > 0) throw new Error(`${non2xx} requests were refused and ${errors} failed.`)
  const events = counts.reduce((sum, count) => sum + count, 0)
  return [
    {
      name: `99 % of requests while ${sandboxes} other sandboxes are advanced a year`,
      value: latency.p99 / ((seconds * 1000) / sandboxes),
      unit: 'of the advance of one of them',
      bound: { atMost: 1.6 },
      detail: `${latency.p99} ms, the slowest ${latency.max} ms; ${events.toLocaleString('en-US')} scheduled events in ${seconds.toFixed(1)} s`,
    },
  ]
}

/** Starts to send requests, until the load is ended. */
function startLoad(options: autocannon.Options): { end: () => Promise<autocannon.Result> } {
  const loaded = new EventEmitter()
  const instance = autocannon(options, (error: unknown, result) => {
    if (error) loaded.emit('error', error)
    else loaded.emit('end', result)
  })
  return {
    end: async () => {
      const ended = once(loaded, 'end')
      instance.stop()
      const [result] = await ended
      return result
    },
  }
}

/** Advances the clock of a sandbox, and returns how many scheduled events ran. */
async function advance(sandbox: string, by: string): Promise<number> {
  const response = await fetch(`${sandbox}/control/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ by }),
  })
  const { eventCount } = (await response.json()) as { eventCount: number }
  return eventCount
}
