// The journal remarks on unknown fields, which are accepted, and says why a payload is refused where the contract's text does not.

import { describe, expect, it } from 'vitest'
import { encryptRsaText } from '../../client/encryption.ts'
import { operationIds } from '../../spec/operations.ts'
import {
  exchangePayment,
  invoice,
  lamps,
  prepare,
  transfer,
  validRequests,
} from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'

const client = new TestClient()
const prepared = await prepare(client)

/** The last request to the service, as the journal shows it. */
async function lastLine() {
  const response = await client.simulator.fetch('/control/journal?before=1000000&limit=1')
  const { lines } = (await response.json()) as { lines: { status: number; remarks: string[] }[] }
  return lines.at(-1)
}

async function sendInvoice(fields: object) {
  await client.ask('createInvoice', { rawBody: JSON.stringify({ ...invoice('unknown'), ...fields }) })
  return lastLine()
}

describe('the journal', () => {
  it('names an unknown field of an accepted request, and a similar one that the request does not have', async () => {
    expect(await sendInvoice({ custmParameter: { returnMethod: 'GET' }, note: 1 })).toMatchObject({
      status: 200,
      remarks: ['Unknown field "custmParameter". Did you mean "customParameter"?', 'Unknown field "note".'],
    })
    expect((await sendInvoice({ Order: 'x' }))?.remarks).toEqual(['Unknown field "Order".'])
  })

  it('names unknown fields inside others, at the place of each', async () => {
    const customerInfo = { name: 'Ada', email: 'ada@shop.example', adress: '1' }
    const line = await sendInvoice({ cart: [lamps, { ...lamps, qantity: 1, freqency: '' }], customerInfo })
    expect(line?.remarks).toEqual([
      'Unknown field "qantity" in body.cart[1].',
      'Unknown field "freqency" in body.cart[1]. Did you mean "frequency"?',
      'Unknown field "adress" in body.customerInfo. Did you mean "address"?',
    ])
  })

  it('names those of a refused request', async () => {
    const { shippingAddress, ...body } = invoice('unknown')
    await client.ask('createInvoice', { rawBody: JSON.stringify({ ...body, shipingAddress: null }) })
    expect(await lastLine()).toMatchObject({
      status: 400,
      remarks: ['Unknown field "shipingAddress". Did you mean "shippingAddress"?'],
    })
  })

  it('names those of a decrypted payload', async () => {
    const payload = { ...exchangePayment(client, 'unknown'), code2FA: '', offer: 1 }
    await client.ask('createExchangePayment', { payloadText: JSON.stringify(payload) })
    expect((await lastLine())?.remarks).toEqual([
      'Unknown field "code2FA" in payload.',
      'Unknown field "offer" in payload.',
    ])
  })

  it('names the first eight, and no credential', async () => {
    const names = [client.merchant.accessToken, ...'abcdefghi']
    const line = await sendInvoice(Object.fromEntries(names.map((name) => [name, 1])))
    expect(line?.remarks).toHaveLength(9)
    expect(line?.remarks.at(0)).toBe('Unknown field "•••".')
    expect(line?.remarks.at(-1)).toBe('There are 2 more unknown fields.')
  })

  it('has no remark on a body that is not JSON or nested too deep', async () => {
    const deep = `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`
    for (const rawBody of ['{', deep]) {
      await client.ask('createInvoice', { rawBody })
      expect((await lastLine())?.remarks).toEqual([])
    }
  })

  it.each<[string, object, string]>([
    [
      'with another key',
      { encrypted: 'U2FsdGVkX18AAQIDBAUGB5x0Nf0vX0N1cV9aG0x7Zb0=' },
      'does not open with the client secret',
    ],
    [
      'with RSA',
      { encrypted: encryptRsaText('[]', client.world.accounts.keysOf(client.merchant).publicKeyPem) },
      'does not begin with "Salted__"',
    ],
    ['with a passphrase, but not JSON', { payloadText: '[' }, 'is not JSON'],
    [
      'that is not an array',
      { payloadText: JSON.stringify(transfer) },
      'The payload is an object, not an array.',
    ],
    ['that is missing', { rawBody: '{}' }, 'The encrypted payload is missing. Send it in '],
  ])('says why payouts refuse a payload %s', async (_, request, reason) => {
    for (const operationId of ['createTransfers', 'addPayees'] as const) {
      await client.refused(operationId, request)
      expect((await lastLine())?.remarks.join()).toContain(reason)
    }
    await client.refused('createTransfers', { payloadText: JSON.stringify([{ ...transfer, email: '' }]) })
    expect((await lastLine())?.remarks).toEqual([])
  })

  it.each(operationIds)('has no remark on a valid request of %s', async (operationId) => {
    expect((await client.ask(operationId, validRequests(client, prepared)[operationId])).succeeded).toBe(true)
    expect(await lastLine()).toMatchObject({ operation: operationId, remarks: [] })
  })
})
