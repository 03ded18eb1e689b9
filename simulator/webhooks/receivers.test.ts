// In-process receivers: how they can fail, and what they can do to the world. Receivers over HTTP are in http-transport.test.ts.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { hourMs } from '../../core/durations.ts'
import { payByExchange } from '../test-support/requests.ts'
import { happen, outcomes, recording } from '../test-support/status-changes.ts'
import { TestClient } from '../test-support/test-client.ts'
import { reasonOf } from './delivery-records.ts'
import { timedOut } from './http-transport.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('an in-process receiver', () => {
  it.each<[string, () => unknown, string]>([
    ['an error', () => new Error('not today'), 'not today'],
    ['a text', () => 'not today', 'not today'],
    ['a value without a text', () => Object.create(null), 'The receiver threw a value that has no text.'],
    [
      'an error whose message is no text',
      () => Object.assign(new Error(), { message: {} }),
      '[object Object]',
    ],
    ['a very long error', () => new Error('x'.repeat(1_000_000)), 'x'.repeat(1000)],
  ])('that throws or rejects with %s refuses that delivery only', async (_, thrown, response) => {
    const client = new TestClient()
    client.sandbox.onWebhook(({ event }) => {
      if (event.status === 'pending') throw thrown()
      return event.status === 'processing'
        ? new Promise(setImmediate).then(() => Promise.reject(thrown()))
        : undefined
    })
    await payByExchange(client, 'o1')
    await client.advance(2 * hourMs)
    expect(outcomes([...client.world.events])).toEqual(['failed refused', 'failed refused', 'delivered'])
    for (const { attempts } of client.world.events.slice(0, 2))
      expect(attempts).toMatchObject([{ httpStatus: null, response }])
  })

  it('can return any kind of promise', async () => {
    const client = new TestClient()
    let answered = false
    client.sandbox.onWebhook(() => {
      const later = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        answered = true
      })
      // biome-ignore lint/suspicious/noThenProperty: the test is about promises of other implementations
      return { then: later.then.bind(later) } as Promise<void>
    })
    await payByExchange(client, 'o1')
    await client.sandbox.settled()
    expect(answered).toBe(true)
  })

  it('over a transport that throws is recorded as refusing, and the request succeeds', async () => {
    const client = new TestClient({
      webhookUrl: 'http://127.0.0.1:1/',
      transport: () => {
        throw new Error('no way out')
      },
    })
    await payByExchange(client, 'o1')
    await client.sandbox.settled()
    expect(client.world.events.at(0)?.attempts).toMatchObject([
      { outcome: 'refused', response: 'no way out' },
    ])
  })

  it('that never responds times out in real time', async () => {
    const { client, received } = recording({ webhookTimeoutMs: 10 })
    client.sandbox.onWebhook(({ event }) =>
      event.status === 'pending' ? new Promise<void>(() => undefined) : undefined,
    )
    await payByExchange(client, 'o1')
    await client.advance(2 * hourMs)
    expect(received).toEqual(['o1 pending', 'o1 processing', 'o1 completed'])
    expect(outcomes([...client.world.events])).toEqual(['failed timed-out', 'delivered', 'delivered'])
    expect(client.world.events.at(0)?.attempts).toMatchObject([{ response: 'No response within 10 ms.' }])
  })

  it('that keeps timing out gets less time until it responds, but its full time with each tenth delivery', async () => {
    const webhookUrl = 'http://127.0.0.1:9/hook'
    const limits: number[] = []
    const client = new TestClient({
      webhookUrl,
      webhookTimeoutMs: 60,
      transport: async (_, ms) => {
        limits.push(ms)
        return limits.length === 13 ? { outcome: 'accepted', httpStatus: 200, response: '' } : timedOut(ms)
      },
    })
    const payEach = async (orders: number) => {
      for (let order = 0; order < orders; order += 1) await payByExchange(client, `o${order}`)
      await client.sandbox.settled()
    }
    await payEach(12)
    expect(limits).toEqual([60, 60, 60, 30, 15, 8, 4, 3, 3, 3, 60, 3])
    const last = client.world.events.at(-1)
    expect(last && reasonOf(last)).toBe(
      'The receiver did not respond in time. No response within 3 ms. The limit of 60 ms is shorter after 11 timeouts in a row, until the webhook is registered again.',
    )
    await payEach(2)
    expect(limits.slice(12)).toEqual([3, 60])
  })

  it('that is slow gets its full time again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { client } = recording({ webhookTimeoutMs: 80 })
    let ms = 100
    client.sandbox.onWebhook(() => new Promise<void>((resolve) => setTimeout(resolve, ms)))
    for (const order of ['o1', 'o2']) await payByExchange(client, order)
    const advanced = client.advance(2 * hourMs)
    await vi.advanceTimersByTimeAsync(1000)
    await advanced
    // Longer than its time by now, and within its full time.
    ms = 40
    await payByExchange(client, 'o3')
    await vi.advanceTimersByTimeAsync(ms)
    await client.sandbox.settled()
    expect(client.world.events.at(-1)).toMatchObject({ delivery: 'delivered' })
  })

  it('that replaces itself leaves the next delivery to the new one', async () => {
    const client = new TestClient()
    const received: string[] = []
    const first = client.sandbox.onWebhook(({ event }) => {
      received.push(`first ${event.seq}`)
      first()
      client.sandbox.onWebhook(({ event: later }) => {
        received.push(`second ${later.seq}`)
      })
    })
    await payByExchange(client, 'o1')
    await client.advance(2 * hourMs)
    expect(received).toEqual(['first 0', 'second 1', 'second 2'])
  })

  it('that fails does not affect another one', async () => {
    const client = new TestClient()
    client.sandbox.onWebhook(() => {
      throw new Error('not today')
    })
    const received: string[] = []
    client.sandbox.onWebhook(async ({ event }) => void received.push(event.status))
    await payByExchange(client, 'o1')
    await client.sandbox.settled()
    expect(received).toEqual(['pending'])
    expect(outcomes([...client.world.events])).toEqual(['failed refused'])
  })

  it('can change the world; the events of that are delivered next, once', () => {
    const { client, received } = recording()
    let left = 3
    client.sandbox.onWebhook(() => {
      if (left === 0) return
      left -= 1
      happen(client, `caused ${left}`)
    })
    happen(client, 'first')
    expect(received).toEqual(['first pending', 'caused 2 pending', 'caused 1 pending', 'caused 0 pending'])
  })

  it('gets the requests of others at the instant of their arrival during an advance', async () => {
    const client = new TestClient()
    client.sandbox.onWebhook(async () => {
      for (let turns = 0; turns < 5; turns += 1) await new Promise(setImmediate)
    })
    const { schedule, now } = client.world
    for (let number = 1; number <= 20_000; number += 1)
      schedule.add({ due: now + number, kind: 'webhook.attempt', ref: 'none', data: {} })
    setImmediate(() => happen(client, 'request of another'))
    await client.advance(30_000)
    const [event] = client.world.events
    expect(event?.at).toBeGreaterThan(now)
    expect(event?.at).toBeLessThan(now + 20_000)
    expect(event).toMatchObject({ delivery: 'delivered', attempts: [] })
  })
})
