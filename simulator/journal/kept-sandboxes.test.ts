// Sandboxes that a store keeps: after a restart each is as its last response left it, whatever was under way.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { controlClient } from '../../client/control-client.ts'
import type { Plugin } from '../plugin.ts'
import { Simulator, type SimulatorOptions } from '../simulator.ts'
import { createInvoice, createSubscription, payByBank, payByExchange } from '../test-support/requests.ts'
import { controlErrorOf, Shop } from '../test-support/shop.ts'
import type { Outcome } from '../webhooks/http-transport.ts'
import {
  DamagedJournalError,
  type JournalStore,
  type KeptJournal,
  type StoreWatcher,
} from './journal-store.ts'
import { keepSandboxes } from './kept-sandboxes.ts'

/** A store in memory. */
class MemoryStore implements JournalStore {
  readonly journals = new Map<string, KeptJournal>()
  isReady = true
  watcher: StoreWatcher | undefined

  watch(watcher: StoreWatcher): void {
    this.watcher = watcher
  }

  async open(name: string): Promise<KeptJournal | undefined> {
    return structuredClone(this.journals.get(name))
  }

  async release(): Promise<void> {}

  async append(name: string, position: number, entries: readonly string[]): Promise<void> {
    const { first = position, entries: earlier = [] } = this.journals.get(name) ?? {}
    if (position !== first + earlier.length)
      throw new Error(`The entry ${position} of ${name} does not follow the ${earlier.length} before it.`)
    this.journals.set(name, { first, entries: [...earlier, ...entries] })
  }

  async replace(name: string, first: number, entries: readonly string[]): Promise<void> {
    this.journals.set(name, { first, entries })
  }

  async remove(name: string): Promise<void> {
    this.journals.delete(name)
  }

  async names(): Promise<{ name: string }[]> {
    return [...this.journals.keys()].map((name) => ({ name }))
  }

  confirm(): undefined {
    return undefined
  }

  async close(): Promise<void> {}
}

const accepted: Outcome = { outcome: 'accepted', httpStatus: 200, response: 'ok' }

interface Process {
  simulator: Simulator
  shop: Shop
  control: ReturnType<typeof controlClient>
  reports: string[]
}

/** A process with the sandboxes of a store, whose webhooks go to the transport. */
async function started(
  store: MemoryStore,
  transport = async (): Promise<Outcome> => accepted,
  options: SimulatorOptions = {},
): Promise<Process> {
  const simulator = new Simulator({ webhookUrl: 'http://127.0.0.1:9/hook', transport, ...options })
  const reports: string[] = []
  keepSandboxes(simulator, store, (line) => reports.push(line))
  const { publicUrl: url, fetch } = simulator
  const shop = await Shop.open({ url, fetch })
  return { simulator, shop, control: controlClient({ url, fetch }), reports }
}

/** Everything about a sandbox that a client can see, but the rest of its journal. */
async function stateOf({ control }: Process): Promise<unknown> {
  const snapshot = await control.takeSnapshot()
  const { lines } = await control.getJournal()
  return [
    snapshot,
    lines.map(({ seq, method, path, status, response }) => [seq, method, path, status, response]),
  ]
}

/** Changes the sandbox with everything that a plugin can change. */
const changingPlugin: Plugin = ({ service, sandboxOf }) => {
  service.post('/change', async (context) => {
    const sandbox = await sandboxOf(context)
    const merchant = sandbox.world.accounts.firstMerchant
    sandbox.issueToken(merchant)
    const [payment] = sandbox.world.transactions
    if (payment !== undefined) {
      const { offerId: previousOrder, invoice } = payment
      const order = `${previousOrder}-renamed`
      sandbox.renameOrder({ merchant, order, ...(invoice === null ? { previousOrder } : { uuid: invoice }) })
    }
    return context.json({})
  })
  return undefined
}

