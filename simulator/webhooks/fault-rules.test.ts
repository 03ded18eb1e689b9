// Webhook fault rules: deliveries that are duplicated, reordered, delayed, dropped or wrongly signed.

import { verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs, minuteMs } from '../../core/durations.ts'
import { happen, outcomes } from '../test-support/status-changes.ts'
import { at, TestClient } from '../test-support/test-client.ts'
import { defaultWorld } from '../world/default-world.ts'
import type { FaultRule } from '../world/state.ts'
import { World } from '../world/world.ts'
import { copyWorldData } from '../world/world-data.ts'
import type { Delivery } from './delivery.ts'
import { setFaultRules } from './fault-rules.ts'

/** A client with rules, and a receiver that records the offer of each delivery, and after how many minutes. */
function disturbed(rules: readonly FaultRule[], options: ConstructorParameters<typeof TestClient>[0] = {}) {
  const client = new TestClient(options)
  const start = client.world.now
  const received: string[] = []
  const deliveries: Delivery[] = []
  client.sandbox.onWebhook((delivery) => {
    deliveries.push(delivery)
    const minutes = (client.world.now - start) / minuteMs
    received.push(
      minutes === 0 ? delivery.transaction.offerId : `${delivery.transaction.offerId} +${minutes}`,
    )
  })
  setFaultRules(client.world, rules)
  return { client, received, deliveries }
}

/** Creates a transaction for each offer, one after the other. */
function happenAll(client: TestClient, offers: string, merchant = client.merchant): void {
  for (const offerId of offers) happen(client, offerId, { merchant: merchant.id })
}

const other = defaultWorld.merchants[1]?.id ?? ''
const merchantOf = ({ merchant, otherMerchant }: TestClient, offerId: string) =>
  /[A-Z]/.test(offerId) ? otherMerchant : merchant

function deliveryStates(client: TestClient): string {
  return [...client.world.events].map(({ delivery }) => delivery).join(' ')
}

