// What the contract states about payees and transfers, and about their refusals.

import type { Requirements } from '../statements.ts'

export const payoutsRequirements = {
  'payouts.transfers-accepted': {
    section:
      'What the service does, 6: sentence 1; Endpoints, 6: body; Endpoints, 6: rows id, fname, lname, email, label, businessname, amount, descriptor; Authentication: bullet 1',
    statement: 'The service accepts an encrypted array of complete transfers sent as `encryptedReq`.',
    violation: 'The service refuses complete transfers to payees that were added before.',
    places: ['createTransfers', 'createTransfers/payload', 'EncryptedRequest.encryptedReq', 'Transfer'],
  },
  'payouts.transfers-fiat-accepted': {
    section: 'What the service does, 6: sentence 1; Endpoints, 6: row currency',
    statement: 'The currency of a transfer may be a fiat currency.',
    violation: 'The service refuses a transfer because its currency is a fiat currency.',
    places: ['Transfer.currency'],
  },
  'payouts.transfers-crypto-accepted': {
    section: 'What the service does, 6: sentence 1; Endpoints, 6: row currency',
    statement: 'The currency of a transfer may be a crypto currency.',
    violation: 'The service refuses a transfer because its currency is a crypto currency.',
    places: ['Transfer.currency'],
  },
  'payouts.transfers-response-shape': {
    section: 'Endpoints, 6: response',
    statement:
      'POST /payout/transfer returns `ok: true` and a result with `success: true`, the array `receivers`, the object `result` and the array `errorData`.',
    violation: 'One of these fields is missing or has another type.',
    places: ['createTransfers/response', 'TransferResult'],
  },
  'payouts.transfers-row-labels': {
    section: 'Endpoints, 6: response',
    statement:
      'A receiver has the keys "Email", "Amount", "Last Name", "First Name", "Descriptor", "Currency" and "Label".',
    violation: 'A key is missing or spelled differently.',
    places: ['TransferRow'],
  },
  'payouts.transfers-as-sent': {
    section: 'Endpoints, 6: response',
    statement: 'A receiver has the values of its transfer.',
    violation:
      'An email, name, amount, currency, label or descriptor is missing or changed, or belongs to another transfer.',
    places: ['TransferResult.receivers', 'TransferRow'],
  },
  'payouts.transfers-in-order': {
    section: 'Endpoints, 6: response',
    statement: '`receivers` has one element for each transfer, in the order of the request.',
    violation: 'Receivers are missing, duplicated or in another order.',
    places: ['TransferResult.receivers'],
  },
  'payouts.transfers-inserted-count': {
    section: 'Endpoints, 6: response',
    statement: '`insertedCount` is an integer, the number of inserted transfers.',
    violation:
      '`insertedCount` is not an integer, or differs from the number of transfers although all were inserted.',
    places: ['TransferResult.insertedCount'],
  },
  'payouts.transfers-no-error-message': {
    section: 'Endpoints, 6: response',
    statement: 'If POST /payout/transfer succeeds, `errorMsg` is an empty string.',
    violation: '`errorMsg` is missing, null or not empty.',
    places: ['TransferResult.errorMsg'],
  },
  'payouts.transfers-undecryptable': {
    section: 'Errors, 2: row 1; Endpoints, 6: body; Authentication: bullet 1',
    statement:
      'If the encrypted data is malformed, POST /payout/transfer returns the message "Invalid Encrypted Data". It does not accept unencrypted data.',
    violation: 'Random data or an unencrypted array is accepted, or refused with another message.',
    places: ['createTransfers/refusals', 'createTransfers/payload'],
  },
  'payouts.transfers-not-an-array': {
    section: 'Errors, 2: row 2',
    statement:
      'If the decrypted data is not an array, POST /payout/transfer returns the message "Invalid Encrypted Data".',
    violation: 'An encrypted object is accepted, or refused with another message such as the one for payees.',
    places: ['createTransfers/refusals'],
  },
  'payouts.transfers-missing-email': {
    section: 'Errors, 2: row 3',
    statement: 'A transfer without an email is refused with the message `Invalid Email: Raw - <row number>`.',
    violation: 'The transfer is accepted, or refused with another message.',
    places: ['createTransfers/refusals', 'Transfer.email'],
  },
  'payouts.transfers-invalid-email': {
    section: 'Errors, 2: row 3',
    statement:
      'A transfer with an invalid email is refused with the message `Invalid Email: Raw - <row number>`.',
    violation: 'The transfer is accepted, or refused with another message.',
    places: ['createTransfers/refusals', 'Transfer.email'],
  },
  'payouts.transfers-row-number': {
    section: 'Errors, 2: row 3',
    statement: 'The row number in the message is that of the invalid transfer.',
    violation: 'If the invalid transfer moves down by n rows, the row number does not increase by n.',
    places: ['createTransfers/refusals', 'PayoutRefusal.errorMsg'],
  },
  'payouts.payees-accepted': {
    section: 'What the service does, 6: sentence 1; Endpoints, 7: body; Authentication: bullet 1',
    statement: 'The service accepts an encrypted array of complete payees.',
    violation: 'The service refuses complete payees.',
    places: ['addPayees', 'addPayees/payload', 'Payee'],
  },
  'payouts.payees-response-shape': {
    section: 'Endpoints, 7: response',
    statement:
      'POST /payout/payee returns `ok: true` and a result with `success: true` and the array `payees`.',
    violation: 'One of these fields is missing or has another type.',
    places: ['addPayees/response', 'PayeeResult'],
  },
  'payouts.payees-row-labels': {
    section: 'Endpoints, 7: response',
    statement:
      'A payee in the response has the keys "First Name", "Last Name", "Email", "Label" and "Error(s)".',
    violation: 'A key is missing or spelled differently.',
    places: ['PayeeRow'],
  },
  'payouts.payees-as-sent': {
    section: 'Endpoints, 7: response',
    statement: 'A payee in the response has the names, the email and the label of the request.',
    violation: 'One of these values is missing or changed, or belongs to another payee.',
    places: ['PayeeResult.payees', 'PayeeRow'],
  },
  'payouts.payees-in-order': {
    section: 'Endpoints, 7: response',
    statement: '`payees` in the response has one element for each payee, in the order of the request.',
    violation: 'Payees are missing, duplicated or in another order.',
    places: ['PayeeResult.payees'],
  },
  'payouts.payees-inserted-count': {
    section: 'Endpoints, 7: response',
    statement: '`insertedCount` is an integer, the number of inserted payees.',
    violation:
      '`insertedCount` is not an integer, or differs from the number of payees although all of them are new.',
    places: ['PayeeResult.insertedCount'],
  },
  'payouts.payees-no-error-message': {
    section: 'Endpoints, 7: response',
    statement: 'If POST /payout/payee succeeds, `errorMsg` is an empty string.',
    violation: '`errorMsg` is missing, null or not empty.',
    places: ['PayeeResult.errorMsg'],
  },
  'payouts.payees-undecryptable': {
    section: 'Errors, 2: row 4; Authentication: bullet 1',
    statement:
      'If the encrypted data is malformed, POST /payout/payee returns the message "Invalid Encrypted Data".',
    violation: 'Random data or an unencrypted array is accepted, or refused with another message.',
    places: ['addPayees/refusals', 'addPayees/payload'],
  },
  'payouts.payees-not-an-array': {
    section: 'Errors, 2: row 5',
    statement:
      'If the decrypted data is not an array, POST /payout/payee returns the message "Invalid Formate of Decrypted Data", in this spelling.',
    violation:
      'An encrypted object is accepted, or refused with another message such as the one for transfers.',
    places: ['addPayees/refusals'],
  },
  'payouts.payees-missing-key': {
    section: 'Errors, 2: row 6',
    statement:
      'A payee without a required key is refused with the message `Invalid Data: Row - <row number>, Key - <key name>`.',
    violation: 'A payee without email is accepted, or refused with another message.',
    places: ['addPayees/refusals', 'Payee.email'],
  },
  'payouts.payees-row-number': {
    section: 'Errors, 2: row 6',
    statement: 'The row number in the message is that of the incomplete payee.',
    violation: 'If the incomplete payee moves down by n rows, the row number does not increase by n.',
    places: ['addPayees/refusals', 'PayoutRefusal.errorMsg'],
  },
  'payouts.payees-key-name': {
    section: 'Errors, 2: row 6',
    statement: 'The key name in the message is the key that is missing.',
    violation: 'The message names another key.',
    places: ['addPayees/refusals', 'PayoutRefusal.errorMsg'],
  },
  'payouts.refusal-keeps-ok': {
    section: 'Errors, 2: sentence 1',
    statement: 'A payout refusal whose `errorMsg` the contract states has `ok: true`.',
    violation: '`ok` is false or missing.',
    places: ['createTransfers/response', 'addPayees/response'],
  },
  'payouts.refusal-shape': {
    section: 'Errors, 2: sentence 1',
    statement:
      'The result of a payout refusal whose `errorMsg` the contract states has `success: false` and the string `errorMsg`.',
    violation: '`success` is true or missing, or the message is in another field.',
    places: ['PayoutRefusal', 'createTransfers/response', 'addPayees/response'],
  },
} as const satisfies Requirements
