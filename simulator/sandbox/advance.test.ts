// Advances: obsolete scheduled events are skipped, and an advance that stops in the middle of an instant leaves the rest to the next.

import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'
import { createInvoice, createQr, createSubscription, payByExchange } from '../test-support/requests.ts'
import { controlErrorOf, openShop, Shop, shopIn } from '../test-support/shop.ts'
import { happen } from '../test-support/status-changes.ts'
import { TestClient } from '../test-support/test-client.ts'

const hour = { by: 'PT2H' }

describe('an obsolete scheduled event', () => {
  it('of a canceled subscription is neither listed nor reported', async () => {
    const { simulator, shop } = await openShop()
    const id = await createSubscription(shop, 'order-1')
    await simulator.clock.advance(hour)
    const before = (await simulator.control.getSchedule()).events.map(({ kind }) => kind)
    expect(before).toContain('subscription.debit')
    await shop.result('cancelSubscription', { body: { subscriptionId: id } })
    expect((await simulator.control.getSchedule()).events.map(({ kind }) => kind)).toEqual([
      'settlement.daily',
    ])
    const report = await simulator.clock.advance({ by: 'P1Y' })
    expect(report.events.map(({ kind }) => kind)).toEqual(['settlement.daily'])
    expect((await simulator.control.listEmails()).emails).toEqual([])
  })

  it('of a canceled transaction is skipped, also as the next event', async () => {
    const { simulator, shop } = await openShop()
    const { id } = await payByExchange(shop, 'order-1')
    await simulator.control.cancelTransaction({ params: { id } })
    expect(await simulator.control.getClock()).toMatchObject({ nextDue: null, pending: 0 })
    expect(await controlErrorOf(simulator.control.advanceClock({ body: { next: true } }))).toMatchObject({
      fact: 'Nothing is due.',
    })
    expect(await simulator.clock.advance({ by: 'P1D' })).toMatchObject({ events: [], eventCount: 0 })
  })

  it('of a retry whose event was redelivered is not listed', async () => {
    const { simulator, shop } = await openShop({ assumptions: { 'webhooks.retries': 'back-off' } })
    let fails = true
    simulator.onWebhook(() => {
      if (fails) throw new Error('not yet')
    })
    await createQr(shop, 'order-1')
    expect((await simulator.control.getClock()).pending).toBe(1)
    fails = false
    await simulator.control.redeliver({ params: { seq: 0 } })
    expect((await simulator.control.getClock()).pending).toBe(0)
    expect(await simulator.clock.advance({ by: 'P1D' })).toMatchObject({ eventCount: 0, deliveries: 0 })
  })

  it('of a settlement is scheduled once, however often one is requested', async () => {
    const { simulator, shop } = await openShop()
    for (const order of ['order-1', 'order-2', 'order-3']) {
      await payByExchange(shop, order)
      await simulator.clock.advance(hour)
      if (order !== 'order-3') await simulator.control.settle()
    }
    expect((await simulator.control.getSchedule()).events.map(({ kind }) => kind)).toEqual([
      'settlement.daily',
    ])
    expect(await simulator.clock.advance({ by: 'P2D' })).toMatchObject({ eventCount: 1 })
  })

  it('does not count against the budget', async () => {
    const { simulator, shop } = await openShop()
    const { id } = await payByExchange(shop, 'order-1')
    await payByExchange(shop, 'order-2')
    await simulator.control.cancelTransaction({ params: { id } })
    expect(await simulator.clock.advance({ ...hour, maxEvents: 2 })).toMatchObject({ eventCount: 2 })
  })
})

