// The requirements about payees and transfers, and about their refusals.

import type { Requirements } from '../statements.ts'

export const payoutsRequirements = {
  'payouts.transfers-accepted': {
    section:
      'What the service does, 6: sentence 1; Endpoints, 6: body; Endpoints, 6: rows id, fname, lname, email, label, businessname, amount, descriptor; Authentication: bullet 1',
    statement: 'The service accepts an encrypted array of complete transfers sent as `encryptedReq`.',
    places: 'createTransfers createTransfers/payload EncryptedRequest.encryptedReq Transfer',
  },
  'payouts.transfers-fiat-accepted': {
    section: 'What the service does, 6: sentence 1; Endpoints, 6: row currency',
    statement: 'The currency of a transfer may be a fiat currency.',
    places: 'Transfer.currency',
  },
  'payouts.transfers-crypto-accepted': {
    section: 'What the service does, 6: sentence 1; Endpoints, 6: row currency',
    statement: 'The currency of a transfer may be a crypto currency.',
    places: 'Transfer.currency',
  },
  'payouts.transfers-response-shape': {
    section: 'Endpoints, 6: response',
    statement:
      'POST /payout/transfer returns `ok: true` and a result with `success: true`, the array `receivers`, the integer `insertedCount`, the object `result` and the array `errorData`.',
    places: 'createTransfers/response TransferResult',
  },
  'payouts.transfers-row-labels': {
    section: 'Endpoints, 6: response',
    statement:
      'A receiver has the keys "Email", "Amount", "Last Name", "First Name", "Descriptor", "Currency" and "Label".',
    places: 'TransferRow',
  },
  'payouts.transfers-as-sent': {
    reason: 'The words list the labels of a row without their meaning. Values could be masked or formatted.',
    section: 'Endpoints, 6: response',
    statement: 'A receiver has the values of its transfer.',
    places: 'TransferResult.receivers TransferRow',
  },
  'payouts.transfers-in-order': {
    reason: 'The words do not say in which order the rows are returned.',
    section: 'Endpoints, 6: response',
    statement: '`receivers` has one element for each transfer, in the order of the request.',
    places: 'TransferResult.receivers',
  },
  'payouts.transfers-inserted-count': {
    reason: 'The words list the field without its meaning. Only its name suggests what it counts.',
    section: 'Endpoints, 6: response',
    statement: '`insertedCount` is the number of accepted transfers.',
    places: 'TransferResult.insertedCount',
  },
  'payouts.transfers-no-error-message': {
    section: 'Endpoints, 6: response',
    statement: 'If POST /payout/transfer succeeds, `errorMsg` is an empty string.',
    places: 'TransferResult.errorMsg',
  },
  'payouts.transfers-undecryptable': {
    section: 'Errors, 2: row 1; Endpoints, 6: body; Authentication: bullet 1',
    statement:
      'If the encrypted data is malformed, POST /payout/transfer returns the message "Invalid Encrypted Data". It does not accept unencrypted data.',
    places: 'createTransfers/refusals createTransfers/payload',
  },
  'payouts.transfers-not-an-array': {
    section: 'Errors, 2: row 2',
    statement:
      'If the decrypted data is not an array, POST /payout/transfer returns the message "Invalid Encrypted Data".',
    places: 'createTransfers/refusals',
  },
  'payouts.transfers-missing-email': {
    section: 'Errors, 2: row 3',
    statement: 'A transfer without an email is refused with the message `Invalid Email: Raw - <row number>`.',
    places: 'createTransfers/refusals Transfer.email',
  },
  'payouts.transfers-invalid-email': {
    reason: 'The words do not say which emails are invalid.',
    section: 'Errors, 2: row 3',
    statement:
      'A transfer with an invalid email is refused with the message `Invalid Email: Raw - <row number>`.',
    places: 'createTransfers/refusals Transfer.email',
  },
  'payouts.transfers-row-number': {
    section: 'Errors, 2: row 3',
    statement: 'The row number in the message is that of the invalid transfer.',
    places: 'createTransfers/refusals PayoutRefusal.errorMsg',
  },
  'payouts.payees-accepted': {
    section: 'What the service does, 6: sentence 1; Endpoints, 7: body; Authentication: bullet 1',
    statement: 'The service accepts an encrypted array of complete payees.',
    places: 'addPayees addPayees/payload Payee',
  },
  'payouts.payees-response-shape': {
    section: 'Endpoints, 7: response',
    statement:
      'POST /payout/payee returns `ok: true` and a result with `success: true`, the array `payees` and the integer `insertedCount`.',
    places: 'addPayees/response PayeeResult',
  },
  'payouts.payees-row-labels': {
    section: 'Endpoints, 7: response',
    statement:
      'A payee in the response has the keys "First Name", "Last Name", "Email", "Label" and "Error(s)".',
    places: 'PayeeRow',
  },
  'payouts.payees-as-sent': {
    reason: 'The words list the labels of a row without their meaning. Values could be masked or formatted.',
    section: 'Endpoints, 7: response',
    statement: 'A payee in the response has the names, the email and the label of the request.',
    places: 'PayeeResult.payees PayeeRow',
  },
  'payouts.payees-in-order': {
    reason: 'The words do not say in which order the rows are returned.',
    section: 'Endpoints, 7: response',
    statement: '`payees` in the response has one element for each payee, in the order of the request.',
    places: 'PayeeResult.payees',
  },
  'payouts.payees-inserted-count': {
    reason: 'The words list the field without its meaning. Only its name suggests what it counts.',
    section: 'Endpoints, 7: response',
    statement: '`insertedCount` is the number of accepted payees.',
    places: 'PayeeResult.insertedCount',
  },
  'payouts.payees-no-error-message': {
    section: 'Endpoints, 7: response',
    statement: 'If POST /payout/payee succeeds, `errorMsg` is an empty string.',
    places: 'PayeeResult.errorMsg',
  },
  'payouts.payees-undecryptable': {
    section: 'Errors, 2: row 4; Authentication: bullet 1',
    statement:
      'If the encrypted data is malformed, POST /payout/payee returns the message "Invalid Encrypted Data".',
    places: 'addPayees/refusals addPayees/payload',
  },
  'payouts.payees-not-an-array': {
    section: 'Errors, 2: row 5',
    statement:
      'If the decrypted data is not an array, POST /payout/payee returns the message "Invalid Formate of Decrypted Data", in this spelling.',
    places: 'addPayees/refusals',
  },
  'payouts.payees-missing-key': {
    reason: 'The words do not say which keys of a payee are required.',
    section: 'Errors, 2: row 6',
    statement:
      'A payee without a required key is refused with the message `Invalid Data: Row - <row number>, Key - <key name>`.',
    places: 'addPayees/refusals Payee.email',
  },
  'payouts.payees-row-number': {
    section: 'Errors, 2: row 6',
    statement: 'The row number in the message is that of the incomplete payee.',
    places: 'addPayees/refusals PayoutRefusal.errorMsg',
  },
  'payouts.payees-key-name': {
    reason: 'The words do not say how the message spells a key. It could be the label of the response.',
    section: 'Errors, 2: row 6',
    statement: 'The key name in the message is the key that is missing.',
    places: 'addPayees/refusals PayoutRefusal.errorMsg',
  },
  'payouts.refusal-keeps-ok': {
    section: 'Errors, 2: sentence 1',
    statement: 'A payout refusal whose `errorMsg` the contract states has `ok: true`.',
    places: 'createTransfers/response addPayees/response',
  },
  'payouts.refusal-shape': {
    section: 'Errors, 2: sentence 1; Endpoints, 6: sentence 1',
    statement:
      'The result of a payout refusal whose `errorMsg` the contract states has `success: false` and the string `errorMsg`.',
    places: 'PayoutRefusal createTransfers/response addPayees/response',
  },
} as const satisfies Requirements
