// Named sandboxes: creating, listing and deleting them, their limit, and their isolation.

import { describe, expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'
import { createInvoice, payByExchange } from '../test-support/requests.ts'
import { controlErrorOf, shopIn } from '../test-support/shop.ts'

const start = '2026-01-05T09:00:00.000Z'

describe('a named sandbox', () => {
  it('has its own URL in every link', async () => {
    const simulator = createSimulator({ publicUrl: 'http://twin.example:4020/' })
    const sandbox = await simulator.sandbox('mine')
    expect(sandbox.baseUrl).toBe('http://twin.example:4020/sandboxes/mine/api')
    const shop = await shopIn(sandbox)
    expect((await sandbox.credentials()).controlUrl).toBe('http://twin.example:4020/sandboxes/mine/control')
    const { url, uuid } = await createInvoice(shop, 'order-1')
    expect(url).toBe(`http://twin.example:4020/sandboxes/mine/checkout/${uuid}`)
    const page = await simulator.fetch(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('order-1')
    expect((await simulator.fetch(`/checkout/${uuid}`)).status).toBe(404)
  })

  it('has its own options, and those of the simulator by default', async () => {
    const simulator = createSimulator({ seed: 5, assumptions: { 'errors.wording': 'terse' } })
    const like = await simulator.sandbox('like', {})
    const other = await simulator.sandbox('other', {
      seed: 6,
      start: '2027-03-01T00:00:00Z',
      assumptions: { 'webhooks.signature': 'none' },
      webhookUrl: 'http://127.0.0.1:9/hook',
    })
    const assumption = async (sandbox: typeof like, wanted: string) =>
      (await sandbox.control.getAssumptions()).assumptions.find(({ id }) => id === wanted)?.assumption
    expect(await assumption(like, 'errors.wording')).toBe('terse')
    expect(await assumption(other, 'errors.wording')).not.toBe('terse')
    expect(await assumption(other, 'webhooks.signature')).toBe('none')
    expect([like.clock.now, other.clock.now]).toEqual([start, '2027-03-01T00:00:00.000Z'])
    expect((await other.credentials()).merchants.map(({ webhookUrl }) => webhookUrl)).toEqual(
      Array.from({ length: 2 }, () => 'http://127.0.0.1:9/hook'),
    )
    const uuid = async (sandbox: typeof like) => (await createInvoice(await shopIn(sandbox), 'order-1')).uuid
    const inDefault = await uuid(simulator)
    expect(await uuid(like)).toBe(inDefault)
    expect(await uuid(other)).not.toBe(inDefault)
  })

  it('is replaced by one of the same name', async () => {
    const simulator = createSimulator()
    const mine = await simulator.sandbox('mine', { seed: 9 })
    const first = await createInvoice(await shopIn(mine), 'order-1')
    await mine.clock.advance({ by: 'P1D' })
    await simulator.control.putSandbox({ params: { name: 'mine' }, body: { seed: 9 } })
    expect(mine.clock.now).toBe(start)
    expect(await createInvoice(await shopIn(mine), 'order-1')).toEqual(first)
    expect((await simulator.control.listSandboxes()).sandboxes).toHaveLength(2)
  })

  it('is listed until it is deleted', async () => {
    const simulator = createSimulator()
    const b = await simulator.sandbox('b')
    await simulator.sandbox('a')
    await b.clock.advance({ by: 'P1D' })
    const { sandboxes, max } = await simulator.control.listSandboxes()
    expect(sandboxes.map(({ name, now }) => [name, now])).toEqual([
      ['default', start],
      ['a', start],
      ['b', '2026-01-06T09:00:00.000Z'],
    ])
    expect(max).toBe(256)
    expect(await simulator.control.getSandbox({ params: { name: 'b' } })).toEqual(sandboxes[2])
    expect(await simulator.control.getSandbox({ params: { name: 'default' } })).toEqual(sandboxes[0])
    const none = await controlErrorOf(simulator.control.getSandbox({ params: { name: 'none' } }))
    expect(none.status).toBe(404)
    expect(await simulator.control.deleteSandbox({ params: { name: 'b' } })).toEqual({ deleted: 'b' })
    expect(await controlErrorOf(b.control.getClock())).toMatchObject({
      status: 404,
      fact: 'There is no sandbox "b".',
      remedy: 'Create it with PUT /sandboxes/b, or see GET /sandboxes.',
    })
    expect((await simulator.fetch('/sandboxes/b/api/stores')).status).toBe(404)
    expect((await simulator.fetch('/sandboxes/b/checkout/x')).status).toBe(404)
    expect(await controlErrorOf(simulator.control.deleteSandbox({ params: { name: 'b' } }))).toMatchObject({
      status: 404,
    })
  })
})

it('a webhook handler receives the deliveries of one sandbox, and not those of its forks', async () => {
  const simulator = createSimulator()
  const received: string[] = []
  simulator.onWebhook(({ facts }) => {
    received.push(facts.transactionId)
  })
  for (const sandbox of [await simulator.sandbox('second'), await simulator.fork('branch')]) {
    await payByExchange(await shopIn(sandbox), 'order-1')
    await sandbox.clock.advance({ by: 'P1D' })
    expect((await sandbox.control.listEvents()).events.length).toBeGreaterThan(0)
  }
  expect(received).toEqual([])
  await payByExchange(await shopIn(simulator), 'order-1')
  await simulator.settled()
  expect(received).toHaveLength(1)
})

it('the default sandbox cannot be deleted', async () => {
  const { control } = createSimulator()
  expect(await controlErrorOf(control.deleteSandbox({ params: { name: 'default' } }))).toMatchObject({
    status: 400,
    fact: 'The sandbox "default" cannot be deleted.',
    remedy: 'To reset it, send POST /control/reset.',
  })
})

describe('creating a sandbox is refused', () => {
  it.each([
    ['default', {}, 'The name "default" is taken.'],
    ['a b', {}, 'Invalid path of putSandbox.'],
    ['-a', {}, 'Invalid path of putSandbox.'],
    ['x'.repeat(65), {}, 'Invalid path of putSandbox.'],
    ['mine', { start: '2026-02-30T00:00:00Z' }, 'Invalid instant "2026-02-30T00:00:00Z".'],
    ['mine', { assumptions: { 'no.such': 'x' } }, 'There is no unspecified behavior "no.such".'],
    ['mine', { assumptions: {}, randomAssumptions: 3 }, 'Assumptions are either set or random.'],
    ['mine', { world: { merchants: [] } }, 'Invalid world.'],
    ['mine', { webhookUrl: 'http://elsewhere.example/' }, 'Webhooks are not sent to elsewhere.example.'],
    ['mine', { snapshot: {}, seed: 3 }, 'A sandbox from a snapshot has no other options.'],
    ['mine', { snapshot: {} }, 'Invalid snapshot.'],
  ])('for %s with %j', async (name, body, fact) => {
    const { control } = createSimulator()
    expect(await controlErrorOf(control.putSandbox({ params: { name }, body }))).toMatchObject({
      status: 400,
      fact,
    })
    expect((await control.listSandboxes()).sandboxes).toHaveLength(1)
  })

  it.each(['a b', '', '../a', '-a'])('in process for the name %j', async (name) => {
    await expect(createSimulator().sandbox(name)).rejects.toThrow('Invalid sandbox name')
  })
})

describe('a sandbox beyond the limit', () => {
  it('replaces the least recently used one', async () => {
    const simulator = createSimulator({ maxSandboxes: 2 })
    const a = await simulator.sandbox('a')
    await simulator.sandbox('b')
    await a.control.getClock()
    await simulator.sandbox('c')
    const { sandboxes } = await simulator.control.listSandboxes()
    expect(sandboxes.map(({ name }) => name)).toEqual(['default', 'a', 'c'])
  })

  it('does not replace one that is advancing', async () => {
    const simulator = createSimulator({ maxSandboxes: 2 })
    const held: (() => void)[] = []
    for (const name of ['a', 'b']) {
      const sandbox = await simulator.sandbox(name)
      sandbox.onWebhook(() => new Promise<void>((resolve) => held.push(resolve)))
      await payByExchange(await shopIn(sandbox), 'order-1')
      void sandbox.clock.advance({ by: 'PT1M' })
    }
    await new Promise((resolve) => setImmediate(resolve))
    const error = await controlErrorOf(simulator.control.putSandbox({ params: { name: 'c' } }))
    expect(error).toMatchObject({ status: 409, fact: 'There are too many sandboxes.' })
    for (const release of held) release()
    await new Promise((resolve) => setImmediate(resolve))
    await simulator.sandbox('c')
  })
})

describe('a simulator without the control API', () => {
  it('serves the service only', async () => {
    const simulator = createSimulator({ control: false })
    expect((await simulator.fetch('/api/stores')).status).toBe(401)
    for (const path of ['/control/clock', '/sandboxes', '/control/openapi.json']) {
      const response = await simulator.fetch(path)
      expect(response.status).toBe(404)
      expect(await response.text()).toMatch(
        /Only the service is served, at \/api\..*start without --no-control/,
      )
    }
  })
})
