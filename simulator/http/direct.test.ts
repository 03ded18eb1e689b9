// Requests in process that are served directly have the same effects and responses as through the routes.

import { describe, expect, it } from 'vitest'
import { invoice } from '../../client/sample-requests.ts'
import { benchSamples } from '../bench/shop.ts'
import { Simulator } from '../simulator.ts'

const body = JSON.stringify(invoice(benchSamples(''), { amount: '129.95' }))
const token = { authorization: 'Bearer merchant-lamp-shop' }
const json = { 'content-type': 'application/json', ...token }

interface Sent {
  target: string
  method?: string
  headers?: Record<string, string>
  body?: string
}
const post = (body: string, headers: Record<string, string> = json): Sent => ({
  target: '/api/hosted-page',
  method: 'POST',
  headers,
  body,
})

const uuid = '00000000-0000-4000-8000-000000000000'
const requests: Readonly<Record<string, Sent>> = {
  'an invoice': post(body),
  'an invoice of an unknown merchant': post(body, { 'content-type': 'application/json' }),
  'a body that is not JSON': post('{'),
  'a body that the document does not accept': post('{"amount":1}'),
  'a body that starts with a byte order mark': post(`\ufeff${body}`),
  'a body with half of a surrogate pair': post(body.replace('Desk', '\ud800')),
  'a body beyond the limit': post(JSON.stringify({ note: 'x'.repeat(3_000_000) })),
  'a form': post('a=1', { ...token, 'content-type': 'application/x-www-form-urlencoded' }),
  'a body without a content type': post(body, token),
  'a store': { target: '/api/stores', headers: token },
  'an invoice that is unknown': { target: `/api/invoices?uuid=${uuid}`, headers: token },
  'a query with escapes': { target: '/api/invoices?uuid=%31+2&uuid=3&&x', headers: token },
  'a query beyond the limit': { target: `/api/invoices?uuid=${'1'.repeat(2100)}`, headers: token },
  'an unknown path': { target: '/api/nothing', headers: token },
  'a path that ends with a slash': { target: '/api/stores/', headers: token },
  'a path with dots': { target: '/api/x/../stores', headers: token },
  'a path with an escape': { target: '/api/st%6Fres', headers: token },
  'another method': { target: '/api/stores', method: 'PUT', headers: token },
  'only the head': { target: '/api/stores', method: 'HEAD', headers: token },
  'a page of this machine': { target: '/api/stores', headers: { ...token, origin: 'http://localhost:3000' } },
}
const entries = Object.entries(requests)

function journalOf({ defaultSandbox }: Simulator): ReturnType<typeof defaultSandbox.journal.sentFrom> {
  return defaultSandbox.journal.sentFrom(0)
}

describe('in process', () => {
  const direct = new Simulator({ seed: 'same' })
  const routed = new Simulator({ seed: 'same' })

  it.each(entries)('%s', async (_, { target, ...init }) => {
    const responses = [
      await direct.fetch(target, init),
      await routed.response(new Request(new URL(target, routed.publicUrl), init)),
    ]
    const [one, other] = await Promise.all(
      responses.map(async (response) => [response.status, [...response.headers], await response.text()]),
    )
    expect(one).toEqual(other)
    expect(journalOf(direct)).toEqual(journalOf(routed))
  })

  it('takes the direct way for ordinary requests only', () => {
    const plain = {
      raw: {},
      origin: direct.publicUrl,
      headers: {},
      readText: async () => '',
      drop: () => {
        throw new Error()
      },
    }
    const serve = (method: string, target: string) => direct.serveDirectly({ ...plain, method, target })
    expect(serve('GET', '/api/stores')).toBeDefined()
    expect(serve('HEAD', '/api/stores')).toBeUndefined()
    expect(serve('GET', '/control/clock')).toBeUndefined()
  })
})
