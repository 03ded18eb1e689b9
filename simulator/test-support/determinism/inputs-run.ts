// A process of its own for `determinism.whole.test.ts`: makes generated inputs and prints, as JSON, what they came to.
// Arguments: how (process, http), how many, the seed of a variation or `-`, and a file with where another run stood or `-`.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../../http/listening.ts'
import type { Snapshot } from '../../sandbox/snapshot.ts'
import { Simulator, type SimulatorOptions } from '../../simulator.ts'
import { Receiver } from '../../testing/receiver.ts'
import { beginRun, Inputs, type RunState } from './inputs.ts'

/** What a run came to, and what another process needs to go on. */
export interface Came {
  state: RunState
  deliveries: number
  snapshot: Snapshot
}

const [how = 'process', count = '100', vary = '-', from = '-'] = process.argv.slice(2)
const earlier: Came | undefined = from === '-' ? undefined : JSON.parse(readFileSync(from, 'utf8'))
const heard: string[] = []

/** Whether the receiver refuses a delivery; it follows from its bytes, so that it is the same for every receiver. */
function refuses(path: string, body: string): boolean {
  return createHash('sha256').update(path).update(body).digest()[0] === 0
}

function hear(method: string, path: string, body: string): { ok: boolean; status: number; response: string } {
  heard.push(JSON.stringify([method, path, body]))
  return refuses(path, body)
    ? { ok: false, status: 500, response: 'no' }
    : { ok: true, status: 200, response: 'ok' }
}

const common: SimulatorOptions = { seed: 'inputs', ...(vary === '-' ? {} : { randomAssumptions: vary }) }

async function inProcess(): Promise<Came> {
  const simulator = new Simulator({
    ...common,
    webhookUrl: 'http://127.0.0.1:9/webhook',
    transport: async ({ method, url, body }) => {
      const { ok, status, response } = hear(method, url.slice(new URL(url).origin.length), body)
      return { outcome: ok ? 'accepted' : 'refused', httpStatus: status, response }
    },
  })
  return run(simulator, simulator.publicUrl, (url, init) => simulator.fetch(url, init), [
    'http://127.0.0.1:9',
  ])
}

async function overHttp(): Promise<Came> {
  const receiver = await Receiver.listen((reply, { method, path, body }) => {
    const { status, response } = hear(method, path, body)
    reply.writeHead(status).end(response)
  })
  const { simulator, url, close } = await listen(
    { host: '127.0.0.1', port: 0 },
    (publicUrl) => new Simulator({ ...common, publicUrl, webhookUrl: receiver.url }),
  )
  const actual = await run(simulator, url, ask, [new URL(receiver.url).origin])
  agent.destroy()
  await close()
  await receiver.close()
  return actual
}

const agent = new Agent({ keepAlive: true })

/** Sends a request over HTTP, once. `fetch` sends one again whose answer is 421, which the contract gives a meaning of its own. */
function ask(url: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: Object.fromEntries(new Headers(headers)) })
    sent.once('error', reject)
    sent.once('response', (received) => {
      const heads = Object.entries(received.headers).map(([name, value]) => [name, String(value)])
      const status = received.statusCode ?? 0
      text(received).then(
        (response) => resolve(new Response(response, { status, headers: Object.fromEntries(heads) })),
        reject,
      )
    })
    sent.end(typeof body === 'string' ? body : undefined)
  })
}

async function run(
  simulator: Simulator,
  origin: string,
  send: (url: string, init: RequestInit) => Promise<Response>,
  foreign: readonly string[],
): Promise<Came> {
  if (earlier !== undefined) await simulator.defaultSandbox.restore(earlier.snapshot)
  const sink = { origin, fetch: send, foreign: [origin, ...foreign] }
  const inputs = new Inputs(sink, earlier?.state ?? beginRun('inputs'))
  // Deliveries are folded in at each hundredth input, which is the same place in every run.
  for (let left = Number(count); left > 0; left -= 100) {
    await inputs.run(Math.min(left, 100))
    for (const delivery of heard.splice(0)) inputs.fold(delivery)
    if (inputs.state.steps % 500 === 0) inputs.state.marks.push(inputs.state.hash)
  }
  const snapshot = await simulator.defaultSandbox.snapshot()
  return { state: inputs.state, deliveries: snapshot.data.events.rows, snapshot }
}

process.stdout.write(JSON.stringify(await (how === 'http' ? overHttp() : inProcess())))
