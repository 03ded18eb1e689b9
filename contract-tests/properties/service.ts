// What any deployment must do as a whole: answer where the contract says, in the forms that all answers share, and let
// payments be made without any look-up before. Which operation is open to whom is in authentication.ts.

import {
  bankPayment,
  closing,
  debit,
  exchangeCheck,
  exchangePayment,
  invoice,
  payee,
  qrTransaction,
  transfer,
} from '../../client/sample-requests.ts'
import type { ApiResponse } from '../engine/client.ts'
import type { Context } from '../engine/context.ts'
import { property } from '../engine/property.ts'
import { newSubscription } from '../flows/subscriptions.ts'
import { amountOf, maxCents } from '../inputs/arbitraries.ts'

const resource = 'service'
const forms = [
  'service.paths-under-base-url',
  'service.ok-envelope',
  'service.amounts-are-decimals',
  'service.identifiers-are-text',
  'service.responses-are-json',
] as const

/** Statuses that say: there is nothing here, nothing by this method, or it is elsewhere. */
const isElsewhere = (status: number) =>
  [0, 404, 405, 410, 501].includes(status) || (status >= 300 && status < 400)

/** Checks that a complete request reaches an operation; a refusal for another reason is another requirement's. */
function isServed(it: Context, response: ApiResponse): void {
  it.check('service.paths-under-base-url', response.outcome !== 'refusal' || !isElsewhere(response.status), {
    expected: 'an answer of the operation at its method and path',
    actual: `${response.operationId}: HTTP ${response.status} ${response.text.slice(0, 200)}`,
  })
  if (response.outcome !== 'refusal') it.given(response)
}

const balances = (it: Context) =>
  it.client.call('checkExchangeBalance', { query: { merchantId: it.merchant.id } })
const currencies = (it: Context, amount = it.target.known.amount) =>
  it.client.call('listCurrencies', { query: { amount, currency: 'USD' } })

/** Everything that a shop may look up before a payment, and need not. */
async function lookUpEverything(it: Context, uuid: string, offerId: string): Promise<void> {
  await it.client.call('getStore')
  await it.client.call('getInvoice', { query: { uuid } })
  await currencies(it)
  await it.client.call('getShopper')
  await it.client.call('listBanks')
  await balances(it)
  await it.client.call('validateExchangePayment', { payload: exchangeCheck(it, { offerId }) })
}

/** Pays the order of a new invoice at once, and only where that is refused, again after every look-up. */
async function paysUnaided(it: Context, pay: (order: string) => Promise<ApiResponse>): Promise<void> {
  const body = invoice(it)
  const { result } = it.given(await it.client.call('createInvoice', { body }))
  const unaided = await pay(body.order)
  if (unaided.outcome === 'refusal') {
    await lookUpEverything(it, result.uuid, body.order)
    it.given(await pay(body.order))
  }
  it.succeeds('service.lookups-optional', unaided)
}

