// The same inputs cause the same responses, deliveries and state, however long the receivers take.

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WebhookReceiver } from '../client/webhook-receiver.ts'
import { listen } from '../simulator/http/listening.ts'
import { Simulator, type SimulatorOptions } from '../simulator/simulator.ts'
import {
  type Action,
  createQrTransaction,
  payFromWallet,
  redeliver,
  registerWebhook,
  setFaultRules,
} from './actions.ts'
import { deliveringActions, longUrl, perform } from './deliveries.ts'

/** The duration of each delivery, in milliseconds. */
type Latency = () => number

const atOnce: Latency = () => 0
/** Latencies that differ from run to run, as those of a network do. */
const random: Latency = () => Math.floor(Math.random() * 6)

async function wait(latency: Latency): Promise<void> {
  const ms = latency()
  if (ms > 0) await sleep(ms)
}

const refuses = (body: string) => (createHash('sha256').update(body).digest()[0] ?? 0) < 80

interface Outcome {
  responses: string[]
  deliveries: string[]
  state: unknown
}

const options: SimulatorOptions = { assumptions: { 'webhooks.retries': 'back-off' } }

async function stateOf(send: typeof fetch, origin: string): Promise<unknown> {
  const response = await send(`${origin}/control/snapshot`)
  return JSON.parse(await response.text()).data
}

async function inProcess(run: readonly Action[], latency: Latency): Promise<Outcome> {
  const deliveries: string[] = []
  const simulator = new Simulator({
    ...options,
    transport: async ({ method, url, body }) => {
      deliveries.push(`${method} ${url} ${body}`)
      await wait(latency)
      return refuses(url + body)
        ? { outcome: 'refused', httpStatus: 500, response: 'no' }
        : { outcome: 'accepted', httpStatus: 200, response: 'ok' }
    },
  })
  simulator.defaultSandbox.onWebhook(async (delivery) => {
    await wait(latency)
    deliveries.push(JSON.stringify(delivery.facts), JSON.stringify(delivery.request))
  })
  const responses = await perform(run, simulator.fetch, simulator.publicUrl)
  const state = await stateOf(simulator.fetch, simulator.publicUrl)
  // The receivers of one delivery run side by side.
  return { responses, deliveries: deliveries.sort(), state }
}

const latencies = new WeakMap<WebhookReceiver, Latency>()

async function receiver(): Promise<WebhookReceiver> {
  const listening: WebhookReceiver = await WebhookReceiver.listen({
    respond: async (response, { url, body }) => {
      await wait(latencies.get(listening) ?? atOnce)
      response.writeHead(refuses(url + body) ? 500 : 200).end('noted')
    },
  })
  return listening
}

async function overSockets(
  run: readonly Action[],
  latency: Latency,
  receivers: readonly [WebhookReceiver, WebhookReceiver],
): Promise<Outcome> {
  const before = receivers.map(({ received }) => received.length)
  for (const one of receivers) latencies.set(one, latency)
  const publicUrl = 'http://127.0.0.1:1'
  const { url, close } = await listen(
    { host: '127.0.0.1', port: 0 },
    () => new Simulator({ ...options, publicUrl }),
  )
  const responses = await perform(run, fetch, url)
  const state = await stateOf(fetch, url)
  await close()
  const deliveries = receivers.flatMap(({ received }, index) =>
    received.slice(before[index]).map(({ method, url, body }) => `${index} ${method} ${url} ${body}`),
  )
  return { responses, deliveries, state }
}

const seed = 20261122

/** A redelivery that is withheld, while the first delivery of the event may be under way. */
const withheld = (first: string, second: string): Action[] => [
  [registerWebhook(first), setFaultRules([{ do: 'wrong-signature' }])],
  [createQrTransaction(1, 'GET'), payFromWallet(0, '1')],
  [registerWebhook(longUrl(second)), redeliver('1')],
]

describe('whatever the latency of the receivers', () => {
  it('in process, inputs cause the same responses, deliveries and state', async () => {
    const urls = ['http://127.0.0.1:9/first', 'http://127.0.0.1:9/second'] as const
    await fc.assert(
      fc.asyncProperty(deliveringActions(...urls), async (run) => {
        const expected = await inProcess(run, atOnce)
        expect(await inProcess(run, random)).toEqual(expected)
      }),
      { seed, numRuns: 60, examples: [[withheld(...urls)]] },
    )
  })

  it('over sockets, inputs cause the same responses, deliveries and state', async () => {
    const receivers = [await receiver(), await receiver()] as const
    const [first, second] = receivers
    await fc.assert(
      fc.asyncProperty(deliveringActions(first.url, second.url), async (run) => {
        const expected = await overSockets(run, atOnce, receivers)
        expect(await overSockets(run, random, receivers)).toEqual(expected)
      }),
      { seed, numRuns: 25, examples: [[withheld(first.url, second.url)]] },
    )
    await Promise.all(receivers.map((one) => one.close()))
  })
})
