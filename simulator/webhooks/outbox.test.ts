// The outbox: every event is delivered once and in order, whatever a receiver does.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { controlClient } from '../../client/control-client.ts'
import { type ReceivedWebhook, WebhookReceiver } from '../../client/webhook-receiver.ts'
import { hourMs } from '../../core/durations.ts'
import { maxDeliveriesInLine } from '../sandbox/sandbox.ts'
import { bankPayment, halfPaid, payByExchange } from '../test-support/requests.ts'
import { controlErrorOf } from '../test-support/shop.ts'
import { happen, outcomes, recording } from '../test-support/status-changes.ts'
import { at, TestClient } from '../test-support/test-client.ts'

describe('every status change', () => {
  it('is recorded without a receiver, and can be redelivered to a later one', async () => {
    const { client, received, stop } = recording()
    stop()
    await payByExchange(client, 'o1')
    expect(outcomes([...client.world.events])).toEqual(['unregistered'])
    await client.sandbox.redeliver(0)
    expect(outcomes([...client.world.events])).toEqual(['unregistered'])

    client.sandbox.onWebhook(({ transaction }) => void received.push(transaction.offerId))
    expect(received).toEqual([])
    await client.sandbox.redeliver(0)
    expect(received).toEqual(['o1'])
    expect(outcomes([...client.world.events])).toEqual(['delivered accepted'])
    expect(await client.sandbox.redeliver(1)).toBeUndefined()
  })

  it('is delivered at the instant of the change, before the next one', async () => {
    const client = new TestClient()
    const seen: { at: number; now: number; status: string }[] = []
    client.sandbox.onWebhook(({ event, transaction }) => {
      seen.push({ at: event.at, now: client.world.now, status: transaction.status })
      expect(event.status).toBe(transaction.status)
    })
    await payByExchange(client, 'o1')
    await client.advance(2 * hourMs)
    expect(seen).toHaveLength(3)
    for (const { at, now } of seen) expect(now).toBe(at)
  })
})

describe('a redelivery', () => {
  it('comes after first deliveries that are under way', async () => {
    const client = new TestClient()
    const received: string[] = []
    client.sandbox.onWebhook(async ({ transaction }) => {
      await new Promise(setImmediate)
      received.push(transaction.offerId)
    })
    for (const offerId of ['a', 'b', 'c']) happen(client, offerId)
    await client.sandbox.redeliver(2)
    expect(received).toEqual(['a', 'b', 'c', 'c'])
  })
})

describe('assumption webhooks.retries', () => {
  it('retries on the virtual clock until a receiver accepts', async () => {
    const client = new TestClient({ assumptions: { 'webhooks.retries': 'back-off' } })
    const tried: number[] = []
    client.sandbox.onWebhook(({ event }) => {
      if (event.seq !== 0) return
      tried.push(client.world.now)
      if (tried.length < 3) throw new Error('not yet')
    })
    const start = client.world.now
    await halfPaid(client, 'wallet')
    await client.advance(hourMs)
    expect(tried.map((at) => (at - start) / 60_000)).toEqual([0, 1, 6])
    expect(outcomes(client.world.events.slice(0, 1))).toEqual(['delivered refused refused accepted'])
  })
})

