// The document drives the service: a changed document changes what is enforced, without changing code. A response that does not match the document is an internal error.

import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import type { Schema } from '../../spec/openapi/schema.ts'
import { exchangePayment, invoice, qrTransaction } from '../test-support/requests.ts'
import { at, TestClient } from '../test-support/test-client.ts'
import { readDocument } from './compiled-document.ts'

/** A client of a service that serves the document after a change. */
function changed(change: (document: OpenApiDocument) => void): TestClient {
  const document = readDocument()
  change(document)
  return new TestClient({}, { document })
}

function component(document: OpenApiDocument, name: string): Schema {
  const schema = document.components.schemas[name]
  if (schema === undefined) throw new Error(`The document has no ${name}.`)
  return schema
}

function requireField(schema: Schema, field: string, type: Schema): void {
  schema.properties = { ...schema.properties, [field]: type }
  schema.required = [...(schema.required ?? []), field]
}

const json = { 'content-type': 'application/json' }

describe('a changed document', () => {
  it('with a new required field of a payee names it in the text of the contract', async () => {
    const client = changed((document) =>
      requireField(component(document, 'Payee'), 'country', { type: 'string' }),
    )
    const row = { id: '1', fname: 'a', lname: 'b', email: 'c@d', label: 'e', businessname: 'f' }
    expect((await client.ask('addPayees', { payload: [row] })).refusal).toBe(
      'Invalid Data: Row - 1, Key - country',
    )
  })

  it('with another enumeration accepts its values and no other', async () => {
    const client = changed((document) => {
      const { properties } = component(document, 'CustomParameter')
      if (properties?.returnMethod !== undefined)
        properties.returnMethod = { type: 'string', enum: ['POST', 'PUT'] }
    })
    const ask = (returnMethod: string) => {
      const bytes = JSON.stringify({ ...invoice('o'), customParameter: { returnMethod } })
      return client.ask('createInvoice', { rawBody: bytes })
    }
    expect((await ask('PUT')).succeeded).toBe(true)
    expect((await ask('GET')).refusal).toContain(
      'body.customParameter.returnMethod must be one of "POST", "PUT"',
    )
  })

  it('with a prefix before its paths is served there only', async () => {
    const client = changed((document) => {
      document.paths = Object.fromEntries(
        Object.entries(document.paths).map(([path, item]) => [`/v2${path}`, item]),
      )
    })
    const body = JSON.stringify({ ...invoice('o'), clientId: client.merchant.id })
    expect((await client.send('POST', '/v2/hosted-page', json, body)).status).toBe(200)
    expect((await client.send('POST', '/hosted-page', json, body)).status).toBe(404)
    const encrypted = client.bodyOf('createExchangePayment', { payload: exchangePayment(client, 'o') })
    const headers = { ...json, authorization: 'Bearer shopper-ready' }
    const path = `/v2/exchanges/payments/${client.exchange()}`
    expect((await client.send('POST', path, headers, JSON.stringify(encrypted))).status).toBe(200)
  })

  it('with another method is served with that method', async () => {
    const client = changed((document) => {
      const item = document.paths['/stores']
      if (item?.get !== undefined) document.paths['/stores'] = { post: item.get }
    })
    const headers = { authorization: `Bearer ${client.merchant.accessToken}` }
    expect((await client.send('POST', '/stores', headers, '')).status).toBe(200)
    expect((await client.send('GET', '/stores', headers)).status).toBe(404)
  })

  it('with another default uses it', async () => {
    const client = changed((document) => {
      const { properties } = component(document, 'ClosingRequest')
      if (properties?.forceUpdate !== undefined) properties.forceUpdate.default = false
    })
    const { id } = await client.result('createQrTransaction', { body: qrTransaction('o') })
    client.pay(id, '0.0004')
    client.transaction(id).refund = 'requested'
    expect((await client.ask('closePartialPayment', { payload: { offerId: 'o' } })).refusal).toContain(
      'refund',
    )
  })

  it('without an operation does not serve it', async () => {
    const client = changed((document) => {
      delete document.paths['/stores']
    })
    expect((await client.ask('getStore')).status).toBe(404)
  })
})

describe('a response that does not match the document', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it.each<[string, (document: OpenApiDocument) => void, string]>([
    [
      'lacks a field',
      (document) => requireField(component(document, 'Store'), 'rating', { type: 'number' }),
      'response.result.rating is missing',
    ],
    [
      'has another type',
      (document) => {
        component(document, 'StoreSettings').properties = { tabs: { type: 'string' } }
      },
      'response.result.settings.tabs must be a string',
    ],
    [
      'has a field too many',
      (document) => {
        component(document, 'Store').additionalProperties = false
        delete component(document, 'Store').properties?.settings
        component(document, 'Store').required = ['merchant']
      },
      'response.result has the unknown field "settings"',
    ],
  ])('because it %s is an internal error', async (_, change, words) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const client = changed(change)
    const reply = await client.ask('getStore')
    expect(reply.status).toBe(500)
    expect(at(reply.body, 'detail')).toBe(
      `The response of getStore does not match the document: ${words}. This is a bug of paytwin, not of the request.`,
    )
    expect(log).toHaveBeenCalledOnce()
  })
})