describe('a sandbox after a restart', () => {
  const actions: Readonly<Record<string, (process: Process, number: number) => Promise<unknown>>> = {
    pays: ({ shop }, number) => payByExchange(shop, `order-${number}`),
    'pays by bank': ({ shop }, number) => payByBank(shop, `bank-${number}`),
    subscribes: ({ shop }, number) => createSubscription(shop, `subscription-${number}`),
    advances: ({ control }) => control.advanceClock({ body: { by: 'P3D' } }),
    'advances far': ({ control }) => control.advanceClock({ body: { by: 'P2M' } }),
    'is refused': ({ simulator }) =>
      simulator.fetch('/api/stores', { headers: { authorization: 'Bearer nobody' } }),
    'assumes otherwise': ({ control }) =>
      control.setAssumption({ params: { id: 'webhooks.retries' }, body: { use: 'back-off' } }),
    resets: ({ control }) => control.resetSandbox(),
    restores: async ({ control }) => control.restoreSnapshot({ body: await control.takeSnapshot() }),
    'is changed by a plugin': ({ simulator }) => simulator.fetch('/api/change', { method: 'POST' }),
    'delivers again': ({ simulator }) => simulator.fetch('/control/events/0/redeliver', { method: 'POST' }),
  }

  it('is as before, after any requests', async () => {
    const sequence = fc.array(fc.constantFrom(...Object.keys(actions)), { minLength: 1, maxLength: 8 })
    const failing = fc.nat(3)
    await fc.assert(
      fc.asyncProperty(sequence, failing, fc.nat(9), async (names, failures, at) => {
        const store = new MemoryStore()
        let sent = 0
        const transport = async (): Promise<Outcome> => {
          sent += 1
          await new Promise((resolve) => setTimeout(resolve, sent % 2))
          return sent % 4 < failures ? { outcome: 'refused', httpStatus: 500, response: 'no' } : accepted
        }
        const start = () => started(store, transport, { plugins: [changingPlugin] })
        let process = await start()
        for (const [number, name] of names.entries()) {
          await actions[name]?.(process, number)
          if (number !== at) continue
          const before = await stateOf(process)
          process = await start()
          expect(await stateOf(process)).toEqual(before)
        }
        const before = await stateOf(process)
        expect(await stateOf(await start())).toEqual(before)
      }),
      { numRuns: 12 },
    )
  })

  it('continues an advance, and sends what had no outcome', async () => {
    const store = new MemoryStore()
    const first = await started(store, () => new Promise(() => undefined))
    await payByExchange(first.shop, 'order-1')
    // The process ends while the receiver of the first webhook does not respond.
    void first.control.advanceClock({ body: { by: 'P2D' } })
    await new Promise(setImmediate)
    let sent = 0
    const second = await started(store, async () => {
      sent += 1
      return accepted
    })
    await second.control.getClock()
    await second.simulator.defaultSandbox.settled()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(sent).toBe(3)
    expect(await second.control.getClock()).toMatchObject({ now: '2026-01-07T09:00:00.000Z' })
    expect(second.reports.join()).toContain('continues an advance, which did not end')
  })

  it('has the URL of the new process in its links', async () => {
    const store = new MemoryStore()
    const first = await started(store)
    await createInvoice(first.shop, 'order-1')
    const second = await started(store, undefined, { publicUrl: 'http://other.example' })
    const response = await second.simulator.fetch('http://other.example/control/credentials')
    expect(JSON.parse(await response.text()).baseUrl).toBe('http://other.example/api')
    const { events } = await second.control.listEvents({ query: {} })
    expect(events).toEqual([])
  })

  it('begins its journal again when that is long, and keeps the latest requests for who looks', async () => {
    const store = new MemoryStore()
    const first = await started(store)
    const headers = { 'content-type': 'application/json' }
    const body = `{"note":"${'x'.repeat(100_000)}"}`
    for (let time = 0; time < 25; time += 1)
      await first.simulator.fetch('/api/hosted-page', { method: 'POST', headers, body })
    const kept = store.journals.get('default')
    expect(kept?.entries.length).toBeLessThan(30)
    expect(kept?.entries.filter((entry) => entry.startsWith('{"kind":"start"'))).toHaveLength(1)
    const before = await stateOf(first)
    const second = await started(store)
    expect(await stateOf(second)).toEqual(before)
  })
})

describe('a store that fails', () => {
  it('makes the sandbox that is ahead of it unavailable, and the next request finds what was kept', async () => {
    const store = new MemoryStore()
    const { shop, control } = await started(store)
    await createInvoice(shop, 'kept')
    const { append } = store
    store.append = () => Promise.reject(new Error('ENOSPC'))
    await expect(createInvoice(shop, 'lost')).rejects.toThrow('503')
    store.append = append
    const { lines } = await control.getJournal()
    expect(lines.map(({ operation }) => operation)).toEqual(['createInvoice'])
    await createInvoice(shop, 'after')
  })

  it('sends no webhook before everything before it is kept', async () => {
    const store = new MemoryStore()
    let sent = 0
    const { shop } = await started(store, async () => {
      sent += 1
      return accepted
    })
    let keep: () => void = () => undefined
    const { append } = store
    store.append = async (...args) => {
      await new Promise<void>((resolve) => {
        keep = resolve
      })
      return append.apply(store, args)
    }
    const paying = payByExchange(shop, 'order-1')
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(sent).toBe(0)
    store.append = append
    keep()
    await paying
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(sent).toBe(1)
  })

  it('of which a journal is damaged refuses that sandbox until it is replaced, and serves the others', async () => {
    const store = new MemoryStore()
    const { simulator, control, reports } = await started(store)
    await control.putSandbox({ params: { name: 'shop' }, body: {} })
    await control.putSandbox({ params: { name: 'other' }, body: {} })
    const again = await started(store)
    const { open } = store
    store.open = (name) =>
      name === 'shop'
        ? Promise.reject(new DamagedJournalError('It is damaged.', 'journal.log:3', 'Replace it.'))
        : open.call(store, name)
    const refused = await again.simulator.fetch('/sandboxes/shop/control/clock')
    expect([refused.status, JSON.parse(await refused.text()).detail]).toEqual([503, 'journal.log:3'])
    expect((await again.simulator.fetch('/sandboxes/other/control/clock')).status).toBe(200)
    const { sandboxes } = await again.control.listSandboxes()
    expect(sandboxes.map(({ name, damage }) => [name, damage])).toEqual([
      ['default', undefined],
      ['other', undefined],
      ['shop', 'journal.log:3'],
    ])
    await again.control.putSandbox({ params: { name: 'shop' }, body: {} })
    expect((await again.simulator.fetch('/sandboxes/shop/control/clock')).status).toBe(200)
    expect(again.reports.join()).toContain('The sandbox shop cannot be continued.')
    expect([simulator.sandboxes.isReady, reports]).toEqual([true, []])
  })
})

it('a request that a journal has with another response is reported, and its sandbox is not continued', async () => {
  const store = new MemoryStore()
  const { shop } = await started(store)
  await createInvoice(shop, 'order-1')
  const kept = store.journals.get('default')
  if (kept === undefined) throw new Error('It is not kept.')
  const entries = kept.entries.map((entry) => entry.replace('"status":200', '"status":201'))
  store.journals.set('default', { ...kept, entries })
  const simulator = new Simulator()
  keepSandboxes(simulator, store, () => undefined)
  const control = controlClient({ url: simulator.publicUrl, fetch: simulator.fetch })
  expect(await controlErrorOf(control.getClock())).toMatchObject({
    status: 503,
    detail: 'At entry 1, the response to the request of entry 1 is another one.',
  })
})
