// What the contract does not show about authentication.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const authenticationUnspecified = {
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
} as const satisfies UnspecifiedBehaviors
