// Checks the maximum length of requests. The contract does not say what a limit counts, so accepted requests are within it,
// and refused requests beyond it, by every way of counting.

import type { RequestOptions } from '../../client/operation-request.ts'
import { pairOf } from '../../client/sample-requests.ts'
import { getRequestMaxCharacters } from '../../spec/limits.ts'
import { twoMillion } from '../invariants/response-format.ts'
import type { ApiResponse } from '../observe/client.ts'
import { accepts } from '../steps/acceptance.ts'
import type { Context } from '../steps/context.ts'
import { properties } from '../steps/property.ts'
import {
  type CreateRequest,
  completeRequests,
  invoiceRequest,
  lookups,
  qrTransactionRequest,
  send,
} from '../steps/requests.ts'

const maxOtherBytes = 8000

/**
 * Lists currencies. The longer one of the URL and the request line has `length` characters, if that is possible.
 * (permitted: service.plain-queries)
 */
function listCurrenciesWithin(
  it: Context,
  length: number,
  padded: 'amount' | 'parameter' = 'amount',
): Promise<ApiResponse> {
  const { baseUrl, known } = it.target
  const query = { amount: known.amount, currency: 'USD', ...(padded === 'parameter' ? { padding: '' } : {}) }
  const url = `${baseUrl.replace(/\/$/, '')}/currencies?${new URLSearchParams(query)}`
  const requestLine = `GET ${url.slice(new URL(url).origin.length)} HTTP/1.1`
  const padding = length - Math.max(url.length, requestLine.length)
  // More zeros at the end do not change the amount.
  const zeros = '0'.repeat(Math.max(0, padding))
  const longer = padded === 'amount' ? { amount: `${known.amount}${zeros}` } : { padding: zeros }
  return it.client.call('listCurrencies', { query: { ...query, ...longer } })
}

const tooLong = 'x'.repeat(getRequestMaxCharacters + 1)

/** Checks that a request is refused with a parameter that is longer than a whole request may be. */
async function refusesTooLong(it: Context, operationId: keyof typeof completeRequests): Promise<void> {
  const { query }: RequestOptions = await completeRequests[operationId](it)
  it.given(await it.client.call(operationId, { query: { ...query } }))
  const response = await it.client.call(operationId, { query: { ...query, padding: tooLong } })
  it.refuses('limits.get-beyond-2048-refused', response, 'the request is longer than 2048 characters')
}

/** Creates an invoice or a QR transaction with a custom parameter of a length. */
function create(it: Context, request: CreateRequest, length: number): Promise<ApiResponse> {
  const order = it.id('order')
  const params = [pairOf(order), { name: 'note', value: 'n'.repeat(length) }]
  return send(it, request, { [request.orderField]: order, customParameter: { returnMethod: 'POST', params } })
}

export const limits = [
  ...properties({ level: 'read' })({
    'accepts GET requests of up to 2048 characters': {
      checks: ['limits.get-up-to-2048-accepted'],
      async run(it) {
        const short = await listCurrenciesWithin(it, 150)
        const list = (length: number) =>
          listCurrenciesWithin(it, length, short.outcome === 'refusal' ? 'parameter' : 'amount')
        for (const length of [getRequestMaxCharacters, getRequestMaxCharacters - 1, 1800, 1025, 513])
          await accepts(it, 'limits.get-up-to-2048-accepted', await list(length), () => list(150))
      },
    },
    'refuses GET requests longer than 2048 characters at every lookup': {
      checks: ['limits.get-beyond-2048-refused'],
      async run(it) {
        for (const operationId of lookups) await refusesTooLong(it, operationId)
      },
    },
    'refuses to read an invoice with a GET request longer than 2048 characters': {
      level: 'write',
      checks: ['limits.get-beyond-2048-refused'],
      run: (it) => refusesTooLong(it, 'getInvoice'),
    },
  }),
  ...[invoiceRequest, qrTransactionRequest].flatMap((request) =>
    properties({ level: 'write' })({
      [`accepts ${request.creates} of almost 2M`]: {
        checks: ['limits.post-up-to-2m-accepted'],
        async run(it) {
          const response = await create(it, request, twoMillion.min - maxOtherBytes)
          await accepts(it, 'limits.post-up-to-2m-accepted', response, () => create(it, request, 10))
        },
      },
      [`refuses ${request.creates} larger than 2M`]: {
        checks: ['limits.post-beyond-2m-refused'],
        async run(it) {
          it.given(await create(it, request, 10))
          const response = await create(it, request, twoMillion.max + 1)
          it.refuses('limits.post-beyond-2m-refused', response, 'the request is larger than 2M')
        },
      },
    }),
  ),
]
