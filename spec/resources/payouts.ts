// Adding payees and paying them. Contract: Endpoints 6 and 7; Errors, 2.

import { z } from 'zod'
import { payoutErrors } from '../errors.ts'
import { operation } from '../operation.ts'
import { component, number, okResult, openObject, present, text } from '../primitives.ts'

export const EncryptedRequest = component('EncryptedRequest', z.object({ encryptedReq: text }), {
  description: 'A encrypted payload.',
})

export const Payee = component(
  'Payee',
  z.object({ id: text, fname: text, lname: text, email: text, label: text, businessname: text }),
)

export const Transfer = component(
  'Transfer',
  z.object({
    id: text,
    fname: text,
    lname: text,
    email: text,
    label: text,
    businessname: text,
    amount: number,
    currency: text,
    descriptor: text,
  }),
)

export const PayeePayload = component('PayeePayload', z.array(Payee), {
  description: 'What the encrypted text of an addition of payees holds.',
})

export const TransferPayload = component('TransferPayload', z.array(Transfer), {
  description: 'What the encrypted text of a request for transfers holds.',
})

export const TransferRow = component(
  'TransferRow',
  z.object({
    Email: present,
    Amount: present,
    'Last Name': present,
    'First Name': present,
    Descriptor: present,
    Currency: present,
    Label: present,
  }),
)

export const PayeeRow = component(
  'PayeeRow',
  z.object({
    'First Name': present,
    'Last Name': present,
    Email: present,
    Label: present,
    'Error(s)': present,
  }),
)

export const PayoutRefusal = component(
  'PayoutRefusal',
  z.object({ success: z.literal(false), errorMsg: text }),
  { description: 'Why a payout request was not taken. It comes with `ok: true`.' },
)

export const TransfersTaken = component(
  'TransfersTaken',
  z.object({
    success: z.literal(true),
    receivers: z.array(TransferRow),
    insertedCount: z.number().int(),
    result: openObject,
    errorData: z.array(z.unknown()),
    errorMsg: z.literal(''),
  }),
)

export const PayeesTaken = component(
  'PayeesTaken',
  z.object({
    success: z.literal(true),
    payees: z.array(PayeeRow),
    insertedCount: z.number().int(),
    errorMsg: z.literal(''),
  }),
)

const payeeExample = {
  id: 'payee-1',
  fname: 'Grace',
  lname: 'Example',
  email: 'grace@payee.example',
  label: 'supplier',
  businessname: 'Grace & Co',
}

export const createTransfers = operation({
  method: 'post',
  path: '/payout/transfer',
  section: 'Endpoints, 6',
  summary: 'Create transfers to payees',
  harm: 'money',
  credential: 'unstatedToken',
  assumedToken: { kind: 'merchant', kindDecidedBy: 'authentication.transfer-token' },
  body: EncryptedRequest,
  bodyExample: { encryptedReq: 'c2VhbGVk' },
  encrypted: {
    field: 'encryptedReq',
    scheme: null,
    key: null,
    schemeDecidedBy: 'encryption.payouts',
    payloadRefusals: ['payouts.transfer-malformed', 'payouts.transfer-not-array', 'payouts.transfer-row'],
    payload: TransferPayload,
    example: [{ ...payeeExample, amount: 250, currency: 'USD', descriptor: 'January' }],
  },
  envelope: 'ok-result',
  response: okResult(z.union([TransfersTaken, PayoutRefusal])),
  responseExample: {
    ok: true,
    result: {
      success: true,
      receivers: [
        {
          Email: 'grace@payee.example',
          Amount: 250,
          'Last Name': 'Example',
          'First Name': 'Grace',
          Descriptor: 'January',
          Currency: 'USD',
          Label: 'supplier',
        },
      ],
      insertedCount: 1,
      result: {},
      errorData: [],
      errorMsg: '',
    },
  },
  statedErrors: [
    { condition: 'The encrypted text cannot be decrypted.', errorMsg: payoutErrors.transferMalformed() },
    { condition: 'The decrypted payload is not an array.', errorMsg: payoutErrors.transferNotArray() },
    {
      condition: 'A row lacks a required key or has an invalid one.',
      errorMsg: payoutErrors.transferRow('{row_number}'),
    },
  ],
  refusals: ['payouts.transfer-malformed', 'payouts.transfer-not-array', 'payouts.transfer-row'],
})

export const addPayees = operation({
  method: 'post',
  path: '/payout/payee',
  section: 'Endpoints, 7',
  summary: 'Add payees',
  harm: 'write',
  credential: 'notShown',
  assumedToken: { kind: 'merchant', requirementDecidedBy: 'authentication.payee-headers' },
  body: z.unknown(),
  bodyExample: { encryptedReq: 'c2VhbGVk' },
  encrypted: {
    field: null,
    fieldDecidedBy: 'encryption.payee-field',
    usualField: 'encryptedReq',
    scheme: null,
    key: null,
    schemeDecidedBy: 'encryption.payouts',
    payloadRefusals: ['payouts.payee-malformed', 'payouts.payee-not-array', 'payouts.payee-row'],
    payload: PayeePayload,
    example: [payeeExample],
  },
  envelope: 'ok-result',
  response: okResult(z.union([PayeesTaken, PayoutRefusal])),
  responseExample: {
    ok: true,
    result: {
      success: true,
      payees: [
        {
          'First Name': 'Grace',
          'Last Name': 'Example',
          Email: 'grace@payee.example',
          Label: 'supplier',
          'Error(s)': '',
        },
      ],
      insertedCount: 1,
      errorMsg: '',
    },
  },
  statedErrors: [
    { condition: 'The encrypted text cannot be decrypted.', errorMsg: payoutErrors.payeeMalformed() },
    { condition: 'The decrypted payload is not an array.', errorMsg: payoutErrors.payeeNotArray() },
    {
      condition: 'A row lacks a required key.',
      errorMsg: payoutErrors.payeeRow('{row_number}', '{key_name}'),
    },
  ],
  refusals: ['payouts.payee-malformed', 'payouts.payee-not-array', 'payouts.payee-row'],
})
