// The journal: what it keeps, in which order, and what it never shows.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSimulator } from './embedding/create-simulator.ts'
import { Journal } from './journal.ts'
import { shopIn } from './testing/shop.ts'
import { defaultWorld } from './world/default-world.ts'

function line(body: string, response = '{}') {
  return { at: 0, operation: 'x', method: 'post', path: '/x', body, status: 200, response }
}

function shown(text: string, secrets: readonly string[] = []): string | undefined {
  const journal = new Journal()
  journal.record(line(text))
  journal.conceal(secrets)
  return journal.list()[0]?.body
}

describe('the journal of a sandbox', () => {
  it('holds inputs and answers in their order, with the instants of the clock', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const { uuid } = await shop.invoice('order-1')
    await simulator.clock.advance({ by: 'P1D' })
    await shop.order(uuid)
    await simulator.control.getSchedule()
    const { lines } = await simulator.control.getJournal()
    expect(lines.map(({ seq, at, operation, status }) => [seq, at.slice(0, 10), operation, status])).toEqual([
      [0, '2026-01-05', 'createInvoice', 200],
      [1, '2026-01-06', 'advanceClock', 200],
      [2, '2026-01-06', 'getInvoice', 200],
    ])
    expect(lines[0]?.body).toContain('"order":"order-1"')
    expect(lines[0]?.response).toContain(uuid)
    expect(lines[2]?.path).toBe(`/api/invoices?uuid=${uuid}`)
  })

  it('holds what was refused too', async () => {
    const simulator = createSimulator()
    await simulator.fetch('/control/clock/advance', { method: 'POST', body: '{"by":"soon"}' })
    expect((await simulator.control.getJournal()).lines).toMatchObject([
      { operation: 'advanceClock', status: 400 },
    ])
  })

  it('shows no secret of a world that was there before', async () => {
    const simulator = createSimulator()
    const world = structuredClone(defaultWorld)
    for (const shopper of world.shoppers) shopper.accessToken = `other-${shopper.accessToken}`
    for (const merchant of world.merchants) merchant.accessToken = `other-${merchant.id}`
    await simulator.fetch('/api/hosted-page', { method: 'POST', body: '{"note":"merchant-lamp-shop"}' })
    await simulator.restore(await createSimulator({ world }).snapshot())
    const text = JSON.stringify(await simulator.control.getJournal())
    expect(text).toContain('createInvoice')
    expect(text).not.toContain('merchant-lamp-shop')
  })

  it('shows no secret of the world, wherever it stood', async () => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    const subscription = await shop.subscribe('order-1')
    await shop.debit(subscription, 12.5)
    await shop.cancel(subscription)
    await simulator.control.issueToken({ body: { accessToken: 'shopper-ready' } })
    await simulator.control.restoreSnapshot({ body: JSON.parse(JSON.stringify(await simulator.snapshot())) })
    const text = JSON.stringify(await simulator.control.getJournal())
    for (const { accessToken, clientSecret } of shop.credentials.merchants) {
      expect(text).not.toContain(accessToken)
      expect(text).not.toContain(clientSecret)
    }
    for (const { accessToken } of shop.credentials.shoppers) expect(text).not.toContain(accessToken)
    expect(text).not.toContain('PRIVATE KEY')
    expect(text).toContain('•••')
  })
})

describe('a line', () => {
  it('shows nothing of a field that holds a secret, however it is written', () => {
    const secretNames = ['merchantAuth', 'clientSecret', 'accessToken', 'privateKey', 'serviceKey', 'code2fa']
    const secret = fc.string({ minLength: 1 }).map((text) => `${text}SECRET`)
    const spaces = fc.constantFrom('', ' ', '\n  ')
    fc.assert(
      fc.property(fc.constantFrom(...secretNames), secret, spaces, fc.nat(1), (name, value, space, depth) => {
        let text = `{${space}"${name}"${space}:${space}${JSON.stringify(value)},"order":"o-1"}`
        for (let level = 0; level < depth; level += 1) text = JSON.stringify({ data: text })
        expect(shown(text)).not.toContain('SECRET')
        expect(shown(text)).toContain('o-1')
      }),
    )
  })

  it('shows nothing of a secret that it cuts in two', () => {
    const secret = 'x'.repeat(5000)
    const text = `${' '.repeat(3990)}{"accessToken":"${secret}"}`
    expect(shown(text)).not.toContain('xxx')
    expect(shown(`{"a":"${'y'.repeat(3980)}","code2fa":"xxxxxxxxxxxxxxxxxxxxxxxxxx"}`)).not.toContain('xxx')
  })

  it('shows nothing of a text that is known to be secret', () => {
    expect(shown('token shopper-ready, twice shopper-ready', ['shopper-ready', 'a'])).toBe(
      'token •••, twice •••',
    )
  })

  it('shows nothing of a secret that is written with escapes', () => {
    const escaped = (text: string) =>
      [...text].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('')
    expect(shown(`{"${escaped('merchantAuth')}":"HIDDEN"}`)).not.toContain('HIDDEN')
    expect(shown(`{"note":"${escaped('shopper-ready')}"}`, ['shopper-ready'])).toBe('{"note":"•••"}')
    expect(shown(String.raw`{"path":"C:\\u0041bc"}`)).toBe(String.raw`{"path":"C:\\u0041bc"}`)
    const journal = new Journal()
    journal.conceal(['secret-lamp-shop'])
    const path = '/api/invoices?uuid=secret%2Dlamp-shop'
    journal.record({
      at: 0,
      operation: 'getInvoice',
      method: 'GET',
      path,
      body: '',
      status: 404,
      response: '',
    })
    expect(journal.list()[0]?.path).toBe('/api/invoices?uuid=•••')
  })

  it('is cut where it is long', () => {
    expect(shown('z'.repeat(5000))).toBe(`${'z'.repeat(4000)}… (5000 characters)`)
  })
})

it('keeps the last thousand lines', () => {
  const journal = new Journal()
  for (let at = 0; at < 1500; at += 1) journal.record(line(String(at)))
  const lines = journal.list()
  expect(lines).toHaveLength(1000)
  expect(lines[0]).toMatchObject({ seq: 500, body: '500' })
  expect(lines.at(-1)).toMatchObject({ seq: 1499, body: '1499' })
})