describe('webhook fault rules', () => {
  /** Offers that happen, those in capitals of the other merchant; minutes that pass; and rules that are set. */
  type Step = string | number | FaultRule[]
  it.each<[title: string, script: Step[], received: string, start?: string]>([
    ['duplicate the third delivery', [[{ do: 'duplicate', count: 3 }], 'abcd'], 'a, b, c, c, d'],
    [
      'send copies later',
      [[{ do: 'duplicate', times: 2, by: 'PT10M', count: 1 }], 'ab', 20],
      'a, b, a +10, a +10',
    ],
    [
      'delay on the virtual clock',
      [[{ do: 'delay', by: 'PT5M', count: 1 }], 'ab', 4, 'c', 4],
      'b, c +4, a +5',
    ],
    [
      'do not delay beyond the end of the calendar',
      [[{ do: 'delay', by: 'P2D' }], 'ab'],
      'a, b',
      '9999-12-30T09:00:00.000Z',
    ],
    ['reorder pairs of deliveries', [[{ do: 'reorder' }], 'abcdef'], 'b, a, d, c, f, e'],
    ['reorder those of one merchant', [[{ do: 'reorder', count: 1 }], 'aBc'], 'B, c, a'],
    [
      'hold a delivery for a limited time',
      [[{ do: 'reorder', by: 'PT30M' }], 'a', 30, 'bc'],
      'a +30, c +30, b +30',
    ],
    ['drop every second delivery', [[{ do: 'drop', every: 2 }], 'abcde', 60], 'a, c, e'],
    ['match a merchant', [[{ do: 'drop', merchantId: other, count: 2 }], 'aBCd'], 'a, B, d'],
    ['match a status', [[{ do: 'drop', status: 'canceled' }], 'a'], 'a'],
    [
      'count again when they are set',
      [[{ do: 'drop', count: 2 }], 'a', [{ do: 'drop', count: 2 }], 'bcd'],
      'a, b, d',
    ],
    [
      'can be cleared; what they delayed and held still comes',
      [
        [
          { do: 'delay', by: 'PT5M', count: 1 },
          { do: 'reorder', count: 2 },
        ],
        'ab',
        [],
        'cd',
        5,
      ],
      'c, b, d, a +5',
    ],
    [
      'combine',
      [[{ do: 'delay', by: 'PT2M' }, { do: 'duplicate' }, { do: 'delay', by: 'PT1M', count: 2 }], 'ab', 10],
      'a +2, a +2, b +3, b +3',
    ],
  ])('%s', async (_, script, expected, start) => {
    const { client, received } = disturbed([], start === undefined ? {} : { start })
    for (const step of script)
      if (typeof step === 'number') await client.advance(step * minuteMs)
      else if (typeof step !== 'string') setFaultRules(client.world, step)
      else for (const offerId of step) happenAll(client, offerId, merchantOf(client, offerId))
    expect(received.join(', ')).toBe(expected)
    const states = new Set([...client.world.events].map(({ delivery }) => delivery))
    states.delete('dropped')
    expect(states).toEqual(new Set(['delivered']))
    expect([client.world.faultRules.held, client.world.schedule.size]).toEqual([[], 0])
  })

  it('match a transaction; its dropped delivery can be redelivered', async () => {
    const { client, received } = disturbed([])
    happenAll(client, 'ab')
    const transaction = client.world.events[0]?.transaction ?? ''
    setFaultRules(client.world, [{ do: 'drop', transaction }])
    client.world.transition(client.transaction(transaction), 'process')
    happenAll(client, 'c')
    expect(deliveryStates(client)).toBe('delivered delivered dropped delivered')
    await client.sandbox.redeliver(2)
    expect(received.join(' ')).toBe('a b c a')
    expect(deliveryStates(client)).toBe('delivered delivered delivered delivered')
  })

  it('break the signature of one delivery, and are noted with it', () => {
    const { client, deliveries } = disturbed([{ do: 'wrong-signature', count: 2 }, { do: 'duplicate' }])
    happenAll(client, 'ab')
    const { publicKey } = client.world.accounts.serviceKey
    const verdicts = deliveries.map(({ request }) => {
      const body: unknown = JSON.parse(request.body)
      const signature = Buffer.from(String(at(body, 'signature')), 'base64')
      return verify('RSA-SHA256', Buffer.from(String(at(body, 'data', 'data'))), publicKey, signature)
    })
    expect(verdicts).toEqual([true, true, false, false])
    expect(client.world.events.at(1)).toMatchObject({
      note: { faultRules: ['wrong-signature', 'duplicate'] },
      attempts: [{ outcome: 'accepted' }, { outcome: 'accepted' }],
    })
  })

  it.each([
    [4, 3, 'a, a +1, a +3, a +7', 'delivered refused refused refused accepted'],
    [2, 9, 'a, a +1, a +3', 'failed refused refused refused'],
  ])(
    'retry up to %i times with doubling delays while the receiver fails %i times',
    async (times, failures, expected, outcome) => {
      const { client, received } = disturbed([{ do: 'retry', times, by: 'PT1M' }])
      let fails = failures
      client.sandbox.onWebhook(() => {
        fails -= 1
        if (fails >= 0) throw new Error('not yet')
      })
      happenAll(client, 'a')
      await client.advance(60 * minuteMs)
      expect(received.join(', ')).toBe(expected)
      expect(outcomes([...client.world.events])).toEqual([outcome])
    },
  )

  it('draw a share from the seed', () => {
    const chosen = (seed: number) => {
      const { client } = disturbed([{ do: 'drop', share: 0.1 }], { seed })
      happenAll(client, 'x'.repeat(1000))
      return deliveryStates(client)
    }
    const drawn = [1, 2].map(chosen)
    expect(drawn[0]).toBe(chosen(1))
    expect(drawn[0]).not.toBe(drawn[1])
    for (const states of drawn) {
      const dropped = states.split(' ').filter((state) => state === 'dropped').length
      expect(dropped).toBeGreaterThan(60)
      expect(dropped).toBeLessThan(140)
    }
  })

  it('do not affect what the world draws', () => {
    const ids = (rules: readonly FaultRule[]) => {
      const { client } = disturbed(rules)
      happenAll(client, 'abc')
      return Array.from(client.world.transactions, ({ id }) => id)
    }
    expect(ids([{ do: 'drop', every: 2 }, { do: 'duplicate' }])).toEqual(ids([]))
    expect(ids([{ do: 'duplicate', share: 0.5 }])).toEqual(ids([]))
  })

  it('continue after a restore', async () => {
    const rules: FaultRule[] = [
      { do: 'duplicate', every: 2 },
      { do: 'delay', by: 'PT5M', count: 1 },
      { do: 'reorder', count: 3, by: 'PT9M' },
      { do: 'duplicate', share: 0.5 },
    ]
    const restored = disturbed(rules, { seed: 3 })
    const straight = disturbed(rules, { seed: 3 })
    for (const { client } of [restored, straight]) happenAll(client, 'abc')
    expect(restored.client.world.faultRules.held).toHaveLength(1)
    const snapshot: unknown = JSON.parse(JSON.stringify(await restored.client.sandbox.snapshot()))
    happenAll(restored.client, 'xyz')
    restored.received.length = straight.received.length
    await restored.client.sandbox.restore(snapshot)
    for (const { client } of [restored, straight]) {
      happenAll(client, 'defg')
      await client.advance(20 * minuteMs)
    }
    const fork = new World(straight.client.sandbox.options, copyWorldData(straight.client.world))
    fork.faultRules.held.push({ scheduled: 0, merchant: '' })
    expect(restored.received).toEqual(straight.received)
    expect(restored.client.state()).toEqual(straight.client.state())
  })
})

