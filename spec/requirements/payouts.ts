// What the contract states of payees and transfers, and of the texts of their refusals. The number of the first row is no
// part of it: only that numbers follow the rows.

import type { Requirements } from '../statements.ts'

export const payoutsRequirements = {
  'payouts.transfers-accepted': {
    section:
      'What the service does, 6: sentence 1; Endpoints, 6: body; Endpoints, 6: rows id, fname, lname, email, label, businessname, amount, descriptor; Authentication: bullet 1',
    statement: 'A encrypted array of complete transfers, sent as `encryptedReq`, is taken.',
    observable: { yes: 'Complete transfers to added payees are refused.' },
    places: ['createTransfers', 'createTransfers/payload', 'EncryptedRequest.encryptedReq', 'Transfer'],
  },
  'payouts.transfers-fiat-accepted': {
    section: 'What the service does, 6: sentence 1; Endpoints, 6: row currency',
    statement: 'A transfer may be in a fiat currency.',
    observable: { yes: 'A transfer is refused because its currency is fiat.' },
    places: ['Transfer.currency'],
  },
  'payouts.transfers-crypto-accepted': {
    section: 'What the service does, 6: sentence 1; Endpoints, 6: row currency',
    statement: 'A transfer may be in a crypto currency.',
    observable: { yes: 'A transfer is refused because its currency is crypto.' },
    places: ['Transfer.currency'],
  },
  'payouts.transfers-response-shape': {
    section: 'Endpoints, 6: response',
    statement:
      'Success is `ok: true` and a result of `success: true`, the array receivers, the object result and the array errorData.',
    observable: { yes: 'One of these is absent, or has another type.' },
    places: ['createTransfers/response', 'TransfersTaken'],
  },
  'payouts.transfers-row-labels': {
    section: 'Endpoints, 6: response',
    statement:
      'A receiver is written under the labels "Email", "Amount", "Last Name", "First Name", "Descriptor", "Currency" and "Label".',
    observable: { yes: 'A label is missing, or is written otherwise.' },
    places: ['TransferRow'],
  },
  'payouts.transfers-as-sent': {
    section: 'Endpoints, 6: response',
    statement: 'A receiver holds what its transfer says.',
    observable: {
      yes: 'An email, name, amount, currency, label or descriptor is lost, changed or mixed up.',
    },
    places: ['TransfersTaken.receivers', 'TransferRow'],
  },
  'payouts.transfers-in-order': {
    section: 'Endpoints, 6: response',
    statement: 'There is a receiver for each transfer, in the order of the transfers.',
    observable: { yes: 'Receivers are missing, doubled, or in another order.' },
    places: ['TransfersTaken.receivers'],
  },
  'payouts.transfers-inserted-count': {
    section: 'Endpoints, 6: response',
    statement: 'insertedCount is an integer that counts the transfers inserted.',
    observable: { yes: 'It is no integer, or differs from the number of transfers when all are taken.' },
    places: ['TransfersTaken.insertedCount'],
  },
  'payouts.transfers-no-error-message': {
    section: 'Endpoints, 6: response',
    statement: 'On success errorMsg is there, and empty.',
    observable: { yes: 'errorMsg is absent, null, or says something.' },
    places: ['TransfersTaken.errorMsg'],
  },
  'payouts.transfers-undecryptable': {
    section: 'Errors, 2: row 1; Endpoints, 6: body; Authentication: bullet 1',
    statement:
      'What cannot be opened is refused with "Invalid Encrypted Data"; where nothing is encrypted, nothing is taken.',
    observable: { yes: 'Noise, or an array in plain text, is taken, or refused in other words.' },
    places: ['createTransfers/refusals', 'createTransfers/payload'],
  },
  'payouts.transfers-not-an-array': {
    section: 'Errors, 2: row 2',
    statement: 'A encrypted value that is no array is refused with "Invalid Encrypted Data".',
    observable: { yes: 'A encrypted object is taken, or refused in other words, those of payees say.' },
    places: ['createTransfers/refusals'],
  },
  'payouts.transfers-missing-email': {
    section: 'Errors, 2: row 3',
    statement:
      'A transfer without email is refused in the form "Invalid Email: Raw - " and the number of its row.',
    observable: { yes: 'It is taken, or refused in other words.' },
    places: ['createTransfers/refusals', 'Transfer.email'],
  },
  'payouts.transfers-invalid-email': {
    section: 'Errors, 2: row 3',
    statement:
      'A transfer whose email is no address is refused in the form "Invalid Email: Raw - " and the number of its row.',
    observable: { yes: 'It is taken, or refused in other words.' },
    places: ['createTransfers/refusals', 'Transfer.email'],
  },
  'payouts.transfers-row-number': {
    section: 'Errors, 2: row 3',
    statement: 'The number is that of the row at fault.',
    observable: { yes: 'When the fault moves down by n rows, the number does not grow by n.' },
    places: ['createTransfers/refusals', 'PayoutRefusal.errorMsg'],
  },
  'payouts.payees-accepted': {
    section: 'What the service does, 6: sentence 1; Endpoints, 7: body; Authentication: bullet 1',
    statement: 'A encrypted array of complete payees is taken.',
    observable: { yes: 'Complete payees are refused.' },
    places: ['addPayees', 'addPayees/payload', 'Payee'],
  },
  'payouts.payees-response-shape': {
    section: 'Endpoints, 7: response',
    statement: 'Success is `ok: true` and a result of `success: true` and the array payees.',
    observable: { yes: 'One of these is absent, or has another type.' },
    places: ['addPayees/response', 'PayeesTaken'],
  },
  'payouts.payees-row-labels': {
    section: 'Endpoints, 7: response',
    statement:
      'A payee is written under the labels "First Name", "Last Name", "Email", "Label" and "Error(s)".',
    observable: { yes: 'A label is missing, or is written otherwise.' },
    places: ['PayeeRow'],
  },
  'payouts.payees-as-sent': {
    section: 'Endpoints, 7: response',
    statement: 'A row holds the names, the email and the label of its payee.',
    observable: { yes: 'One of them is lost, changed or mixed up.' },
    places: ['PayeesTaken.payees', 'PayeeRow'],
  },
  'payouts.payees-in-order': {
    section: 'Endpoints, 7: response',
    statement: 'There is a row for each payee, in the order of the payees.',
    observable: { yes: 'Rows are missing, doubled, or in another order.' },
    places: ['PayeesTaken.payees'],
  },
  'payouts.payees-inserted-count': {
    section: 'Endpoints, 7: response',
    statement: 'insertedCount is an integer that counts the payees inserted.',
    observable: { yes: 'It is no integer, or differs from the number of payees when all of them are new.' },
    places: ['PayeesTaken.insertedCount'],
  },
  'payouts.payees-no-error-message': {
    section: 'Endpoints, 7: response',
    statement: 'On success errorMsg is there, and empty.',
    observable: { yes: 'errorMsg is absent, null, or says something.' },
    places: ['PayeesTaken.errorMsg'],
  },
  'payouts.payees-undecryptable': {
    section: 'Errors, 2: row 4; Authentication: bullet 1',
    statement: 'What cannot be opened is refused with "Invalid Encrypted Data".',
    observable: { yes: 'Noise, or an array in plain text, is taken, or refused in other words.' },
    places: ['addPayees/refusals', 'addPayees/payload'],
  },
  'payouts.payees-not-an-array': {
    section: 'Errors, 2: row 5',
    statement:
      'A encrypted value that is no array is refused with "Invalid Formate of Decrypted Data", spelled so.',
    observable: { yes: 'A encrypted object is taken, or refused in other words, those of transfers say.' },
    places: ['addPayees/refusals'],
  },
  'payouts.payees-missing-key': {
    section: 'Errors, 2: row 6',
    statement:
      'A payee that lacks a required key is refused in the form "Invalid Data: Row - ", its number, ", Key - " and the key.',
    observable: { yes: 'A payee without email is taken, or refused in other words.' },
    places: ['addPayees/refusals', 'Payee.email'],
  },
  'payouts.payees-row-number': {
    section: 'Errors, 2: row 6',
    statement: 'The number is that of the row at fault.',
    observable: { yes: 'When the fault moves down by n rows, the number does not grow by n.' },
    places: ['addPayees/refusals', 'PayoutRefusal.errorMsg'],
  },
  'payouts.payees-key-name': {
    section: 'Errors, 2: row 6',
    statement: 'The key that the refusal names is the one that is missing.',
    observable: { yes: 'Another key is named than the one that was left out.' },
    places: ['addPayees/refusals', 'PayoutRefusal.errorMsg'],
  },
  'payouts.refusal-keeps-ok': {
    section: 'Errors, 2: sentence 1',
    statement: 'A refusal for a reason of the table comes with `ok: true`.',
    observable: { yes: '`ok` is false or absent.' },
    places: ['createTransfers/response', 'addPayees/response'],
  },
  'payouts.refusal-shape': {
    section: 'Errors, 2: sentence 1',
    statement: 'The result of such a refusal has `success: false` and the text errorMsg.',
    observable: { yes: '`success` is true or absent, or the message stands elsewhere.' },
    places: ['PayoutRefusal', 'createTransfers/response', 'addPayees/response'],
  },
} as const satisfies Requirements
