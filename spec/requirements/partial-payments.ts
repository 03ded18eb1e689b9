// What the contract states of closing partial payments. The form of a refusal, and what a second closing does, are no
// part of it.

import type { Requirements } from '../statements.ts'

export const partialPaymentsRequirements = {
  'partial-payments.shopper-may-underpay': {
    section: 'What the service does, 5: sentence 1',
    statement: 'A shopper who pays from a crypto wallet may pay less than was asked for.',
    observable: { no: 'It is what the shopper does; what the merchant can then do is told below.' },
    places: ['createQrTransaction', 'closePartialPayment'],
  },
  'partial-payments.within-two-weeks': {
    section:
      'What the service does, 5: sentence 2; States and transitions: row 3; Endpoints, 9: row forceUpdate; Limits: row 3',
    statement:
      "A merchant can close a partial payment until two weeks after the shopper's payment have passed, the last instant included.",
    observable: { yes: 'A closing is refused although two weeks have not passed.' },
    places: ['closePartialPayment', 'ClosingRequest'],
  },
  'partial-payments.after-two-weeks-refused': {
    section: 'States and transitions: row 4; Errors, 4: sentence 1; Limits: row 3',
    statement: "More than two weeks after the shopper's payment, closing is refused.",
    observable: { yes: 'A closing after that is answered with success.' },
    places: ['closePartialPayment/refusals'],
  },
  'partial-payments.refused-changes-nothing': {
    section: 'States and transitions: row 4; Errors, 4: sentence 1',
    statement: 'A closing that is refused leaves the transaction as it is.',
    observable: {
      yes: 'A change of status is reported after the refusal; or, where the refund request was the reason, a forced closing no longer succeeds.',
    },
    places: ['closePartialPayment'],
  },
  'partial-payments.closes': {
    section: 'States and transitions: row 3',
    statement: 'A closing that succeeds takes the transaction to the state closed.',
    observable: { yes: 'Success is answered, and no change of status is reported.' },
    places: ['closePartialPayment', 'webhook'],
  },
  'partial-payments.paid-amount-settled': {
    section: 'What the service does, 5: sentence 2; States and transitions: row 3',
    statement: 'What was paid of a closed transaction can be settled to the merchant.',
    observable: { no: 'Settlement happens outside the interface.' },
    places: ['closePartialPayment'],
  },
  'partial-payments.by-order-id': {
    section: 'Endpoints, 9: row encryptedReq',
    statement:
      'The transaction that is closed is the one whose order id stands as `offerId` in the encrypted text.',
    observable: { yes: 'Another partial payment than the one named is closed.' },
    places: ['ClosingPayload.offerId'],
  },
  'partial-payments.unforced-refund-request-blocks': {
    section: 'States and transitions: row 3; Endpoints, 9: row forceUpdate; Errors, 4: sentence 1',
    statement: 'With `forceUpdate: false`, a partial payment with a refund request is not closed.',
    observable: { yes: 'Success is answered in spite of the refund request.' },
    places: ['ClosingRequest.forceUpdate', 'closePartialPayment/refusals'],
  },
  'partial-payments.unforced-without-refund-request': {
    section: 'States and transitions: row 3; Endpoints, 9: row forceUpdate',
    statement: 'With `forceUpdate: false`, a partial payment without a refund request is closed.',
    observable: { yes: 'The closing is refused.' },
    places: ['ClosingRequest.forceUpdate'],
  },
  'partial-payments.forced-despite-refund-request': {
    section: 'States and transitions: row 3; Endpoints, 9: row forceUpdate',
    statement: 'With `forceUpdate: true`, a refund request does not stand in the way.',
    observable: { yes: 'The closing is refused because of the refund request.' },
    places: ['ClosingRequest.forceUpdate'],
  },
  'partial-payments.forced-by-default': {
    section: 'Endpoints, 9: row forceUpdate',
    statement: 'A closing that does not say `forceUpdate` means true.',
    observable: { yes: 'Without the field, a refund request blocks the closing.' },
    places: ['ClosingRequest.forceUpdate'],
  },
  'partial-payments.response-shape': {
    section: 'Endpoints, 9: response',
    statement: 'The answer is `ok: true` with `success: true` in its result.',
    observable: { yes: 'A closing that took place is answered in another form.' },
    places: ['closePartialPayment/response'],
  },
  'partial-payments.required-fields-refused': {
    section: 'Endpoints, 9: rows clientId, encryptedReq',
    statement: '`clientId` and `encryptedReq` are required, and the encrypted text has the key `offerId`.',
    observable: { yes: 'A request that lacks one of them is answered with success.' },
    places: [
      'closePartialPayment/body',
      'ClosingRequest.clientId',
      'ClosingRequest.encryptedReq',
      'ClosingPayload',
    ],
  },
  'partial-payments.encrypted-with-the-client-secret': {
    section:
      'Endpoints, shared conventions: bullet 3; Endpoints, 9: row encryptedReq; Authentication: bullet 1',
    statement:
      "The text is encrypted with the merchant's client secret as passphrase; one encrypted otherwise is not taken.",
    observable: { yes: 'A closing encrypted with another secret, or not at all, is answered with success.' },
    places: ['closePartialPayment/payload'],
  },
  'partial-payments.by-its-merchant-only': {
    section: 'Authentication: row 4; What the service does, 5: sentence 2; Endpoints, 9: row clientId',
    statement: 'A partial payment is closed by the merchant whom it was made to.',
    observable: { yes: 'Another merchant, by own clientId and secret, closes it.' },
    places: ['closePartialPayment/credential', 'ClosingRequest.clientId'],
  },
  'partial-payments.wait-is-recommended': {
    section: 'Limits: row 4',
    statement: 'To give the shopper 24 hours for the rest is advice; closing sooner is possible.',
    observable: { yes: 'A closing is refused because the shopper paid less than 24 hours ago.' },
    places: ['closePartialPayment'],
  },
} as const satisfies Requirements
