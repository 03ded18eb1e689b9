// Requests are validated against the document: a missing required field is refused by its name. Content types, sizes and
// paths are checked too.

import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { getRequestMaxCharacters } from '../../spec/limits.ts'
import { listOperations, listSchemas } from '../../spec/openapi/reading.ts'
import type { Schema } from '../../spec/openapi/schema.ts'
import { type OperationId, operationIds, operations } from '../../spec/operations.ts'
import {
  exchangePayment,
  invoice,
  magazine,
  type Prepared,
  payee,
  prepare,
  validRequests,
} from '../test-support/requests.ts'
import { at, TestClient } from '../test-support/test-client.ts'
import { readDocument } from './compiled-document.ts'

const document = readDocument()
const schemas = listSchemas(document)

let client: TestClient
let prepared: Prepared

beforeAll(async () => {
  client = new TestClient()
  prepared = await prepare(client)
})

type Path = readonly (string | number)[]

/** The paths of the required fields of a value, at any depth. */
function requiredPaths(schema: Schema, value: unknown): Path[] {
  if (schema.$ref !== undefined)
    return requiredPaths(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, value)
  // The valid requests have the form of the first branch.
  if (schema.anyOf !== undefined) return requiredPaths(schema.anyOf[0] ?? {}, value)
  if (schema.items !== undefined && Array.isArray(value))
    return value.flatMap((element, index) =>
      requiredPaths(schema.items ?? {}, element).map((path): Path => [index, ...path]),
    )
  if (typeof value !== 'object' || value === null) return []
  const own = (schema.required ?? []).map((key): Path => [key])
  const inside = Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    requiredPaths(property, at(value, key)).map((path): Path => [key, ...path]),
  )
  return [...own, ...inside]
}

/** The paths of the fields of an encrypted payload that the simulator assumes to be required. */
function usualPaths(operationId: OperationId, value: unknown): Path[] {
  const listed = listOperations(document).find((one) => one.operationId === operationId)
  const { usualFields = [] } = listed?.operation['x-encrypted-payload'] ?? {}
  return Array.isArray(value)
    ? value.flatMap((_, index) => usualFields.map((field): Path => [index, field]))
    : usualFields.map((field): Path => [field])
}

function withoutAt(value: unknown, [first, ...rest]: Path): unknown {
  if (Array.isArray(value))
    return value.map((element, index) => (index === first ? withoutAt(element, rest) : element))
  const entries = Object.entries(value ?? {})
  return Object.fromEntries(
    entries.flatMap(([key, inner]) =>
      key !== first ? [[key, inner]] : rest.length === 0 ? [] : [[key, withoutAt(inner, rest)]],
    ),
  )
}

describe('a required field', () => {
  const bodies = operationIds.filter((id) => operations[id].method === 'post')

  it.each(bodies)('of %s, at any depth, is refused by its name when it is missing', async (operationId) => {
    const asked = validRequests(client, prepared)[operationId]
    const encrypted = schemas[`${operationId}/payload`]
    const value = encrypted === undefined ? client.bodyOf(operationId, asked) : asked.payload
    const paths = [
      ...requiredPaths(encrypted ?? schemas[`${operationId}/body`] ?? {}, value),
      ...usualPaths(operationId, value),
    ]
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths) {
      const lacking = JSON.stringify(withoutAt(value, path))
      const reply = await client.refused(
        operationId,
        encrypted === undefined ? { rawBody: lacking } : { payloadText: lacking },
      )
      if (operationId === 'createTransfers') expect(reply.refusal).toMatch(/^Invalid .*: Raw - 1$/)
      else expect(reply.refusal).toContain(String(path.at(-1)))
    }
  })

  it.each(['data', 'encryptedReq', 'clientId'])(
    '%s of an encrypted request is refused by its name when it is missing',
    async (field) => {
      for (const operationId of operationIds) {
        if (!schemas[`${operationId}/body`]?.$ref) continue
        const body = client.bodyOf(operationId, validRequests(client, prepared)[operationId])
        if (at(body, field) === undefined) continue
        const reply = await client.ask(operationId, { rawBody: JSON.stringify(withoutAt(body, [field])) })
        expect(reply.refusal).toContain(
          operationId === 'createTransfers' ? 'Invalid Encrypted Data' : `body.${field} is missing`,
        )
      }
    },
  )
})

describe('the body', () => {
  it.each(['', '{', 'null,', "{'a':1}", 'undefined'])('that is not JSON is refused: %j', async (bytes) => {
    const reply = await client.ask('createInvoice', { rawBody: bytes })
    expect([reply.status, reply.refusal]).toEqual([400, 'The body is not JSON. Send a JSON document.'])
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

  it.each(['null', '[]', '"text"', '17', 'true'])('that is not an object is refused: %s', async (bytes) => {
    expect((await client.ask('createInvoice', { rawBody: bytes })).refusal).toContain(
      'body must be an object',
    )
  })

  it('must have a JSON content type if an assumption demands it', async () => {
    const demanding = new TestClient({ assumptions: { 'service.content-type': 'demanded' } })
    const send = (type: string) =>
      demanding.ask('createInvoice', { body: invoice('typed'), headers: { 'content-type': type } })
    for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/problem+json'])
      expect((await send(type)).succeeded, type).toBe(true)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'x'])
      expect((await send(type)).refusal).toContain(
        `Content-Type must be application/json, but it is "${type}"`,
      )
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

  it('names the first three validation errors in the order of the document, and counts the others', async () => {
    const item = { ...magazine, frequency: 'month', subscriptionPeriod: 'a year' }
    const { shippingAddress: _, ...body } = invoice('wrong')
    expect(await refusalOf({ ...body, amount: 30, cart: [item] })).toBe(
      'The request does not match the contract. body.amount must be a string; ' +
        'body.cart[0].frequency must be one of "weekly", "monthly", "quarterly", "half-yearly", "yearly"; ' +
        'body.cart[0].subscriptionPeriod must be a count followed by a period letter, for example y, m or w, such as 12m; ' +
        'and 1 more.',
    )
    expect(await refusalOf({ ...body, order: 5 })).toBe(
      'The request does not match the contract. body.order must be a string; body.shippingAddress is missing.',
    )
  })

  it('is bounded, however much is wrong', async () => {
    const cart = Array.from({ length: 5000 }, () => ({}))
    const refusal = await refusalOf({ ...invoice('wrong'), cart })
    expect(refusal).toMatch(/ body\.cart\[0\]\.id is missing; .*; and at least 97 more\.$/)
    expect(refusal?.length).toBeLessThan(300)
  })

  it('of an encrypted payload names them too', async () => {
    const payload = { ...exchangePayment(client, 'wrong'), cart: 'lamp', nativeAmount: 5 }
    const { refusal } = await client.refused('createExchangePayment', {
      payloadText: JSON.stringify(payload),
    })
    expect(refusal).toContain('payload.cart must be an array; payload.nativeAmount must be a string.')
  })

  it('has the message that the contract states, where it states one', async () => {
    const payloadText = JSON.stringify([{ ...payee, email: 5, label: 6 }, 'nobody'])
    const { refusal } = await client.refused('addPayees', { payloadText })
    expect(refusal).toBe('Invalid Data: Row - 1, Key - email')
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

it('every response has the virtual time and a JSON content type', async () => {
  for (const operationId of ['getStore', 'getInvoice', 'createInvoice'] as const) {
    const { headers } = await client.ask(operationId)
    expect(headers.get('date')).toBe('Mon, 05 Jan 2026 09:00:00 GMT')
    expect(headers.get('content-type')).toBe('application/json')
  }
})
