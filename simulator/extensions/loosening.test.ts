// An overlay reaches the simulator only in a form that the contract knows.

import { describe, expect, it } from 'vitest'
import { createInvoice, send, simulatorWith } from '../test-support/overlays.ts'
import { invoice, lamps, magazine } from '../test-support/requests.ts'

function changing(...actions: { target: string; update?: unknown; remove?: boolean }[]) {
  return { overlay: '1.0.0', info: { title: 'Loosened', version: '1' }, actions }
}

const schemas = '$.components.schemas'

describe('what an overlay permits', () => {
  it('is converted to the type of the contract', async () => {
    const simulator = await simulatorWith(
      changing(
        { target: `${schemas}.InvoiceRequest.properties.amount['$ref']`, remove: true },
        { target: `${schemas}.InvoiceRequest.properties.amount`, update: { type: ['string', 'number'] } },
        { target: `${schemas}.InvoiceRequest.properties.order`, update: { type: ['string', 'integer'] } },
      ),
    )
    const body = { ...invoice('order-1'), amount: 40, order: 1001 }
    const created = await send(simulator, 'POST', '/hosted-page', body)
    expect(created.body).toEqual({ ok: true, result: expect.anything() })
    const read = await send(simulator, 'GET', `/invoices?uuid=${created.at('result', 'uuid')}`)
    expect(read.at('result', 'returnval')).toMatchObject({ amount: '40', order: '1001' })
    await simulator.restore(structuredClone(await simulator.snapshot()))
  })

  it('is refused if it cannot be converted', async () => {
    const simulator = await simulatorWith(
      changing({ target: `${schemas}.DecimalText`, update: { pattern: '^.*$' } }),
    )
    const refused = await send(simulator, 'POST', '/hosted-page', { ...invoice('o'), amount: 'forty' })
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.at('message')).toContain('amount')
    expect(await createInvoice(simulator, 'o')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('may lack a field of an address, which gets its default', async () => {
    const simulator = await simulatorWith(
      changing(
        { target: `${schemas}.ShippingAddress.required[?@ == 'country']`, remove: true },
        { target: `${schemas}.ShippingAddress.properties.country`, update: { default: 'US' } },
      ),
    )
    const shippingAddress = { address1: '1 Sample Street', city: 'Springfield', state: 'IL' }
    const body = { ...invoice('order-1'), shippingAddress }
    const created = await send(simulator, 'POST', '/hosted-page', body)
    const read = await send(simulator, 'GET', `/invoices?uuid=${created.at('result', 'uuid')}`)
    expect(read.at('result', 'returnval', 'shippingAddress')).toEqual({ ...shippingAddress, country: 'US' })
  })

  it('has further fields, which are ignored', async () => {
    const simulator = await simulatorWith(
      changing({ target: `${schemas}.InvoiceRequest.properties`, update: { plugin: { type: 'string' } } }),
    )
    const body = { ...invoice('order-1', { cart: [{ ...lamps }, magazine] }), plugin: '2.1' }
    expect((await send(simulator, 'POST', '/hosted-page', { ...body, amount: '52.50' })).status).toBe(200)
  })
})

it.each<[string, Parameters<typeof changing>, RegExp]>([
  [
    'another value of an enumeration',
    [{ target: `${schemas}..[?@.enum && @.enum[0] == 'weekly']`, update: { enum: ['daily'] } }],
    /permits "daily" for \w+[\s\S]* knows only "weekly"/,
  ],
  [
    'every value of an enumeration',
    [{ target: `${schemas}.CustomParameter.properties.returnMethod.enum`, remove: true }],
    /permits every value for CustomParameter.returnMethod/,
  ],
  [
    'a type that cannot be converted',
    [{ target: `${schemas}.InvoiceRequest.properties.order`, update: { type: ['string', 'object'] } }],
    /permits the type object for InvoiceRequest.order/,
  ],
  [
    'every type',
    [{ target: `${schemas}.InvoiceRequest.properties.order.type`, remove: true }],
    /permits the type \w+ for InvoiceRequest.order/,
  ],
  [
    'a default that the contract does not permit',
    [
      { target: `${schemas}.InvoiceRequest.required[?@ == 'shippingAddress']`, remove: true },
      { target: `${schemas}.InvoiceRequest.properties.shippingAddress`, update: { default: 'none' } },
    ],
    /InvoiceRequest.shippingAddress optional without a valid default/,
  ],
  [
    'a query without a parameter',
    [{ target: "$.paths['/invoices'].get.parameters[0]", update: { required: false } }],
    /makes the parameter "uuid" of GET \/invoices optional/,
  ],
  [
    'a request without a body',
    [{ target: "$.paths['/hosted-page'].post.requestBody", remove: true }],
    /removes the requestBody of POST \/hosted-page/,
  ],
])('refuses an overlay that permits %s, at the start', async (_, actions, message) => {
  await expect(simulatorWith(changing(...actions))).rejects.toThrow(message)
})
