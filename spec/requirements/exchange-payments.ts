// What the contract states of paying from an exchange, and of the five errors of it. What may be looked at before is in
// exchange-checks.ts; the record that comes back is in transactions.ts.

import type { Requirements } from '../statements.ts'

const alsoElsewhere = 'The code stands anywhere in the answer: as HTTP status or in the body.'

export const exchangePaymentRequirements = {
  'exchange-payments.accepted': {
    section:
      'Endpoints, 4: sentence 1; Endpoints, 4: body; Endpoints, 4: rows clientId, assets, cart, shippingAddress, offerId, nativeAmount, savepassword, merchantStoreCurrency; Endpoints, shared conventions: bullet 2; Authentication: bullet 1',
    statement:
      "A complete payload, encrypted by RSA with the merchant's public key and sent in base64 as `data`, makes a payment.",
    observable: { yes: 'A payment that nothing forbids is not answered with a transaction record.' },
    places: [
      'createExchangePayment',
      'createExchangePayment/payload',
      'EncryptedData.data',
      'ExchangePaymentPayload',
    ],
  },
  'exchange-payments.creates-transaction': {
    section: 'States and transitions: row 1',
    statement: 'Each payment that succeeds makes a transaction record of its own.',
    observable: { yes: 'Two payments for different orders come back as one record.' },
    places: ['createExchangePayment'],
  },
  'exchange-payments.immediate-status': {
    section: 'States and transitions: sentence 2; States and transitions: row 1',
    statement: 'The answer bears the status at once, and it is pending, processing, canceled or completed.',
    observable: { yes: "By the deployment's own integers, the record is in another state." },
    places: ['createExchangePayment/response'],
  },
  'exchange-payments.not-done-before-two-minutes': {
    section: 'States and transitions: sentence 3; Limits: row 5',
    statement: 'A payment that was not complete in its answer completes no sooner than 2 minutes later.',
    observable: { yes: 'It is reported as completed within 2 minutes.' },
    places: ['createExchangePayment', 'webhook'],
  },
  'exchange-payments.done-within-two-hours': {
    section: 'States and transitions: sentence 3; Limits: row 5',
    statement: 'A payment has reached its end after 2 hours.',
    observable: { yes: 'After 2 hours no end of it has been reported.' },
    places: ['createExchangePayment', 'webhook'],
  },
  'exchange-payments.other-key-refused': {
    section:
      'Endpoints, shared conventions: bullet 2; States and transitions: row 1; Authentication: bullet 1',
    statement: "A payload encrypted with another key than the merchant's public key is not valid.",
    observable: { yes: 'A payment is made from such a payload.' },
    places: ['createExchangePayment/payload'],
  },
  'exchange-payments.unreadable-payload-refused': {
    section: 'Endpoints, 4: body; States and transitions: row 1; Authentication: bullet 1',
    statement: '`data` is there and holds a encrypted payload; nothing else makes a payment.',
    observable: {
      yes: 'A payment is made from a body without `data`, from noise, or from a payload in plain text.',
    },
    places: ['createExchangePayment/body', 'createExchangePayment/payload', 'EncryptedData.data'],
  },
  'exchange-payments.incomplete-lines-refused': {
    section: 'Resources, Cart item: rows id, name, price, quantity; Endpoints, 4: row cart',
    statement: 'A payload with a line that lacks id, name, price or quantity is not complete.',
    observable: { yes: 'A payment is made from such a payload.' },
    places: ['ExchangePaymentPayload.cart', 'PaymentCartItem'],
  },
  'exchange-payments.empty-code2fa-accepted': {
    section: 'Endpoints, 4: row code2fa',
    statement: '`code2fa` may be empty.',
    observable: { yes: 'A payment that nothing else forbids is refused because the code is empty.' },
    places: ['ExchangePaymentPayload.code2fa'],
  },
  'exchange-payments.same-coin': {
    section: 'Endpoints, 4: row assets; Resources, Transaction record: row currency',
    statement: "The record's `currency` is the crypto currency that the payload chose.",
    observable: { yes: 'Another code comes back.' },
    places: ['ExchangePaymentPayload.assets', 'Transaction.currency'],
  },
  'exchange-payments.from-a-connected-exchange': {
    section: 'What the service does, 2: bullet 1',
    statement: 'The shopper pays from an exchange that the shopper has connected.',
    observable: { no: 'Exchanges are connected outside the interface, and no field says which ones are.' },
    places: ['createExchangePayment'],
  },
  'exchange-payments.error-authentication-failed-418': {
    section: 'Errors, 1: row 418',
    statement: 'When the exchange does not know the shopper, the error is 418 with its message.',
    observable: { yes: `Another code or message comes, or success. ${alsoElsewhere}` },
    places: ['createExchangePayment/refusals'],
  },
  'exchange-payments.error-insufficient-balance-419': {
    section: 'Errors, 1: row 419',
    statement: 'When the balance does not cover the payment, the error is 419 with its message.',
    observable: { yes: `Another code or message comes, or success. ${alsoElsewhere}` },
    places: ['createExchangePayment/refusals'],
  },
  'exchange-payments.error-whitelist-pending-420': {
    section: 'Errors, 1: row 420',
    statement: 'When the address is not yet whitelisted on the exchange, the error is 420 with its message.',
    observable: { yes: `Another code or message comes, or success. ${alsoElsewhere}` },
    places: ['createExchangePayment/refusals'],
  },
  'exchange-payments.error-coin-not-supported-421': {
    section: 'Errors, 1: row 421',
    statement: 'When the wallet of the coin is not supported, the error is 421 with its message.',
    observable: { yes: `Another code or message comes, or success. ${alsoElsewhere}` },
    places: ['createExchangePayment/refusals'],
  },
  'exchange-payments.error-below-minimum-422': {
    section: 'Errors, 1: row 422',
    statement: 'When the amount is below what the exchange transacts, the error is 422 with its message.',
    observable: {
      yes: `Another code or another beginning of the message comes, or success. ${alsoElsewhere}`,
    },
    places: ['createExchangePayment/refusals'],
  },
  'exchange-payments.error-422-names-the-exchange': {
    section: 'Errors, 1: row 422',
    statement: 'The message of 422 ends with the exchange that was paid from.',
    observable: { yes: 'The message ends without an exchange, or with another one, in whatever letters.' },
    places: ['createExchangePayment/refusals'],
  },
  'exchange-payments.error-handled-by-the-front-end': {
    section: 'Errors, 1: sentence 1',
    statement: "The merchant's front end deals with the five errors.",
    observable: { no: "It happens in the merchant's own pages." },
    places: ['createExchangePayment/refusals'],
  },
} as const satisfies Requirements
