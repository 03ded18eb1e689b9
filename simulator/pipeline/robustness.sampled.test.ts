// No bytes, no JSON and no edit of a valid request make the service crash or respond with 500, and a refused request changes
// nothing.

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ServiceResponse } from '../../client/service-client.ts'
import { SchemaValidator } from '../../core/schema-validator.ts'
import { sampled, scaled } from '../../core/test-support/sampling.ts'
import { listSchemas } from '../../spec/openapi/reading.ts'
import { type OperationId, operationIds, operations } from '../../spec/operations.ts'
import { type Edited, editedOnce, editsOf } from '../../spec/test-support/edits.ts'
import { schemaValues } from '../../spec/test-support/schema-values.ts'
import { exchangePayment, type Prepared, prepare, validRequests } from '../test-support/requests.ts'
import { at, TestClient, type TestRequest } from '../test-support/test-client.ts'
import { defaultWorld } from '../world/default-world.ts'
import { readDocument, withUsualFields } from './compiled-document.ts'

// The document with the fields that the service accepts by default.
const document = withUsualFields(readDocument())
const schemas = listSchemas(document)
const validator = new SchemaValidator(document)

let client: TestClient
let prepared: Prepared

beforeAll(async () => {
  client = new TestClient()
  prepared = await prepare(client)
})

/** Sends a request, and checks that it does not fail and changes nothing when it is refused. */
async function checked(operationId: OperationId, asked: TestRequest, on = client): Promise<ServiceResponse> {
  const before = on.state()
  const reply = await on.ask(operationId, asked)
  expect(reply.status, `${operationId}: ${reply.text}`).toBeLessThan(500)
  expect(typeof reply.body).toBe('object')
  if (!reply.succeeded) expect(on.state()).toBe(before)
  return reply
}

/** A fresh world, for requests that may be accepted: one must not decide about the next. */
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
        const reply = await checked(operationId, { rawBody: bytes })
        expect(reply.succeeded).toBe(false)
      }),
      { numRuns: scaled(50, 5) },
    )
  })

  it.each(encryptedOnes)('encrypted inside %s', async (operationId) => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (plainText) => {
        await checked(operationId, { payloadText: plainText })
      }),
      { numRuns: scaled(30, 5) },
    )
  })
})

describe('any JSON', () => {
  const anyJson = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' })

  it.each(posts)('as the body of %s', async (operationId) => {
    await fc.assert(
      fc.asyncProperty(anyJson, async (value) => {
        await checked(operationId, { rawBody: JSON.stringify(value) })
      }),
      { numRuns: scaled(50, 5) },
    )
  })

  it.each(encryptedOnes)('encrypted inside %s', async (operationId) => {
    await fc.assert(
      fc.asyncProperty(anyJson, async (payload) => {
        await checked(operationId, { payload })
      }),
      { numRuns: scaled(30, 5) },
    )
  })
})

describe('every single edit of a valid request is refused as invalid exactly when the document does not accept it', () => {
  it.each(posts)('to %s', async (operationId) => {
    let [own, there] = await fresh()
    const asked = validRequests(own, there)[operationId]
    const encrypted = schemas[`${operationId}/payload`]
    const check = validator.check(encrypted ?? schemas[`${operationId}/body`] ?? {})
    const accepts = (value: unknown) => check(value) === undefined
    const value = encrypted === undefined ? own.bodyOf(operationId, asked) : asked.payload
    for (const { edit, value: edited } of editsOf(value)) {
      const text = JSON.stringify(edited) ?? ''
      const changed = encrypted === undefined ? { rawBody: text } : { payloadText: text }
      const reply = await checked(operationId, { ...asked, ...changed }, own).catch((error: unknown) => {
        throw new Error(`${operationId}, ${edit}: ${error}`)
      })
      const isInvalid =
        /does not match the contract|is not JSON|^Invalid (Encrypted|Formate|Data)|^Invalid .*: Raw - /.test(
          reply.refusal ?? '',
        )
      const read: unknown = text === '' ? undefined : JSON.parse(text)
      // An invalid email or amount is refused with a text of the contract, although the document only requires a text.
      if (
        operationId !== 'createTransfers' ||
        !/^Invalid (Email|Amount|Currency): Raw - 1$/.test(reply.refusal ?? '') ||
        !accepts(read)
      )
        expect([edit, isInvalid], reply.text).toEqual([edit, !accepts(read)])
      if (reply.succeeded && own.world.events.length > 40) [own, there] = await fresh()
    }
  })

  it.each(operationIds.filter((id) => 'query' in operations[id]))(
    'of the query of %s',
    async (operationId) => {
      for (const { value } of editsOf(validRequests(client, prepared)[operationId].query) as Edited[]) {
        const query = Object.fromEntries(
          Object.entries(typeof value === 'object' && value !== null ? value : {}).map(([key, text]) => [
            key,
            String(text),
          ]),
        )
        await checked(operationId, { query })
      }
    },
  )
})

