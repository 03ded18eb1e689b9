// The pages of the dashboard as the server sends them: what they show and find. dashboard.long.test.ts has what their script does.

import { describe, expect, it } from 'vitest'
import { suiteAgent } from '../../../spec/control/values.ts'
import { createSimulator } from '../../embedding/create-simulator.ts'
import { Simulator } from '../../simulator.ts'
import { createInvoice, createQr, createSubscription, payByExchange } from '../../test-support/requests.ts'
import { openShop, Shop } from '../../test-support/shop.ts'

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

const htmlOf = async (fetch: Fetch, path: string) =>
  (await fetch(`/dashboard${path}`, { headers: { accept: 'text/html' } })).text()

/** The texts of the elements of a page that begin so, without tags. */
async function shown(fetch: Fetch, path: string, start = '<main', tag = 'main'): Promise<string[]> {
  const parts = (await htmlOf(fetch, path)).matchAll(new RegExp(`${start}.*?</${tag}>`, 'gs'))
  return [...parts].map(([part]) =>
    part
      .replace(/<[^>]*>/g, ' ')
      .replaceAll('&quot;', '"')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

/** The rows of the timeline, without their time. */
async function rows(fetch: Fetch, query = ''): Promise<string[]> {
  const all = await shown(fetch, query, '<li id="(?:journal|events|emails)-', 'li')
  return all.map((row) => row.slice(20))
}

describe('the timeline', () => {
  it('of an empty simulator shows a request to copy, which works, and where to read on', async () => {
    const { fetch, control } = createSimulator()
    const page = await htmlOf(fetch, '')
    expect(page).toContain('href="/docs"')
    const [, body = ''] = /data-copy="[^"]*--data-raw &#39;(.*?)&#39;"/s.exec(page) ?? []
    const headers = { authorization: 'Bearer merchant-lamp-shop', 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: body.replaceAll('&quot;', '"') }
    expect((await fetch('/api/hosted-page', init)).status).toBe(200)
    expect((await control.listInvoices()).total).toBe(1)
    expect((await shown(fetch, ''))[0]).not.toContain('Nothing has happened yet')
  })

  it('shows what happened in its order, also after a reset', async () => {
    const { fetch, control, clock, shop } = await openShop()
    await createInvoice(shop, 'earlier')
    await control.resetSandbox()
    await createSubscription(shop, 'order-1')
    await clock.advance({ by: 'P1M' })
    expect(await rows(fetch)).toEqual([
      'POST advanceClock · {"by":"P1M"} 200',
      'state order-1 · 12.50 USD · pending · Lamp Shop no webhook Order',
      'email Lamp Shop: 12.50 USD is due on 2026-02-05 ada@shop.example',
      'state order-1 · 12.50 USD · completed · Lamp Shop no webhook Order',
      'state order-1 · 12.50 USD · processing · Lamp Shop no webhook Order',
      'state order-1 · 12.50 USD · pending · Lamp Shop no webhook Order',
      'POST createExchangePayment · order-1 · 12.50 USD · ready 200 Order',
      'POST createInvoice · order-1 · 12.50 USD · Lamp Shop 200 Order',
      'POST resetSandbox 200',
      'POST createInvoice · earlier · 40.00 USD · Lamp Shop 200 Order',
    ])
  })

  it('shows of a refused payment the order, the amount, the code and a link to the order', async () => {
    const { fetch, control, shop } = await openShop()
    const { uuid } = await createInvoice(shop, 'order-1')
    await payByExchange(shop, 'order-1', {}, { shopper: 'low-balance' }).catch(() => undefined)
    await control
      .payInvoice({ params: { uuid }, body: { by: 'exchange', as: 'shopper-low-balance' } })
      .catch(() => undefined)
    const [invoice, payment] = await rows(fetch, '?failures=true')
    for (const row of [invoice, payment])
      expect(row).toMatch(/order-1 · 40.00 USD.*419.*Insufficient Balance.*Order$/)
    expect(await htmlOf(fetch, '?failures=true')).toContain(
      `/dashboard/orders/order-1?account=${shop.merchant.id}"`,
    )
  })

  it('finds an order by a search, also when its requests are not in the journal any more', async () => {
    const { fetch, shop } = await openShop()
    await createInvoice(shop, 'needle-1')
    expect(await rows(fetch, '?search=needle')).toHaveLength(1)
    for (let index = 0; index < 1001; index += 1) await shop.send('GET', '/nowhere')
    const [text] = await shown(fetch, '?search=NEEDLE')
    expect(text).toContain('Orders: needle-1')
  })

  it('is filtered and read in pages', async () => {
    const { fetch, clock, shop } = await openShop()
    for (let index = 0; index < 60; index += 1) await createQr(shop, `order-${index}`)
    await clock.advance({ by: 'P1M' })
    await createInvoice(shop, 'last')
    expect(await rows(fetch)).toHaveLength(50)
    expect(await rows(fetch, '?page=3')).toHaveLength(22)
    expect(await rows(fetch, '?order=order-7')).toHaveLength(2)
    expect(await rows(fetch, '?kind=control')).toHaveLength(1)
    expect(await rows(fetch, '?from=2026-02-01T00:00:00Z')).toHaveLength(2)
    expect((await shown(fetch, '?order=none'))[0]).toContain('Nothing passes the filters.')
    const months = await shown(fetch, '', '<li id="month-', 'li')
    expect(months).toEqual(['2026-01 60 happened', '2026-02'])
  })

  it('does not show requests for an icon, and those of verify only on request', async () => {
    const { fetch, shop } = await openShop()
    expect((await fetch('/favicon.ico')).status).toBe(200)
    await shop.ask('getStore')
    await fetch('/api/stores', { headers: { 'user-agent': suiteAgent } })
    expect(await rows(fetch)).toHaveLength(1)
    expect((await shown(fetch, ''))[0]).toContain('1 requests of verify are hidden.')
    expect((await rows(fetch, '?verify=true'))[0]).toContain('verify')
  })
})

describe('the page of an order', () => {
  it('has the subscription first, then a table of debits with their total, and what happens next', async () => {
    const { fetch, clock, shop } = await openShop()
    await createSubscription(shop, 'order-1')
    await clock.advance({ by: 'P3M' })
    const [text = ''] = await shown(fetch, '/orders/order-1')
    expect(text.indexOf('Subscription active')).toBeLessThan(text.indexOf('Payments (4)'))
    expect(text).toMatch(/Total 3 of 4 completed 37.50 USD/)
    expect(await shown(fetch, '/orders/order-1', '<li id="schedule-', 'li')).toContainEqual(
      expect.stringContaining('the service debits the subscription'),
    )
  })

  it('says on top that its webhooks failed, and what it has not', async () => {
    const { fetch, onWebhook, settled, shop } = await openShop()
    onWebhook(() => Promise.reject(new Error('not now')))
    await createQr(shop, 'order-1')
    await settled()
    expect((await shown(fetch, '/orders/order-1'))[0]).toMatch(
      /^Order order-1 1 webhooks of this order failed\./,
    )
    expect((await shown(fetch, '/orders/none'))[0]).toContain('There is no such order.')
  })

  it('is found by the ids of its records', async () => {
    const { fetch, shop } = await openShop()
    const subscription = await createSubscription(shop, 'orders/1 %')
    const place = (id: string) =>
      fetch(`/dashboard/id/${id}`, { redirect: 'manual' }).then(({ headers }) => headers.get('location'))
    expect(await place(subscription)).toBe(`/dashboard/orders/orders%2F1%20%25?account=${shop.merchant.id}`)
    expect((await shown(fetch, `${(await place(subscription))?.slice(10)}`))[0]).toContain('Order orders/1 %')
    expect(await place(shop.merchant.id)).toBe('/dashboard/accounts')
    expect((await fetch('/dashboard/id/none')).status).toBe(404)
  })
})

describe('the pages of records', () => {
  it('have a table and a page for every kind, with the meaning of each field', async () => {
    const { fetch, shop } = await openShop()
    const id = await createQr(shop, 'order-1')
    const kinds = [
      'invoices',
      'transactions',
      'subscriptions',
      'settlements',
      'events',
      'emails',
      'payees',
      'transfers',
      'schedule',
      'journal',
    ]
    for (const kind of kinds) expect([kind, (await fetch(`/dashboard/${kind}`)).status]).toEqual([kind, 200])
    const page = await (await fetch(`/dashboard/transactions/${id}`)).text()
    expect(page).toContain(
      '<dt title="The amount in the coin, or in the currency of a bank payment.">In coin</dt>',
    )
    expect(page).toContain('data-path="/control/transactions/')
    for (const path of ['/transactions/none', '/events/7', '/nowhere', '/nowhere/1'])
      expect([path, (await fetch(`/dashboard${path}`)).status]).toEqual([path, 404])
  })

  it('show the newest first and stay small, however many there are', async () => {
    const simulator = new Simulator({ automation: { transactions: 'manual' } })
    const { world } = simulator.defaultSandbox
    const shop = await Shop.open({ url: simulator.publicUrl, fetch: simulator.fetch })
    const first = world.transactions.get(await createQr(shop, 'order-0'))
    if (first === undefined) throw new Error('The transaction is missing.')
    for (let index = 1; index < 2000; index += 1)
      world.addTransaction({ ...first, id: world.random.uuid(), offerId: `order-${index}` })
    for (const path of ['', '?search=order-77', '/transactions', '/orders/order-5']) {
      expect((await htmlOf(simulator.fetch, path)).length).toBeLessThan(150_000)
    }
    const page = await htmlOf(simulator.fetch, '/transactions')
    expect(page).toContain('Transactions (2000)')
    const [, older = ''] = /href="(\?before=\d+)">Older/.exec(page) ?? []
    expect((await shown(simulator.fetch, `/transactions${older}`, '<tr><td', 'tr'))[0]).toContain(
      'order-1949 ',
    )
  })

  it('show texts of others as texts, and follow the sandbox', async () => {
    const { simulator, shop } = await openShop()
    await createInvoice(shop, '<img src=x onerror=alert(1)>')
    expect(await (await simulator.fetch('/dashboard/invoices')).text()).not.toContain('<img')
    await simulator.sandbox('mine')
    const page = await (await simulator.fetch('/sandboxes/mine/dashboard/invoices')).text()
    expect(page).toContain('Invoices (0)')
    expect(page).toContain('href="/sandboxes/mine/dashboard/faults"')
    const root = await simulator.fetch('/?sandbox=mine', {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    })
    expect(root.headers.get('location')).toBe('/sandboxes/mine/dashboard')
  })
})
