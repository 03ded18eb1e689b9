// The unspecified behaviors of authentication.

import { effects, type UnspecifiedBehaviors } from '../statements.ts'

export const authenticationUnspecified = {
  'authentication.token-issue': {
    section: 'Authentication',
    question: 'How does a client obtain an access token, and does the token expire?',
    places: 'service',
    options: {
      listed: { effect: 'Lists the tokens in the control API. They never expire.' },
      expiring: {
        effect: 'Lets tokens expire on the virtual clock. The control API issues new ones.',
        value: { ageSeconds: 3600 },
      },
    },
    valueRule: { min: 1, max: 1e9 },
  },
  'authentication.invoice-headers': {
    section: 'Endpoints, shared conventions; Endpoints, 1',
    question: 'Which headers does POST /hosted-page take, and how does it identify the merchant?',
    places: 'createInvoice/headers',
    options: effects({
      accepted:
        'Accepts a merchant token. Without a token, acts for the merchant whose id is `clientId` or `merchantId` in the body, or whose shop `redirectUrl` belongs to, or for the only merchant of the world, and names it in a response header. Refuses the request if there is none.',
      demanded: 'Requires a merchant token.',
      'first-merchant':
        'Accepts a merchant token. Without a token, acts for the first merchant of the world, and names it in a response header.',
    }),
    leftOpen: [{ headersOf: 'createInvoice' }],
  },
  'authentication.bank-payment-headers': {
    section: 'Endpoints, shared conventions; Endpoints, 5',
    question: 'Which headers does POST /purchases take?',
    places: 'createBankPayment/headers',
    options: effects({
      accepted: 'Accepts a shopper token. Without a token, the linked bank account identifies the shopper.',
      demanded: 'Requires a shopper token.',
    }),
    leftOpen: [{ headersOf: 'createBankPayment' }],
  },
  'authentication.payee-headers': {
    section: 'Endpoints, shared conventions; Endpoints, 7',
    question: 'Which headers does POST /payout/payee take, and how does it identify the merchant?',
    places: 'addPayees/headers',
    options: effects({
      accepted:
        'Accepts a merchant token. Without a token, the secret that decrypts the payload identifies the merchant.',
      demanded: 'Requires a merchant token.',
    }),
    leftOpen: [{ headersOf: 'addPayees' }],
  },
  'authentication.transfer-token': {
    section: 'Authentication; Endpoints, 6',
    question: 'Which kind of access token does POST /payout/transfer require?',
    places: 'createTransfers/credential',
    options: {
      ...effects({
        merchant: "Requires a merchant's access token.",
        either:
          "Accepts a merchant's or a shopper's access token. The secret that decrypts the payload identifies the merchant.",
      }),
      shopper: {
        effect:
          "Requires a shopper's access token. The secret that decrypts the payload identifies the merchant.",
        needsOtherClient: true,
      },
    },
    leftOpen: [{ valueAt: ['createTransfers', 'security'], is: [{ unstatedToken: [] }] }],
  },
  'authentication.merchant-auth': {
    section: 'Authentication',
    question: 'What does `merchantAuth` contain?',
    places: 'DebitByFields.merchantAuth DebitByItems.merchantAuth SubscriptionCancelRequest.merchantAuth',
    options: effects({
      decrypted:
        "Accepts any JSON object that the merchant's key decrypts and that names no other merchant, and the access token.",
      'encrypted-merchant-id':
        "Accepts only the merchant's id as JSON, encrypted with the merchant's public key.",
      'access-token': "Accepts only the merchant's access token.",
    }),
    leftOpen: [
      { schemaAt: 'DebitByFields.merchantAuth', is: { type: 'string' } },
      { schemaAt: 'SubscriptionCancelRequest.merchantAuth', is: { type: 'string' } },
    ],
  },
  'authentication.client-id': {
    section: 'Endpoints, 3; Endpoints, 4; Endpoints, 5; Endpoints, 9',
    question: 'Is `clientId` the id of the merchant, as in responses, or another one?',
    places:
      'ExchangeValidationPayload.clientId ExchangePaymentPayload.clientId BankPaymentPayload.clientId ClosingRequest.clientId',
    options: {
      'merchant-id': {
        effect:
          "The merchant's id. If the world file gives the merchant a `clientId`, tokens and closing take that, and payments take both.",
      },
      another: {
        effect:
          "Another one everywhere: the `clientId` of the world file, or `client-` and the merchant's id. `GET /control/credentials` lists it.",
        needsOtherClient: true,
      },
    },
    leftOpen: [{ schemaAt: 'ExchangePaymentPayload.clientId', is: { type: 'string' } }],
  },
  'authentication.merchant-id-form': {
    section: 'Endpoints, 15; Endpoints, 16',
    question: 'Is `merchantId` in a subscription request the plain id or its base64?',
    places: 'DebitByFields.merchantId DebitByItems.merchantId SubscriptionCancelRequest.merchantId',
    options: effects({
      either: 'Accepts both.',
      plain: 'Accepts only the plain id.',
      base64: 'Accepts only the base64 of the id.',
    }),
    leftOpen: [
      { schemaAt: 'DebitByFields.merchantId', is: { type: 'string' } },
      { schemaAt: 'SubscriptionCancelRequest.merchantId', is: { type: 'string' } },
    ],
  },
  'authentication.unneeded-header': {
    section: 'Authentication',
    question: 'What does the service do with an Authorization header that a request does not need?',
    places: 'closePartialPayment debitSubscription cancelSubscription',
    options: effects({ ignored: 'Ignores it.', refused: 'Refuses the request.' }),
  },
  'authentication.shopper-merchant': {
    section: 'Authentication; Endpoints, 3; Endpoints, 4',
    question: 'Is the access token of a shopper bound to one merchant?',
    places: 'validateExchangePayment/credential createExchangePayment/credential',
    options: {
      any: { effect: 'A shopper can pay every merchant.' },
      first: {
        effect:
          'A shopper can pay only the first merchant of the world. Other exchange payments are refused.',
        needsOtherClient: true,
      },
    },
  },
} as const satisfies UnspecifiedBehaviors