describe('invalid rules', () => {
  it.each<[FaultRule[], RegExp]>([
    [[{ do: 'delay', by: 'soon' }], /"by" of rule 1 must be an ISO 8601 duration/],
    [[{ do: 'delay', by: 'P1M' }], /up to 31 days/],
    [[{ do: 'delay', by: 'P32D' }], /up to 31 days/],
    [[{ do: 'drop' }, { do: 'delay', by: '-PT1M' }], /"by" of rule 2/],
    [[{ do: 'drop', count: 1, every: 2 }], /Rule 1 has count and every; only one of count, every, share/],
    [[{ do: 'drop', every: 2, share: 0.5 }], /Rule 1 has every and share/],
    [Array<FaultRule>(101).fill({ do: 'drop' }), /There can be 100 rules, not 101/],
  ])('%j are refused and change nothing', (rules, message) => {
    const { client, received } = disturbed([{ do: 'drop' }])
    expect(() => setFaultRules(client.world, rules)).toThrow(message)
    happenAll(client, 'a')
    expect(received).toEqual([])
  })
})

const taking = fc.oneof(
  fc.constant({}),
  fc.record({ count: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ every: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ share: fc.constantFrom(0.2, 0.9) }),
)
const harmless: fc.Arbitrary<FaultRule> = fc.oneof(
  fc.record({ do: fc.constant('delay' as const), by: fc.constantFrom('PT1M', 'PT7M') }),
  fc.record({ do: fc.constant('reorder' as const), by: fc.constantFrom('PT1M', undefined) }),
  fc.record({ do: fc.constant('duplicate' as const), times: fc.constantFrom(1, 3) }),
  fc.record({ do: fc.constant('retry' as const) }),
  fc.record({ do: fc.constant('wrong-signature' as const) }),
)
const harmlessRule = fc.tuple(harmless, taking).map(([rule, taken]): FaultRule => ({ ...rule, ...taken }))

describe('for all rules', () => {
  it('that drop nothing, every event is delivered once, and once more for each copy', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(harmlessRule, { maxLength: 4 }),
        fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 12 }),
        async (rules, pauses) => {
          const { client, deliveries } = disturbed(rules)
          for (const pause of pauses) {
            happenAll(client, 'x')
            await client.advance(pause * minuteMs)
          }
          await client.advance(3 * dayMs)
          expect(new Set([...client.world.events].map(({ delivery }) => delivery)).has('waiting')).toBe(false)
          for (const event of client.world.events) {
            const times = deliveries.filter((delivery) => delivery.event.seq === event.seq).length
            const applied = event.note !== null && 'faultRules' in event.note ? event.note.faultRules : []
            const duplicated = applied.filter((kind) => kind === 'duplicate').length
            expect(times).toBeGreaterThanOrEqual(1 + duplicated)
            expect(times).toBeLessThanOrEqual(1 + duplicated * 3)
          }
          expect(client.world.faultRules.held).toEqual([])
          expect(client.world.schedule.size).toBe(0)
        },
      ),
      { numRuns: 25 },
    )
  })
})