describe('any value that the document permits', () => {
  const [{ id: merchantId, bankAccount } = { id: '', bankAccount: null }] = defaultWorld.merchants
  const or = (...known: string[]) =>
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, fc.string())
  // Mostly names that exist: unknown ones are refused early.
  const instead = Object.fromEntries(
    ['ExchangePaymentPayload', 'ExchangeValidationPayload', 'BankPaymentPayload'].flatMap((payload) => [
      [`${payload}.clientId`, fc.constant(merchantId)],
      [`${payload}.assets`, or('BTC', 'ETH', 'USDC')],
      [`${payload}.accountId`, fc.constant(bankAccount?.id)],
      [
        `${payload}.stockId`,
        or('b1d7a3e4-0000-4000-8000-000000000002', 'b1d7a3e4-0000-4000-8000-000000000001'),
      ],
      [`${payload}.offerId`, or('first', 'second')],
    ]),
  )
  const values = schemaValues(document, {
    ...instead,
    'QrTransactionRequest.currency': or('USD', 'EUR'),
    'QrTransactionRequest.cryptoCurrency': or('BTC', 'ETH'),
    'InvoiceRequest.order': or('first', 'second'),
    SubscriptionPeriod: or('12m', '1y', '3w').filter((period) => /^[0-9]+[A-Za-z]+$/.test(period)),
  })

  it.each(posts)('does not break %s, now or later', async (operationId) => {
    const own = new TestClient()
    const encrypted = schemas[`${operationId}/payload`]
    const schema = encrypted ?? schemas[`${operationId}/body`]
    if (schema === undefined) throw new Error(`${operationId} has no body.`)
    await fc.assert(
      fc.asyncProperty(values(schema), async (value) => {
        const text = JSON.stringify(value)
        await checked(operationId, encrypted === undefined ? { rawBody: text } : { payloadText: text }, own)
        if (operationId === 'createInvoice')
          await checked('createExchangePayment', { payload: paymentOf(value) }, own)
      }),
      { numRuns: scaled(150, 5) },
    )
    await own.advance(40 * 86_400_000)
    for (const { uuid } of own.world.invoices) {
      await checked('getInvoice', { query: { uuid } }, own)
      expect((await own.simulator.fetch(`/checkout/${uuid}`)).status).toBe(200)
    }
  })

  /** A payment of the invoice of a request. */
  function paymentOf(value: unknown) {
    return exchangePayment(client, String(at(value, 'order')))
  }
})

describe('with other assumptions', () => {
  it.each(sampled(Array.from({ length: 30 }, (_, seed) => seed)))(
    'no edit of any request breaks the service: seed %i',
    async (vary) => {
      let own = new TestClient({ randomAssumptions: vary })
      let there = await prepare(own)
      for (const [run, operationId] of fc
        .sample(fc.constantFrom(...posts), { numRuns: scaled(60, 5), seed: vary })
        .entries()) {
        const asked = validRequests(own, there)[operationId]
        const encrypted = asked.payload !== undefined
        const value = encrypted ? asked.payload : own.bodyOf(operationId, asked)
        const [edited] = fc.sample(editedOnce(fc.constant(value)), {
          numRuns: 1,
          seed: 60 * vary + run,
        })
        const text = JSON.stringify(edited?.value) ?? ''
        await checked(
          operationId,
          { ...asked, ...(encrypted ? { payloadText: text } : { rawBody: text }) },
          own,
        )
        if (own.world.events.length > 40) {
          own = new TestClient({ randomAssumptions: vary })
          there = await prepare(own)
        }
      }
    },
  )
})
