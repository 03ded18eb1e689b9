// Receivers in process: how they may fail, and what they may do to the world while they are called. Those behind an address
// are in `http-transport.test.ts`.

import { describe, expect, it } from 'vitest'
import { begin, happen, outcomes } from '../test-support/status-changes.ts'
import { TestClient } from '../testing/client.ts'
import { exchangePayment, subscribe } from '../testing/requests.ts'
import { msPerDay } from '../time/instants.ts'

const hour = 3_600_000

/** A client whose deliveries are kept, each as "offer status". */
function listening(options: ConstructorParameters<typeof TestClient>[0] = {}) {
  const client = new TestClient(options)
  const heard: string[] = []
  const stop = client.sandbox.onWebhook(({ event, transaction }) => {
    heard.push(`${transaction.offerId} ${event.status}`)
  })
  return { client, heard, stop }
}

async function pay(client: TestClient, offerId: string): Promise<string> {
  const payload = exchangePayment(client, offerId)
  return (await client.ask('createExchangePayment', { payload })).response.result.id
}

describe('a receiver in process', () => {
  it('that throws refuses that delivery and nothing else', async () => {
    const client = new TestClient()
    let calls = 0
    client.sandbox.onWebhook(() => {
      calls += 1
      if (calls === 2) throw new Error('not today')
    })
    await pay(client, 'o1')
    await client.advance(2 * hour)
    expect(outcomes(client.world.events)).toEqual(['delivered', 'failed refused', 'delivered'])
    expect(client.world.events[1]?.attempts).toMatchObject([{ httpStatus: null, response: 'not today' }])
  })

  it('that rejects, later, is recorded in the same way', async () => {
    const client = new TestClient()
    client.sandbox.onWebhook(async ({ event }) => {
      await new Promise(setImmediate)
      if (event.status === 'processing') throw 'a text'
    })
    await pay(client, 'o1')
    await client.advance(2 * hour)
    expect(outcomes(client.world.events)).toEqual(['delivered', 'failed refused', 'delivered'])
    expect(client.world.events[1]?.attempts[0]?.response).toBe('a text')
  })

  it.each<[string, () => unknown]>([
    ['nothing that has words', () => Object.create(null)],
    ['an error whose message is no text', () => Object.assign(new Error(), { message: { code: 5 } })],
    ['an error without end', () => new Error('x'.repeat(1_000_000))],
  ])('may throw %s, at once or later', async (_, thrown) => {
    const client = new TestClient()
    client.sandbox.onWebhook(({ event }) => {
      if (event.status === 'pending') throw thrown()
      return Promise.reject(thrown())
    })
    await pay(client, 'o1')
    await client.advance(2 * hour)
    expect(outcomes(client.world.events)).toEqual(Array(3).fill('failed refused'))
    for (const { attempts } of client.world.events) {
      expect(attempts[0]?.response).toBeTypeOf('string')
      expect(attempts[0]?.response.length).toBeLessThanOrEqual(1000)
    }
  })

  it('may answer with anything that can be waited for', async () => {
    const client = new TestClient()
    let answered = false
    client.sandbox.onWebhook(() => {
      const later = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        answered = true
      })
      // biome-ignore lint/suspicious/noThenProperty: other promises than the engine's are what this is about
      return { then: later.then.bind(later) } as Promise<void>
    })
    await pay(client, 'o1')
    await client.sandbox.settled()
    expect(answered).toBe(true)
  })

  it('that fails to be called is refused, and the input is granted', async () => {
    const client = new TestClient({
      webhookUrl: 'http://127.0.0.1:1/',
      transport: () => {
        throw new Error('no way out')
      },
    })
    await pay(client, 'o1')
    await client.sandbox.settled()
    expect(client.world.events[0]?.attempts).toMatchObject([{ outcome: 'refused', response: 'no way out' }])
  })

  it('that never answers is given up in real time, and the world goes on', async () => {
    const { client, heard } = listening({ webhookTimeoutMs: 10 })
    client.sandbox.onWebhook(({ event }) =>
      event.status === 'pending' ? new Promise<void>(() => undefined) : undefined,
    )
    await pay(client, 'o1')
    await client.advance(2 * hour)
    expect(heard).toEqual(['o1 pending', 'o1 processing', 'o1 completed'])
    expect(outcomes(client.world.events)).toEqual(['failed timed-out', 'delivered', 'delivered'])
    expect(client.world.events[0]?.attempts).toMatchObject([{ response: 'No answer within 10 ms.' }])
  })

  it('that goes on not answering is waited for ever shorter, and as long as ever once it answers', async () => {
    const { client } = listening({ webhookTimeoutMs: 60 })
    let responses = false
    client.sandbox.onWebhook(() => (responses ? undefined : new Promise<void>(() => undefined)))
    const waits = async (offerId: string) => {
      await pay(client, offerId)
      await client.advance(2 * hour)
      return client.world.events.slice(-3).map(({ attempts }) => attempts[0]?.response.match(/\d+/)?.[0])
    }
    expect([...(await waits('o1')), ...(await waits('o2'))]).toEqual(['60', '60', '60', '30', '15', '8'])
    responses = true
    await waits('o3')
    responses = false
    expect(await waits('o4')).toEqual(['60', '60', '60'])
  })

  it('that is only slow comes back, though it missed its time again and again', async () => {
    const { client } = listening({ webhookTimeoutMs: 80 })
    let ms = 100
    client.sandbox.onWebhook(() => new Promise<void>((resolve) => setTimeout(resolve, ms)))
    for (const order of ['o1', 'o2']) await pay(client, order)
    await client.advance(2 * hour)
    // Much longer than it is waited for by now, and well within its full time.
    ms = 40
    await new Promise((resolve) => setTimeout(resolve, 110))
    await pay(client, 'o3')
    await client.sandbox.settled()
    expect(client.world.events.at(-1)).toMatchObject({ delivery: 'delivered' })
  })

  it('that takes itself out and adds another leaves it the next delivery', async () => {
    const client = new TestClient()
    const heard: string[] = []
    const first = client.sandbox.onWebhook(({ event }) => {
      heard.push(`first ${event.seq}`)
      first()
      client.sandbox.onWebhook(({ event: later }) => {
        heard.push(`second ${later.seq}`)
      })
    })
    await pay(client, 'o1')
    await client.advance(2 * hour)
    expect(heard).toEqual(['first 0', 'second 1', 'second 2'])
  })

  it('does not keep another from hearing', async () => {
    const client = new TestClient()
    client.sandbox.onWebhook(() => {
      throw new Error('not today')
    })
    const heard: string[] = []
    client.sandbox.onWebhook(async ({ event }) => void heard.push(event.status))
    await pay(client, 'o1')
    await client.sandbox.settled()
    expect(heard).toEqual(['pending'])
    expect(outcomes(client.world.events)).toEqual(['failed refused'])
  })

  it('calls the service during a year-long advance, and is answered at that same instant', async () => {
    const client = new TestClient()
    const line = { frequency: 'weekly', subscriptionPeriod: '2y' } as const
    const renewed = await subscribe(client, 'renewed by the service', line)
    const own = await subscribe(client, 'debited by the merchant', { ...line, autoRenewal: false })
    const instants: number[] = []
    client.sandbox.onWebhook(async ({ event, facts }) => {
      const { now } = client.world
      if (event.status !== 'completed' || facts.subscription[0]?.id !== renewed.subscriptionId) return
      const { returnval } = (await client.ask('getInvoice', { query: { uuid: renewed.uuid } })).response
        .result
      expect(returnval.order).toBe(facts.offerId)
      const body = { subscriptionId: own.subscriptionId, amount: 12.5, currency: 'USD' }
      const { data } = (await client.ask('debitSubscription', { body })).response.result
      expect(client.transaction(data[0]?.transactionId ?? '').createdAt).toBe(now)
      expect(client.world.now).toBe(now)
      instants.push(now)
    })
    const end = client.world.now + 365 * msPerDay
    const report = await client.sandbox.advance(end)
    expect(client.world.now).toBe(end)
    // The first payment and 52 weeks of renewals; each brought the merchant to debit the other subscription.
    expect(instants).toHaveLength(53)
    expect(instants).toEqual(instants.toSorted((a, b) => a - b))
    expect(report.deliveries).toBe(2 * 2 + (52 + 53) * 3)
    expect(outcomes(client.world.events.slice(2)).every((outcome) => outcome === 'delivered')).toBe(true)
  })

  it('may change the world while it is being called: what that causes comes next, once', () => {
    const { client, heard } = listening()
    let left = 3
    client.sandbox.onWebhook(() => {
      if (left === 0) return
      left -= 1
      happen(client, `caused ${left}`)
    })
    happen(client, 'first')
    expect(heard).toEqual(['first pending', 'caused 2 pending', 'caused 1 pending', 'caused 0 pending'])
  })

  it('that makes events of events without end is stopped, and said so', () => {
    const client = new TestClient()
    client.sandbox.onWebhook(() => happen(client, 'again'))
    happen(client, 'first')
    const last = client.world.events.at(-1)
    expect(last).toMatchObject({ delivery: 'withheld', reason: expect.stringMatching(/events of events/) })
    expect(client.world.events.length).toBeLessThan(110_000)
  })

  it('that makes a few events of each of many does so, however many wait', () => {
    const client = new TestClient()
    client.sandbox.onWebhook(({ transaction }) => {
      if (transaction.offerId !== 'cause') return
      for (let number = 0; number < 6; number += 1) happen(client, 'effect')
    })
    for (let number = 0; number < 1000; number += 1) begin(client, 'cause')
    client.sandbox.afterInput()
    expect(client.world.events).toHaveLength(7000)
    expect(client.world.events.every(({ delivery }) => delivery === 'delivered')).toBe(true)
  })

  it('that is slow is not taken for the maker of what others ask for meanwhile', async () => {
    const client = new TestClient()
    let release = (): void => undefined
    const first = new Promise<void>((resolve) => {
      release = resolve
    })
    client.sandbox.onWebhook(({ event }) => (event.seq === 0 ? first : undefined))
    for (let number = 0; number < 6000; number += 1) happen(client, 'asked for')
    release()
    await client.sandbox.settled()
    expect(client.world.events.every(({ delivery }) => delivery === 'delivered')).toBe(true)
  })

  it('that makes one event of each does so however long the world runs', () => {
    const client = new TestClient()
    client.sandbox.onWebhook(({ transaction }) => {
      if (transaction.offerId === 'cause') happen(client, 'effect')
    })
    for (let number = 0; number < 100_100; number += 1) happen(client, 'cause')
    expect(client.world.events.length).toBe(200_200)
    expect(client.world.events.every(({ delivery }) => delivery === 'delivered')).toBe(true)
  })

  it('hears at the same instant of what others ask for while the clock advances', async () => {
    const client = new TestClient()
    client.sandbox.onWebhook(async () => {
      for (let turns = 0; turns < 5; turns += 1) await new Promise(setImmediate)
    })
    const { schedule, now } = client.world
    for (let number = 1; number <= 20_000; number += 1)
      schedule.add({ due: now + number, kind: 'webhook.attempt', ref: 'none' })
    setImmediate(() => happen(client, 'asked for meanwhile'))
    await client.advance(30_000)
    const [event] = client.world.events
    expect(event?.at).toBeGreaterThan(now)
    expect(event?.at).toBeLessThan(now + 20_000)
    expect(event).toMatchObject({ delivery: 'delivered', attempts: [] })
  })

  it('hears of many changes at one instant, however many they are', () => {
    const { client, heard, stop } = listening()
    stop()
    let count = 0
    client.sandbox.onWebhook(() => {
      count += 1
    })
    for (let number = 0; number < 120_000; number += 1) happen(client, 'crowd')
    expect(count).toBe(120_000)
    expect(heard).toEqual([])
  })
})