describe('an advance that is stopped', () => {
  const min = { assumptions: { 'transactions.crypto-duration': 'min' } } as const
  const statuses = async ({ control }: ReturnType<typeof createSimulator>) =>
    (await control.listEvents()).events.map(({ status }) => status).filter((status) => status !== 'pending')

  it('by its budget leaves the rest of the instant to the next one', async () => {
    const { simulator, shop } = await openShop(min)
    for (const order of ['a', 'b', 'c']) await payByExchange(shop, order)
    const error = await controlErrorOf(simulator.control.advanceClock({ body: { by: 'PT1M', maxEvents: 1 } }))
    expect(error).toMatchObject({ report: { eventCount: 1, stopped: 'max-events' } })
    await createInvoice(shop, 'an input in between')
    expect(await statuses(simulator)).toEqual(['processing'])
    const rest = await simulator.clock.advance({ by: 'PT0S' })
    expect(rest).toMatchObject({ eventCount: 2, from: simulator.clock.now })
    expect(await statuses(simulator)).toEqual(['processing', 'processing', 'processing'])
  })

  it('by its condition leaves the rest as well, also after a restore', async () => {
    const { simulator, shop } = await openShop(min)
    const [{ id }] = [await payByExchange(shop, 'a'), await payByExchange(shop, 'b')]
    const until = { transaction: id, status: 'processing' } as const
    expect(await simulator.clock.advance({ until, maxDuration: 'P1D' })).toMatchObject({ eventCount: 1 })
    const other = await simulator.sandbox('other', { snapshot: await simulator.snapshot() })
    for (const one of [simulator, other]) {
      await createInvoice(await shopIn(one), 'an input in between')
      expect(
        (await one.control.listEvents()).events.filter(({ status }) => status === 'processing'),
      ).toHaveLength(1)
      expect(await one.clock.advance({ by: 'PT0S' })).toMatchObject({ eventCount: 1 })
    }
  })

  it('by its condition still runs automatic events', async () => {
    const { simulator, shop } = await openShop({ automation: { settlements: 'auto' } })
    const { id } = await payByExchange(shop, 'order-1')
    await simulator.clock.advance({ until: { transaction: id, status: 'completed' }, maxDuration: 'P1D' })
    await createInvoice(shop, 'an input in between')
    expect((await simulator.control.getTransaction({ params: { id } })).settledAt).toBe(simulator.clock.now)
    expect(await simulator.control.getClock()).toMatchObject({ pending: 0 })
  })

  it('does not delay events that are scheduled after it', async () => {
    const { simulator, shop } = await openShop({ automation: { transactions: 'auto' } })
    for (const order of ['order-1', 'order-2']) await createSubscription(shop, order)
    await controlErrorOf(simulator.control.advanceClock({ body: { by: 'P2M', maxEvents: 1 } }))
    const { id } = await payByExchange(shop, 'new')
    expect((await simulator.control.getTransaction({ params: { id } })).status).toBe('completed')
  })

  it('withholds neither a backlog nor the requests of others', async () => {
    const { simulator, shop } = await openShop()
    simulator.onWebhook(() => new Promise<void>((resolve) => setImmediate(resolve)))
    for (let number = 0; number < 150; number += 1) await createQr(shop, `order ${number}`)
    const advancing = simulator.clock.advance({ by: 'PT1M', maxEvents: 10 })
    await Promise.all(Array.from({ length: 20 }, (_, number) => createQr(shop, `other ${number}`)))
    await advancing
    await simulator.settled()
    const { events } = await simulator.control.listEvents({ query: { limit: 2000 } })
    expect(events).toHaveLength(170)
    expect(events.every(({ delivery }) => delivery === 'delivered')).toBe(true)
  })

  it('by the cascade limit withholds what a receiver causes without end', async () => {
    const client = new TestClient()
    const { publicUrl: url, fetch } = client.simulator
    const shop = await Shop.open({ url, fetch })
    await payByExchange(shop, 'the first')
    const stop = client.sandbox.onWebhook(() => happen(client, 'again'))
    const error = await controlErrorOf(shop.control.advanceClock({ body: { ...hour, maxEvents: 10 } }))
    expect(error).toMatchObject({ status: 409, report: { eventCount: 1, stopped: 'cascade' } })
    expect(error.detail).toContain('more than 10000 at one instant')
    await client.sandbox.settled()
    expect(client.world.events.at(-1)).toMatchObject({ delivery: 'withheld', note: { withheld: 'cascade' } })
    stop()
    client.sandbox.onWebhook(() => undefined)
    happen(client, 'another')
    expect(client.world.events.at(-1)).toMatchObject({ delivery: 'delivered' })
  })
})

