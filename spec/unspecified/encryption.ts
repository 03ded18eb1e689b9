// The unspecified behaviors of encryption.

import { effects, type UnspecifiedBehaviors } from '../statements.ts'

export const encryptionUnspecified = {
  'encryption.bank-payment-field': {
    section: 'Endpoints, shared conventions; Endpoints, 5',
    question: 'Which field of the body of POST /purchases has the encrypted payload?',
    places: 'createBankPayment/body createBankPayment/payload',
    options: effects({
      any: 'Accepts `data`, `encryptedReq` and a bare JSON string. A response header names the one it found.',
      data: 'Accepts only `data`.',
      encryptedReq: 'Accepts only `encryptedReq`.',
      bare: 'Accepts only a bare JSON string.',
    }),
    leftOpen: [
      { valueAt: ['createBankPayment', 'requestBody', 'content', 'application/json', 'schema'], is: {} },
      { valueAt: ['createBankPayment', 'x-encrypted-payload', 'field'], is: null },
    ],
  },
  'encryption.payee-field': {
    section: 'Endpoints, 7',
    question: 'Which field of the body of POST /payout/payee has the encrypted payload?',
    places: 'addPayees/body addPayees/payload',
    options: effects({
      any: 'Accepts `encryptedReq`, `data` and a bare JSON string. A response header names the one it found.',
      encryptedReq: 'Accepts only `encryptedReq`.',
      data: 'Accepts only `data`.',
      bare: 'Accepts only a bare JSON string.',
    }),
    leftOpen: [
      { valueAt: ['addPayees', 'requestBody', 'content', 'application/json', 'schema'], is: {} },
      { valueAt: ['addPayees', 'x-encrypted-payload', 'field'], is: null },
    ],
  },
  'encryption.exchange-validation': {
    section: 'Endpoints, shared conventions; Endpoints, 3',
    question: 'Which algorithm and which public key encrypt the payload of the pre-payment check?',
    places: 'validateExchangePayment/payload',
    options: effects({
      'merchant-key': "Decrypts RSA with the merchant's key pair, as for payments.",
      'service-key': "Decrypts RSA with the service's own key pair.",
    }),
    leftOpen: [
      { valueAt: ['validateExchangePayment', 'x-encrypted-payload', 'scheme'], is: null },
      { valueAt: ['validateExchangePayment', 'x-encrypted-payload', 'key'], is: null },
    ],
  },
  'encryption.payouts': {
    section: 'Endpoints, shared conventions; Endpoints, 6; Endpoints, 7',
    question: 'Which algorithm and which key encrypt the payloads of the payout endpoints?',
    places: 'createTransfers/payload addPayees/payload',
    options: effects({
      passphrase: 'Decrypts AES with the client secret of the merchant as passphrase.',
      rsa: "Decrypts RSA with the merchant's key pair.",
    }),
    leftOpen: [
      { valueAt: ['createTransfers', 'x-encrypted-payload', 'scheme'], is: null },
      { valueAt: ['createTransfers', 'x-encrypted-payload', 'key'], is: null },
      { valueAt: ['addPayees', 'x-encrypted-payload', 'scheme'], is: null },
      { valueAt: ['addPayees', 'x-encrypted-payload', 'key'], is: null },
    ],
  },
  'encryption.rsa-padding': {
    section: 'Endpoints, shared conventions',
    question: 'Which padding does an RSA payload use?',
    places: 'createExchangePayment/payload createBankPayment/payload validateExchangePayment/payload',
    options: effects({
      both: 'Decrypts OAEP (SHA-1) and PKCS#1 v1.5.',
      oaep: 'Decrypts only OAEP (SHA-1).',
      pkcs1: 'Decrypts only PKCS#1 v1.5.',
    }),
  },
  'encryption.long-payloads': {
    section: 'Endpoints, shared conventions',
    question: 'How is a payload encrypted if it is too long for one RSA block?',
    places: 'createExchangePayment/payload createBankPayment/payload',
    options: effects({
      blocks:
        'Decrypts concatenated blocks, encoded in base64 as a whole: up to 256 with a key of 2048 bits, 64 with one of 4096 bits.',
      separate: 'Decrypts blocks that are encoded in base64 one by one, and separated by dots: as many.',
    }),
  },
  'encryption.passphrase-format': {
    section: 'Endpoints, shared conventions; Endpoints, 9',
    question: 'How is the AES key derived from the passphrase, and how is the ciphertext written as text?',
    places: 'closePartialPayment/payload',
    options: effects({
      openssl:
        'Decrypts the OpenSSL `Salted__` format in base64: key derivation with MD5, AES-256-CBC, PKCS#7 padding.',
      pbkdf2:
        'Decrypts the same format with another key derivation: PBKDF2 with SHA-256 and 10,000 iterations, as `openssl enc -pbkdf2` does.',
    }),
  },
  'encryption.required-payload-fields': {
    section: 'Endpoints, 3; Endpoints, 4; Endpoints, 5; Endpoints, 6; Endpoints, 7',
    question:
      'Which fields of an encrypted payload are required? The tables of these payloads have no column for that.',
    places: 'ExchangePaymentPayload ExchangeValidationPayload BankPaymentPayload Transfer Payee',
    options: effects({
      all: 'Requires all of them, except `localAmount` and `localCurrency` of a cart item. The pre-payment check takes the cart items of payments.',
      fewest:
        'Requires `clientId`, `assets`, `offerId`, `nativeAmount`, `amount`, `currency`, `accountId`, `stockId` and `email`, where they are listed. An absent one of the others is an empty text or list, false or null; a store currency is US dollars.',
    }),
    leftOpen: [
      { optional: 'PaymentCartItem.localAmount' },
      { optional: 'PaymentCartItem.localCurrency' },
      { optional: 'ExchangePaymentPayload.assets' },
      { optional: 'ExchangeValidationPayload.assets' },
      { optional: 'BankPaymentPayload.stockId' },
      { optional: 'Transfer.amount' },
      { optional: 'Payee.email' },
    ],
  },
  'encryption.base64': {
    section: 'Endpoints, shared conventions',
    question: 'Which base64 is read?',
    places: 'service',
    options: effects({
      'line-breaks': 'Reads the standard alphabet with padding, in one line or several.',
      'url-safe': 'Reads the URL-safe alphabet, too, and base64 without padding.',
      strict: 'Reads the standard alphabet with padding, in one line.',
    }),
  },
} as const satisfies UnspecifiedBehaviors
