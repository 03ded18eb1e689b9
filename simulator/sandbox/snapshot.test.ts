// Snapshots, restores, forks and resets: what they contain and what they refuse.

import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import {
  createSimulator,
  type EmbeddedSandbox,
  type EmbeddedSimulator,
} from '../embedding/create-simulator.ts'
import { createQr, createSubscription, payByBank, payByExchange } from '../test-support/requests.ts'
import { controlErrorOf, openShop, shopIn } from '../test-support/shop.ts'

/** A simulator with records of every kind. Its receiver accepts no webhook of a transaction that starts processing. */
async function busySimulator(): Promise<EmbeddedSimulator> {
  const { simulator, shop } = await openShop({ assumptions: { 'webhooks.retries': 'back-off' } })
  const { control, clock } = simulator
  simulator.onWebhook(({ event }) => {
    if (event.status === 'processing') throw new Error('not now')
  })
  await createSubscription(shop, 'subscription')
  await payByBank(shop, 'bank')
  const half = await createQr(shop, 'half', {
    customParameter: { returnMethod: 'GET', params: [{ name: 'a', value: 'b' }] },
  })
  await control.payFromWallet({ params: { id: half }, body: { share: '0.5' } })
  await clock.advance({ by: 'P40D' })
  const rules = [
    { do: 'reorder' },
    { do: 'duplicate', by: 'PT1H' },
    { do: 'delay', by: 'PT10M', every: 2 },
  ] as const
  await control.setWebhookFaultRules({ body: { rules: [...rules] } })
  await payByExchange(shop, 'last')
  await payByBank(shop, 'second')
  await control.injectFault({ body: { operationId: 'getStore', action: { do: 'drop' }, times: 3 } })
  return simulator
}

/** Everything that the control API shows of a sandbox. */
async function everything({ control }: EmbeddedSandbox): Promise<unknown[]> {
  const { merchants } = await control.getCredentials()
  return [
    merchants.map(({ webhookUrl }) => webhookUrl),
    await control.getClock(),
    await control.getSchedule(),
    await control.listTransactions(),
    await control.listSubscriptions(),
    await control.listSettlements(),
    await control.listEmails(),
    await control.listPayees(),
    await control.listEvents({ query: {} }),
    await control.listInjectedFaults(),
    await control.getWebhookFaultRules(),
  ]
}

