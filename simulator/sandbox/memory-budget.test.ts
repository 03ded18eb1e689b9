// A heap that is nearly full: requests are refused, an advance stops with a report, and a reset helps.

import { describe, expect, it } from 'vitest'
import { dayMs } from '../../core/durations.ts'
import { Simulator } from '../simulator.ts'
import { createSubscription, payByExchange } from '../test-support/requests.ts'
import { controlErrorOf, Shop } from '../test-support/shop.ts'
import { MemoryBudget } from './memory-budget.ts'

const mb = 2 ** 20

/** A heap of 1000 MB, with live data and garbage in MB. */
function heapOf(live: number, garbage = 0) {
  const state = { live, garbage, collections: 0 }
  const budget = new MemoryBudget({
    limit: 1000 * mb,
    used: () => (state.live + state.garbage) * mb,
    collect: () => {
      state.garbage = 0
      state.collections += 1
    },
  })
  return { state, budget }
}

describe('a memory budget', () => {
  it('permits nine tenths of the limit', () => {
    expect(heapOf(800).budget.hasMemoryFor(99 * mb)).toBe(true)
    expect(heapOf(800).budget.hasMemoryFor(101 * mb)).toBe(false)
  })

  it('collects garbage before it refuses, but not for each refusal', () => {
    const { state, budget } = heapOf(850, 100)
    expect(budget.hasMemoryFor(0)).toBe(true)
    state.live = 901
    for (let time = 0; time < 10; time += 1) expect(budget.hasMemoryFor(0)).toBe(false)
    expect(state.collections).toBe(2)
    Object.assign(state, { live: 10, garbage: 895 })
    budget.released()
    expect(budget.hasMemoryFor(0)).toBe(true)
  })

  it('of the process reads its heap', () => {
    expect(new MemoryBudget().hasMemoryFor(mb)).toBe(true)
  })
})

describe('a full heap', () => {
  async function shop() {
    const simulator = new Simulator()
    const { publicUrl: url, fetch, defaultSandbox: sandbox } = simulator
    const opened = await Shop.open({ url, fetch })
    await createSubscription(opened, 'order-1')
    return { simulator, sandbox, shop: opened, control: opened.control }
  }

  it('refuses requests that create records with 503, and serves the others', async () => {
    const { sandbox, simulator, shop: opened } = await shop()
    const { state, budget } = heapOf(950)
    sandbox.memory = budget
    const before = sandbox.world.random.getState()
    const response = await simulator.fetch('/api/hosted-page', { method: 'POST', body: '{}' })
    expect([response.status, await response.json()]).toEqual([
      503,
      {
        fact: 'paytwin cannot process the request: memory is nearly full.',
        detail: 'It uses 950 MB of 1000 MB of heap.',
        remedy: expect.stringContaining('--max-old-space-size'),
      },
    ])
    expect(sandbox.world.random.getState()).toEqual(before)
    expect((await simulator.fetch('/control/clock')).status).toBe(200)
    for (const [path, method] of [
      ['/control/snapshot', 'GET'],
      ['/control/fork', 'POST'],
      ['/sandboxes/mine', 'PUT'],
      ['/control/settle', 'POST'],
    ] as const)
      expect([path, (await simulator.fetch(path, { method })).status]).toEqual([path, 503])
    expect((await simulator.fetch('/control/reset', { method: 'POST' })).status).toBe(200)
    state.live = 100
    await payByExchange(opened, 'after')
  })

  it('stops an advance with a report, and the next advance continues it', async () => {
    const whole = await shop()
    const expected = await whole.sandbox.advance(whole.sandbox.world.now + 100 * dayMs)
    const { sandbox, control } = await shop()
    const { state, budget } = heapOf(100)
    sandbox.memory = budget
    // Obsolete events count as well: the advance reads the heap once for each 5000.
    for (let index = 0; index < 6000; index += 1)
      sandbox.world.schedule.add({
        due: sandbox.world.now + dayMs,
        kind: 'settlement.daily',
        ref: 'crypto',
      })
    const advancing = controlErrorOf(control.advanceClock({ body: { by: 'P100D' } }))
    state.live = 950
    const error = await advancing
    expect(error).toMatchObject({ status: 409, report: { stopped: 'memory' } })
    expect(error.detail).toContain('memory')
    expect(error.remedy).toContain('--max-old-space-size')
    state.live = 100
    const { now } = whole.sandbox.world
    const rest = await sandbox.advance(now)
    expect(rest.eventCount + Number(Reflect.get(error.report ?? {}, 'eventCount'))).toBe(expected.eventCount)
    expect(sandbox.world.transactions.size).toBe(whole.sandbox.world.transactions.size)
  })
})
