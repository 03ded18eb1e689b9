// The requirements about closing partial payments.

import type { Requirements } from '../statements.ts'

export const partialPaymentsRequirements = {
  'partial-payments.shopper-may-underpay': {
    section: 'What the service does, 5: sentence 1',
    statement: 'A shopper who pays from a crypto wallet may pay less than the amount.',
    notObservable:
      'This is an action of the shopper. Other requirements state what the merchant can do afterwards.',
    places: 'createQrTransaction closePartialPayment',
  },
  'partial-payments.within-two-weeks': {
    section:
      'What the service does, 5: sentence 2; States and transitions: row 3; Endpoints, 9: row forceUpdate; Limits: row 3',
    statement: "A merchant can close a partial payment within two weeks of the shopper's payment.",
    places: 'closePartialPayment ClosingRequest',
  },
  'partial-payments.after-two-weeks-refused': {
    section: 'States and transitions: row 4; Errors, 4: sentence 1; Limits: row 3',
    statement:
      "The service refuses to close a partial payment more than two weeks after the shopper's payment.",
    places: 'closePartialPayment/refusals',
  },
  'partial-payments.refused-changes-nothing': {
    section: 'States and transitions: row 4; Errors, 4: sentence 1',
    statement: 'A refused closing does not change the transaction.',
    places: 'closePartialPayment',
  },
  'partial-payments.closes': {
    reason:
      'Closed is not one of the four statuses, so the words do not say that the webhook reports a closing.',
    section: 'States and transitions: row 3',
    statement: 'A successful closing changes the state of the transaction to closed.',
    places: 'closePartialPayment webhook',
  },
  'partial-payments.paid-amount-settled': {
    section: 'What the service does, 5: sentence 2; States and transitions: row 3',
    statement: 'The paid amount of a closed transaction can be settled to the merchant.',
    notObservable: 'Settlement happens outside the interface.',
    places: 'closePartialPayment',
  },
  'partial-payments.by-order-id': {
    section: 'Endpoints, 9: row encryptedReq',
    statement: '`offerId` in the encrypted payload is the order id of the transaction to close.',
    places: 'ClosingPayload.offerId',
  },
  'partial-payments.unforced-refund-request-blocks': {
    section: 'States and transitions: row 3; Endpoints, 9: row forceUpdate; Errors, 4: sentence 1',
    statement:
      'With `forceUpdate: false`, the service does not close a partial payment that has a refund request.',
    places: 'ClosingRequest.forceUpdate closePartialPayment/refusals',
  },
  'partial-payments.unforced-without-refund-request': {
    section: 'States and transitions: row 3; Endpoints, 9: row forceUpdate',
    statement: 'With `forceUpdate: false`, the service closes a partial payment that has no refund request.',
    places: 'ClosingRequest.forceUpdate',
  },
  'partial-payments.forced-despite-refund-request': {
    section: 'States and transitions: row 3; Endpoints, 9: row forceUpdate',
    statement:
      'With `forceUpdate: true`, the service closes a partial payment although it has a refund request.',
    places: 'ClosingRequest.forceUpdate',
  },
  'partial-payments.forced-by-default': {
    section: 'Endpoints, 9: row forceUpdate',
    statement: '`forceUpdate` is true by default.',
    places: 'ClosingRequest.forceUpdate',
  },
  'partial-payments.response-shape': {
    section: 'Endpoints, 9: response',
    statement: 'POST /closePartialTx returns `ok: true` and a result with `success: true`.',
    places: 'closePartialPayment/response',
  },
  'partial-payments.required-fields-refused': {
    section: 'Endpoints, 9: rows clientId, encryptedReq',
    statement:
      'The service refuses to close without `clientId`, without `encryptedReq`, or without `offerId` in the encrypted payload.',
    places: 'closePartialPayment/body ClosingRequest.clientId ClosingRequest.encryptedReq ClosingPayload',
  },
  'partial-payments.encrypted-with-the-client-secret': {
    section:
      'Endpoints, shared conventions: bullet 3; Endpoints, 9: row encryptedReq; Authentication: bullet 1',
    statement:
      'The client secret of the merchant is the passphrase that encrypts the payload of POST /closePartialTx.',
    places: 'closePartialPayment/payload',
  },
  'partial-payments.by-its-merchant-only': {
    section: 'Authentication: row 4; What the service does, 5: sentence 2; Endpoints, 9: row clientId',
    statement: 'Only the merchant of a partial payment can close it.',
    places: 'closePartialPayment/credential ClosingRequest.clientId',
  },
  'partial-payments.wait-is-recommended': {
    reason:
      'The words recommend to wait. They do not say how long a payment takes until it counts as partial.',
    section: 'Limits: row 4',
    statement:
      'Waiting 24 hours for the rest of the payment is a recommendation. Closing earlier is possible.',
    places: 'closePartialPayment',
  },
} as const satisfies Requirements
