// The outbox: every event is delivered once, those of one order in order, whatever a receiver does.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { controlClient } from '../../client/control-client.ts'
import { hourMs } from '../../core/durations.ts'
import { maxDeliveriesInLine } from '../sandbox/sandbox.ts'
import { bankPayment, createQrTransaction, payByExchange } from '../test-support/requests.ts'
import { controlErrorOf } from '../test-support/shop.ts'
import { happen, outcomes, recording } from '../test-support/status-changes.ts'
import { TestClient } from '../test-support/test-client.ts'
import { setFaultRules } from './fault-rules.ts'

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

describe('the URL of a delivery', () => {
  it('is that which held when the status changed, also of a retry and of a delayed delivery', async () => {
    const asked: string[] = []
    const transport = async ({ url }: { url: string }) => {
      asked.push(url)
      return { outcome: 'refused' as const, httpStatus: 500, response: '' }
    }
    const client = new TestClient({ assumptions: { 'webhooks.retries': 'back-off' }, transport })
    const register = (url: string) => client.world.registerWebhook(client.merchant, url)
    register('http://127.0.0.1:1/old')
    await createQrTransaction(client, 'o')
    await client.advance(0)
    setFaultRules(client.world, [{ do: 'delay', by: 'PT10M' }])
    await createQrTransaction(client, 'p')
    register('http://127.0.0.1:1/new')
    await client.advance(7 * 60_000)
    expect(asked).toEqual(Array.from({ length: 3 }, () => 'http://127.0.0.1:1/old'))
    await client.advance(5 * 60_000)
    expect(asked.slice(3)).toEqual(['http://127.0.0.1:1/old', 'http://127.0.0.1:1/old'])
  })
})

/** Receivers, by their effect. */
const receivers: Readonly<Record<string, (client: TestClient) => unknown>> = {
  accepts: () => undefined,
  'accepts later': () => new Promise((resolve) => setImmediate(resolve)),
  'accepts much later': async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
  },
  throws: () => {
    throw new Error('thrown')
  },
  rejects: () => Promise.reject(new Error('rejected')),
  'causes another': (client) => happen(client, 'caused'),
}

describe('for any outcomes', () => {
  const outcome = fc.constantFrom(...Object.keys(receivers))
  const orders = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 12 })

  it('in process, each event is sent once, and those of an order one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(outcome, { maxLength: 30 }),
        orders,
        fc.nat(5),
        async (script, offers, together) => {
          const client = new TestClient()
          const received: { seq: number; offerId: string }[] = []
          const expected = new Map<number, string>()
          const underWay = new Set<string>()
          client.sandbox.onWebhook(async ({ event: { seq }, transaction: { offerId } }) => {
            const response = script[received.length] ?? 'accepts'
            expect(underWay).not.toContain(offerId)
            underWay.add(offerId)
            received.push({ seq, offerId })
            expected.set(seq, /throws|rejects/.test(response) ? 'failed refused' : 'delivered')
            try {
              await receivers[response]?.(client)
            } finally {
              underWay.delete(offerId)
            }
          })
          for (const [number, offerId] of offers.entries()) {
            happen(client, offerId)
            if (number % (together + 1) === 0) await client.sandbox.settled()
          }
          await client.advance(hourMs)
          const events = [...client.world.events]
          expect(received.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(events.map(({ seq }) => seq))
          for (const order of ['a', 'b', 'c', 'caused']) {
            const seqs = received.filter(({ offerId }) => offerId === order).map(({ seq }) => seq)
            expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
          }
          expect(outcomes(events)).toEqual(events.map(({ seq }) => expected.get(seq)))
        },
      ),
      { numRuns: 20 },
    )
  })
})

describe('deliveries of different orders', () => {
  /** A receiver that responds to an order when `respond` is called. */
  function slowReceiver() {
    const client = new TestClient()
    const waiting = new Map<string, () => void>()
    client.sandbox.onWebhook(
      ({ transaction: { offerId } }) => new Promise<void>((resolve) => waiting.set(offerId, resolve)),
    )
    const respond = async (offerId: string) => {
      waiting.get(offerId)?.()
      waiting.delete(offerId)
      await new Promise(setImmediate)
    }
    return { client, waiting, respond }
  }

  it('do not wait for each other, up to a hundred, and their outcomes are recorded in order', async () => {
    const { client, waiting, respond } = slowReceiver()
    for (let order = 0; order < 150; order += 1) happen(client, `o${order}`)
    await new Promise(setImmediate)
    expect([...waiting.keys()]).toEqual(Array.from({ length: 100 }, (_, order) => `o${order}`))
    await respond('o7')
    expect([waiting.size, waiting.has('o100')]).toEqual([100, true])
    // The first delivery has no outcome yet.
    expect(client.world.events[7]?.delivery).toBe('waiting')
    for (let order = 0; order < 7; order += 1) await respond(`o${order}`)
    expect(client.world.events.slice(0, 9).map(({ delivery }) => delivery)).toEqual([
      ...Array(8).fill('delivered'),
      'waiting',
    ])
  })

  it('of one order wait for each other, its copies do not', async () => {
    const { client, waiting, respond } = slowReceiver()
    const sent: string[] = []
    client.sandbox.onWebhook(
      ({ event, transaction }) => void sent.push(`${transaction.offerId} ${event.seq}`),
    )
    client.world.faultRules = { rules: [{ do: 'duplicate', times: 2 }], matched: [0], held: [] }
    happen(client, 'a')
    happen(client, 'a')
    happen(client, 'b')
    await new Promise(setImmediate)
    expect(sent).toEqual(['a 0', 'a 0', 'a 0', 'b 2', 'b 2', 'b 2'])
    expect(waiting.size).toBe(2)
    await respond('b')
    expect(sent).toHaveLength(6)
  })
})

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
