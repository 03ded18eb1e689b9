// A program for ./determinism.sampled.test.ts: runs random actions and prints a hash of every response and delivery.
// It reads a `Job` from its standard input, and prints a `RunResult` for each of its runs as JSON.

import { createHash } from 'node:crypto'
import { Agent } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { WebhookReceiver } from '../client/webhook-receiver.ts'
import type { SimulatorOptions } from '../simulator/options/simulator-options.ts'
import type { Snapshot } from '../simulator/sandbox/snapshot.ts'
import { listen } from '../simulator/server/listening.ts'
import { readDocument } from '../simulator/service/compiled-document.ts'
import { Simulator } from '../simulator/simulator.ts'
import { sendOnce } from '../simulator/test-support/send-once.ts'
import { type Action, clockActions, disturbances, drawn, paymentActions } from './actions.ts'
import { type Connection, type Memory, Player } from './player.ts'
import { flakyReceivers } from './receivers.ts'
import { isPossible } from './sequences.ts'
import { serviceSteps } from './service-requests.ts'

export interface Job {
  how: 'process' | 'http'
  runs: readonly Run[]
}

export interface Run {
  /** Actions that have been run at its end. */
  actions: number
  randomAssumptions?: string
  /** A point of the same run in another process, to continue from. */
  from?: Point
}

/** Only a run in process has a point after half of its actions. */
export interface RunResult {
  half?: Point
  end: Point
}

export interface Point {
  actions: number
  memory: Memory
  responses: number
  /** A hash of every response and delivery so far. */
  hash: string
  /** The hash after each hundred actions. */
  marks: string[]
  deliveries: number
  snapshot: Snapshot
}

const { how, runs }: Job = JSON.parse(await text(process.stdin))
const received: string[] = []

/** The receiver decides by the bytes of a delivery, and so in the same way in every run. */
const receive = (method: string, path: string, body: string) => {
  received.push(JSON.stringify([method, path, body]))
  return flakyReceivers({ url: path, body })
}

function optionsOf({ randomAssumptions }: Run): SimulatorOptions {
  return { seed: 'actions', ...(randomAssumptions === undefined ? {} : { randomAssumptions }) }
}

async function inProcess(run: Run): Promise<RunResult> {
  const simulator = new Simulator({
    ...optionsOf(run),
    webhookUrl: 'http://127.0.0.1:9/webhook',
    transport: ({ method, url, body }) => receive(method, url.slice(new URL(url).origin.length), body),
  })
  return perform(run, simulator, simulator.publicUrl, simulator.fetch, 'http://127.0.0.1:9')
}

async function overHttp(run: Run): Promise<RunResult> {
  const receiver = await WebhookReceiver.listen({
    respond: async (reply, { method, url, body }) => {
      // As long as a network takes.
      await sleep(Math.random() * 3)
      const { httpStatus, response } = await receive(method, url, body)
      reply.writeHead(httpStatus).end(response)
    },
  })
  const { simulator, url, close } = await listen(
    { host: '127.0.0.1', port: 0 },
    (publicUrl) => new Simulator({ ...optionsOf(run), publicUrl, webhookUrl: receiver.url }),
  )
  const result = await perform(run, simulator, url, httpFetch, new URL(receiver.url).origin)
  await close()
  await receiver.close()
  return result
}

const agent = new Agent({ keepAlive: true })
const httpFetch = (url: string, init: RequestInit = {}) => sendOnce(url, init, agent)

const payments = paymentActions(fc.nat(1_000_000))
const { pay, createQrTransaction, payFromWallet } = payments
const { injectFault, setFaultRules, redeliver } = disturbances
const actions = fc.oneof(
  {
    weight: 9,
    arbitrary: drawn(
      [2, { ...payments, ...clockActions }],
      // Every delivery goes to the receiver of the run.
      [1, { injectFault, setFaultRules, redeliver }],
      [10, { pay, createQrTransaction, payFromWallet }],
    ),
  },
  { weight: 1, arbitrary: serviceSteps(readDocument(), fc.constant(null)).map((step): Action => [step]) },
)

async function perform(
  run: Run,
  simulator: Simulator,
  origin: string,
  send: (url: string, init?: RequestInit) => Promise<Response>,
  receiverOrigin: string,
): Promise<RunResult> {
  const { from, actions: last } = run
  const { actions: done = 0, memory, responses = 0, hash = '', marks = [] } = from ?? {}
  const totals = { actions: done, responses, hash, marks: [...marks] }
  // Origins differ between runs.
  const fold = (bytes: string) => {
    const same = [origin, receiverOrigin].reduce((left, foreign) => left.replaceAll(foreign, 'ORIGIN'), bytes)
    totals.hash = createHash('sha256').update(totals.hash).update(same).digest('hex')
  }
  let recording = false
  const fetch = async (url: string, init: RequestInit = {}) => {
    const response = await send(url, init)
    if (!recording) return response
    const { status, headers } = response
    const body = await response.text()
    const recorded = ['date', 'content-type', 'x-paytwin-encrypted-field'].map((name) => headers.get(name))
    totals.responses += 1
    fold(JSON.stringify([init.method, url, status, recorded, body]))
    return new Response(body, { status, headers })
  }
  const sandbox = simulator.defaultSandbox
  if (from !== undefined) await sandbox.restore(from.snapshot)
  const permits: Connection['permits'] = (step, dictionary) => isPossible(step, dictionary, sandbox.world)
  const player = await Player.open({ origin, send: fetch, permits }, undefined, memory)
  const point = async (): Promise<Point> => {
    const snapshot = await sandbox.snapshot()
    return {
      ...totals,
      marks: [...totals.marks],
      memory: structuredClone(player.memory),
      deliveries: snapshot.data.events.rows,
      snapshot,
    }
  }
  recording = true
  let half: Point | undefined
  for (const action of fc.sample(actions, { seed: 7, numRuns: last }).slice(done)) {
    await player.play(action)
    // However long the way to the receiver is.
    await sandbox.settled()
    totals.actions += 1
    // At the same places in every run.
    if (totals.actions % 100 === 0) {
      for (const delivery of received.splice(0)) fold(delivery)
      totals.marks.push(totals.hash)
    }
    if (how === 'process' && from === undefined && totals.actions === last / 2) half = await point()
  }
  return { end: await point(), ...(half === undefined ? {} : { half }) }
}

const results: RunResult[] = []
for (const run of runs) results.push(await (how === 'http' ? overHttp(run) : inProcess(run)))
agent.destroy()
process.stdout.write(JSON.stringify(results))
