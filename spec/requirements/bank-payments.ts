// What the contract states of paying from a bank account, and of the list of linked banks. The record that comes back is
// in transactions.ts; the fee and the credit are in service.ts.

import type { Requirements } from '../statements.ts'

export const bankPaymentsRequirements = {
  'bank-payments.accepted': {
    section:
      'Endpoints, 5: body; Endpoints, 5: rows clientId, amount, accountId, cart, stockId, offerId, merchantStoreCurrency, shippingAddress; Endpoints, shared conventions: bullet 2; Authentication: bullet 1',
    statement:
      "A complete payload, encrypted by RSA with the merchant's public key and sent in base64, makes a payment.",
    observable: { yes: 'A payment that nothing forbids is not answered with a transaction record.' },
    places: ['createBankPayment', 'createBankPayment/payload', 'BankPaymentPayload'],
  },
  'bank-payments.creates-transaction': {
    section: 'States and transitions: row 2',
    statement: 'Each payment that succeeds makes a transaction record of its own.',
    observable: { yes: 'Two payments for different orders come back as one record.' },
    places: ['createBankPayment'],
  },
  'bank-payments.pending-at-first': {
    section: 'States and transitions: sentence 4; States and transitions: row 2; Endpoints, 5: response',
    statement: 'A payment is pending when it begins.',
    observable: { yes: "By the deployment's own integers, the record is in another state." },
    places: ['createBankPayment/response'],
  },
  'bank-payments.not-done-before-three-working-days': {
    section: 'States and transitions: sentence 4; Limits: row 6',
    statement: 'A payment takes 3 working days at least.',
    observable: { yes: 'It is reported as completed sooner, by every way of counting working days.' },
    places: ['createBankPayment', 'webhook'],
  },
  'bank-payments.done-within-four-working-days': {
    section: 'States and transitions: sentence 4; Limits: row 6',
    statement: 'A payment takes 4 working days at most.',
    observable: { yes: 'No end of it has been reported by then, by every way of counting working days.' },
    places: ['createBankPayment', 'webhook'],
  },
  'bank-payments.other-key-refused': {
    section: 'Endpoints, 5: body; States and transitions: row 2; Authentication: bullet 1',
    statement: "A payload encrypted with another key than the merchant's public key is not valid.",
    observable: { yes: 'A payment is made from such a payload.' },
    places: ['createBankPayment/payload'],
  },
  'bank-payments.unreadable-payload-refused': {
    section: 'Endpoints, 5: body; States and transitions: row 2; Authentication: bullet 1',
    statement: 'The body holds a encrypted payload; nothing else makes a payment.',
    observable: { yes: 'A payment is made from an empty body, from noise, or from a payload in plain text.' },
    places: ['createBankPayment/body', 'createBankPayment/payload'],
  },
  'bank-payments.incomplete-lines-refused': {
    section: 'Resources, Cart item: rows id, name, price, quantity; Endpoints, 5: row cart',
    statement: 'A payload with a line that lacks id, name, price or quantity is not complete.',
    observable: { yes: 'A payment is made from such a payload.' },
    places: ['BankPaymentPayload.cart', 'PaymentCartItem'],
  },
  'bank-payments.empty-hosted-page-id-accepted': {
    section: 'Endpoints, 5: row hostedPageId',
    statement: '`hostedPageId` may be empty.',
    observable: { yes: 'A payment that nothing else forbids is refused because the id is empty.' },
    places: ['BankPaymentPayload.hostedPageId'],
  },
  'bank-payments.us-shoppers-only': {
    section: 'What the service does, 2: bullet 3 sentence 2; Limits: row 8',
    statement: 'Only a shopper in the US can pay from a bank account.',
    observable: { yes: 'A payment from the account of a shopper elsewhere is made.' },
    places: ['createBankPayment'],
  },
  'bank-payments.merchant-verified': {
    section: 'What the service does, 3: sentence 3',
    statement: 'Only a merchant whose business verification is complete can be paid from a bank account.',
    observable: { yes: 'A payment to a merchant without it is made.' },
    places: ['createBankPayment'],
  },
  'bank-payments.to-a-linked-merchant-account': {
    section: 'What the service does, 3: sentence 3; Endpoints, 5: row accountId',
    statement: 'The account that `accountId` names is one that the merchant has linked.',
    observable: { yes: "A payment to an unknown account, or to another merchant's, is made." },
    places: ['createBankPayment', 'BankPaymentPayload.accountId'],
  },
  'bank-payments.from-a-connected-shopper-account': {
    section: 'What the service does, 2: bullet 3 sentence 1; Endpoints, 5: row stockId',
    statement: 'The account that `stockId` names is one that a shopper has connected.',
    observable: { yes: 'A payment from an account that nobody connected is made.' },
    places: ['createBankPayment', 'BankPaymentPayload.stockId'],
  },
  'bank-payments.peer-to-peer': {
    section: 'What the service does, 2: bullet 3 sentence 1',
    statement: "The money goes from the shopper's account straight to the merchant's.",
    observable: { no: 'It moves between two banks, outside the interface.' },
    places: ['createBankPayment'],
  },
  'bank-payments.linked-by-a-provider': {
    section: 'What the service does, 2: bullet 3 sentence 3',
    statement: 'Shoppers link their accounts through a provider of such links.',
    observable: { no: 'It happens at a third party, outside the interface.' },
    places: ['listBanks'],
  },
  'bank-payments.transferred-by-a-provider': {
    section: 'What the service does, 2: bullet 3 sentence 4',
    statement: 'A provider of payment transfers carries the payments out.',
    observable: { no: 'It happens at a third party, outside the interface.' },
    places: ['createBankPayment'],
  },
} as const satisfies Requirements