export const service = [
  property({
    resource,
    level: 'read',
    title: 'each look-up answers at its path, in the common form',
    kind: 'example',
    checks: [...forms, 'service.timestamps-utc'],
    async run(it) {
      isServed(it, await it.client.call('getStore'))
      isServed(it, await currencies(it))
      isServed(it, await it.client.call('getShopper'))
      isServed(it, await it.client.call('listBanks'))
      isServed(it, await balances(it))
      isServed(it, await it.client.call('validateExchangePayment', { payload: exchangeCheck(it) }))
    },
  }),
  property({
    resource,
    level: 'write',
    title: 'each operation that makes a thing answers at its path, in the common form',
    kind: 'example',
    checks: forms,
    async run(it) {
      const made = await it.client.call('createInvoice', { body: invoice(it) })
      isServed(it, made)
      if (made.outcome === 'success')
        isServed(it, await it.client.call('getInvoice', { query: { uuid: made.success.result.uuid } }))
      isServed(it, await it.client.call('createQrTransaction', { body: qrTransaction(it) }))
      isServed(it, await it.client.call('addPayees', { payload: [payee(it)] }))
    },
  }),
  property({
    resource,
    level: 'money',
    title: 'each operation that moves money answers at its path, in the common form',
    kind: 'example',
    checks: [...forms, 'service.timestamps-utc'],
    async run(it) {
      isServed(it, await it.client.call('createExchangePayment', { payload: exchangePayment(it) }))
      isServed(it, await it.client.call('createTransfers', { payload: [transfer(payee(it))] }))
    },
  }),
  property({
    resource,
    level: 'money',
    title: 'a bank payment is taken at its path, in the common form',
    kind: 'example',
    needs: ['bankAccount'],
    checks: [...forms, 'service.timestamps-utc'],
    async run(it) {
      isServed(it, await it.client.call('createBankPayment', { payload: bankPayment(it) }))
    },
  }),
  property({
    resource,
    level: 'money',
    title: 'a partial payment is closed at its path, in the common form',
    kind: 'example',
    needs: ['shopper'],
    checks: forms,
    async run(it) {
      const body = qrTransaction(it)
      const { result } = it.given(await it.client.call('createQrTransaction', { body }))
      await it.pay(result.id, '0.5')
      isServed(it, await it.client.call('closePartialPayment', closing(it, { offerId: body.orderId })))
    },
  }),
  property({
    resource,
    level: 'money',
    title: 'a subscription is debited and cancelled at their paths',
    kind: 'example',
    checks: ['service.paths-under-base-url', 'service.responses-are-json'],
    async run(it) {
      const { subscriptionId = '' } = await newSubscription(it)
      it.precondition(subscriptionId !== '', 'the record of the payment was to name a subscription')
      const amount = Number(it.target.known.amount)
      isServed(
        it,
        await it.client.call('debitSubscription', {
          body: debit(it, { subscriptionId, amount, currency: 'USD' }),
        }),
      )
      const { id: merchantId, merchantAuth } = it.merchant
      const body = { merchantId, merchantAuth, subscriptionId }
      isServed(it, await it.client.call('cancelSubscription', { body }))
    },
  }),
  property({
    resource,
    level: 'read',
    title: 'a refusal is JSON too',
    kind: 'example',
    checks: ['service.responses-are-json'],
    async run(it) {
      await it.client.call('getStore', { token: null })
      await it.client.call('getShopper', { token: 'pt-made-up' })
      await it.client.call('createInvoice', { rawBody: '{"amount":' })
    },
  }),
  property({
    resource,
    level: 'write',
    title: 'the largest amount that may be sent, and the smallest, are plain digits',
    kind: 'example',
    checks: ['service.amounts-are-decimals'],
    async run(it) {
      for (const amount of [amountOf(maxCents(it.target)), '0.01']) {
        const cart = [{ id: 'sku-1', name: 'Desk lamp', price: amount, quantity: 1 }]
        const body = { amount, cart: cart.map((line) => ({ ...line, key: 'line-1', totalPrice: amount })) }
        const made = await it.client.call('createInvoice', { body: invoice(it, body) })
        if (made.outcome === 'success')
          await it.client.call('getInvoice', { query: { uuid: made.success.result.uuid } })
        await it.client.call('createQrTransaction', { body: qrTransaction(it, { amount, cart }) })
      }
    },
  }),
  property({
    resource,
    level: 'money',
    title: 'the instants of a new record are those of the clock, read as UTC',
    kind: 'example',
    needs: ['clock'],
    checks: ['service.timestamps-utc'],
    async run(it) {
      const before = await it.now()
      const { result } = it.given(
        await it.client.call('createExchangePayment', { payload: exchangePayment(it) }),
      )
      const after = await it.now()
      // Zones differ from UTC by a quarter of an hour at least; what is less is how exactly instants are written.
      const slack = 10 * 60_000
      for (const text of [result.createdAt, result.updatedAt]) {
        const instant = Date.parse(text)
        it.check('service.timestamps-utc', instant >= before - slack && instant <= after + slack, {
          expected: `the instant of the payment, ${new Date(before).toISOString()}`,
          actual: text,
        })
      }
    },
  }),
  property({
    resource,
    level: 'money',
    title: 'an exchange payment needs no look-up before it',
    kind: 'example',
    checks: ['service.lookups-optional'],
    async run(it) {
      await paysUnaided(it, (offerId) =>
        it.client.call('createExchangePayment', { payload: exchangePayment(it, { offerId }) }),
      )
    },
  }),
  property({
    resource,
    level: 'money',
    title: 'a bank payment needs no look-up before it',
    kind: 'example',
    needs: ['bankAccount'],
    checks: ['service.lookups-optional'],
    async run(it) {
      await paysUnaided(it, (offerId) =>
        it.client.call('createBankPayment', { payload: bankPayment(it, { offerId }) }),
      )
    },
  }),
  property({
    resource,
    level: 'write',
    title: 'a wallet transaction needs no look-up before it',
    kind: 'example',
    checks: ['service.lookups-optional'],
    async run(it) {
      await paysUnaided(it, (orderId) =>
        it.client.call('createQrTransaction', { body: qrTransaction(it, { orderId }) }),
      )
    },
  }),
]
