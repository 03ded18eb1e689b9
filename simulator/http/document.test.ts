// The document drives: another document makes another service, with no code changed; and an answer that breaks the
// document is a fault of our own, and loud.

import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OpenApiDocument, Parameter, Schema } from '../../spec/openapi/document.ts'
import { readDocument } from '../document.ts'
import { at, TestClient } from '../testing/client.ts'
import { exchangePayment, invoice, qrRequest } from '../testing/requests.ts'

/** A client of a service that serves the document after a change. */
function changed(change: (document: OpenApiDocument) => void): TestClient {
  const document = readDocument()
  change(document)
  return new TestClient({ document })
}

function component(document: OpenApiDocument, name: string): Schema {
  const schema = document.components.schemas[name]
  if (schema === undefined) throw new Error(`The document has no ${name}.`)
  return schema
}

function demand(schema: Schema, field: string, type: Schema): void {
  schema.properties = { ...schema.properties, [field]: type }
  schema.required = [...(schema.required ?? []), field]
}

const json = { 'content-type': 'application/json' }

describe('a changed document', () => {
  it('with a new required field of a body demands it', async () => {
    const client = changed((document) =>
      demand(component(document, 'InvoiceRequest'), 'tax', { type: 'number' }),
    )
    const reply = await client.ask('createInvoice', { body: invoice('o') })
    expect(reply.refusal).toContain('body.tax is missing')
    expect((await client.ask('createInvoice', { body: { ...invoice('o'), tax: 'x' } })).refusal).toContain(
      'body.tax',
    )
    expect((await client.ask('createInvoice', { body: { ...invoice('o'), tax: 1.9 } })).granted).toBe(true)
  })

  it('with a new required field of a encrypted payload demands it', async () => {
    const client = changed((document) =>
      demand(component(document, 'ExchangePaymentPayload'), 'tip', { type: 'string' }),
    )
    const payload = exchangePayment(client, 'o')
    expect((await client.ask('createExchangePayment', { payload })).refusal).toContain(
      'payload.tip is missing',
    )
    expect((await client.ask('createExchangePayment', { payload: { ...payload, tip: '1' } })).granted).toBe(
      true,
    )
  })

  it('with a new required field of a payee names that key in the words of the contract', async () => {
    const client = changed((document) => demand(component(document, 'Payee'), 'country', { type: 'string' }))
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
      return client.ask('createInvoice', { bytes })
    }
    expect((await ask('PUT')).granted).toBe(true)
    expect((await ask('GET')).refusal).toContain(
      'body.customParameter.returnMethod must be one of "POST", "PUT"',
    )
  })

  it('with a path under a prefix is served there, and nowhere else', async () => {
    const client = changed((document) => {
      document.paths = Object.fromEntries(
        Object.entries(document.paths).map(([path, item]) => [`/v2${path}`, item]),
      )
    })
    const body = JSON.stringify(invoice('o'))
    expect((await client.send('POST', '/v2/hosted-page', json, body)).status).toBe(200)
    expect((await client.send('POST', '/hosted-page', json, body)).status).toBe(404)
    const encrypted = client.bodyOf('createExchangePayment', { payload: exchangePayment(client, 'o') })
    const headers = { ...json, authorization: 'Bearer shopper-ready' }
    const path = `/v2/exchanges/payments/${client.exchange()}`
    expect((await client.send('POST', path, headers, JSON.stringify(encrypted))).status).toBe(200)
  })

  it('with another method is served by that', async () => {
    const client = changed((document) => {
      const item = document.paths['/stores']
      if (item?.get !== undefined) document.paths['/stores'] = { post: item.get }
    })
    const headers = { authorization: `Bearer ${client.merchant.accessToken}` }
    expect((await client.send('POST', '/stores', headers, '')).status).toBe(200)
    expect((await client.send('GET', '/stores', headers)).status).toBe(404)
  })

  it('with a renamed header demands that one', async () => {
    const client = changed((document) => {
      const [header] = document.paths['/purchase/qr/generate']?.post?.parameters ?? []
      if (header !== undefined) header.name = 'X-Came-From'
    })
    const ask = (headers: Record<string, string>) =>
      client.ask('createQrTransaction', { body: qrRequest('o'), headers })
    expect((await ask({})).refusal).toContain('headers.x-came-from is missing')
    expect((await ask({ 'x-came-from': 'qr-code-api' })).granted).toBe(true)
  })

  it('with a new required parameter of a query demands it', async () => {
    const client = changed((document) => {
      const page: Parameter = {
        name: 'page',
        in: 'query',
        required: true,
        schema: { type: 'string', pattern: '^[0-9]+$' },
      }
      const operation = document.paths['/banks/my']?.get
      if (operation !== undefined) operation.parameters = [page]
    })
    expect((await client.ask('listBanks')).refusal).toContain('query.page is missing')
    expect((await client.ask('listBanks', { query: { page: 'x' } })).refusal).toContain('query.page')
    expect((await client.ask('listBanks', { query: { page: '2' } })).granted).toBe(true)
  })

  it('with another default fills that in', async () => {
    const client = changed((document) => {
      const { properties } = component(document, 'ClosingRequest')
      if (properties?.forceUpdate !== undefined) properties.forceUpdate.default = false
    })
    const { id } = (await client.ask('createQrTransaction', { body: qrRequest('o') })).response.result
    client.pay(id, '0.0004')
    client.transaction(id).refund = 'requested'
    expect((await client.ask('closePartialPayment', { payload: { offerId: 'o' } })).refusal).toContain(
      'refund',
    )
  })

  it('with another field for the encrypted payload looks there', async () => {
    const client = changed((document) => {
      const note = document.paths['/exchanges/payments/{exchange_name}']?.post?.['x-encrypted-payload']
      if (note !== undefined) note.field = 'secret'
      component(document, 'EncryptedData').properties = { secret: { type: 'string' } }
      component(document, 'EncryptedData').required = ['secret']
    })
    const encrypted = client.encrypt('createExchangePayment', { payload: exchangePayment(client, 'o') })
    const ask = (body: unknown) => client.ask('createExchangePayment', { bytes: JSON.stringify(body) })
    expect((await ask({ secret: encrypted })).granted).toBe(true)
    expect((await ask({ data: encrypted })).granted).toBe(false)
  })

  it('with another credential asks for that', async () => {
    const client = changed((document) => {
      const operation = document.paths['/stores']?.get
      if (operation !== undefined) operation['x-credential'] = 'shopperToken'
    })
    expect((await client.ask('getStore')).status).toBe(401)
  })

  it('without an operation does not serve it', async () => {
    const client = changed((document) => {
      delete document.paths['/stores']
    })
    expect((await client.ask('getStore')).status).toBe(404)
  })

  it('that says more than is understood here is enforced as far as it is', async () => {
    const client = changed((document) => {
      const request = component(document, 'InvoiceRequest')
      request.required = [...(request.required ?? []), 'undescribed']
      Object.assign(component(document, 'CustomerInfo').properties ?? {}, {
        email: { type: 'string', format: 'email' },
      })
      Object.assign(request, { title: 'An invoice', 'x-owner': 'billing', unheardOf: true })
    })
    expect((await client.ask('createInvoice', { body: invoice('o') })).refusal).toContain('undescribed')
    expect((await client.ask('createInvoice', { body: { ...invoice('o'), undescribed: 1 } })).granted).toBe(
      true,
    )
  })

  it('that holds a schema nobody can read is refused at start', () => {
    expect(() => changed((document) => delete document.components.schemas.CustomerInfo)).toThrow(
      /^A schema of the document is invalid\. .*CustomerInfo/,
    )
    expect(() =>
      changed((document) => Object.assign(component(document, 'Store'), { type: 'shop' })),
    ).toThrow(/^A schema of the document is invalid\./)
  })

  it('that names an operation nobody handles, or shows no answer, is refused at start', () => {
    expect(() =>
      changed((document) => {
        const operation = document.paths['/stores']?.get
        if (operation !== undefined) operation.operationId = 'toString'
      }),
    ).toThrow(
      'The document names an operation "toString" that the simulator does not have. It stands at GET /stores.',
    )
    expect(() =>
      changed((document) => {
        delete document.paths['/stores']?.get?.responses['200'].content
      }),
    ).toThrow('The document shows no answer for "getStore".')
  })
})

describe('an answer that breaks the document', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it.each<[string, (document: OpenApiDocument) => void, string]>([
    [
      'lacks a field',
      (document) => demand(component(document, 'Store'), 'rating', { type: 'number' }),
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
  ])('that %s is loud, and never the client’s fault', async (_, change, words) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const client = changed(change)
    const reply = await client.ask('getStore')
    expect(reply.status).toBe(500)
    expect(at(reply.body, 'message')).toBe(
      `The answer of getStore breaks the document: ${words}. This is a bug of paytwin, not of the request.`,
    )
    expect(log).toHaveBeenCalledOnce()
  })
})
