// A program for sandbox/determinism.sampled.test.ts: runs random commands and prints a hash of every response and delivery.
// It reads a `Job` from its standard input, and prints a `RunResult` for each of its runs as JSON.

import { createHash } from 'node:crypto'
import { Agent } from 'node:http'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { WebhookReceiver } from '../../../client/webhook-receiver.ts'
import { listen } from '../../http/listening.ts'
import type { SimulatorOptions } from '../../options/simulator-options.ts'
import type { Snapshot } from '../../sandbox/snapshot.ts'
import { Simulator } from '../../simulator.ts'
import { sendOnce } from '../send-once.ts'
import { Shop } from '../shop.ts'
import { clockCommands } from '../world-commands/clock.ts'
import { paymentCommands } from '../world-commands/payments.ts'
import { disturbanceCommands, requestCommands } from '../world-commands/requests.ts'
import { subscriptionCommands } from '../world-commands/subscriptions.ts'
import { countsOf, type System, type WorldCommand } from '../world-commands/world-command.ts'

export interface Job {
  how: 'process' | 'http'
  runs: readonly Run[]
}

export interface Run {
  /** How many commands have been run at its end. */
  commands: number
  randomAssumptions?: string
  /** A point of the same run in another process, to continue from. */
  from?: Point
}

/** Only a run in process has a point after half of its commands. */
export interface RunResult {
  half?: Point
  end: Point
}

export interface Point {
  commands: number
  orders: number
  responses: number
  /** A hash of every response and delivery so far. */
  hash: string
  /** The hash after each hundred commands. */
  marks: string[]
  deliveries: number
  snapshot: Snapshot
}

const { how, runs }: Job = JSON.parse(await text(process.stdin))
const received: string[] = []

/** Whether the receiver refuses a delivery. It depends only on its bytes, and so is the same in every run. */
function refuses(path: string, body: string): boolean {
  return createHash('sha256').update(path).update(body).digest()[0] === 0
}

function receive(method: string, path: string, body: string): { status: number; response: string } {
  received.push(JSON.stringify([method, path, body]))
  return refuses(path, body) ? { status: 500, response: 'no' } : { status: 200, response: 'ok' }
}

function optionsOf({ randomAssumptions }: Run): SimulatorOptions {
  return { seed: 'commands', ...(randomAssumptions === undefined ? {} : { randomAssumptions }) }
}

async function inProcess(run: Run): Promise<RunResult> {
  const simulator = new Simulator({
    ...optionsOf(run),
    webhookUrl: 'http://127.0.0.1:9/webhook',
    transport: async ({ method, url, body }) => {
      const { status, response } = receive(method, url.slice(new URL(url).origin.length), body)
      return { outcome: status === 200 ? 'accepted' : 'refused', httpStatus: status, response }
    },
  })
  return perform(run, simulator, simulator.publicUrl, simulator.fetch, 'http://127.0.0.1:9')
}

async function overHttp(run: Run): Promise<RunResult> {
  const receiver = await WebhookReceiver.listen({
    respond: (reply, { method, url, body }) => {
      const { status, response } = receive(method, url, body)
      reply.writeHead(status).end(response)
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

const { payThroughExchange, createQrTransaction, payFromWallet } = paymentCommands
/** Every command, as often as its weight. */
const weighted: fc.Arbitrary<WorldCommand>[] = [
  ...repeat(2, [...Object.values(paymentCommands), ...Object.values(clockCommands)]),
  ...repeat(2, [...Object.values(requestCommands), ...Object.values(subscriptionCommands)]),
  ...Object.values(disturbanceCommands),
  ...repeat(10, [payThroughExchange, createQrTransaction, payFromWallet]),
]

function repeat(times: number, commands: readonly fc.Arbitrary<WorldCommand>[]) {
  return Array.from({ length: times }, () => commands).flat()
}

async function perform(
  run: Run,
  simulator: Simulator,
  origin: string,
  send: (url: string, init?: RequestInit) => Promise<Response>,
  receiverOrigin: string,
): Promise<RunResult> {
  const { from, commands: last } = run
  const { commands: done = 0, orders = 0, responses = 0, hash = '', marks = [] } = from ?? {}
  const totals = { commands: done, responses, hash, marks: [...marks] }
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
  const shop = await Shop.open({ url: origin, fetch })
  const system: System = { simulator, shop, orders }
  const point = async (): Promise<Point> => {
    const snapshot = await sandbox.snapshot()
    const { orders } = system
    return { ...totals, marks: [...totals.marks], orders, deliveries: snapshot.data.events.rows, snapshot }
  }
  recording = true
  let half: Point | undefined
  const commands = fc.sample(fc.oneof(...weighted), { seed: 7, numRuns: last }).slice(done)
  for (const command of commands) {
    if (command.check(countsOf(system))) await command.perform(system)
    // However long the way to the receiver is.
    await sandbox.settled()
    totals.commands += 1
    // At the same places in every run.
    if (totals.commands % 100 === 0) {
      for (const delivery of received.splice(0)) fold(delivery)
      totals.marks.push(totals.hash)
    }
    if (how === 'process' && from === undefined && totals.commands === last / 2) half = await point()
  }
  return { end: await point(), ...(half === undefined ? {} : { half }) }
}

const results: RunResult[] = []
for (const run of runs) results.push(await (how === 'http' ? overHttp(run) : inProcess(run)))
agent.destroy()
process.stdout.write(JSON.stringify(results))
