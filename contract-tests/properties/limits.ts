// What any deployment must do about the length of requests. What a limit counts is open, so what must be taken is within
// it by every way of counting, and what must be refused is beyond it by every way.

import type { RequestOptions } from '../../client/operation-request.ts'
import { invoice, pairOf, qrTransaction } from '../../client/sample-requests.ts'
import { getRequestMaxCharacters } from '../../spec/limits.ts'
import { takes } from '../checks/acceptance.ts'
import type { ApiResponse } from '../engine/client.ts'
import type { Context } from '../engine/context.ts'
import { property } from '../engine/property.ts'

const resource = 'service'

/** What 2M is at least, as bytes of a whole request, and at most, as characters of a part of it. */
const twoMillion = { min: 2_000_000, max: 2_097_152 }
const roomForTheRest = 8000

/** Asks for currencies with a URL and a request line of no more than so many characters, and one of them of just so many. */
function currenciesWithin(it: Context, characters: number): Promise<ApiResponse> {
  const { baseUrl, known } = it.target
  const query = { amount: known.amount, currency: 'USD' }
  const url = `${baseUrl.replace(/\/$/, '')}/currencies?${new URLSearchParams(query)}`
  const requestLine = `GET ${url.slice(new URL(url).origin.length)} HTTP/1.1`
  const room = characters - Math.max(url.length, requestLine.length)
  // More decimals that are zero do not change the amount.
  const amount = `${known.amount}${'0'.repeat(Math.max(0, room))}`
  return it.client.call('listCurrencies', { query: { ...query, amount } })
}

const tooLong = 'x'.repeat(getRequestMaxCharacters + 1)

/** Checks that a request is refused once it bears a parameter that is longer than a whole request may be. */
async function refusesTooLong(
  it: Context,
  operationId: ApiResponse['operationId'],
  query: NonNullable<RequestOptions['query']> = {},
): Promise<void> {
  it.given(await it.client.call(operationId, { query }))
  const response = await it.client.call(operationId, { query: { ...query, padding: tooLong } })
  it.refuses('limits.get-beyond-2048-refused', response, 'it is longer than 2048 characters')
}

function noted(order: string, characters: number) {
  const params = [pairOf(order), { name: 'note', value: 'n'.repeat(characters) }]
  return { returnMethod: 'POST' as const, params }
}

const makers: [string, (it: Context, characters: number) => Promise<ApiResponse>][] = [
  [
    'an invoice',
    (it, characters) => {
      const order = it.id('order')
      return it.client.call('createInvoice', {
        body: invoice(it, { order, customParameter: noted(order, characters) }),
      })
    },
  ],
  [
    'a wallet transaction',
    (it, characters) => {
      const orderId = it.id('order')
      return it.client.call('createQrTransaction', {
        body: qrTransaction(it, { orderId, customParameter: noted(orderId, characters) }),
      })
    },
  ],
]

export const limits = [
  property({
    resource,
    level: 'read',
    title: 'a GET request of up to 2048 characters is not too long',
    kind: 'example',
    checks: ['limits.get-up-to-2048-accepted'],
    async run(it) {
      for (const characters of [getRequestMaxCharacters, getRequestMaxCharacters - 1, 1800, 1025, 513])
        await takes(it, 'limits.get-up-to-2048-accepted', await currenciesWithin(it, characters), () =>
          currenciesWithin(it, 150),
        )
    },
  }),
  property({
    resource,
    level: 'read',
    title: 'a GET request beyond 2048 characters is refused, whatever is asked for',
    kind: 'example',
    checks: ['limits.get-beyond-2048-refused'],
    async run(it) {
      await refusesTooLong(it, 'getStore')
      await refusesTooLong(it, 'listCurrencies', { amount: it.target.known.amount, currency: 'USD' })
      await refusesTooLong(it, 'getShopper')
      await refusesTooLong(it, 'listBanks')
      await refusesTooLong(it, 'checkExchangeBalance', { merchantId: it.merchant.id })
    },
  }),
  property({
    resource,
    level: 'read',
    title: 'an amount that is longer than a GET request may be is refused',
    kind: 'example',
    checks: ['limits.get-beyond-2048-refused'],
    async run(it) {
      it.given(await currenciesWithin(it, 0))
      for (const zeros of [getRequestMaxCharacters, 2 * getRequestMaxCharacters, 6000]) {
        const query = { amount: `${it.target.known.amount}${'0'.repeat(zeros)}`, currency: 'USD' }
        const response = await it.client.call('listCurrencies', { query })
        it.refuses('limits.get-beyond-2048-refused', response, 'it is longer than 2048 characters')
      }
    },
  }),
  property({
    resource,
    level: 'write',
    title: 'an order is not read by a request beyond 2048 characters',
    kind: 'example',
    checks: ['limits.get-beyond-2048-refused'],
    async run(it) {
      const { result } = it.given(await it.client.call('createInvoice', { body: invoice(it) }))
      await refusesTooLong(it, 'getInvoice', { uuid: result.uuid })
    },
  }),
  ...makers.flatMap(([what, make]) => [
    property({
      resource,
      level: 'write',
      title: `${what} of almost 2M is not too long`,
      kind: 'example',
      checks: ['limits.post-up-to-2m-accepted'],
      async run(it) {
        const response = await make(it, twoMillion.min - roomForTheRest)
        await takes(it, 'limits.post-up-to-2m-accepted', response, () => make(it, 10))
      },
    }),
    property({
      resource,
      level: 'write',
      title: `${what} beyond 2M is refused`,
      kind: 'example',
      checks: ['limits.post-beyond-2m-refused'],
      async run(it) {
        it.given(await make(it, 10))
        const response = await make(it, twoMillion.max + 1)
        it.refuses('limits.post-beyond-2m-refused', response, 'it is longer than 2M')
      },
    }),
  ]),
]
