// Snapshots: taking, restoring, forking, resetting; what travels in them and what does not.

import { describe, expect, it } from 'vitest'
import { sellEach } from '../bench/shop.ts'
import { createSimulator, type EmbeddedSandbox } from '../embedding/create-simulator.ts'
import { Simulator } from '../simulator.ts'
import { pack, unpack } from '../storage/snapshot-encoding.ts'
import { whyNot } from '../testing/refused.ts'
import { shopIn } from '../testing/shop.ts'
import { formatInstant } from '../time/instants.ts'

/** Everything that can be seen of a sandbox. */
async function everything({ control }: EmbeddedSandbox): Promise<unknown> {
  const { merchants } = await control.getCredentials()
  return [
    merchants.map(({ webhookUrl }) => webhookUrl),
    await control.getClock(),
    await control.getSchedule(),
    await control.listTransactions(),
    await control.listSubscriptions(),
    await control.listSettlements(),
    await control.listMail(),
    await control.listPayees(),
    await control.listEvents({ query: {} }),
    await control.listFaults(),
    await control.getWebhookFaultRules(),
  ]
}

/** A sandbox in the middle of its life. */
async function busy(): Promise<ReturnType<typeof createSimulator>> {
  const simulator = createSimulator({ assumptions: { 'webhooks.retries': 'back-off' } })
  const { control, clock } = simulator
  const shop = await shopIn(simulator)
  await control.registerWebhook({ params: { id: shop.merchant.id }, body: { url: null } })
  simulator.onWebhook(({ facts }) => {
    if (facts.paymentStatus === 'processing') throw new Error('Come again.')
  })
  await shop.subscribe('subscription')
  await shop.payByBank('bank')
  const half = await shop.qr('half', {
    customParameter: { returnMethod: 'GET', params: [{ name: 'a', value: 'b' }] },
  })
  await control.payFromWallet({ params: { id: half }, body: { share: '0.5' } })
  await clock.advance({ by: 'P40D' })
  await shop.pay('last')
  await control.planFault({ body: { operationId: 'getStore', action: { do: 'drop' }, times: 3 } })
  await control.setWebhookFaultRules({ body: { rules: [{ do: 'delay', by: 'PT10M', every: 2 }] } })
  return simulator
}

