// Which exchange payments the service accepts, which it refuses, and what it returns at once. Other files check the five
// stated errors (errors.ts), how long a payment takes (durations.ts), and its record (../transactions.ts).

import fc from 'fast-check'
import type { RequestOptions } from '../../../client/operation-request.ts'
import { exchangePayment } from '../../../client/sample-requests.ts'
import type { TransactionRecord } from '../../../spec/resources/transactions.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { paymentCarts, twoLines } from '../../inputs/arbitraries.ts'
import { exchangesOf, listedCoins } from '../../inputs/exchanges.ts'
import {
  incompleteCarts,
  otherKeys,
  requestsWithoutData,
  wrongPayloads,
} from '../../inputs/invalid-payloads.ts'

const resource = 'exchange-payments'
const money = { resource, level: 'money' } as const

const pay = (it: Context, options: RequestOptions = {}) =>
  it.client.call('createExchangePayment', { payload: exchangePayment(it), ...options })

function checkStatus(it: Context, { status }: TransactionRecord): void {
  const integers =
    it.target.known.statusIntegers ?? it.notApplicable('needs known.statusIntegers in the target file')
  it.check('exchange-payments.immediate-status', Object.values(integers).includes(status), {
    expected: `a status among ${JSON.stringify(integers)}`,
    actual: String(status),
  })
}

export const exchangePayments = [
  property({
    ...money,
    title: 'accepts a payment with an empty code2fa and one or two lines, and returns its record',
    checks: ['exchange-payments.accepted', 'exchange-payments.empty-code2fa-accepted'],
    async run(it) {
      const response = await pay(it, { payload: exchangePayment(it, { code2fa: '' }) })
      const requirement = 'exchange-payments.empty-code2fa-accepted'
      if (response.outcome === 'refusal') {
        const withCode = await pay(it, { payload: exchangePayment(it, { code2fa: '123456' }) })
        if (withCode.outcome !== 'refusal') it.succeeds(requirement, response)
      }
      it.succeeds('exchange-payments.accepted', response)
      it.succeeds(requirement, response)
      const { amount, cart } = twoLines(it.target)
      const payload = { ...exchangePayment(it, { nativeAmount: amount }), cart }
      it.succeeds('exchange-payments.accepted', await pay(it, { payload }))
    },
  }),
  property({
    ...money,
    title: 'accepts a payment with any valid cart, and returns its record',
    checks: ['exchange-payments.accepted', 'exchange-payments.same-coin'],
    async run(it) {
      const { coin } = it.target.known
      const cases = fc.record({ paid: paymentCarts(it.target), savepassword: fc.boolean() })
      await it.forAll(cases, async (it, { paid: { amount, cart }, savepassword }) => {
        const payload = { ...exchangePayment(it, { nativeAmount: amount, savepassword }), cart }
        const { result } = it.succeeds('exchange-payments.accepted', await pay(it, { payload }))
        it.checkEqual('exchange-payments.same-coin', result.currency, coin)
      })
    },
  }),
  property({
    ...money,
    title: 'returns a record in the chosen coin, whichever it is',
    checks: ['exchange-payments.same-coin'],
    async run(it) {
      for (const coin of await listedCoins(it)) {
        // The exchange need not support every coin that the merchant accepts.
        const response = await pay(it, { payload: exchangePayment(it, { assets: coin }) })
        if (response.outcome === 'refusal') continue
        const { currency } = it.given(response).result
        it.checkEqual('exchange-payments.same-coin', currency, coin)
      }
    },
  }),
  property({
    ...money,
    title: 'creates separate records for payments that differ only in their order',
    checks: ['exchange-payments.creates-transaction', 'exchange-payments.accepted'],
    async run(it) {
      const ids: string[] = []
      for (const _ of [1, 2, 3]) ids.push(it.succeeds('exchange-payments.accepted', await pay(it)).result.id)
      it.check('exchange-payments.creates-transaction', new Set(ids).size === ids.length, {
        expected: 'three different ids',
        actual: ids.join(', '),
      })
    },
  }),
  property({
    ...money,
    title: 'returns one of the four statuses at once on every exchange',
    needs: ['statusIntegers'],
    checks: ['exchange-payments.immediate-status'],
    async run(it) {
      for (const exchange of exchangesOf(it)) checkStatus(it, it.given(await pay(it, { exchange })).result)
    },
  }),
  property({
    ...money,
    title: "refuses a payment that is not encrypted with the merchant's public key",
    checks: ['exchange-payments.other-key-refused'],
    async run(it) {
      for (const [because, encryption] of otherKeys(it, 'createExchangePayment'))
        it.refuses('exchange-payments.other-key-refused', await pay(it, { encryption }), because)
      it.given(await pay(it))
    },
  }),
  property({
    ...money,
    title: 'refuses a payment to one merchant that is encrypted with the key of another',
    needs: ['secondMerchant'],
    checks: ['exchange-payments.other-key-refused'],
    async run(it) {
      const merchant = it.secondMerchant
      const toSecond = () => exchangePayment(it, { clientId: merchant.id })
      const response = await pay(it, { payload: toSecond(), merchant: it.merchant })
      it.refuses(
        'exchange-payments.other-key-refused',
        response,
        "it is encrypted with another merchant's key",
      )
      it.given(await pay(it, { payload: toSecond(), merchant }))
    },
  }),
  property({
    ...money,
    title: 'refuses a payment without a readable encrypted payload',
    checks: ['exchange-payments.unreadable-payload-refused'],
    async run(it) {
      const payload = exchangePayment(it)
      for (const [because, options] of [...requestsWithoutData(payload), ...wrongPayloads(payload)])
        it.refuses('exchange-payments.unreadable-payload-refused', await pay(it, options), because)
      it.given(await pay(it))
    },
  }),
  property({
    ...money,
    title: 'refuses a payment with an incomplete cart line, whatever its position',
    checks: ['exchange-payments.incomplete-lines-refused'],
    async run(it) {
      for (const [because, cart] of incompleteCarts(it.target.known.amount)) {
        const response = await pay(it, { payload: { ...exchangePayment(it), cart } })
        it.refuses('exchange-payments.incomplete-lines-refused', response, because)
      }
      it.given(await pay(it))
    },
  }),
  property({
    ...money,
    title: 'refuses a payment until each of its errors is fixed',
    checks: [
      'exchange-payments.other-exchanges-refused',
      'authentication.exchange-payment-needs-token',
      'exchange-payments.unreadable-payload-refused',
      'exchange-payments.incomplete-lines-refused',
      'exchange-payments.accepted',
    ],
    async run(it) {
      const incomplete = { payload: { ...exchangePayment(it), cart: [{ id: 'sku-1' }] } }
      const withoutData = { ...incomplete, field: null }
      const token = 'made-up-token'
      it.refuses(
        'exchange-payments.other-exchanges-refused',
        await pay(it, { ...withoutData, token, exchange: 'nosuchexchange' }),
        'the exchange and the token are unknown, and there is no payload',
      )
      it.refuses(
        'authentication.exchange-payment-needs-token',
        await pay(it, { ...withoutData, token }),
        'the token is unknown, and there is no payload',
      )
      it.refuses(
        'exchange-payments.unreadable-payload-refused',
        await pay(it, withoutData),
        'there is no payload',
      )
      it.refuses(
        'exchange-payments.incomplete-lines-refused',
        await pay(it, incomplete),
        'its cart line is incomplete',
      )
      it.succeeds('exchange-payments.accepted', await pay(it))
    },
  }),
]
