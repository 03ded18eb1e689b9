// The requirements about exchange payments, their five errors, and the check before them.

import type { Requirements } from '../statements.ts'

export const exchangePaymentsRequirements = {
  'exchange-payments.five-exchanges-supported': {
    section: 'Endpoints, shared conventions: bullet 4',
    statement: 'The service supports five exchanges, each identified by its lowercase name.',
    places: 'validateExchangePayment/path createExchangePayment/path checkExchangeBalance/path',
  },
  'exchange-payments.other-exchanges-refused': {
    section: 'Endpoints, shared conventions: bullet 4',
    statement: '`{exchange_name}` must be one of the five exchanges.',
    places: 'validateExchangePayment/path createExchangePayment/path checkExchangeBalance/path',
  },
  'exchange-payments.validation-accepted': {
    section:
      'Endpoints, 3: body; Endpoints, 3: rows clientId, assets, cart, offerId, confirmation, nativeAmount; Endpoints, shared conventions: bullet 2',
    statement:
      'The pre-payment check accepts a complete payload that is encrypted and sent base64-encoded as `data`.',
    places: 'validateExchangePayment validateExchangePayment/payload ExchangeValidationPayload',
  },
  'exchange-payments.validation-unreadable-payload-refused': {
    section: 'Endpoints, 3: body',
    statement: 'The pre-payment check requires the encrypted payload in `data`.',
    places: 'validateExchangePayment/body validateExchangePayment/payload EncryptedData.data',
  },
  'exchange-payments.validation-confirmation': {
    section: 'Endpoints, 3: row confirmation',
    statement: '`confirmation` is the string `true` if the shopper accepted the terms.',
    notObservable: 'The contract does not say what happens if the shopper did not accept them.',
    places: 'ExchangeValidationPayload.confirmation',
  },
  'exchange-payments.validation-response-shape': {
    section: 'Endpoints, 3: response',
    statement:
      'The pre-payment check returns `ok: true` and a result with `receiverAddress`, `receiverMemo`, `amount`, `currency`, `fee`, `password`, `showWhitelistElement`, `exchange`, `nativeAmount` and `newRate`.',
    places: 'validateExchangePayment/response ExchangeValidation',
  },
  'exchange-payments.validation-amounts-are-numbers': {
    section: 'Endpoints, 3: response',
    statement:
      'In the result of the pre-payment check, `amount`, `fee`, `nativeAmount` and both rates in `newRate` are numbers.',
    places:
      'ExchangeValidation.amount ExchangeValidation.fee ExchangeValidation.nativeAmount ExchangeValidation.newRate',
  },
  'exchange-payments.validation-takes-nothing': {
    reason:
      'The words say that the check is not part of the core payment flow. They do not say that it reserves nothing.',
    section: 'What the service does, 7: sentences 1, 2; Endpoints, 3: sentence 1',
    statement: 'The pre-payment check leaves the balance of the shopper as it is.',
    places: 'validateExchangePayment',
  },
  'exchange-payments.validation-memo-text-or-null': {
    section: 'Endpoints, 3: response',
    statement: 'In the result of the pre-payment check, `receiverMemo` is a string or null.',
    places: 'ExchangeValidation.receiverMemo',
  },
  'exchange-payments.validation-same-coin': {
    reason: 'The words list the field without its meaning. Only its name suggests the selected currency.',
    section: 'Endpoints, 3: response; Endpoints, 3: row assets',
    statement:
      'In the result of the pre-payment check, `currency` is the exchange currency that the shopper selected in `assets`.',
    places: 'ExchangeValidation.currency ExchangeValidationPayload.assets',
  },
  'exchange-payments.validation-same-amount': {
    reason: 'The words list the field without its meaning. The amount could be converted or rounded.',
    section: 'Endpoints, 3: response; Endpoints, 3: row nativeAmount',
    statement: 'In the result of the pre-payment check, `nativeAmount` is the `nativeAmount` of the payload.',
    places: 'ExchangeValidation.nativeAmount ExchangeValidationPayload.nativeAmount',
  },
  'exchange-payments.validation-same-exchange': {
    reason: 'The words list the field without its meaning. Only its name suggests the exchange in the path.',
    section: 'Endpoints, 3: response; Endpoints, shared conventions: bullet 4',
    statement: 'In the result of the pre-payment check, `exchange` is the exchange in the path.',
    places: 'ExchangeValidation.exchange validateExchangePayment/path',
  },
  'exchange-payments.validation-whitelist-flag': {
    section: 'Endpoints, 3: bullet 1; Errors, 3: sentence 1',
    statement: '`showWhitelistElement` is true if the exchange has not whitelisted the deposit address.',
    places: 'ExchangeValidation.showWhitelistElement',
  },
  'exchange-payments.validation-password-flag': {
    section: 'Endpoints, 3: bullet 2; Errors, 3: sentence 1',
    statement: '`password` is true if the exchange password of the shopper is missing.',
    places: 'ExchangeValidation.password',
  },
  'exchange-payments.validation-shown-by-the-merchant': {
    section: 'Endpoints, 3: bullets 1, 2',
    statement:
      'The merchant site shows an error if the deposit address is not whitelisted, and asks for a missing password.',
    notObservable: 'This happens on the pages of the merchant.',
    places: 'ExchangeValidation.showWhitelistElement ExchangeValidation.password',
  },
  'exchange-payments.validation-same-object-always': {
    section: 'Endpoints, 3: bullet 3; Errors, 3: sentence 1',
    statement: 'The pre-payment check returns the same object for every exchange and every condition.',
    places: 'validateExchangePayment/response ExchangeValidation',
  },
  'exchange-payments.validation-low-balance-is-no-error': {
    section: 'Errors, 3: sentence 1',
    statement: 'The pre-payment check does not report an insufficient balance as an error.',
    places: 'validateExchangePayment validateExchangePayment/refusals',
  },
  'exchange-payments.validation-reports-low-balance': {
    section: 'Errors, 3: sentence 1; Endpoints, 3: bullet 3',
    statement: 'The result of the pre-payment check differs if the balance of the shopper is insufficient.',
    places: 'validateExchangePayment/response ExchangeValidation',
  },
  'exchange-payments.validation-messages-vary': {
    section: 'Endpoints, 3: bullet 3',
    statement:
      'The messages and codes of the pre-payment check vary by exchange, and the merchant site handles them.',
    notObservable: 'The contract gives no such message or code.',
    places: 'ExchangeValidation',
  },
  'exchange-payments.accepted': {
    section:
      'Endpoints, 4: sentence 1; Endpoints, 4: body; Endpoints, 4: rows clientId, assets, cart, shippingAddress, offerId, nativeAmount, savepassword, merchantStoreCurrency; Endpoints, shared conventions: bullet 2; Authentication: bullet 1',
    statement:
      'POST /exchanges/payments/{exchange_name} accepts a complete payload that is encrypted by RSA with the public key of the merchant, and sent base64-encoded as `data`.',
    places: 'createExchangePayment createExchangePayment/payload EncryptedData.data ExchangePaymentPayload',
  },
  'exchange-payments.creates-transaction': {
    section: 'States and transitions: row 1',
    statement: 'Each successful exchange payment creates a transaction record.',
    places: 'createExchangePayment',
  },
  'exchange-payments.immediate-status': {
    section: 'States and transitions: sentence 2; States and transitions: row 1',
    statement:
      'An exchange payment returns its immediate status, which is pending, processing, canceled or completed.',
    places: 'createExchangePayment/response',
  },
  'exchange-payments.not-done-before-two-minutes': {
    reason: 'The words say how long a payment may take, which is an expectation and not a bound.',
    section: 'States and transitions: sentence 3; Limits: row 5',
    statement: 'An exchange payment that is not completed immediately takes at least 2 minutes to complete.',
    places: 'createExchangePayment webhook',
  },
  'exchange-payments.done-within-two-hours': {
    reason: 'The words say how long a payment may take, which is an expectation and not a bound.',
    section: 'States and transitions: sentence 3; Limits: row 5',
    statement: 'An exchange payment takes at most 2 hours to complete.',
    places: 'createExchangePayment webhook',
  },
  'exchange-payments.other-key-refused': {
    reason:
      'The words say with which key a payload is encrypted, and not that the service refuses what another of its keys decrypts.',
    section:
      'Endpoints, shared conventions: bullet 2; States and transitions: row 1; Authentication: bullet 1',
    statement:
      "The payload of an exchange payment is not valid if it is encrypted with a key other than the merchant's public key.",
    places: 'createExchangePayment/payload',
  },
  'exchange-payments.unreadable-payload-refused': {
    section: 'Endpoints, 4: body; States and transitions: row 1; Authentication: bullet 1',
    statement: 'An exchange payment requires an encrypted payload in `data`.',
    places: 'createExchangePayment/body createExchangePayment/payload EncryptedData.data',
  },
  'exchange-payments.incomplete-lines-refused': {
    section: 'Resources, Cart item: rows id, name, price, quantity; Endpoints, 4: row cart',
    statement:
      'The service refuses an exchange payment if a cart item lacks `id`, `name`, `price` or `quantity`.',
    places: 'ExchangePaymentPayload.cart PaymentCartItem',
  },
  'exchange-payments.empty-code2fa-accepted': {
    section: 'Endpoints, 4: row code2fa',
    statement: '`code2fa` may be an empty string.',
    places: 'ExchangePaymentPayload.code2fa',
  },
  'exchange-payments.same-coin': {
    reason: 'The words call both a crypto currency code. They do not say that both are the same.',
    section: 'Endpoints, 4: row assets; Resources, Transaction record: row currency',
    statement: '`currency` of the record is the crypto currency in `assets` of the payload.',
    places: 'ExchangePaymentPayload.assets Transaction.currency',
  },
  'exchange-payments.from-a-connected-exchange': {
    section: 'What the service does, 2: bullet 1',
    statement: 'The shopper pays from an exchange that the shopper has connected.',
    notObservable: 'Exchanges are connected outside the interface, and no field lists the connected ones.',
    places: 'createExchangePayment',
  },
  'exchange-payments.error-authentication-failed-418': {
    reason: 'The words give the code and its message. They do not say whose authentication fails, or where.',
    section: 'Errors, 1: row 418',
    statement:
      'If authentication at the exchange fails, the service returns error 418 with its message, or cancels a payment that it has accepted.',
    places: 'createExchangePayment/refusals',
  },
  'exchange-payments.error-insufficient-balance-419': {
    section: 'Errors, 1: row 419',
    statement:
      'If the balance is insufficient, the service returns error 419 with its message, or cancels a payment that it has accepted.',
    places: 'createExchangePayment/refusals',
  },
  'exchange-payments.error-whitelist-pending-420': {
    section: 'Errors, 1: row 420',
    statement:
      'If the whitelisting of the address is pending, the service returns error 420 with its message, or cancels a payment that it has accepted.',
    places: 'createExchangePayment/refusals',
  },
  'exchange-payments.error-coin-not-supported-421': {
    section: 'Errors, 1: row 421',
    statement:
      'If the wallet of the coin is not supported, the service returns error 421 with its message, or cancels a payment that it has accepted.',
    places: 'createExchangePayment/refusals',
  },
  'exchange-payments.error-below-minimum-422': {
    section: 'Errors, 1: row 422',
    statement:
      'If the amount is below the minimum of the exchange, the service returns error 422 with its message, or cancels a payment that it has accepted.',
    places: 'createExchangePayment/refusals',
  },
  'exchange-payments.error-422-names-the-exchange': {
    section: 'Errors, 1: row 422',
    statement: 'The message of error 422 ends with the name of the exchange.',
    places: 'createExchangePayment/refusals',
  },
  'exchange-payments.refused-payment-not-made': {
    reason:
      'The words give the errors. They do not say that the service never makes such a payment later, for example after the whitelisting.',
    section: 'Errors, 1: sentence 1',
    statement: 'A payment that the service has refused with one of the five errors does not complete.',
    places: 'createExchangePayment/refusals webhook',
  },
  'exchange-payments.error-handled-by-the-front-end': {
    section: 'Errors, 1: sentence 1; Endpoints, 4: sentence 2',
    statement: 'The front end of the merchant handles the five errors.',
    notObservable: 'This happens on the pages of the merchant.',
    places: 'createExchangePayment/refusals',
  },
} as const satisfies Requirements