describe('a snapshot', () => {
  it('makes the same world in another simulator, which then goes the same way', async () => {
    const first = await busy()
    const snapshot = JSON.parse(JSON.stringify(await first.snapshot()))
    const second = createSimulator({ seed: 'other' })
    second.onWebhook(({ facts }) => {
      if (facts.paymentStatus === 'processing') throw new Error('Come again.')
    })
    await second.control.restoreSnapshot({ body: snapshot })
    expect(await everything(second)).toEqual(await everything(first))
    for (const simulator of [first, second]) {
      await (await shopIn(simulator)).qr('after')
      await simulator.clock.advance({ by: 'P2M' })
    }
    expect(await everything(second)).toEqual(await everything(first))
    expect(JSON.stringify(await second.snapshot())).toBe(JSON.stringify(await first.snapshot()))
  })

  it('keeps the order in which things came to be, not only what they are', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const ids = [await shop.qr('first'), await shop.qr('second', { cryptoCurrency: 'ETH' })]
    // The second completes first.
    for (const id of ids.toReversed()) {
      await simulator.control.payFromWallet({ params: { id }, body: { share: '1' } })
      await simulator.control.moveTransaction({ params: { id }, body: { to: 'completed' } })
    }
    const restored = await simulator.sandbox('restored', { snapshot: await simulator.snapshot() })
    const { settlements } = await simulator.control.settle()
    expect(settlements.map(({ currency }) => currency)).toEqual(['ETH', 'BTC'])
    expect(await restored.control.settle()).toEqual({ settlements })
  })

  it('changes nothing, and is not changed by what follows', async () => {
    const simulator = await busy()
    const before = await everything(simulator)
    const text = JSON.stringify(await simulator.snapshot())
    expect(await everything(simulator)).toEqual(before)
    const kept = await simulator.snapshot()
    await simulator.clock.advance({ by: 'P1M' })
    expect(JSON.stringify(kept)).toBe(text)
    await simulator.restore(kept)
    expect(await everything(simulator)).toEqual(before)
    await simulator.clock.advance({ by: 'P1M' })
    await simulator.restore(kept)
    expect(JSON.stringify(await simulator.snapshot())).toBe(text)
  })

  it('is the way back in time, and keeps the receivers', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const received: string[] = []
    simulator.onWebhook(({ facts }) => {
      received.push(facts.offerId)
    })
    const early = await simulator.snapshot()
    await simulator.clock.advance({ by: 'P1Y' })
    await simulator.restore(early)
    expect(simulator.clock.now).toBe('2026-01-05T09:00:00.000Z')
    await shop.pay('after')
    expect(received).toEqual(['after'])
  })

  it('does not bring back a receiver that was taken away', async () => {
    const simulator = createSimulator()
    let received = 0
    const takeAway = simulator.onWebhook(() => {
      received += 1
    })
    await simulator.reset()
    await (await shopIn(simulator)).pay('order-1')
    takeAway()
    await (await shopIn(simulator)).pay('order-2')
    expect(received).toBe(1)
  })

  it('is never gone back to while the clock is advanced, however close together both are asked for', async () => {
    const { defaultSandbox: sandbox } = new Simulator()
    sandbox.onWebhook(() => new Promise<void>((resolve) => setImmediate(resolve)))
    const before = await sandbox.snapshot()
    sellEach(sandbox.world, 1)
    await sandbox.settled()
    for (const turns of [0, 1, 2, 3, 4]) {
      const restoring = sandbox.restore(before).catch(() => 'refused')
      for (let turn = 0; turn < turns; turn += 1) await null
      const report = await sandbox.advance(sandbox.world.now + 86_400_000).catch(() => undefined)
      const world = sandbox.world
      await restoring
      if (report !== undefined) expect(formatInstant(world.now)).toBe(report.to)
    }
  })

  it('brings its own options, but not where it is reached', async () => {
    const first = createSimulator({
      assumptions: { 'errors.wording': 'terse' },
      progress: { transactions: 'auto' },
    })
    const second = createSimulator({ publicUrl: 'http://second.example' })
    await second.restore(await first.snapshot())
    const shop = await shopIn(second)
    expect(shop.credentials.baseUrl).toBe('http://second.example/api')
    const { id } = await shop.pay('order-1')
    expect((await second.control.getTransaction({ params: { id } })).status).toBe('completed')
    const { assumptions } = await second.control.getAssumptions()
    expect(assumptions.find(({ id }) => id === 'errors.wording')?.assumption).toBe('terse')
  })

  it('waits for deliveries under way', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    simulator.onWebhook(() => new Promise((resolve) => setImmediate(resolve)))
    await shop.pay('order-1')
    await simulator.snapshot()
    const { events } = await simulator.control.listEvents({ query: {} })
    expect(events.map(({ delivery }) => delivery)).toEqual(['delivered'])
  })

  it('is refused where it waited in vain for a receiver that may have asked for it', async () => {
    let late: (() => void) | undefined
    const simulator = createSimulator({
      webhookUrl: 'http://127.0.0.1:9/hook',
      transport: () =>
        new Promise((resolve) => {
          late = () => resolve({ outcome: 'timed-out', httpStatus: null, response: 'late' })
        }),
    })
    await (await shopIn(simulator)).pay('order-1')
    const asked = whyNot(simulator.control.takeSnapshot())
    late?.()
    expect(await asked).toMatchObject({ status: 409, fact: 'The sandbox did not take a snapshot.' })
    expect(await simulator.control.takeSnapshot()).toMatchObject({ paytwin: 'snapshot' })
  })

  it.each([
    ['of another version', { version: 1 }, 'Its version is 1, and this paytwin reads version 2.'],
    [
      'without its mark',
      { paytwin: 'other' },
      'It lacks "paytwin": "snapshot", or its options, data, plans or digest.',
    ],
    [
      'without data',
      { data: undefined },
      'It lacks "paytwin": "snapshot", or its options, data, plans or digest.',
    ],
    ['with a cut schedule', { data: {} }, 'It was altered or cut: it lacks data.'],
    ['with no start', { options: {} }, 'it lacks options.seed, options.start, options.assumptions, '],
    ['with no plans', { plans: {} }, 'It was altered or cut: it lacks plans.faults.'],
    [
      'with other faults',
      { plans: { faults: 5 } },
      'It was altered or cut: what it holds is not what its digest is of.',
    ],
  ])('%s cannot be restored, and leaves all as it was', async (_, change, detail) => {
    const simulator = await busy()
    const before = await everything(simulator)
    const altered = { ...(await simulator.snapshot()), ...change }
    const error = await simulator.sandbox('mine', { snapshot: altered }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ detail: expect.stringContaining(detail) })
    const body = JSON.stringify(altered)
    expect((await simulator.fetch('/control/restore', { method: 'POST', body })).status).toBe(400)
    expect(await everything(simulator)).toEqual(before)
  })

  it('begins a named sandbox, with a webhook of its own where one is asked for', async () => {
    const simulator = await busy()
    const snapshot = await simulator.snapshot()
    const same = await simulator.sandbox('same', { snapshot })
    expect(await everything(same)).toEqual(await everything(simulator))
    const hooked = await simulator.sandbox('hooked', { snapshot, webhookUrl: 'http://127.0.0.1:9/hook' })
    const { merchants } = await hooked.credentials()
    expect(merchants.map(({ webhookUrl }) => webhookUrl)).toEqual([
      'http://127.0.0.1:9/hook',
      'http://127.0.0.1:9/hook',
    ])
  })
})

