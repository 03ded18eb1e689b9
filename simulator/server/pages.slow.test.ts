// The pages and pictures that responses link to, the page at the root, and the document of each sandbox.

import { describe, expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'
import { readDocument } from '../service/compiled-document.ts'
import { Simulator } from '../simulator.ts'
import { createInvoice } from '../test-support/requests.ts'
import { shopIn } from '../test-support/shop.ts'
import { defaultWorld } from '../world/default-world.ts'

const html = { headers: { accept: 'text/html,application/xhtml+xml;q=0.9' } }

describe('the link of a logo', () => {
  it('leads to a picture with the id, for every currency of every sandbox', async () => {
    const simulator = createSimulator()
    for (const sandbox of [simulator, await simulator.sandbox('mine')]) {
      const { merchant } = await shopIn(sandbox)
      const headers = { authorization: `Bearer ${merchant.accessToken}` }
      const listed = await (await sandbox.fetch('/api/currencies', { headers })).json()
      const { result } = listed as { result: { id: string; logo: string; mobileLogo: string }[] }
      expect(result.length).toBeGreaterThan(3)
      for (const { id, logo, mobileLogo } of result)
        for (const link of [logo, mobileLogo]) {
          const picture = await simulator.fetch(link)
          expect([link, picture.status]).toEqual([link, 200])
          expect(picture.headers.get('content-type')).toBe('image/svg+xml')
          expect(await picture.text()).toMatch(new RegExp(`^<svg xmlns="[^"]+" .*>${id}</text></svg>$`))
        }
    }
  })

  it.each(['NOPE.svg', 'BTC', 'BTC.png', '.svg'])('does not exist as /logos/%s', async (file) => {
    expect((await createSimulator().fetch(`/logos/${file}`)).status).toBe(404)
  })
})

describe('the link of a customer', () => {
  it('leads to a page in each sandbox', async () => {
    const simulator = createSimulator()
    await simulator.sandbox('mine')
    const [shopper] = (await simulator.credentials()).shoppers
    for (const prefix of ['', '/sandboxes/mine']) {
      const page = await simulator.fetch(`${prefix}/customers/${shopper?.id}`)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toContain('text/html')
      expect(await page.text()).toContain('<h1>Ready Shopper</h1>')
    }
  })

  it('leads to an escaped name, and to 404 for an unknown customer', async () => {
    const world = structuredClone(defaultWorld)
    Object.assign(world.shoppers[0] ?? {}, { fullname: '<i>Ann</i>' })
    const { fetch } = createSimulator({ world })
    expect(await (await fetch(`/customers/${world.shoppers[0]?.id}`)).text()).toContain(
      '<h1>&lt;i&gt;Ann&lt;/i&gt;</h1>',
    )
    const none = await fetch('/customers/%3Cb%3E')
    expect(none.status).toBe(404)
    expect(await none.text()).toContain('&lt;b&gt;')
  })
})

it('sends a strict policy with every page and picture, and no page has a script or a style in itself', async () => {
  const simulator = createSimulator()
  const policyOf = async (path: string) => {
    const response = await simulator.fetch(path, html)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).not.toMatch(/<style|<script(?! [^>]*src="\/assets\/)| style=| on\w+=/)
    return response.headers.get('content-security-policy')
  }
  const page = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'"
  const scripts = "script-src 'self'; connect-src 'self'; form-action 'self'"
  const { uuid } = await createInvoice(await shopIn(simulator), 'order-1')
  expect(await policyOf(`/checkout/${uuid}`)).toBe(`${page}; ${scripts}`)
  expect(await policyOf('/customers/none')).toBe(`${page}; form-action 'none'; frame-ancestors 'none'`)
  for (const path of ['', '/accounts', '/faults', '/orders/order-1', '/journal/0'])
    expect(await policyOf(`/dashboard${path}`)).toBe(`${page}; ${scripts}; frame-ancestors 'none'`)
  expect(await policyOf('/logos/BTC.svg')).toBe("default-src 'none'; sandbox")
})

/** The addresses of files and pages that a page links to. */
const linksIn = (page: string) => [
  ...new Set([...page.matchAll(/ (?:href|src)="(\/[^"]*)"/g)].map(([, link = '']) => link)),
]

it.each([true, false])(
  'the reference has its files and the documents, with control API: %s',
  async (control) => {
    const { fetch } = createSimulator({ control })
    const response = await fetch('/docs', html)
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const page = await response.text()
    expect(page.includes('document=control')).toBe(control)
    for (const link of linksIn(page))
      expect([link, (await fetch(link, html)).status]).toEqual([link, link === '/' && control ? 302 : 200])
    for (const file of ['tsconfig.json', 'live.ts', '%2e%2e%2fassets.js', 'none'])
      expect([file, (await fetch(`/assets/${file}`)).status]).toEqual([file, 404])
  },
)

describe('the root', () => {
  it('leads browsers to the dashboard, whose links lead to something', async () => {
    const { fetch } = createSimulator()
    const response = await fetch('/', html)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/dashboard'])
    const links = linksIn(await (await fetch('/dashboard', html)).text())
    expect(links.length).toBeGreaterThan(10)
    for (const link of links) expect([link, (await fetch(link, html)).status]).toEqual([link, 200])
  })

  it('is a page without scripts if the control API is not served', async () => {
    const { fetch } = createSimulator({ control: false })
    const page = await (await fetch('/', html)).text()
    expect(page).toContain('2026-01-05T09:00:00.000Z')
    expect(page).toContain('OpenAPI document of the service')
    expect(page).not.toMatch(/<script|\/control/)
    expect((await fetch('/dashboard')).status).toBe(404)
  })

  it.each([true, false])('has the addresses for other clients, with control API: %s', async (control) => {
    const { fetch } = createSimulator({ control })
    const response = await fetch('/')
    const { name, service, ...addresses } = (await response.json()) as Record<string, string>
    expect([response.status, name, service]).toEqual([200, 'paytwin', 'http://127.0.0.1:4020/api'])
    expect(Object.keys(addresses).includes('control')).toBe(control)
    for (const [key, url] of Object.entries(addresses))
      expect([url, (await fetch(url)).status]).toEqual([url, key === 'control' ? 404 : 200])
    expect((await fetch('/', { method: 'HEAD' })).status).toBe(200)
  })
})

describe("the service's document", () => {
  it('is the one that drives it, for each sandbox', async () => {
    const document = readDocument()
    document.info.title = 'Mine'
    const simulator = new Simulator({}, { document })
    await simulator.sandboxes.put('mine', {})
    for (const prefix of ['', '/sandboxes/mine']) {
      const served = await (await simulator.fetch(`${prefix}/openapi.json`)).json()
      expect(served).toEqual({ ...document, servers: [{ url: `http://127.0.0.1:4020${prefix}/api` }] })
    }
  })

  it('is named in responses to unknown paths', async () => {
    const simulator = createSimulator()
    const { baseUrl } = await simulator.sandbox('mine')
    const lost = (await (await simulator.fetch(`${baseUrl}/nope`)).json()) as { message: string }
    const [link = ''] = /http:\S+\.json/.exec(lost.message) ?? []
    expect(link).toBe('http://127.0.0.1:4020/sandboxes/mine/openapi.json')
    expect((await simulator.fetch(link)).status).toBe(200)
  })
})