describe('for any outcomes', () => {
  it('in process, each event is sent once and in order, and each outcome is recorded', async () => {
    const receivers: Readonly<Record<string, (client: TestClient) => void | Promise<void>>> = {
      accepts: () => undefined,
      'accepts later': () => new Promise((resolve) => setImmediate(resolve)),
      throws: () => {
        throw new Error('thrown')
      },
      rejects: () => Promise.reject(new Error('rejected')),
      'causes another': (client) => happen(client, 'caused'),
    }
    const outcome = fc.constantFrom(...Object.keys(receivers))
    await fc.assert(
      fc.asyncProperty(fc.array(outcome, { maxLength: 30 }), fc.nat(5), async (script, together) => {
        const client = new TestClient()
        const received: number[] = []
        const expected: string[] = []
        client.sandbox.onWebhook(({ event }) => {
          const response = script[received.length] ?? 'accepts'
          received.push(event.seq)
          expected.push(/throws|rejects/.test(response) ? 'failed refused' : 'delivered')
          return receivers[response]?.(client)
        })
        for (let number = 0; number < 10; number += 1) {
          happen(client, 'o')
          if (number % (together + 1) === 0) await client.sandbox.settled()
        }
        await client.advance(hourMs)
        expect(received).toEqual([...client.world.events].map(({ seq }) => seq))
        expect(outcomes([...client.world.events])).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('over HTTP, by GET or by POST, each event is sent once and in order, and each outcome is recorded', async () => {
    const script: number[] = []
    const receiver = await WebhookReceiver.listen({
      respond: (response) => {
        const status = script[receiver.received.length - 1] ?? 200
        if (status === 0) response.socket?.destroy()
        else response.writeHead(status).end()
      },
    })
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.constantFrom(200, 204, 404, 500, 0), fc.constantFrom('GET', 'POST')), {
            maxLength: 12,
          }),
          async (wanted) => {
            script.splice(0, script.length, ...wanted.map(([status]) => status))
            receiver.received.length = 0
            const client = new TestClient()
            client.world.registerWebhook(client.merchant, receiver.url)
            for (const [number, [, method]] of wanted.entries())
              happen(client, `o${number}`, {
                customParameter: { returnMethod: method, params: [] },
              })
            await client.sandbox.settled()
            expect(receiver.received.map(offerOf)).toEqual(
              Array.from(wanted.keys(), (number) => `o${number}`),
            )
            expect(receiver.received.map(({ method }) => method)).toEqual(wanted.map(([, method]) => method))
            expect(
              [...client.world.events].map(({ attempts }) => attempts.map(({ httpStatus }) => httpStatus)),
            ).toEqual(wanted.map(([status]) => [status === 0 ? null : status]))
          },
        ),
        { numRuns: 15 },
      )
    } finally {
      await receiver.close()
    }
  })
})

function offerOf({ method, url, body }: ReceivedWebhook): unknown {
  return method === 'GET'
    ? new URLSearchParams(url.split('?')[1]).get('offerId')
    : at(JSON.parse(body), 'data', 'offerId')
}

describe('the line of deliveries', () => {
  it('is shown, and has a bound at which requests that may cause others get 503 and change nothing', async () => {
    const client = new TestClient()
    let respond: () => void = () => undefined
    const responding = new Promise<void>((resolve) => {
      respond = resolve
    })
    client.sandbox.onWebhook(() => responding)
    for (let index = 1; index < maxDeliveriesInLine; index += 1) happen(client, `order-${index}`)
    const paid = await client.ask('createBankPayment', { payload: bankPayment(client, 'the last one') })
    expect(paid.succeeded).toBe(true)
    const control = controlClient({ url: client.simulator.publicUrl, fetch: client.simulator.fetch })
    const deliveriesInLine = maxDeliveriesInLine
    expect(await control.getClock()).toMatchObject({ deliveriesInLine })

    const events = client.world.events.length
    const refused = await client.ask('createBankPayment', { payload: bankPayment(client, 'too many') })
    expect(refused).toMatchObject({
      status: 503,
      text: expect.stringContaining('webhook deliveries is full'),
    })
    expect(await controlErrorOf(control.settle())).toMatchObject({ status: 503 })
    expect(client.world.events).toHaveLength(events)
    expect((await client.ask('listCurrencies')).succeeded).toBe(true)

    respond()
    await client.sandbox.settled()
    expect(await control.getClock()).toMatchObject({ deliveriesInLine: 0 })
    expect((await client.ask('createBankPayment', { payload: bankPayment(client, 'again') })).succeeded).toBe(
      true,
    )
  })
})
