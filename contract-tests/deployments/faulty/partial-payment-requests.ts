// Deployments that are wrong about how the closing of a partial payment is asked for: which fields, under which secret,
// by which merchant, and in what form it is answered.

import { parseJson } from '../../../core/json.ts'
import { badForms, left } from '../bad-forms.ts'
import { faulty } from '../graded-deployment.ts'
import { decryptedWith, parsedBase64, resealing } from '../resealing.ts'
import { rewriting } from '../rewriting.ts'
import { absent, spoiling } from '../spoiling.ts'
import { closing, partlyPaid } from './partial-payments.ts'

const operation = 'closePartialPayment'

export const faultyPartialPaymentRequests = [
  faulty({
    requirement: 'partial-payments.required-fields-refused',
    name: 'clientId not needed',
    says: 'A closing without clientId is taken as the first merchant’s.',
    request: rewriting(operation, (body, _, world) => ({
      clientId: world.accounts.firstMerchant.id,
      ...body,
    })),
  }),
  faulty({
    requirement: 'partial-payments.required-fields-refused',
    name: 'the order under another key',
    says: 'The order id is found under orderId, too.',
    request: resealing(operation, 'passphrase', (text, world) => {
      const payload = Object(decryptedWith(text, world.accounts.firstMerchant.clientSecret))
      return typeof payload.orderId === 'string' ? { offerId: payload.orderId } : undefined
    }),
  }),
  faulty({
    requirement: 'partial-payments.required-fields-refused',
    name: 'no order needed',
    says: 'A closing that names no order closes the latest partial payment.',
    request: resealing(operation, 'passphrase', (text, world) => {
      const payload = Object(decryptedWith(text, world.accounts.firstMerchant.clientSecret))
      const last = partlyPaid(world).at(-1)
      return last !== undefined && Object.keys(payload).length === 0 ? { offerId: last.offerId } : undefined
    }),
  }),
  faulty({
    requirement: 'partial-payments.encrypted-with-the-client-secret',
    name: 'plain text taken',
    says: 'A payload that is not encrypted at all is taken.',
    request: resealing(operation, 'passphrase', (text) => parseJson(text)),
  }),
  faulty({
    requirement: 'partial-payments.encrypted-with-the-client-secret',
    name: 'base64 taken',
    says: 'A payload in plain base64 is taken for a encrypted one.',
    request: resealing(operation, 'passphrase', (text) => parsedBase64(text)),
  }),
  faulty({
    requirement: 'partial-payments.encrypted-with-the-client-secret',
    name: "another merchant's secret",
    says: "A payload under any merchant's secret is taken for the one that clientId names.",
    request: resealing(operation, 'passphrase', (text, world) =>
      world.accounts.merchants.map(({ clientSecret }) => decryptedWith(text, clientSecret)).find(Boolean),
    ),
  }),
  closing(
    'partial-payments.by-its-merchant-only',
    'whoever knows the order',
    'A merchant closes partial payments to others, too.',
    (call, real) => {
      const one = partlyPaid(call.world).find(({ offerId }) => offerId === call.payload.offerId)
      const owner = call.world.accounts.merchants.find(({ id }) => id === one?.merchant)
      return real(owner === undefined ? call : { ...call, merchant: owner })
    },
  ),
  ...badForms(operation, {
    'partial-payments.response-shape': [
      ['', 'a result that is a word', 'The result is the text "closed".', () => 'closed'],
      ['', 'no result', 'There is no result.', left.out],
      ['success', 'success as a text', 'success is the text "true".', () => 'true'],
      ['success', 'success as a number', 'success is 1.', () => 1],
      ['success', 'no success', 'The result says nothing of success.', left.out],
      [
        'success',
        'success denied',
        'A closing that took place is answered with success: false.',
        () => false,
      ],
    ],
  }),
  faulty({
    requirement: 'partial-payments.response-shape',
    name: 'without the envelope',
    says: 'A closing is answered with its result alone.',
    response: (response, { operationId }) =>
      operationId === operation && response.status === 200
        ? { ...response, json: { success: true } }
        : response,
  }),
  faulty({
    requirement: 'partial-payments.response-shape',
    name: 'without ok',
    says: 'A closing is answered without ok.',
    response: spoiling(operation, 'ok', () => absent),
  }),
]