describe('an advance while clients pay', () => {
  /** Clients that pay one order after the other until they are stopped, and a receiver over HTTP that takes its time. */
  async function payingClients(clients: number, latencyMs: number) {
    let isOver = false
    const { simulator, shop } = await openShop({
      webhookUrl: 'http://127.0.0.1:9/webhook',
      transport: async () => {
        if (!isOver) await sleep(latencyMs)
        return { outcome: 'accepted', httpStatus: 200, response: 'ok' }
      },
    })

    const paying = Array.from({ length: clients }, async (_, client) => {
      for (let order = 0; !isOver; order += 1) {
        await createQr(shop, `${client}-${order}`)
        // Each request over HTTP is a task.
        await new Promise(setImmediate)
      }
    })
    const stop = async () => {
      isOver = true
      await Promise.all(paying)
    }
    return { simulator, stop }
  }

  it('ends when what was in line has its outcome', async () => {
    const { simulator, stop } = await payingClients(200, 20)
    await sleep(20)
    const { now } = simulator.clock
    const report = await simulator.clock.advance({ by: 'PT1S' })
    const { deliveriesInLine } = await simulator.control.getClock()
    await stop()
    expect(report.to).toBe(new Date(Date.parse(now) + 1000).toISOString())
    expect(deliveriesInLine).toBeGreaterThan(0)
    await simulator.settled()
    expect(await simulator.control.getClock()).toMatchObject({ deliveriesInLine: 0 })
  })

  it('and a reset or a restore end, too, and send nothing of the world before', async () => {
    const snapshot = await createSimulator().snapshot()
    const { simulator, stop } = await payingClients(200, 20)
    const { control } = simulator
    for (const replace of [() => control.resetSandbox(), () => control.restoreSnapshot({ body: snapshot })]) {
      await sleep(20)
      await replace()
      const { deliveriesInLine } = await control.getClock()
      expect(deliveriesInLine).toBeLessThan(300)
    }
    await stop()
    await simulator.settled()
    expect((await control.listEvents()).events.map(({ delivery }) => delivery)).not.toContain('waiting')
  })

  it('and a snapshot, a fork and another assumption say why they cannot be', async () => {
    const { simulator, stop } = await payingClients(200, 20)
    await sleep(20)
    const { control } = simulator
    const outcomes = await Promise.all([
      controlErrorOf(control.takeSnapshot()),
      controlErrorOf(control.forkSandbox({ body: { name: 'fork' } })),
    ])
    for (const { status, detail } of outcomes) {
      expect(status).toBe(409)
      expect(detail).toMatch(/^It waited for the deliveries that were in line, and clients caused \d+ others/)
    }
    await stop()
    await simulator.settled()
    expect(await control.takeSnapshot()).toMatchObject({ paytwin: 'snapshot' })
  })
})

describe('a long advance', () => {
  it('to the end of the calendar stops at its budget with a report, and the next one continues', async () => {
    const { simulator, shop } = await openShop()
    await createSubscription(shop, 'order-1', { subscriptionPeriod: '8000y', frequency: 'weekly' })
    const end = { to: '9999-12-31T23:59:59.999Z', maxEvents: 500 }
    const first = await controlErrorOf(simulator.control.advanceClock({ body: end }))
    const fact = expect.stringMatching(/^The advance stopped at 20/)
    expect(first).toMatchObject({ status: 409, fact, report: { eventCount: 500, stopped: 'max-events' } })
    const second = await controlErrorOf(simulator.control.advanceClock({ body: end }))
    expect(second).toMatchObject({ report: { from: Reflect.get(first.report ?? {}, 'to'), eventCount: 500 } })
  })
})
