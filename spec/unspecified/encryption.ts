// What the contract does not show about encryption.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const encryptionUnspecified = {
  'encryption.bank-payment-field': {
    section: 'Endpoints, shared conventions',
    question: 'The request-body field name of POST /purchases.',
    places: ['createBankPayment/body', 'createBankPayment/payload'],
    options: {
      any: { summary: '`data`, `encryptedReq` or a bare JSON string; the answer says which was seen.' },
      data: { summary: 'Only `data`.' },
      encryptedReq: { summary: 'Only `encryptedReq`.' },
      bare: { summary: 'Only a bare JSON string.' },
    },
  },
  'encryption.payee-field': {
    section: 'Endpoints, 7',
    question: 'The request-body field name of POST /payout/payee.',
    places: ['addPayees/body', 'addPayees/payload'],
    options: {
      any: { summary: '`encryptedReq`, `data` or a bare JSON string; the answer says which was seen.' },
      encryptedReq: { summary: 'Only `encryptedReq`.' },
      data: { summary: 'Only `data`.' },
      bare: { summary: 'Only a bare JSON string.' },
    },
  },
  'encryption.exchange-validation': {
    section: 'Endpoints, shared conventions',
    question:
      'The algorithm and the key of the pre-payment check; the contract says only that the key is public.',
    places: ['validateExchangePayment/payload'],
    options: {
      'merchant-key': { summary: "RSA with the merchant's public key, as for payments." },
      'service-key': { summary: "RSA with the service's own public key." },
    },
  },
  'encryption.payouts': {
    section: 'Endpoints, shared conventions',
    question: 'The algorithm and the key of the payout payloads.',
    places: ['createTransfers/payload', 'addPayees/payload'],
    options: {
      passphrase: { summary: "Passphrase with the merchant's client secret." },
      rsa: { summary: "RSA with the merchant's public key." },
    },
  },
  'encryption.rsa-padding': {
    section: 'Endpoints, shared conventions',
    question: 'The padding of RSA payloads.',
    places: ['createExchangePayment/payload', 'createBankPayment/payload', 'validateExchangePayment/payload'],
    options: {
      both: { summary: 'OAEP (SHA-1) and PKCS#1 v1.5 are both opened.' },
      oaep: { summary: 'OAEP (SHA-1) only.' },
      pkcs1: { summary: 'PKCS#1 v1.5 only.' },
    },
  },
  'encryption.long-payloads': {
    section: 'Endpoints, shared conventions',
    question: 'What becomes of a payload longer than one RSA block.',
    places: ['createExchangePayment/payload', 'createBankPayment/payload'],
    options: { blocks: { summary: 'Concatenated blocks, base64 of the whole; at most 256 blocks.' } },
    soleBecause:
      'Payloads do not fit one block of a usual key, so refusing a second one would refuse what the contract asks for.',
  },
  'encryption.passphrase-format': {
    section: 'Endpoints, shared conventions',
    question: 'Key derivation and text form of AES with a passphrase.',
    places: ['closePartialPayment/payload'],
    options: {
      openssl: { summary: 'OpenSSL `Salted__` in base64, MD5 derivation, AES-256-CBC with PKCS#7 padding.' },
    },
    soleBecause:
      'It is what the usual client library writes; a service that opens anything else would shut it out.',
  },
  'encryption.required-payload-fields': {
    section: 'Endpoints, 3 to 7',
    question: 'Which fields of a encrypted payload may be left out; its tables have no column for it.',
    places: ['ExchangePaymentPayload', 'ExchangeValidationPayload', 'BankPaymentPayload'],
    options: { all: { summary: 'All are demanded but localAmount and localCurrency of a cart line.' } },
    soleBecause:
      'The document lists them as the payload; a client that sends them all is served by every reading.',
  },
} as const satisfies UnspecifiedBehaviors
