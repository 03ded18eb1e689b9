// Whatever comes, the service answers: no bytes, no JSON and no edit of a lawful request makes it crash or answer 500, and
// what it refuses leaves its world as it was.

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { schemaCompiler } from '../../spec/openapi/compiler.ts'
import { listSchemas } from '../../spec/openapi/reading.ts'
import { type OperationId, operationIds, operations } from '../../spec/operations.ts'
import { type Edited, editsOf } from '../../spec/test-support/edits.ts'
import { schemaValues } from '../../spec/test-support/schema-values.ts'
import { readDocument } from '../document.ts'
import { type Asked, at, type Reply, TestClient } from '../testing/client.ts'
import { exchangePayment, expected, type Prepared, prepare } from '../testing/requests.ts'
import { defaultWorld } from '../world/default-world.ts'

let client: TestClient
let prepared: Prepared

beforeAll(async () => {
  client = new TestClient()
  prepared = await prepare(client)
})

/** Sends a request and holds what came back to the promise. */
async function held(operationId: OperationId, asked: Asked, on = client): Promise<Reply> {
  const before = on.state()
  const reply = await on.ask(operationId, asked)
  expect(reply.status, `${operationId}: ${reply.text}`).toBeLessThan(500)
  expect(typeof reply.body).toBe('object')
  if (!reply.granted) expect(on.state()).toEqual(before)
  return reply
}

/** A world of its own for requests that may be granted: what one grants must not decide about the next. */
async function fresh(): Promise<[TestClient, Prepared]> {
  const own = new TestClient()
  return [own, await prepare(own)]
}

const posts = operationIds.filter((id) => operations[id].method === 'post')
const encryptedOnes = operationIds.filter((id) => 'encrypted' in operations[id])

describe('any bytes', () => {
  it.each(posts)('as the body of %s', async (operationId) => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (bytes) => {
        const reply = await held(operationId, { bytes })
        expect(reply.granted).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  it.each(encryptedOnes)('encrypted inside %s', async (operationId) => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (plainText) => {
        await held(operationId, { plainText })
      }),
      { numRuns: 30 },
    )
  })
})

describe('any JSON', () => {
  const anyJson = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' })

  it.each(posts)('as the body of %s', async (operationId) => {
    await fc.assert(
      fc.asyncProperty(anyJson, async (value) => {
        await held(operationId, { bytes: JSON.stringify(value) })
      }),
      { numRuns: 50 },
    )
  })

  it.each(encryptedOnes)('encrypted inside %s', async (operationId) => {
    await fc.assert(
      fc.asyncProperty(anyJson, async (payload) => {
        await held(operationId, { payload })
      }),
      { numRuns: 30 },
    )
  })
})

describe('every single edit of a lawful request', () => {
  it.each(operationIds)('to %s', async (operationId) => {
    let [own, there] = await fresh()
    const asked = expected(own, there)[operationId]
    const part = asked.payload !== undefined ? 'plain' : 'body'
    for (const { edit, value } of editsOf(
      part === 'plain' ? asked.payload : own.bodyOf(operationId, asked),
    )) {
      const changed =
        part === 'plain' ? { plainText: JSON.stringify(value) ?? '' } : { bytes: JSON.stringify(value) ?? '' }
      const reply = await held(operationId, { ...asked, ...changed }, own).catch((error: unknown) => {
        throw new Error(`${operationId}, ${edit}: ${error}`)
      })
      if (reply.granted && own.world.events.length > 40) [own, there] = await fresh()
    }
  })

  it.each(operationIds.filter((id) => 'query' in operations[id]))(
    'of the query of %s',
    async (operationId) => {
      for (const { value } of editsOf(expected(client, prepared)[operationId].query) as Edited[]) {
        const query = Object.fromEntries(
          Object.entries(typeof value === 'object' && value !== null ? value : {}).map(([key, text]) => [
            key,
            String(text),
          ]),
        )
        await held(operationId, { query })
      }
    },
  )
})

