// The same inputs cause the same responses, deliveries and state, however long the receivers take.

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WebhookReceiver } from '../../client/webhook-receiver.ts'
import { listen } from '../http/listening.ts'
import { Simulator, type SimulatorOptions } from '../simulator.ts'
import { qrTransaction } from '../test-support/requests.ts'
import type { FaultRule } from '../world/state.ts'

type Input =
  | { pay: 'GET' | 'POST'; share: '0.5' | '1' }
  | { rules: FaultRule[] }
  | { webhook: 'first' | 'second' | 'long' | null }
  | { redeliver: number }
  | { advance: object }

const selection = fc.constantFrom({}, { count: 1 }, { count: 2 }, { every: 2 }, { share: 0.5 })
const rule: fc.Arbitrary<FaultRule> = fc
  .tuple(
    fc.constantFrom<FaultRule>(
      { do: 'drop' },
      { do: 'wrong-signature' },
      { do: 'delay', by: 'PT5M' },
      { do: 'reorder' },
      { do: 'duplicate', times: 2 },
      { do: 'duplicate', by: 'PT2M' },
      { do: 'retry', times: 2 },
    ),
    selection,
  )
  .map(([effect, selected]) => ({ ...effect, ...selected }))
const input: fc.Arbitrary<Input> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      pay: fc.constantFrom('GET' as const, 'POST' as const),
      share: fc.constantFrom('0.5' as const, '1' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ rules: fc.array(rule, { maxLength: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      webhook: fc.constantFrom('first' as const, 'second' as const, 'long' as const, null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ redeliver: fc.nat(6) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      advance: fc.constantFrom({ by: 'PT1M' }, { by: 'P1D' }, { next: true }),
    }),
  },
)
const inputs = fc.array(input, { minLength: 4, maxLength: 24 })

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

/** The URLs that inputs register. No delivery by GET fits the long one. */
function receiversAt(first: string, second: string) {
  return { first, second, long: `${second}?${'x'.repeat(2040)}` }
}

/** Sends the inputs, each after the response to the one before, without waiting for deliveries. */
async function perform(
  run: readonly Input[],
  send: (path: string, method: string, body: unknown, token?: string) => Promise<string>,
  receivers: Record<'first' | 'second' | 'long', string>,
): Promise<string[]> {
  const responses: string[] = []
  const ask = async (...request: Parameters<typeof send>): Promise<string> => {
    const response = await send(...request)
    responses.push(response)
    return response
  }
  const credentials = JSON.parse(await send('/control/credentials', 'GET', undefined))
  const [{ id, accessToken }] = credentials.merchants
  await ask(`/control/merchants/${id}/webhook`, 'PUT', { url: receivers.first })
  let orders = 0
  for (const step of run) {
    if ('pay' in step) {
      orders += 1
      const customParameter = { returnMethod: step.pay, params: [{ name: 'n', value: String(orders) }] }
      const body = qrTransaction(`order-${orders}`, { customParameter })
      const { result } = JSON.parse(await ask('/api/purchase/qr/generate', 'POST', body, accessToken))
      await ask(`/control/transactions/${result.id}/pay`, 'POST', { share: step.share })
    } else if ('rules' in step) await ask('/control/webhooks/fault-rules', 'PUT', { rules: step.rules })
    else if ('webhook' in step)
      await ask(`/control/merchants/${id}/webhook`, 'PUT', {
        url: step.webhook === null ? null : receivers[step.webhook],
      })
    else if ('redeliver' in step) await ask(`/control/events/${step.redeliver}/redeliver`, 'POST', {})
    else await ask('/control/clock/advance', 'POST', step.advance)
  }
  return responses
}

const options: SimulatorOptions = { assumptions: { 'webhooks.retries': 'back-off' } }

const jsonHeaders = { 'content-type': 'application/json', 'x-transaction-source': 'qr-code-api' }

type Fetch = (url: string, init: RequestInit) => Promise<Response>

function sender(fetch: Fetch, origin = ''): Parameters<typeof perform>[1] {
  return async (path, method, body, token) => {
    const headers = token === undefined ? jsonHeaders : { ...jsonHeaders, authorization: `Bearer ${token}` }
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    return (await fetch(`${origin}${path}`, { method, headers, ...content })).text()
  }
}

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
