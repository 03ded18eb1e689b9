// Checks the request that closes a partial payment: which payment is closed, which fields are required, and which secret
// encrypts the payload.

import { closing } from '../../../client/sample-requests.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { close, isOf, type Order, partlyPaidQrOrder } from '../../flows/orders.ts'

const money = { resource: 'partial-payments', level: 'money' } as const

/** Requests that each lack one field, with the reason for their refusal. */
const incomplete: [string, (order: Order, clientId: string) => Parameters<Context['client']['call']>[1]][] = [
  ['there is no clientId', ({ id }) => ({ body: {}, payload: { offerId: id } })],
  ['there is no encryptedReq', (_, clientId) => ({ body: { clientId }, field: null })],
  ['the payload has no offerId', (_, clientId) => ({ body: { clientId }, payload: {} })],
  [
    'the payload has the order id as orderId',
    ({ id }, clientId) => ({ body: { clientId }, payload: { orderId: id } }),
  ],
]

export const partialPaymentRequests = [
  property({
    ...money,
    title: 'closes the partial payment with the order id in the payload, and no other',
    needs: ['shopper', 'webhooks'],
    checks: ['partial-payments.by-order-id'],
    async run(it) {
      const first = await partlyPaidQrOrder(it)
      const named = await partlyPaidQrOrder(it)
      const last = await partlyPaidQrOrder(it)
      const updateCount = async (order: Order) => (await it.deliveries(isOf(order, 'anywhere'))).length
      const before = [await updateCount(first), await updateCount(last)]
      it.given(await close(it, named))
      const after = [await updateCount(first), await updateCount(last)]
      it.check('partial-payments.by-order-id', after.join() === before.join(), {
        expected: 'an update of the order in the payload only',
        actual: 'an update of another order',
      })
    },
  }),
  property({
    ...money,
    title: 'refuses an unknown order id, and closes no other order instead',
    needs: ['shopper'],
    checks: ['partial-payments.by-order-id'],
    async run(it) {
      const order = await partlyPaidQrOrder(it)
      const response = await close(it, { id: it.id('unknown-order') })
      it.refuses('partial-payments.by-order-id', response, 'no partial payment has that order id')
      it.succeeds('partial-payments.by-order-id', await close(it, order))
    },
  }),
  property({
    ...money,
    title: 'refuses a closing that lacks a required field, and accepts the complete one',
    needs: ['shopper'],
    checks: ['partial-payments.required-fields-refused'],
    async run(it) {
      const order = await partlyPaidQrOrder(it)
      for (const [because, optionsOf] of incomplete)
        it.refuses(
          'partial-payments.required-fields-refused',
          await it.client.call('closePartialPayment', optionsOf(order, it.merchant.id)),
          because,
        )
      it.given(await close(it, order))
    },
  }),
  property({
    ...money,
    title: 'refuses a closing that is not encrypted with the client secret',
    needs: ['shopper'],
    checks: ['partial-payments.encrypted-with-the-client-secret'],
    async run(it) {
      const order = await partlyPaidQrOrder(it)
      const { clientSecret, publicKey } = it.merchant
      const payload = { offerId: order.id }
      const encryptions = [
        ['the payload is plain text', { scheme: 'none', text: JSON.stringify(payload) }],
        [
          'the payload is plain text in base64',
          { scheme: 'none', text: Buffer.from(JSON.stringify(payload)).toString('base64') },
        ],
        ['the payload is random data', { scheme: 'none', text: 'bm9pc2U=' }],
        [
          'the payload is encrypted with another secret',
          { scheme: 'passphrase', passphrase: `${clientSecret}x` },
        ],
        ['the payload is encrypted with the public key', { scheme: 'rsa', publicKey }],
      ] as const
      for (const [because, encryption] of encryptions) {
        const response = await it.client.call('closePartialPayment', { ...closing(it, payload), encryption })
        it.refuses('partial-payments.encrypted-with-the-client-secret', response, because)
      }
      it.given(await close(it, order))
    },
  }),
  property({
    ...money,
    title:
      'refuses a closing with the client secret of another merchant, whichever of the two client ids it has',
    needs: ['shopper', 'secondMerchant'],
    checks: ['partial-payments.by-its-merchant-only', 'partial-payments.encrypted-with-the-client-secret'],
    async run(it) {
      const order = await partlyPaidQrOrder(it)
      const other = it.secondMerchant
      const payload = { offerId: order.id }
      const attempts: [RequirementId, string, { clientId: string }, string][] = [
        [
          'partial-payments.by-its-merchant-only',
          'the partial payment belongs to another merchant',
          { clientId: other.id },
          other.clientSecret,
        ],
        [
          'partial-payments.encrypted-with-the-client-secret',
          "the payload is encrypted with another merchant's secret",
          { clientId: it.merchant.id },
          other.clientSecret,
        ],
      ]
      for (const [requirement, because, body, secret] of attempts) {
        const encryption = { scheme: 'passphrase', passphrase: secret } as const
        const response = await it.client.call('closePartialPayment', { body, payload, encryption })
        it.refuses(requirement, response, because)
      }
      it.given(await close(it, order))
    },
  }),
]
