// What any deployment must do when it is asked to close a partial payment: which one is closed, which fields it needs, and
// whose secret must have encrypted it.

import { closing } from '../../../client/sample-requests.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { close, isOf, type PartialPayment, partiallyPaid } from '../../flows/partial-payments.ts'

const money = { resource: 'partial-payments', level: 'money' } as const

/** What makes a closing incomplete, each time in one place. */
const incomplete: [
  string,
  (order: PartialPayment, clientId: string) => Parameters<Context['client']['call']>[1],
][] = [
  ['there is no clientId', ({ offerId }) => ({ body: {}, payload: { offerId } })],
  ['there is no encryptedReq', (_, clientId) => ({ body: { clientId }, field: null })],
  ['the encrypted text has no offerId', (_, clientId) => ({ body: { clientId }, payload: {} })],
  [
    'the encrypted text has the order under another key',
    ({ offerId }, clientId) => ({ body: { clientId }, payload: { orderId: offerId } }),
  ],
]

export const partialPaymentRequests = [
  property({
    ...money,
    title: 'of several partial payments the one is closed that the encrypted text names',
    kind: 'example',
    needs: ['shopper', 'webhooks'],
    checks: ['partial-payments.by-order-id'],
    async run(it) {
      const first = await partiallyPaid(it)
      const named = await partiallyPaid(it)
      const last = await partiallyPaid(it)
      const heard = async (order: PartialPayment) => (await it.deliveries(isOf(order))).length
      const before = [await heard(first), await heard(last)]
      it.given(await close(it, named))
      const after = [await heard(first), await heard(last)]
      it.check('partial-payments.by-order-id', after.join() === before.join(), {
        expected: 'an update of the order that was named only',
        actual: 'an update of another order',
      })
    },
  }),
  property({
    ...money,
    title: 'an order that nobody partly paid is not closed, and another one is not closed in its place',
    kind: 'example',
    needs: ['shopper'],
    checks: ['partial-payments.by-order-id'],
    async run(it) {
      const order = await partiallyPaid(it)
      const response = await close(it, { ...order, offerId: it.id('nobody') })
      it.refuses('partial-payments.by-order-id', response, 'no partial payment has that order id')
      it.succeeds('partial-payments.by-order-id', await close(it, order))
    },
  }),
  property({
    ...money,
    title: 'an incomplete closing is refused; mended, it succeeds',
    kind: 'ladder',
    needs: ['shopper'],
    checks: ['partial-payments.required-fields-refused'],
    async run(it) {
      const order = await partiallyPaid(it)
      for (const [because, asked] of incomplete)
        it.refuses(
          'partial-payments.required-fields-refused',
          await it.client.call('closePartialPayment', asked(order, it.merchant.id)),
          because,
        )
      it.given(await close(it, order))
    },
  }),
  property({
    ...money,
    title: 'a closing encrypted with anything but the client secret is refused',
    kind: 'ladder',
    needs: ['shopper'],
    checks: ['partial-payments.encrypted-with-the-client-secret'],
    async run(it) {
      const order = await partiallyPaid(it)
      const { clientSecret, publicKey } = it.merchant
      const payload = { offerId: order.offerId }
      const sealings = [
        ['it is in plain text', { scheme: 'none', text: JSON.stringify(payload) }],
        [
          'it is in plain base64',
          { scheme: 'none', text: Buffer.from(JSON.stringify(payload)).toString('base64') },
        ],
        ['it is noise', { scheme: 'none', text: 'bm9pc2U=' }],
        ['another secret encrypted it', { scheme: 'passphrase', passphrase: `${clientSecret}x` }],
        ['the public key encrypted it', { scheme: 'rsa', publicKey }],
      ] as const
      for (const [because, encryption] of sealings) {
        const response = await it.client.call('closePartialPayment', { ...closing(it, order), encryption })
        it.refuses('partial-payments.encrypted-with-the-client-secret', response, because)
      }
      it.given(await close(it, order))
    },
  }),
  property({
    ...money,
    title: 'another merchant cannot close it, with its own credentials or with a mixture',
    kind: 'ladder',
    needs: ['shopper', 'secondMerchant'],
    checks: ['partial-payments.by-its-merchant-only', 'partial-payments.encrypted-with-the-client-secret'],
    async run(it) {
      const order = await partiallyPaid(it)
      const other = it.secondMerchant
      const payload = { offerId: order.offerId }
      const attempts: [RequirementId, string, { clientId: string }, string][] = [
        [
          'partial-payments.by-its-merchant-only',
          'it is of another merchant',
          { clientId: other.id },
          other.clientSecret,
        ],
        [
          'partial-payments.encrypted-with-the-client-secret',
          "another merchant's secret encrypted it",
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
