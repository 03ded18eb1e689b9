// The meaning of extreme values that the document permits. That none of them, nor any other, breaks the service or changes the
// state although it is refused, is what the fuzzer shows.

import { beforeEach, describe, expect, it } from 'vitest'
import type { ServiceResponse } from '../../client/service-client.ts'
import { maxParsedDepth } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import {
  address,
  bankPayment,
  exchangePayment,
  invoice,
  lamps,
  payee,
  qrTransaction,
  subscribe,
  transfer,
} from '../test-support/requests.ts'
import { TestClient, type TestRequest } from '../test-support/test-client.ts'
import { copyWorldData } from '../world/world-data.ts'

let client: TestClient

beforeEach(() => {
  client = new TestClient()
})

async function checked<Id extends OperationId>(
  operationId: Id,
  asked: TestRequest,
): Promise<ServiceResponse<Id>> {
  const before = client.state()
  const reply = await client.ask(operationId, asked)
  expect(reply.status, reply.text.slice(0, 300)).toBeLessThan(500)
  if (!reply.succeeded) expect(client.state()).toBe(before)
  // The state can be written to JSON and read back.
  expect(JSON.parse(JSON.stringify(copyWorldData(client.world)))).toBeTypeOf('object')
  return reply
}

const words: [string, string][] = [
  ['a lone surrogate', '\ud800'],
  ['markup', '</td><script>alert(1)</script>'],
  ['100 000 characters', 'x'.repeat(100_000)],
  ['nothing', ''],
]

it.each(words)('%s as every text of an invoice is read back and shown', async (_, word) => {
  const body = invoice(word, {
    redirectUrl: word,
    cart: [{ id: word, name: word, key: word, merchantSubscriptionId: word }],
    customerInfo: { name: word, email: word, phone: word, address: word },
    customParameter: { returnMethod: 'GET', params: [{ name: word, value: word }] },
    siteInfo: { [word]: word },
    shippingAddress: { ...address, address1: word },
  })
  const { uuid } = (await checked('createInvoice', { body })).success.result
  const read = (await client.result('getInvoice', { query: { uuid } })).returnval
  expect(read).toMatchObject({ order: word, redirectUrl: word })
  const page = await (await client.simulator.fetch(`/checkout/${uuid}`)).text()
  expect(page).not.toContain('<script>alert')
})

describe('deep nesting', () => {
  const depth = maxParsedDepth - 10
  const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
  const insert = (value: unknown, place: string) =>
    JSON.stringify(value).replace(`"${place}":`, `"deep":${deep},$&`)

  it.each(['amount', 'name', 'address1', 'email', 'returnMethod', 'value'])(
    'in an unknown field next to "%s" of an invoice is ignored',
    async (place) => {
      const body = invoice('deep', {
        shippingAddress: address,
        customParameter: { returnMethod: 'POST', params: [{ name: 'a', value: 'b' }] },
      })
      const { uuid } = (await checked('createInvoice', { rawBody: insert(body, place) })).success.result
      const read = (await client.result('getInvoice', { query: { uuid } })).returnval
      expect(read.cart).toEqual([lamps])
      expect(read.shippingAddress).toEqual(address)
    },
  )

  it('of more levels than are parsed is refused with their number, also in text that is not JSON', async () => {
    const levels = maxParsedDepth + 1
    for (const rawBody of ['['.repeat(levels), '['.repeat(levels) + ']'.repeat(levels)])
      expect((await checked('createInvoice', { rawBody })).refusal).toContain(`${maxParsedDepth} levels`)
  })

  it('in siteInfo, whose shape is not shown, is refused', async () => {
    const bytes = JSON.stringify({ ...invoice('deep'), siteInfo: 0 }).replace(
      '"siteInfo":0',
      `"siteInfo":${deep}`,
    )
    expect((await checked('createInvoice', { rawBody: bytes })).refusal).toContain('levels')
  })

  it('inside an encrypted payload is ignored in an unknown field, and refused elsewhere', async () => {
    const plainText = insert([payee], 'fname')
    expect((await checked('addPayees', { payloadText: plainText })).succeeded).toBe(true)
    expect((await checked('createTransfers', { payloadText: insert([transfer], 'fname') })).succeeded).toBe(
      true,
    )
    expect((await checked('addPayees', { payloadText: deep })).succeeded).toBe(false)
    expect((await checked('closePartialPayment', { payloadText: deep })).succeeded).toBe(false)
  })
})

describe('keys', () => {
  it('of prototypes are ignored', async () => {
    const bytes = JSON.stringify(invoice('keys')).replaceAll(
      '"id":',
      '"__proto__":{"isSubscription":true},"constructor":{"prototype":{}},"toString":1,"id":',
    )
    const { uuid } = (await checked('createInvoice', { rawBody: bytes })).success.result
    const { cart } = (await client.result('getInvoice', { query: { uuid } })).returnval
    expect(cart).toEqual([lamps])
    expect(Object.hasOwn(Object.prototype, 'isSubscription')).toBe(false)
  })

  it('inherited from a prototype do not count', async () => {
    const bytes = '{"__proto__":{"amount":"1","cart":[],"currency":"USD","order":"o","shippingAddress":null}}'
    expect((await checked('createInvoice', { rawBody: bytes })).refusal).toContain('body.amount is missing')
  })
})

it('numbers that JSON.parse reads as infinity are refused', async () => {
  for (const number of ['1e400', '-1e400', '1e99999999']) {
    const bytes = JSON.stringify(invoice('infinite')).replace('"quantity":2', `"quantity":${number}`)
    expect((await checked('createInvoice', { rawBody: bytes })).succeeded).toBe(false)
    const plainText = JSON.stringify([transfer]).replace('250', number)
    expect((await checked('createTransfers', { payloadText: plainText })).refusal).toBe(
      'Invalid Email: Raw - 1',
    )
  }
})

it('a world at the end of the calendar still responds', async () => {
  client = new TestClient({ start: '9999-12-31T23:00:00.000Z' })
  await checked('createExchangePayment', { payload: exchangePayment(client, 'late') })
  await checked('createBankPayment', { payload: bankPayment(client, 'late') })
  await subscribe(client, 'late-subscription')
  const read = async () => {
    for (const path of ['/control/clock', '/control/schedule', '/control/snapshot'])
      expect((await client.simulator.fetch(path)).status).toBe(200)
  }
  await read()
  await client.advance(3_599_999)
  await checked('createQrTransaction', { body: qrTransaction('late') })
  await read()
})
