// What the contract states of paying from an exchange, and of the five errors of it. What may be looked at before is in
// exchange-checks.ts; the record that comes back is in transactions.ts.

import type { Requirements } from '../statements.ts'

const alsoElsewhere = 'The code stands anywhere in the answer: as HTTP status or in the body.'

export const exchangePaymentsRequirements = {
  'exchange-payments.five-exchanges-supported': {
    section: 'Endpoints, shared conventions: bullet 4',
    statement: 'Five exchanges are supported, each by its name in lower case.',
    observable: { yes: 'One of the five names of the deployment is refused.' },
    places: ['validateExchangePayment/path', 'createExchangePayment/path', 'checkExchangeBalance/path'],
  },
  'exchange-payments.other-exchanges-refused': {
    section: 'Endpoints, shared conventions: bullet 4',
    statement: 'No name but the five stands for an exchange.',
    observable: { yes: 'A made-up name is answered with success.' },
    places: ['validateExchangePayment/path', 'createExchangePayment/path', 'checkExchangeBalance/path'],
  },
  'exchange-payments.validation-accepted': {
    section:
      'Endpoints, 3: body; Endpoints, 3: rows clientId, assets, cart, offerId, confirmation, nativeAmount; Endpoints, shared conventions: bullet 2',
    statement: 'A complete payload, encrypted and sent in base64 as `data`, is checked.',
    observable: { yes: 'A complete payload is not answered with what the check found.' },
    places: ['validateExchangePayment', 'validateExchangePayment/payload', 'ExchangeValidationPayload'],
  },
  'exchange-payments.validation-unreadable-payload-refused': {
    section: 'Endpoints, 3: body',
    statement: '`data` is required and holds the encrypted payload.',
    observable: { yes: 'A body without `data`, noise, or a payload in plain text is answered with success.' },
    places: ['validateExchangePayment/body', 'validateExchangePayment/payload', 'EncryptedData.data'],
  },
  'exchange-payments.validation-confirmation': {
    section: 'Endpoints, 3: row confirmation',
    statement: '`confirmation` says, as text, whether the shopper accepted the terms.',
    observable: { no: 'What follows when the shopper did not is not stated.' },
    places: ['ExchangeValidationPayload.confirmation'],
  },
  'exchange-payments.validation-response-shape': {
    section: 'Endpoints, 3: response',
    statement:
      'The check answers `ok: true` and receiverAddress, receiverMemo, amount, currency, fee, password, showWhitelistElement, exchange, nativeAmount and newRate.',
    observable: { yes: 'One of these is absent, or has another type.' },
    places: ['validateExchangePayment/response', 'ExchangeValidation'],
  },
  'exchange-payments.validation-amounts-are-numbers': {
    section: 'Endpoints, 3: response',
    statement: 'amount, fee, nativeAmount and both rates of newRate are numbers, not text.',
    observable: { yes: 'One of them comes as text.' },
    places: [
      'ExchangeValidation.amount',
      'ExchangeValidation.fee',
      'ExchangeValidation.nativeAmount',
      'ExchangeValidation.newRate',
    ],
  },
  'exchange-payments.validation-memo-text-or-null': {
    section: 'Endpoints, 3: response',
    statement: 'receiverMemo is there: as text, or as null.',
    observable: { yes: 'The field is left out, or is neither text nor null.' },
    places: ['ExchangeValidation.receiverMemo'],
  },
  'exchange-payments.validation-same-coin': {
    section: 'Endpoints, 3: response; Endpoints, 3: row assets',
    statement: 'The check is of the exchange currency that the payload chose.',
    observable: { yes: 'Another code comes back as `currency`.' },
    places: ['ExchangeValidation.currency', 'ExchangeValidationPayload.assets'],
  },
  'exchange-payments.validation-same-amount': {
    section: 'Endpoints, 3: response; Endpoints, 3: row nativeAmount',
    statement: 'The check is of the native amount that the payload names.',
    observable: { yes: 'Another number comes back as `nativeAmount`.' },
    places: ['ExchangeValidation.nativeAmount', 'ExchangeValidationPayload.nativeAmount'],
  },
  'exchange-payments.validation-same-exchange': {
    section: 'Endpoints, 3: response; Endpoints, shared conventions: bullet 4',
    statement: 'The check is of the exchange that the path names.',
    observable: { yes: 'Another of the five exchanges comes back as `exchange`.' },
    places: ['ExchangeValidation.exchange', 'validateExchangePayment/path'],
  },
  'exchange-payments.validation-whitelist-flag': {
    section: 'Endpoints, 3: bullet 1; Errors, 3: sentence 1',
    statement: 'showWhitelistElement is true when the deposit address is not whitelisted on the exchange.',
    observable: {
      yes: 'It is false for a shopper whose address is not whitelisted, or true for one whose address is.',
    },
    places: ['ExchangeValidation.showWhitelistElement'],
  },
  'exchange-payments.validation-password-flag': {
    section: 'Endpoints, 3: bullet 2; Errors, 3: sentence 1',
    statement: 'password is true when the shopper has not supplied the password of the exchange.',
    observable: { yes: 'It is false for a shopper who has yet to supply it.' },
    places: ['ExchangeValidation.password'],
  },
  'exchange-payments.validation-shown-by-the-merchant': {
    section: 'Endpoints, 3: bullets 1, 2',
    statement: "The merchant's site shows an error for the whitelist and asks for the password.",
    observable: { no: "It happens in the merchant's own pages." },
    places: ['ExchangeValidation.showWhitelistElement', 'ExchangeValidation.password'],
  },
  'exchange-payments.validation-same-object-always': {
    section: 'Endpoints, 3: bullet 3; Errors, 3: sentence 1',
    statement: 'The check answers with the same object on every exchange and whatever it finds.',
    observable: { yes: 'For one of the exchanges, or for one of the conditions, fields are missing.' },
    places: ['validateExchangePayment/response', 'ExchangeValidation'],
  },
  'exchange-payments.validation-low-balance-is-no-error': {
    section: 'Errors, 3: sentence 1',
    statement: 'A balance that does not cover the payment is no error of the check.',
    observable: { yes: 'The check of a shopper with a low balance is refused.' },
    places: ['validateExchangePayment', 'validateExchangePayment/refusals'],
  },
  'exchange-payments.validation-messages-vary': {
    section: 'Endpoints, 3: bullet 3',
    statement: "What the check says varies from exchange to exchange, and the merchant's site copes with it.",
    observable: { no: 'No message or code of it is given, so none can be missed.' },
    places: ['ExchangeValidation'],
  },
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