describe('a fork', () => {
  it('goes another way: one branch settles, the other cancels', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const params = { id: (await shop.pay('order-1')).id }
    const branch = await simulator.fork('canceled')
    expect(await everything(branch)).toEqual(await everything(simulator))
    await simulator.clock.advance({ by: 'P2D' })
    await branch.control.moveTransaction({ params, body: { to: 'canceled' } })
    await branch.clock.advance({ by: 'P2D' })
    const [settled, canceled] = [
      await simulator.control.getTransaction({ params }),
      await branch.control.getTransaction({ params }),
    ]
    expect([settled.status, settled.settledAt]).toEqual(['completed', '2026-01-06T00:00:00.000Z'])
    expect([canceled.status, canceled.settledAt]).toEqual(['canceled', null])
    expect((await simulator.control.listSettlements()).settlements).toHaveLength(1)
    expect((await branch.control.listSettlements()).settlements).toEqual([])
    const statuses = async (sandbox: EmbeddedSandbox) =>
      (await sandbox.control.listEvents({ query: {} })).events.map(({ status }) => status)
    expect(await statuses(simulator)).toEqual(['pending', 'processing', 'completed'])
    expect(await statuses(branch)).toEqual(['pending', 'canceled'])
  })

  it('can be made of a named sandbox, of faults and lab rules too', async () => {
    const simulator = await busy()
    await simulator.sandbox('origin', { snapshot: await simulator.snapshot() })
    const origin = await simulator.fork('origin')
    expect(await origin.control.forkSandbox({ body: { name: 'copy' } })).toMatchObject({ name: 'copy' })
    const { sandboxes } = await simulator.control.listSandboxes()
    expect(sandboxes.map(({ name }) => name)).toEqual(['default', 'copy', 'origin'])
    await origin.control.clearFaults()
    const response = await simulator.fetch('/sandboxes/copy/control/faults')
    expect(((await response.json()) as { faults: unknown[] }).faults).toHaveLength(1)
  })

  it('cannot be made onto itself, or onto the default sandbox', async () => {
    const simulator = createSimulator()
    const mine = await simulator.sandbox('mine')
    for (const [sandbox, name] of [
      [mine, 'mine'],
      [mine, 'default'],
      [simulator, 'default'],
    ] as const)
      expect(await whyNot(sandbox.control.forkSandbox({ body: { name } }))).toMatchObject({ status: 400 })
  })
})

describe('a reset', () => {
  it('begins the world anew: the same inputs give the same bytes', async () => {
    const simulator = createSimulator()
    const run = async () => {
      const shop = await shopIn(simulator)
      await shop.subscribe('order-1')
      await simulator.clock.advance({ by: 'P3M' })
      return JSON.stringify(await everything(simulator))
    }
    const first = await run()
    await simulator.control.planFault({ body: { operationId: 'getStore', action: { do: 'drop' } } })
    expect(await simulator.control.resetSandbox()).toEqual({
      now: '2026-01-05T09:00:00.000Z',
      nextDue: null,
      pending: 0,
    })
    expect(await run()).toBe(first)
  })
})

describe('a table', () => {
  const shared = { shared: true }
  it.each([
    ['nothing', []],
    ['one row', [{ a: 1, b: null, c: [] }]],
    ['the same value everywhere', [{ a: 'x' }, { a: 'x' }]],
    ['few values', Array.from({ length: 20 }, (_, index) => ({ a: `v${index % 3}`, n: index }))],
    [
      'one object in many places',
      Array.from({ length: 6 }, (_, at) => ({ a: at % 2 ? shared : null, b: `${at}` })),
    ],
  ])('gives back %s', (_, rows) => {
    expect(unpack(JSON.parse(JSON.stringify(pack(rows))))).toEqual(rows)
  })

  it('keeps one object one object', () => {
    const rows = Array.from({ length: 6 }, (_, at) => ({ a: at % 2 ? shared : null }))
    const [, second, , fourth] = unpack(JSON.parse(JSON.stringify(pack(rows))))
    expect(second?.a).toBe(fourth?.a)
  })

  it('gives rows that have nothing to do with each other', () => {
    const [first, second] = unpack(pack([{ a: 1 }, { a: 1 }]))
    Object.assign(first ?? {}, { a: 2 })
    expect(second).toEqual({ a: 1 })
  })
})
