// Payees, and transfers to them. Contract: Endpoints, 6; Endpoints, 7; Errors, 2.

import { z } from 'zod'
import { operation } from '../operation.ts'
import {
  component,
  email,
  field,
  integer,
  namedObject,
  number,
  okResult,
  openObject,
  present,
  text,
} from '../primitives.ts'
import { payoutErrors } from '../stated-errors.ts'

const EncryptedRequest = namedObject('EncryptedRequest', 'A request with an encrypted payload.', {
  encryptedReq: field(text, 'The encrypted payload.'),
})

const payee = {
  id: field(text, 'Id. What it identifies is not stated.'),
  fname: field(text, 'First name.'),
  lname: field(text, 'Last name.'),
  email: field(email, 'Email address.'),
  label: field(text, 'Label of the payee.'),
  businessname: field(text, 'Business name.'),
}

const Payee = component('Payee', z.object(payee).partial(), {
  description: 'A payee to add. Which fields are required is not shown.',
})

const Transfer = component(
  'Transfer',
  z
    .object({
      ...payee,
      amount: field(number, 'Amount to transfer, in `currency`.'),
      currency: field(text, 'Fiat or crypto currency code.'),
      descriptor: field(text, 'Descriptor of the transfer.'),
    })
    .partial()
    .required({ email: true }),
  {
    description:
      'A transfer to create. Only the error for a missing key names a field, the email. Whether others are required is not shown.',
  },
)

const PayeePayload = component('PayeePayload', z.array(Payee), {
  description: 'The encrypted payload of a request to add payees.',
})

const TransferPayload = component('TransferPayload', z.array(Transfer), {
  description: 'The encrypted payload of a request to create transfers.',
})

const TransferRow = namedObject(
  'TransferRow',
  'The receiver of a created transfer. The types of its values are not stated.',
  {
    Email: field(present, 'Email address of the receiver.', 'grace@payee.example'),
    Amount: field(present, 'Amount of the transfer.', 250),
    'Last Name': field(present, 'Last name of the receiver.', 'Example'),
    'First Name': field(present, 'First name of the receiver.', 'Grace'),
    Descriptor: field(present, 'Descriptor of the transfer.', 'January'),
    Currency: field(present, 'Currency code of the transfer.', 'USD'),
    Label: field(present, 'Label of the receiver.', 'supplier'),
  },
)

const PayeeRow = namedObject('PayeeRow', 'A payee of the request. The types of its values are not stated.', {
  'First Name': field(present, 'First name of the payee.', 'Grace'),
  'Last Name': field(present, 'Last name of the payee.', 'Example'),
  Email: field(present, 'Email address of the payee.', 'grace@payee.example'),
  Label: field(present, 'Label of the payee.', 'supplier'),
  'Error(s)': field(present, 'Errors of the payee.', ''),
})

const PayoutRefusal = namedObject(
  'PayoutRefusal',
  'The refusal of a payout request. The envelope still has `ok: true`.',
  {
    success: field(z.literal(false), 'False in a refusal.'),
    errorMsg: field(text, 'The error message.'),
  },
)

const TransferResult = namedObject('TransferResult', 'The result of a request to create transfers.', {
  success: field(z.literal(true), 'True on success.'),
  receivers: field(z.array(TransferRow), 'The receivers of the transfers.'),
  insertedCount: field(integer, 'Number of transfers that were inserted.', 1),
  result: field(openObject, 'The result. Its fields are not shown.', {}),
  errorData: field(z.array(z.unknown()), 'Data about errors. Its elements are not shown.', []),
  errorMsg: field(z.literal(''), 'Empty on success.'),
})

const PayeeResult = namedObject('PayeeResult', 'The result of a request to add payees.', {
  success: field(z.literal(true), 'True on success.'),
  payees: field(z.array(PayeeRow), 'The payees of the request.'),
  insertedCount: field(integer, 'Number of payees that were inserted.', 1),
  errorMsg: field(z.literal(''), 'Empty on success.'),
})

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
  description:
    'Requests payouts in fiat or crypto currencies. A row that is missing a key is reported in `errorMsg`; `ok` stays true.',
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
  response: okResult(z.union([TransferResult, PayoutRefusal])),
  statedErrors: [
    { condition: 'The encrypted data is malformed.', errorMsg: payoutErrors.transferMalformed() },
    { condition: 'The decrypted data is not an array.', errorMsg: payoutErrors.transferNotArray() },
    {
      condition: 'A required key of a row is missing or invalid.',
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
  description:
    'Adds people and businesses that transfers can be sent to. A row that is missing a key is reported in `errorMsg`; `ok` stays true.',
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
  response: okResult(z.union([PayeeResult, PayoutRefusal])),
  statedErrors: [
    { condition: 'The encrypted data is malformed.', errorMsg: payoutErrors.payeeMalformed() },
    { condition: 'The decrypted data is not an array.', errorMsg: payoutErrors.payeeNotArray() },
    {
      condition: 'A required key of a row is missing.',
      errorMsg: payoutErrors.payeeRow('{row_number}', '{key_name}'),
    },
  ],
  refusals: ['payouts.payee-malformed', 'payouts.payee-not-array', 'payouts.payee-row'],
})
