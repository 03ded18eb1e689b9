// A program for sandbox/determinism.slow.test.ts: runs random commands and prints a hash of every response and delivery as JSON.
// Arguments: `process` or `http`, the number of commands, a seed of random assumptions or `-`, and a file with the result of
// another run to continue or `-`.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { WebhookReceiver } from '../../../client/webhook-receiver.ts'
import { listen } from '../../http/listening.ts'
import type { SimulatorOptions } from '../../options/simulator-options.ts'
import type { Snapshot } from '../../sandbox/snapshot.ts'
import { Simulator } from '../../simulator.ts'
import { Shop } from '../shop.ts'
import { clockCommands } from '../world-commands/clock.ts'
import { paymentCommands } from '../world-commands/payments.ts'
import { disturbanceCommands, requestCommands } from '../world-commands/requests.ts'
import { subscriptionCommands } from '../world-commands/subscriptions.ts'
import { countsOf, type System, type WorldCommand } from '../world-commands/world-command.ts'

/** Where a run ended. Another process can continue from it. */
export interface RunResult {
  commands: number
  orders: number
  responses: number
  /** A hash of every response and delivery so far. */
  hash: string
  /** The hash after each five hundred commands. */
  marks: string[]
  deliveries: number
  snapshot: Snapshot
}

const [how = 'process', count = '100', randomAssumptions = '-', from = '-'] = process.argv.slice(2)
const earlier: RunResult | undefined = from === '-' ? undefined : JSON.parse(readFileSync(from, 'utf8'))
const received: string[] = []

/** Whether the receiver refuses a delivery. It depends only on its bytes, and so is the same in every run. */
function refuses(path: string, body: string): boolean {
  return createHash('sha256').update(path).update(body).digest()[0] === 0
}

function receive(method: string, path: string, body: string): { status: number; response: string } {
  received.push(JSON.stringify([method, path, body]))
  return refuses(path, body) ? { status: 500, response: 'no' } : { status: 200, response: 'ok' }
}

const options: SimulatorOptions = {
  seed: 'commands',
  ...(randomAssumptions === '-' ? {} : { randomAssumptions }),
}

async function inProcess(): Promise<RunResult> {
  const simulator = new Simulator({
    ...options,
    webhookUrl: 'http://127.0.0.1:9/webhook',
    transport: async ({ method, url, body }) => {
      const { status, response } = receive(method, url.slice(new URL(url).origin.length), body)
      return { outcome: status === 200 ? 'accepted' : 'refused', httpStatus: status, response }
    },
  })
  return run(simulator, simulator.publicUrl, simulator.fetch, 'http://127.0.0.1:9')
}

async function overHttp(): Promise<RunResult> {
  const receiver = await WebhookReceiver.listen({
    respond: (reply, { method, url, body }) => {
      const { status, response } = receive(method, url, body)
      reply.writeHead(status).end(response)
    },
  })
  const { simulator, url, close } = await listen(
    { host: '127.0.0.1', port: 0 },
    (publicUrl) => new Simulator({ ...options, publicUrl, webhookUrl: receiver.url }),
  )
  const result = await run(simulator, url, httpFetch, new URL(receiver.url).origin)
  agent.destroy()
  await close()
  await receiver.close()
  return result
}

const agent = new Agent({ keepAlive: true })

/** Sends a request once. `fetch` would send it again after a 421, which has its own meaning in the contract. */
function httpFetch(url: string, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: Object.fromEntries(new Headers(headers)) })
    sent.once('error', reject)
    sent.once('response', (incoming) => {
      const heads = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
      const status = incoming.statusCode ?? 0
      text(incoming).then(
        (response) => resolve(new Response(response, { status, headers: Object.fromEntries(heads) })),
        reject,
      )
    })
    sent.end(typeof body === 'string' ? body : undefined)
  })
}

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

async function run(
  simulator: Simulator,
  origin: string,
  send: (url: string, init?: RequestInit) => Promise<Response>,
  receiverOrigin: string,
): Promise<RunResult> {
  const { commands: done = 0, orders = 0, responses = 0, hash = '', marks = [] } = earlier ?? {}
  const result = { commands: done, orders, responses, hash, marks: [...marks] }
  // Origins differ between runs.
  const fold = (bytes: string) => {
    const same = [origin, receiverOrigin].reduce((left, foreign) => left.replaceAll(foreign, 'ORIGIN'), bytes)
    result.hash = createHash('sha256').update(result.hash).update(same).digest('hex')
  }
  let recording = false
  const fetch = async (url: string, init: RequestInit = {}) => {
    const response = await send(url, init)
    if (!recording) return response
    const body = await response.clone().text()
    const headers = ['date', 'content-type', 'x-paytwin-encrypted-field'].map((name) =>
      response.headers.get(name),
    )
    result.responses += 1
    fold(JSON.stringify([init.method, url, response.status, headers, body]))
    return response
  }
  if (earlier !== undefined) await simulator.defaultSandbox.restore(earlier.snapshot)
  const shop = await Shop.open({ url: origin, fetch })
  const system: System = { simulator, shop, orders }
  recording = true
  const last = done + Number(count)
  const commands = fc.sample(fc.oneof(...weighted), { seed: 7, numRuns: last }).slice(done)
  for (const command of commands) {
    if (command.check(countsOf(system))) await command.perform(system)
    // Waits for the deliveries of the command, however long the way to the receiver is.
    await shop.control.advanceClock({ body: { by: 'PT0S' } })
    result.commands += 1
    // At the same places in every run.
    if (result.commands % 100 === 0) for (const delivery of received.splice(0)) fold(delivery)
    if (result.commands % 500 === 0) result.marks.push(result.hash)
  }
  const snapshot = await simulator.defaultSandbox.snapshot()
  return { ...result, orders: system.orders, deliveries: snapshot.data.events.rows, snapshot }
}

process.stdout.write(JSON.stringify(await (how === 'http' ? overHttp() : inProcess())))
