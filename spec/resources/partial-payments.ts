// Closing a partial payment, so that the paid amount can be settled. Contract: Endpoints, 9.

import { operation } from '../operation.ts'
import { boolean, Done, field, namedObject, okResult, text } from '../primitives.ts'

const ClosingRequest = namedObject('ClosingRequest', 'A request to close a partial payment.', {
  clientId: field(text, "The merchant's client id."),
  encryptedReq: field(text, 'The payload, encrypted with the client secret.'),
  forceUpdate: field(
    boolean.default(true),
    'If false, a partial transaction with a refund request is not closed.',
  ),
})

const ClosingPayload = namedObject(
  'ClosingPayload',
  'The encrypted payload of a request to close a partial payment.',
  { offerId: field(text, 'Order id of the transaction.') },
)

export const closePartialPayment = operation({
  method: 'post',
  path: '/closePartialTx',
  section: 'Endpoints, 9',
  summary: 'Close a partial payment, so that the paid amount can be settled',
  description:
    'For a wallet payment of which the shopper has paid a part, within two weeks of that payment. With `forceUpdate: false`, a transaction with a refund request is not closed.',
  harm: 'money',
  credential: 'clientSecret',
  body: ClosingRequest,
  bodyExample: { clientId: '8a4d1c55-0000-4000-8000-000000000001', encryptedReq: 'c2VhbGVk' },
  encrypted: {
    field: 'encryptedReq',
    scheme: 'passphrase',
    key: 'clientSecret',
    payload: ClosingPayload,
    example: { offerId: 'order-2001' },
  },
  envelope: 'ok-result',
  response: okResult(Done),
  refusals: [
    'partial-payments.unknown',
    'partial-payments.window-passed',
    'partial-payments.refund-requested',
  ],
})