describe('every single edit of a lawful request is refused for its form exactly where the document refuses it', () => {
  const document = readDocument()
  const schemas = listSchemas(document)
  const compile = schemaCompiler(document)

  it.each(posts)('to %s', async (operationId) => {
    const asked = expected(client, prepared)[operationId]
    const encrypted = schemas[`${operationId}/payload`]
    const accepts = compile(encrypted ?? schemas[`${operationId}/body`] ?? {})
    const value = encrypted === undefined ? client.bodyOf(operationId, asked) : asked.payload
    for (const { edit, value: edited } of editsOf(value)) {
      const text = JSON.stringify(edited) ?? ''
      const own = new TestClient()
      const reply = await own.ask(
        operationId,
        encrypted === undefined ? { bytes: text } : { plainText: text },
      )
      const ofForm =
        /does not have (the|its) form|is not JSON|Invalid (Encrypted|Formate|Data)|^Invalid /.test(
          reply.refusal ?? '',
        ) && !/stand-in|levels deep/.test(reply.refusal ?? '')
      const read: unknown = text === '' ? undefined : JSON.parse(text)
      // An email that is none is refused by the words of the contract, though the document calls it text.
      if (operationId === 'createTransfers' && reply.refusal === 'Invalid Email: Raw - 1' && accepts(read))
        continue
      expect([edit, ofForm], reply.text).toEqual([edit, !accepts(read)])
    }
  })
})

describe('any value that the document allows', () => {
  const document = readDocument()
  const schemas = listSchemas(document)
  const [{ id: merchantId, bankAccount } = { id: '', bankAccount: null }] = defaultWorld.merchants
  const or = (...known: string[]) =>
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, fc.string())
  // Names that exist, most of the time: what nobody has is refused before anything can go wrong.
  const instead = Object.fromEntries(
    ['ExchangePaymentPayload', 'ExchangeValidationPayload', 'BankPaymentPayload'].flatMap((payload) => [
      [`${payload}.clientId`, fc.constant(merchantId)],
      [`${payload}.assets`, or('BTC', 'ETH', 'USDC')],
      [`${payload}.accountId`, fc.constant(bankAccount?.id)],
      [`${payload}.stockId`, or('linked-bank-ready', 'linked-bank-abroad')],
      [`${payload}.offerId`, or('first', 'second')],
    ]),
  )
  const values = schemaValues(document, {
    unknownKeys: 'sometimes',
    instead: {
      ...instead,
      'QrTransactionRequest.currency': or('USD', 'EUR'),
      'QrTransactionRequest.cryptoCurrency': or('BTC', 'ETH'),
      'InvoiceRequest.order': or('first', 'second'),
      SubscriptionPeriod: or('12m', '1y', '3w').filter((period) => /^[0-9]+[A-Za-z]+$/.test(period)),
    },
  })

  it.each(posts)('does no harm in %s, now or later', async (operationId) => {
    const own = new TestClient()
    const encrypted = schemas[`${operationId}/payload`]
    const schema = encrypted ?? schemas[`${operationId}/body`]
    if (schema === undefined) throw new Error(`${operationId} has no body.`)
    await fc.assert(
      fc.asyncProperty(values(schema), async (value) => {
        const text = JSON.stringify(value)
        await held(operationId, encrypted === undefined ? { bytes: text } : { plainText: text }, own)
        if (operationId === 'createInvoice')
          await held('createExchangePayment', { payload: paymentOf(value) }, own)
      }),
      { numRuns: 150 },
    )
    await own.advance(40 * 86_400_000)
    for (const { uuid } of own.world.invoices) {
      await held('getInvoice', { query: { uuid } }, own)
      expect((await own.simulator.fetch(`/checkout/${uuid}`)).status).toBe(200)
    }
  })

  /** A payment of the invoice that was asked for. */
  function paymentOf(value: unknown) {
    return exchangePayment(client, String(at(value, 'order')))
  }
})

describe('in other lawful services, too,', () => {
  it.each(Array.from({ length: 30 }, (_, seed) => seed))(
    'no edit of any request does harm: seed %i',
    async (vary) => {
      let own = new TestClient({ randomAssumptions: vary })
      let there = await prepare(own)
      const choices = fc.record({ operationId: fc.constantFrom(...posts), which: fc.nat() })
      for (const { operationId, which } of fc.sample(choices, { numRuns: 60, seed: vary })) {
        const asked = expected(own, there)[operationId]
        const encrypted = asked.payload !== undefined
        const edits = editsOf(encrypted ? asked.payload : own.bodyOf(operationId, asked))
        const text = JSON.stringify(edits[which % edits.length]?.value) ?? ''
        await held(operationId, { ...asked, ...(encrypted ? { plainText: text } : { bytes: text }) }, own)
        if (own.world.events.length > 40) {
          own = new TestClient({ randomAssumptions: vary })
          there = await prepare(own)
        }
      }
    },
  )
})
