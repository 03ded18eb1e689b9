// Requests are validated against the document: what a refusal says, content types, sizes and paths. That each invalid request is refused
// is tested in request-edits.slow.test.ts.

import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { getRequestMaxCharacters } from '../../spec/limits.ts'
import { listSchemas } from '../../spec/openapi/reading.ts'
import { operationIds } from '../../spec/operations.ts'
import { invoice, magazine, prepare, validRequests } from '../test-support/requests.ts'
import { serve } from '../test-support/served.ts'
import { at, TestClient } from '../test-support/test-client.ts'
import { readDocument } from './compiled-document.ts'

const schemas = listSchemas(readDocument())

const client = new TestClient()
const prepared = await prepare(client)

it.each(['data', 'encryptedReq', 'clientId'])(
  '%s of an encrypted request is refused by its name when it is missing',
  async (field) => {
    for (const operationId of operationIds) {
      if (!schemas[`${operationId}/body`]?.$ref) continue
      const body = client.bodyOf(operationId, validRequests(client, prepared)[operationId])
      if (at(body, field) === undefined) continue
      const rawBody = JSON.stringify({ ...Object(body), [field]: undefined })
      expect((await client.ask(operationId, { rawBody })).refusal).toContain(
        operationId === 'createTransfers' ? 'Invalid Encrypted Data' : `body.${field} is missing`,
      )
    }
  },
)

describe('the body', () => {
  it.each(['', '{', 'null,', "{'a':1}", 'undefined'])('that is not JSON is refused: %j', async (bytes) => {
    const reply = await client.ask('createInvoice', { rawBody: bytes })
    expect([reply.status, reply.refusal]).toEqual([400, 'The body is not JSON. Send a JSON document.'])
  })

  it('that is a form is refused with its content type', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await client.ask('createInvoice', { headers, rawBody: 'a=b' })).refusal).toBe(
      'The body is not JSON. Its Content-Type is "application/x-www-form-urlencoded". Send a JSON document.',
    )
  })

  it.each([
    ['in Latin-1', 'application/json', 'latin1', 'The body is not in UTF-8. Send'],
    ['with the charset of Latin-1', 'application/json; charset=ISO-8859-1', 'utf8', 'Its charset is'],
    ['in UTF-16', 'application/json; charset=utf-16', 'utf16le', 'Its charset is'],
    ['in UTF-8', 'application/json; charset="UTF-8"', 'utf8', undefined],
  ] as const)('%s is not changed: only UTF-8 is accepted', async (_, type, encoding, refusal) => {
    const text = JSON.stringify(
      invoice('o', { customerInfo: { name: 'S\u00f8ren \ufffd', email: 'a@b.example' } }),
    )
    const body = Buffer.from(text, encoding)
    const { url, simulator, close } = await serve()
    const { firstMerchant: merchant } = simulator.defaultSandbox.world.accounts
    const headers = { 'content-type': type, authorization: `Bearer ${merchant.accessToken}` }
    const response = await fetch(`${url}/api/hosted-page`, { method: 'POST', headers, body })
    await close()
    const sent = await response.text()
    expect([response.status, sent]).toEqual([
      refusal === undefined ? 200 : 400,
      expect.stringContaining(refusal ?? 'uuid'),
    ])
    const names = [...simulator.defaultSandbox.world.invoices].map(({ customer }) => customer?.name)
    expect(names).toEqual(refusal === undefined ? ['S\u00f8ren \ufffd'] : [])
  })

  it.each([
    ['by its header', { 'content-encoding': 'br' }, 'anything', 'br'],
    ['by its first bytes', {}, gzipSync('{}').toString('utf8'), 'gzip'],
  ])('that is compressed is refused %s', async (_, headers, rawBody, encoding) => {
    const reply = await client.ask('createInvoice', { headers, rawBody })
    expect([reply.status, reply.refusal]).toEqual([
      400,
      `The body is compressed. Its Content-Encoding is "${encoding}". Send the JSON document as it is, without Content-Encoding.`,
    ])
  })

  it('is refused with both types when a value may have two', async () => {
    const body = invoice('typed', { cart: [{ id: 'a' }] })
    const bytes = JSON.stringify(body).replace('"id":"a"', '"id":"a","price":true')
    expect((await client.ask('createInvoice', { rawBody: bytes })).refusal).toContain(
      'body.cart[0].price must be a number or a string',
    )
  })
})

