// The checks that payments through an exchange and from a bank account share.

import type { RequestOptions } from '../../../client/operation-request.ts'
import { paymentLine, qrTransaction } from '../../../client/sample-requests.ts'
import { Decimal } from '../../../core/decimal.ts'
import { refusesEach, sentWith } from '../../steps/acceptance.ts'
import { asFarAsPossible } from '../../steps/as-far-as-possible.ts'
import type { Context } from '../../steps/context.ts'
import { atEachExchange } from '../../steps/exchanges.ts'
import {
  incompleteCarts,
  otherKeys,
  requestsWithoutData,
  unreadablePayloads,
} from '../../steps/invalid-payloads.ts'
import { properties } from '../../steps/property.ts'
import { bankPaymentRequest, exchangePaymentRequest, levelAndNeeds, send } from '../../steps/requests.ts'

/** A cart of one line, and one of two. */
function plainCarts(amount: string) {
  const half = new Decimal(amount).div(2).toFixed(2)
  const rest = new Decimal(amount).minus(half).toFixed(2)
  return [[paymentLine(amount)], [paymentLine(rest), paymentLine(half, 1)]]
}

const rows = [
  { resource: 'exchange-payments', request: exchangePaymentRequest, withoutPayload: requestsWithoutData },
  {
    resource: 'bank-payments',
    request: bankPaymentRequest,
    withoutPayload: (payload: object) =>
      [
        ['the body is an empty object', { rawBody: '{}' }],
        ['the body is the payload itself', { rawBody: JSON.stringify(payload) }],
        ...unreadablePayloads(payload),
      ] as const,
  },
] as const

export const payments = rows.flatMap(({ resource, request, withoutPayload }) => {
  const shared = { ...levelAndNeeds(request) } as const
  const pay = (it: Context, options: RequestOptions = {}) => send(it, request, {}, options)
  return properties(shared)({
    'creates separate records for payments that differ only in their order': {
      checks: [`${resource}.creates-transaction`],
      async run(it) {
        // An id of a wallet transaction must not come again either: see invariants/unique-ids.ts.
        await it.client.call('createQrTransaction', { body: qrTransaction(it) })
        const ids: string[] = []
        for (const _ of [1, 2, 3]) ids.push(it.given(await pay(it)).result.id)
        // The contract does not say which currencies a store may have.
        await asFarAsPossible([
          async () => it.given(await send(it, request, { merchantStoreCurrency: 'EUR' })),
        ])
        it.check(`${resource}.creates-transaction`, new Set(ids).size === ids.length, {
          expected: 'three different ids',
          actual: ids.join(', '),
        })
      },
    },
    "refuses a payment that is not encrypted with the merchant's public key": {
      checks: [`${resource}.other-key-refused`],
      async run(it) {
        const requirement = `${resource}.other-key-refused` as const
        const keys = sentWith(otherKeys(it, request.operationId), (encryption) => pay(it, { encryption }))
        await refusesEach(it, requirement, () => pay(it), keys)
      },
    },
    'refuses a payment without a readable encrypted payload': {
      checks: [`${resource}.unreadable-payload-refused`],
      async run(it) {
        const requirement = `${resource}.unreadable-payload-refused` as const
        const unreadable: readonly (readonly [string, RequestOptions])[] = withoutPayload(
          request.complete(it),
        )
        const sent = sentWith(atEachExchange(it, request.operationId, unreadable), (options) =>
          pay(it, options),
        )
        await refusesEach(it, requirement, () => pay(it), sent)
      },
    },
    'refuses a payment with an incomplete cart line, whatever its position': {
      checks: [`${resource}.incomplete-lines-refused`],
      async run(it) {
        const requirement = `${resource}.incomplete-lines-refused` as const
        const { cart: ofSituation }: { cart?: object[] } = request.complete(it)
        const carts = it.style === undefined ? plainCarts(it.amount) : [ofSituation ?? []]
        const sent = sentWith(incompleteCarts(carts), (cart) => send(it, request, { cart }))
        await refusesEach(it, requirement, () => pay(it), sent)
      },
    },
  })
})