describe('a snapshot', () => {
  it('restores the same world in another simulator, which then behaves the same', async () => {
    const first = await busySimulator()
    const snapshot = JSON.parse(JSON.stringify(await first.snapshot()))
    const second = createSimulator({ seed: 'other' })
    second.onWebhook(({ event }) => {
      if (event.status === 'processing') throw new Error('not now')
    })
    await second.control.restoreSnapshot({ body: snapshot })
    expect(await everything(second)).toEqual(await everything(first))
    for (const simulator of [first, second]) {
      await createQr(await shopIn(simulator), 'after')
      await simulator.clock.advance({ by: 'P2M' })
    }
    expect(await everything(second)).toEqual(await everything(first))
    expect(JSON.stringify(await second.snapshot())).toBe(JSON.stringify(await first.snapshot()))
  })

  it('preserves the order of unsettled transactions', async () => {
    const { simulator, shop } = await openShop()
    const ids = [await createQr(shop, 'first'), await createQr(shop, 'second', { cryptoCurrency: 'ETH' })]
    // The second completes first.
    for (const id of ids.toReversed()) {
      await simulator.control.payFromWallet({ params: { id }, body: { share: '1' } })
      await simulator.control.completeTransaction({ params: { id } })
    }
    const restored = await simulator.sandbox('restored', { snapshot: await simulator.snapshot() })
    const { settlements } = await simulator.control.settle()
    expect(settlements.map(({ currency }) => currency)).toEqual(['ETH', 'BTC'])
    expect(await restored.control.settle()).toEqual({ settlements })
  })

  it('changes nothing, and is not changed by later events', async () => {
    const simulator = await busySimulator()
    const before = await everything(simulator)
    const text = JSON.stringify(await simulator.snapshot())
    expect(await everything(simulator)).toEqual(before)
    const snapshot = await simulator.snapshot()
    await simulator.clock.advance({ by: 'P1M' })
    expect(JSON.stringify(snapshot)).toBe(text)
    await simulator.restore(snapshot)
    expect(await everything(simulator)).toEqual(before)
    await simulator.clock.advance({ by: 'P1M' })
    await simulator.restore(snapshot)
    expect(JSON.stringify(await simulator.snapshot())).toBe(text)
  })

  it('moves the clock back and keeps the receivers', async () => {
    const { simulator, shop } = await openShop()
    const received: string[] = []
    simulator.onWebhook(({ facts }) => {
      received.push(facts.offerId)
    })
    const early = await simulator.snapshot()
    await simulator.clock.advance({ by: 'P1Y' })
    await simulator.restore(early)
    expect(simulator.clock.now).toBe('2026-01-05T09:00:00.000Z')
    await payByExchange(shop, 'after')
    expect(received).toEqual(['after'])
  })

  it('has its own options, but not the URL', async () => {
    const first = createSimulator({
      assumptions: { 'errors.wording': 'terse' },
      automation: { transactions: 'auto' },
    })
    const second = createSimulator({ publicUrl: 'http://second.example' })
    await second.restore(await first.snapshot())
    const shop = await shopIn(second)
    expect(shop.target.baseUrl).toBe('http://second.example/api')
    const { id } = await payByExchange(shop, 'order-1')
    expect((await second.control.getTransaction({ params: { id } })).status).toBe('completed')
    const { assumptions } = await second.control.getAssumptions()
    expect(assumptions.find(({ id }) => id === 'errors.wording')?.assumption).toBe('terse')
  })

  it.each([
    ['of another version', { version: 1 }, 'Its version is 1; this paytwin reads version 4.'],
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
    ['with empty data', { data: {} }, 'It was changed or truncated: its content does not match its digest.'],
    ['with fewer faults', { plans: { faults: [] } }, 'its content does not match its digest.'],
  ])('%s is refused and changes nothing', async (_, change, detail) => {
    const simulator = await busySimulator()
    const before = await everything(simulator)
    const changed = { ...(await simulator.snapshot()), ...change }
    const error = await simulator.sandbox('mine', { snapshot: changed }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ detail: expect.stringContaining(detail) })
    const body = JSON.stringify(changed)
    expect((await simulator.fetch('/control/restore', { method: 'POST', body })).status).toBe(400)
    expect(await everything(simulator)).toEqual(before)
  })

  it('creates a named sandbox, with another webhook when one is set', async () => {
    const simulator = await busySimulator()
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

it('that paytwin 0.2 exported is restored, unless it was changed', async () => {
  const url = new URL('../test-support/stored-data/0.2/exported.json', import.meta.url)
  const exported = JSON.parse(await readFile(url, 'utf8'))
  const simulator = createSimulator()
  await simulator.restore(exported.snapshot)
  const isLater = (key: string) => key === 'localAmount' || key === 'localCurrency'
  const shown = (await everything(simulator)).map((part) =>
    JSON.parse(JSON.stringify(part, (key, value) => (isLater(key) ? undefined : value))),
  )
  expect(shown).toEqual(exported.shown)
  exported.snapshot.data.invoices.rows += 1
  await expect(simulator.restore(exported.snapshot)).rejects.toMatchObject({
    detail: expect.stringContaining('digest'),
  })
})

describe('a fork', () => {
  it('is independent of its origin', async () => {
    const { simulator, shop } = await openShop()
    const params = { id: (await payByExchange(shop, 'order-1')).id }
    const branch = await simulator.fork('canceled')
    expect(await everything(branch)).toEqual(await everything(simulator))
    await simulator.clock.advance({ by: 'P2D' })
    await branch.control.cancelTransaction({ params })
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

  it('copies a named sandbox with its injected faults', async () => {
    const simulator = await busySimulator()
    await simulator.sandbox('origin', { snapshot: await simulator.snapshot() })
    const origin = await simulator.fork('origin')
    expect(await origin.control.forkSandbox({ body: { name: 'copy' } })).toMatchObject({ name: 'copy' })
    const { sandboxes } = await simulator.control.listSandboxes()
    expect(sandboxes.map(({ name }) => name)).toEqual(['default', 'copy', 'origin'])
    await origin.control.clearInjectedFaults()
    const response = await simulator.fetch('/sandboxes/copy/control/injected-faults')
    expect(((await response.json()) as { injectedFaults: unknown[] }).injectedFaults).toHaveLength(1)
  })

  it('cannot replace its origin or the default sandbox', async () => {
    const simulator = createSimulator()
    const mine = await simulator.sandbox('mine')
    for (const [sandbox, name] of [
      [mine, 'mine'],
      [mine, 'default'],
      [simulator, 'default'],
    ] as const)
      expect(await controlErrorOf(sandbox.control.forkSandbox({ body: { name } }))).toMatchObject({
        status: 400,
      })
  })
})

describe('a reset', () => {
  it('starts the world again: the same inputs give the same bytes', async () => {
    const simulator = createSimulator()
    const run = async () => {
      const shop = await shopIn(simulator)
      await createSubscription(shop, 'order-1')
      await simulator.clock.advance({ by: 'P3M' })
      return JSON.stringify(await everything(simulator))
    }
    const first = await run()
    await simulator.control.injectFault({ body: { operationId: 'getStore', action: { do: 'drop' } } })
    expect(await simulator.control.resetSandbox()).toEqual({
      now: '2026-01-05T09:00:00.000Z',
      nextDue: null,
      pending: 0,
    })
    expect(await run()).toBe(first)
  })
})

it('restores a snapshot of a sandbox whose assumptions about reported statuses have changed', async () => {
  const { simulator, shop } = await openShop({
    assumptions: { 'webhooks.reported-changes': 'named', 'webhooks.first-status': 'silent' },
  })
  const half = await createQr(shop, 'half')
  await simulator.control.payFromWallet({ params: { id: half }, body: { share: '0.5' } })
  await payByBank(shop, 'bank')
  for (const [id, use] of [
    ['webhooks.reported-changes', 'all'],
    ['webhooks.first-status', 'reported'],
  ] as const)
    await simulator.control.setAssumption({ params: { id }, body: { use } })
  const snapshot = JSON.parse(JSON.stringify(await simulator.snapshot()))
  await expect(createSimulator().restore(snapshot)).resolves.toBeUndefined()
})
