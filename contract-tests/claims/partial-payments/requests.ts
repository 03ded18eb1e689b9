// Checks the request that closes a partial payment: which payment is closed, which fields are required, and which secret
// encrypts the payload.

import type { RequestOptions } from '../../../client/operation-request.ts'
import { closing, qrTransaction } from '../../../client/sample-requests.ts'
import { clientIdOf } from '../../../client/target-accounts.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import { type Incomplete, refusesEachOncePossible, sentWith } from '../../steps/acceptance.ts'
import { close, closeConfirmed, endCount, untilConfirmed } from '../../steps/closings.ts'
import type { Context } from '../../steps/context.ts'
import { unreadablePayloads } from '../../steps/invalid-payloads.ts'
import { type Order, partlyPaidQrOrder } from '../../steps/orders.ts'
import { properties } from '../../steps/property.ts'

const byItsMerchant = 'partial-payments.by-its-merchant-only'

/** Closings that each lack one field. */
export function incompleteClosings(it: Context, { id }: Pick<Order, 'id'>): Incomplete {
  const clientId = clientIdOf(it.merchant)
  const send = (options: RequestOptions) => () => it.client.call('closePartialPayment', options)
  return [
    ['there is no clientId', send({ body: {}, payload: { offerId: id } })],
    ['there is no encryptedReq', send({ body: { clientId }, field: null })],
    ['the payload has no offerId', send({ body: { clientId }, payload: {} })],
  ]
}

/** Checks that closings are refused, from when on the complete one is accepted. */
async function refusesClosings(it: Context, requirement: RequirementId, invalid: typeof incompleteClosings) {
  const order = await partlyPaidQrOrder(it)
  const complete = () => close(it, order)
  const pauses = untilConfirmed.map((hours) => ({ hours }))
  await it.letAge(order.id)
  const another = async () => close(it, await partlyPaidQrOrder(it))
  await refusesEachOncePossible(it, requirement, complete, invalid(it, order), pauses, another)
}

/** Closings that are not encrypted with the client secret. */
export function undecryptableClosings(it: Context, { id }: Pick<Order, 'id'>): Incomplete {
  const { clientSecret, publicKey } = it.merchant
  const payload = { offerId: id }
  const usual = it.client.encryption('closePartialPayment')
  const passphrase = `${clientSecret}x`
  const requests: (readonly [string, RequestOptions])[] = [
    ...unreadablePayloads(payload),
    ['it is encrypted with another secret', { encryption: { ...usual, scheme: 'passphrase', passphrase } }],
    ['it is encrypted with the public key', { encryption: { scheme: 'rsa', publicKey } }],
  ]
  return sentWith(requests, (options) =>
    it.client.call('closePartialPayment', { ...closing(it, payload), ...options }),
  )
}

export const partialPaymentRequests = properties({ level: 'money', needs: ['shopper'] })({
  'closes no other order instead of an unknown one': {
    checks: ['partial-payments.by-order-id'],
    async run(it) {
      const [other, order] = [await partlyPaidQrOrder(it), await partlyPaidQrOrder(it)]
      it.given(await closeConfirmed(it, other))
      // permitted: partial-payments.closing-without-effect
      await close(it, { id: it.id('unknown-order') })
      it.succeeds('partial-payments.by-order-id', await closeConfirmed(it, order))
    },
  },
  'closes the partial payment of an order to its merchant, and not one with the same order id to another': {
    needs: ['shopper', 'secondMerchant'],
    checks: ['partial-payments.by-order-id', byItsMerchant],
    async run(it) {
      const merchant = it.secondMerchant
      const orderOfOther = async (orderId: string) => {
        const body = qrTransaction(it, { orderId, cryptoCurrency: it.sharedCoin })
        const { result } = it.given(await it.client.call('createQrTransaction', { body, merchant }))
        await it.pay(result.id, '0.5')
        await it.requestRefund(result.id)
        return orderId
      }
      const closeOfOther = (offerId: string) => {
        const body = { clientId: clientIdOf(merchant) }
        return it.client.call('closePartialPayment', { body, payload: { offerId }, merchant })
      }
      const order = await partlyPaidQrOrder(it, { cryptoCurrency: it.sharedCoin })
      const witness = await orderOfOther(it.id('order'))
      await orderOfOther(order.id)
      // More than a list shows at first.
      for (let count = 0; count < (it.style?.lines ?? 1); count += 1) await partlyPaidQrOrder(it)
      const unforced = { forceUpdate: false }
      const own = await closeConfirmed(it, order, unforced)
      if (own.outcome === 'refusal') it.given(await closeConfirmed(it, await partlyPaidQrOrder(it), unforced))
      it.succeeds('partial-payments.by-order-id', own)
      it.given(await closeOfOther(witness))
      it.succeeds(byItsMerchant, await closeOfOther(order.id))
    },
  },
  'refuses a closing that lacks a required field, and accepts the complete one': {
    checks: ['partial-payments.required-fields-refused'],
    run: (it) => refusesClosings(it, 'partial-payments.required-fields-refused', incompleteClosings),
  },
  'refuses a closing that is not encrypted with the client secret': {
    checks: ['partial-payments.encrypted-with-the-client-secret'],
    run: (it) =>
      refusesClosings(it, 'partial-payments.encrypted-with-the-client-secret', undecryptableClosings),
  },
  'refuses a closing with the client secret of another merchant, whichever of the two client ids it has': {
    needs: ['shopper', 'secondMerchant'],
    checks: [byItsMerchant, 'partial-payments.encrypted-with-the-client-secret'],
    async run(it) {
      const [order, witness] = [await partlyPaidQrOrder(it), await partlyPaidQrOrder(it)]
      const other = it.secondMerchant
      if (other.clientSecret === it.merchant.clientSecret)
        it.notApplicable('both merchants have the same client secret')
      const payload = { offerId: order.id }
      const usual = it.client.encryption('closePartialPayment')
      const send = (clientId: string, options: RequestOptions = {}) =>
        it.client.call('closePartialPayment', { body: { clientId }, payload, merchant: other, ...options })
      const because = "the payload is encrypted with another merchant's secret"
      // permitted: partial-payments.confirmed-later
      it.given(await closeConfirmed(it, witness))
      for (const [caller, owner] of [
        [it.merchant, other],
        [other, it.merchant],
      ] as const) {
        const encryption = { ...usual, scheme: 'passphrase', passphrase: owner.clientSecret } as const
        it.refuses(
          'partial-payments.encrypted-with-the-client-secret',
          await send(clientIdOf(caller), { encryption }),
          because,
        )
      }
      const attempt = await send(clientIdOf(other))
      const isAccepted = attempt.outcome !== 'refusal'
      if (isAccepted && it.canMoveClock) await it.advance({ hours: 1 })
      const ends = await endCount(it, order)
      const response = await closeConfirmed(it, order)
      if (!isAccepted || response.outcome === 'refusal') it.refuses(byItsMerchant, attempt, because)
      else if (it.canMoveClock) {
        await it.advance({ hours: 1 })
        const isStillOpen = ends === 0 && (await endCount(it, order)) > 0
        it.precondition(isStillOpen, 'no update shows whose closing took effect')
        it.check(byItsMerchant, true, { expected: 'no closing', actual: '' })
      }
      it.given(response)
    },
  },
})
