// The same inputs cause the same responses, deliveries and state, however long the receivers take.

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WebhookReceiver } from '../../client/webhook-receiver.ts'
import { listen } from '../http/listening.ts'
import { Simulator, type SimulatorOptions } from '../simulator.ts'
import { type Input, inputs, perform, receiversAt, sender } from '../test-support/delivery-inputs.ts'

/** How long each delivery takes, in milliseconds. */
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

async function stateOf(send: ReturnType<typeof sender>): Promise<unknown> {
  return JSON.parse(await send('/control/snapshot', 'GET', undefined)).data
}

async function inProcess(run: readonly Input[], latency: Latency): Promise<Outcome> {
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
  const send = sender(simulator.fetch)
  const receivers = receiversAt('http://127.0.0.1:9/first', 'http://127.0.0.1:9/second')
  const responses = await perform(run, send, receivers)
  const state = await stateOf(send)
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
  run: readonly Input[],
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
  const send = sender(fetch, url)
  const responses = await perform(run, send, receiversAt(receivers[0].url, receivers[1].url))
  const state = await stateOf(send)
  await close()
  const deliveries = receivers.flatMap(({ received }, index) =>
    received.slice(before[index]).map(({ method, url, body }) => `${index} ${method} ${url} ${body}`),
  )
  return { responses, deliveries, state }
}

const seed = 20261122

/** A redelivery that is withheld, while the first delivery of the event may be under way. */
const withheld: Input[] = [
  { rules: [{ do: 'wrong-signature' }] },
  { pay: 'GET', share: '1' },
  { webhook: 'long' },
  { redeliver: 1 },
]

describe('whatever the latency of the receivers', () => {
  it('in process, inputs cause the same responses, deliveries and state', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (run) => {
        const expected = await inProcess(run, atOnce)
        expect(await inProcess(run, random)).toEqual(expected)
      }),
      { seed, numRuns: 60, examples: [[withheld]] },
    )
  })

  it('over sockets, inputs cause the same responses, deliveries and state', async () => {
    const receivers = [await receiver(), await receiver()] as const
    await fc.assert(
      fc.asyncProperty(inputs, async (run) => {
        const expected = await overSockets(run, atOnce, receivers)
        expect(await overSockets(run, random, receivers)).toEqual(expected)
      }),
      { seed, numRuns: 25, examples: [[withheld]] },
    )
    await Promise.all(receivers.map((one) => one.close()))
  })
})
