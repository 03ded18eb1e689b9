// Which payments from a bank account the service accepts, and which it refuses. Other files check who may pay and be paid
// (parties.ts), how long it takes (durations.ts), and the record of a payment (../transactions.ts).

import fc from 'fast-check'
import type { RequestOptions } from '../../../client/operation-request.ts'
import { bankPayment, plainCart } from '../../../client/sample-requests.ts'
import type { TransactionRecord } from '../../../spec/resources/transactions.ts'
import { isEffective } from '../../observe/response-outcome.ts'
import { integersFor, isStatus } from '../../observe/status-integers.ts'
import { accepts, acceptsNames, named } from '../../steps/acceptance.ts'
import { paymentCarts, twoLines } from '../../steps/arbitraries.ts'
import type { Context } from '../../steps/context.ts'
import { unknownPublicKey } from '../../steps/invalid-payloads.ts'
import { properties } from '../../steps/property.ts'
import { newInvoice } from '../../steps/requests.ts'

const pay = (it: Context, options: RequestOptions = {}) =>
  it.client.call('createBankPayment', { payload: bankPayment(it), ...options })

async function payOnPage(it: Context) {
  const { order, uuid } = await newInvoice(it, { cart: plainCart(it, it.amount) })
  return pay(it, { payload: bankPayment(it, { offerId: order, hostedPageId: uuid }) })
}

function checkPending(it: Context, { status }: TransactionRecord): void {
  const { statusIntegers } = it
  it.check('bank-payments.pending-at-first', isStatus(statusIntegers, 'pending', status), {
    expected: integersFor(statusIntegers, 'pending').join(' or '),
    actual: String(status),
  })
}

export const bankPayments = properties({ level: 'money', needs: ['bankAccount'] })({
  'accepts a payment with and without a hosted page, and with two lines, and returns its record': {
    checks: ['bank-payments.accepted', 'bank-payments.empty-hosted-page-id-accepted'],
    async run(it) {
      const response = await pay(it, { payload: bankPayment(it, { hostedPageId: '' }) })
      await accepts(it, 'bank-payments.empty-hosted-page-id-accepted', response, async () => {
        const onPage = await payOnPage(it)
        if (onPage.outcome === 'refusal') it.succeeds('bank-payments.accepted', response)
        return onPage
      })
      it.succeeds('bank-payments.accepted', response)
      // Binary fractions add up to such an amount, which may be refused.
      const fraction = Number(it.amount) * (1 + 8 * Number.EPSILON)
      const ofFraction = await pay(it, { payload: bankPayment(it, { amount: fraction }) })
      if (isEffective(ofFraction, it.target.known.statusIntegers)) it.given(ofFraction)
      const { amount, cart } = twoLines(it)
      const twoLined = await pay(it, { payload: bankPayment(it, { amount: Number(amount), cart }) })
      // A bank may have a limit, so the refusal of an amount counts only if a larger one is accepted.
      await accepts(it, 'bank-payments.accepted', twoLined, () =>
        pay(it, { payload: bankPayment(it, { amount: Math.ceil(Number(amount)) }) }),
      )
    },
  },
  'accepts a payment with any valid cart, and returns its record': {
    checks: ['bank-payments.accepted', 'bank-payments.pending-at-first'],
    async run(it) {
      const shipping = fc.constantFrom({}, { zipcode: '10118' }, { firstname: 'Ada', landmark: 'Cafe' })
      const cases = fc.record({ paid: paymentCarts(it), shipping })
      await it.forAll(cases, async (it, { paid: { amount, cart }, shipping }) => {
        const { result } = await acceptsNames(it, 'bank-payments.accepted', (nameOf) => {
          const complete = bankPayment(it, { amount: Number(amount), cart: named(cart, nameOf) })
          const shippingAddress = { ...complete.shippingAddress, ...shipping }
          return pay(it, { payload: { ...complete, shippingAddress } })
        })
        if (it.target.known.statusIntegers !== undefined) checkPending(it, result)
      })
    },
  },
  'returns a new payment as pending, with and without a hosted page': {
    needs: ['bankAccount', 'statusIntegers'],
    checks: ['bank-payments.pending-at-first'],
    async run(it) {
      checkPending(it, it.given(await pay(it)).result)
      checkPending(it, it.given(await payOnPage(it)).result)
    },
  },
  'refuses a payment until each of its errors is fixed': {
    checks: [
      'bank-payments.unreadable-payload-refused',
      'bank-payments.other-key-refused',
      'bank-payments.incomplete-lines-refused',
      'bank-payments.to-a-linked-merchant-account',
      'bank-payments.from-a-connected-shopper-account',
    ],
    async run(it) {
      const valid = bankPayment(it)
      const fromUnknown = { ...valid, stockId: it.id('bank') }
      const toUnknown = { ...fromUnknown, accountId: it.id('account') }
      const payload = { ...toUnknown, cart: [{ id: 'sku-1' }] }
      const usual = it.client.encryption('createBankPayment')
      const encryption = { ...usual, scheme: 'rsa', publicKey: unknownPublicKey } as const
      const rows = [
        ['unreadable-payload-refused', { rawBody: '{}' }, 'there is no payload'],
        ['other-key-refused', { payload, encryption }, 'it is encrypted with an unknown key'],
        ['incomplete-lines-refused', { payload }, 'its cart line is incomplete'],
        ['to-a-linked-merchant-account', { payload: toUnknown }, "the merchant's account does not exist"],
        ['from-a-connected-shopper-account', { payload: fromUnknown }, 'the paying account does not exist'],
      ] as const
      for (const [requirement, options, because] of rows)
        it.refuses(`bank-payments.${requirement}`, await pay(it, options), because)
      it.given(await pay(it, { payload: valid }))
    },
  },
})
