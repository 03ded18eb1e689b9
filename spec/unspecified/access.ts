// Unspecified behaviors about who may call, and how secrets and encrypted payloads look.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const accessItems = {
  'authentication.token-issue': {
    section: 'Authentication',
    question: 'How access tokens are obtained, and whether they expire.',
    places: ['service'],
    options: {
      listed: { summary: 'Tokens are data of the world, listed by the control API; they never expire.' },
      expiring: {
        summary: 'Tokens expire on the virtual clock; the control API issues fresh ones.',
        value: { ageSeconds: 3600 },
      },
    },
  },
  'authentication.invoice-headers': {
    section: 'Endpoints, shared conventions',
    question: 'The headers of POST /hosted-page, and so how the merchant is known.',
    places: ['createInvoice/headers'],
    options: {
      accepted: {
        summary: 'A merchant token is accepted and not demanded; without one the first merchant is meant.',
      },
      demanded: { summary: 'A merchant token is demanded.' },
    },
  },
  'authentication.bank-payment-headers': {
    section: 'Endpoints, shared conventions',
    question: 'The headers of POST /purchases.',
    places: ['createBankPayment/headers'],
    options: {
      accepted: {
        summary: 'A shopper token is accepted and not demanded; the linked bank tells the shopper.',
      },
      demanded: { summary: 'A shopper token is demanded.' },
    },
  },
  'authentication.payee-headers': {
    section: 'Endpoints, shared conventions',
    question: 'The headers of POST /payout/payee, and so how the merchant is known.',
    places: ['addPayees/headers'],
    options: {
      accepted: {
        summary:
          'A merchant token is accepted and not demanded; else the merchant whose secret opens the payload.',
      },
      demanded: { summary: 'A merchant token is demanded.' },
    },
  },
  'authentication.transfer-token': {
    section: 'Endpoints, 6',
    question: 'The kind of token that POST /payout/transfer demands.',
    places: ['createTransfers/credential'],
    options: {
      merchant: { summary: "The merchant's access token." },
      either: { summary: "A merchant's or a shopper's token; the payload's secret tells the merchant." },
    },
  },
  'authentication.merchant-auth': {
    section: 'Authentication',
    question: 'What merchantAuth contains.',
    places: ['SubscriptionDebitRequest.merchantAuth', 'SubscriptionCancelRequest.merchantAuth'],
    options: {
      both: { summary: 'Either of the two forms below.' },
      'encrypted-merchant-id': {
        summary: "The merchant's id as JSON, encrypted with the merchant's public key.",
      },
      'access-token': { summary: "The merchant's access token." },
    },
  },
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
} as const satisfies UnspecifiedBehaviors
