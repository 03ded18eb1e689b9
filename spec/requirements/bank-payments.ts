// The requirements about bank payments.

import type { Requirements } from '../statements.ts'

export const bankPaymentsRequirements = {
  'bank-payments.accepted': {
    section:
      'Endpoints, 5: body; Endpoints, 5: rows clientId, amount, accountId, cart, stockId, offerId, merchantStoreCurrency, shippingAddress; Endpoints, shared conventions: bullet 2; Authentication: bullet 1',
    statement:
      'POST /purchases accepts a complete payload that is encrypted by RSA with the public key of the merchant, and sent base64-encoded.',
    places: 'createBankPayment createBankPayment/payload BankPaymentPayload',
  },
  'bank-payments.creates-transaction': {
    section: 'States and transitions: row 2',
    statement: 'Each successful bank payment creates a transaction record.',
    places: 'createBankPayment',
  },
  'bank-payments.pending-at-first': {
    section: 'States and transitions: sentence 4; States and transitions: row 2; Endpoints, 5: response',
    statement: 'A new bank payment has the status pending.',
    places: 'createBankPayment/response',
  },
  'bank-payments.not-done-before-three-working-days': {
    reason: 'The words say how long a payment may take, which is an expectation and not a bound.',
    section: 'States and transitions: sentence 4; Limits: row 6',
    statement: 'A bank payment takes at least 3 working days to complete.',
    places: 'createBankPayment webhook',
  },
  'bank-payments.done-within-four-working-days': {
    reason: 'The words say how long a payment may take, which is an expectation and not a bound.',
    section: 'States and transitions: sentence 4; Limits: row 6',
    statement: 'A bank payment takes at most 4 working days to complete.',
    places: 'createBankPayment webhook',
  },
  'bank-payments.other-key-refused': {
    reason:
      'The words say with which key a payload is encrypted, and not that the service refuses what another of its keys decrypts.',
    section: 'Endpoints, 5: body; States and transitions: row 2; Authentication: bullet 1',
    statement:
      "The payload of a bank payment is not valid if it is encrypted with a key other than the merchant's public key.",
    places: 'createBankPayment/payload',
  },
  'bank-payments.unreadable-payload-refused': {
    section: 'Endpoints, 5: body; States and transitions: row 2; Authentication: bullet 1',
    statement: 'A bank payment requires an encrypted payload.',
    places: 'createBankPayment/body createBankPayment/payload',
  },
  'bank-payments.incomplete-lines-refused': {
    section: 'Resources, Cart item: rows id, name, price, quantity; Endpoints, 5: row cart',
    statement: 'The service refuses a bank payment if a cart item lacks `id`, `name`, `price` or `quantity`.',
    places: 'BankPaymentPayload.cart PaymentCartItem',
  },
  'bank-payments.empty-hosted-page-id-accepted': {
    section: 'Endpoints, 5: row hostedPageId',
    statement: '`hostedPageId` may be an empty string.',
    places: 'BankPaymentPayload.hostedPageId',
  },
  'bank-payments.us-shoppers-only': {
    section: 'What the service does, 2: bullet 3 sentence 2; Limits: row 8',
    statement: 'Only shoppers in the US can make bank payments.',
    places: 'createBankPayment',
  },
  'bank-payments.merchant-verified': {
    section: 'What the service does, 3: sentence 3',
    statement: 'Only a merchant with a completed business verification (KYB) can receive bank payments.',
    places: 'createBankPayment',
  },
  'bank-payments.to-a-linked-merchant-account': {
    reason:
      'The words do not say that the request itself is refused. A payment to an unknown account could be accepted first and canceled later.',
    section: 'What the service does, 3: sentence 3; Endpoints, 5: row accountId',
    statement: '`accountId` names a bank account that the merchant has linked.',
    places: 'createBankPayment BankPaymentPayload.accountId',
  },
  'bank-payments.from-a-connected-shopper-account': {
    reason:
      'The words do not say that the request itself is refused. A payment from an unknown account could be accepted first and canceled later.',
    section: 'What the service does, 2: bullet 3 sentence 1; Endpoints, 5: row stockId',
    statement: '`stockId` names a bank account that the shopper has connected.',
    places: 'createBankPayment BankPaymentPayload.stockId',
  },
  'bank-payments.peer-to-peer': {
    section: 'What the service does, 2: bullet 3 sentence 1',
    statement:
      'A bank payment goes directly from an account of the shopper to a linked account of the merchant.',
    notObservable: 'The money moves between two banks, outside the interface.',
    places: 'createBankPayment',
  },
  'bank-payments.linked-by-a-provider': {
    section: 'What the service does, 2: bullet 3 sentence 3',
    statement: 'Shoppers link bank accounts through a third-party provider.',
    notObservable: 'This happens at a third party, outside the interface.',
    places: 'listBanks',
  },
  'bank-payments.transferred-by-a-provider': {
    section: 'What the service does, 2: bullet 3 sentence 4',
    statement: 'A third-party provider executes the transfers of bank payments.',
    notObservable: 'This happens at a third party, outside the interface.',
    places: 'createBankPayment',
  },
} as const satisfies Requirements