describe('a refusal', () => {
  const refusalOf = async (body: object) =>
    (await client.refused('createInvoice', { rawBody: JSON.stringify(body) })).refusal

  it('names the first three validation errors, what is missing before what is wrong, and counts the others', async () => {
    const item = { ...magazine, frequency: 'month', subscriptionPeriod: 'a year' }
    const { shippingAddress: _, ...body } = invoice('wrong')
    expect(await refusalOf({ ...body, amount: 30, cart: [item] })).toBe(
      'The request does not match the contract. body.shippingAddress is missing; body.amount must be a string; ' +
        'body.cart[0].frequency must be one of "weekly", "monthly", "quarterly", "half-yearly", "yearly"; ' +
        'and 1 more.',
    )
  })

  it('is bounded, however much is wrong', async () => {
    const cart = Array.from({ length: 5000 }, () => ({}))
    const refusal = await refusalOf({ ...invoice('wrong'), cart })
    expect(refusal).toMatch(/ body\.cart\[0\]\.id is missing; .*; and at least 97 more\.$/)
    expect(refusal?.length).toBeLessThan(300)
  })
})

describe('the size', () => {
  it('of a body is limited, with or without Content-Length', async () => {
    const bytes = JSON.stringify(invoice('large')) + ' '.repeat(2_097_152)
    expect((await client.ask('createInvoice', { rawBody: bytes })).status).toBe(413)
    const stream = new ReadableStream({
      pull(controller) {
        // The stream never ends. Nothing is read beyond the limit.
        controller.enqueue(Buffer.alloc(65_536, 0x20))
      },
    })
    const request = new Request('http://127.0.0.1:4020/api/hosted-page', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: stream,
      duplex: 'half',
    })
    expect((await client.simulator.fetch(request)).status).toBe(413)
  })

  it('of a body is counted in bytes, not in characters', async () => {
    const bytes = JSON.stringify(invoice('large', { redirectUrl: '€'.repeat(700_000) }))
    expect(bytes.length).toBeLessThan(1_000_000)
    expect((await client.ask('createInvoice', { rawBody: bytes })).status).toBe(413)
  })

  it('of a GET request is counted in characters', async () => {
    const query = { uuid: 'x'.repeat(getRequestMaxCharacters) }
    const reply = await client.ask('getInvoice', { query })
    expect([reply.status, reply.refusal]).toEqual([413, expect.stringContaining('2048 characters')])
  })
})

describe('a path', () => {
  it.each([
    ['GET', '/hosted-page'],
    ['PUT', '/hosted-page'],
    ['POST', '/invoices'],
    ['GET', '/nobody'],
    ['GET', '/'],
    ['POST', '/Hosted-Page'],
    ['POST', '/hosted-page/'],
    ['POST', '/exchanges/payments/'],
    ['GET', '/exchanges/check-balance/a/b'],
  ])('that is not in the document is refused: %s %s', async (method, path) => {
    const response = await client.send(method, path, {}, method === 'GET' ? undefined : '{}')
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining('No such endpoint.'),
    ])
  })

  it('may have any characters', async () => {
    for (const name of ['%00', '%', '%ff', '%2e%2e', 'a%2Fb', '\u{1f600}', '__proto__', 'constructor'])
      expect(
        (
          await client.send('GET', `/exchanges/check-balance/${name}`, {
            authorization: 'Bearer shopper-ready',
          })
        ).status,
      ).toBe(404)
  })
})
