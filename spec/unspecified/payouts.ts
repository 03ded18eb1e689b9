// The unspecified behaviors of payees and transfers.

import { effects, type UnspecifiedBehaviors } from '../statements.ts'

export const payoutsUnspecified = {
  'payouts.row-numbers': {
    section: 'Errors, 2',
    question: 'Which number does the first row have?',
    places: 'PayoutRefusal.errorMsg',
    options: {
      'from-one': { effect: 'Counts from 1.', value: { first: 1 } },
      'from-zero': { effect: 'Counts from 0.', value: { first: 0 } },
    },
    leftOpen: [
      { schemaAt: 'PayoutRefusal.errorMsg', is: { type: 'string' } },
      {
        valueAt: ['createTransfers', 'x-stated-errors', '2', 'errorMsg'],
        is: 'Invalid Email: Raw - {row_number}',
      },
      {
        valueAt: ['addPayees', 'x-stated-errors', '2', 'errorMsg'],
        is: 'Invalid Data: Row - {row_number}, Key - {key_name}',
      },
    ],
  },
  'payouts.transfer-key-label': {
    section: 'Errors, 2',
    question: 'What is the message if a key of a transfer other than its email is missing or invalid?',
    places: 'createTransfers/refusals',
    options: effects({
      email: 'Returns `Invalid Email: Raw - 1` for every key: the only form that the contract has.',
      'key-label': 'Names the label of the key, as in `Invalid Amount: Raw - 1`.',
    }),
  },
  'payouts.transfer-result': {
    section: 'Endpoints, 6',
    question: 'What do the inner object `result` and `errorData` contain after a success?',
    places: 'TransferResult.result TransferResult.errorData',
    options: effects({
      empty: 'Returns an empty object and an empty list: no row of a success has an error.',
      batch: 'Returns the id of the batch and an empty list.',
    }),
    leftOpen: [
      { schemaAt: 'TransferResult.result', is: { type: 'object', additionalProperties: {} } },
      { schemaAt: 'TransferResult.errorData', is: { type: 'array', items: {} } },
    ],
  },
  'payouts.row-errors': {
    section: 'Endpoints, 7',
    question: 'What is `Error(s)` for a payee that was added?',
    places: 'PayeeRow.Error(s)',
    options: effects({ empty: 'Returns an empty string.', null: 'Returns null.' }),
    leftOpen: [{ everyPlaceIs: {} }],
  },
  'payouts.empty-list': {
    section: 'Endpoints, 6; Endpoints, 7',
    question: 'What does the service do with an empty array?',
    places: 'createTransfers addPayees',
    options: effects({ accepted: 'Accepts it and inserts nothing.', refused: 'Refuses it.' }),
    leftOpen: [
      {
        schemaAt: 'TransferPayload',
        is: { type: 'array', items: { $ref: '#/components/schemas/Transfer' } },
      },
      { schemaAt: 'PayeePayload', is: { type: 'array', items: { $ref: '#/components/schemas/Payee' } } },
    ],
  },
  'payouts.unknown-payee': {
    section: 'Endpoints, 6',
    question: 'Must the receiver of a transfer be a payee that was added before?',
    places: 'createTransfers',
    options: {
      accepted: { effect: 'Accepts any receiver.' },
      refused: {
        effect: 'Refuses, as an invalid email, one that no payee of the merchant has.',
        needsOtherClient: true,
      },
    },
  },
  'payouts.invalid-values': {
    section: 'Errors, 2',
    question: 'What makes a value of a transfer or payee invalid, except for null and a wrong type?',
    places: 'createTransfers/refusals addPayees/refusals',
    options: effects({
      'email-amount':
        'The email of a transfer without a domain such as `shop.example`, and an amount of zero or less. A row that is not an object has no key.',
      email: 'The email of a transfer without `@` between two texts.',
      'email-amount-empty': 'As by default, and an empty id, first name or last name.',
    }),
  },
  'payouts.missing-payload': {
    section: 'Errors, 2',
    question: 'Is a request without encrypted data malformed?',
    places: 'createTransfers/refusals addPayees/refusals',
    options: effects({
      malformed: 'Refuses it as malformed.',
      'invalid-request': 'Refuses it like any other invalid request.',
    }),
  },
  'payouts.wrong-key': {
    section: 'Errors, 2',
    question: 'Is a payload that was encrypted with a wrong key malformed?',
    places: 'createTransfers/refusals addPayees/refusals',
    options: effects({
      malformed: 'Refuses it as malformed.',
      credentials: 'Refuses it like an unknown credential. Text that is not encrypted is malformed.',
    }),
  },
  'payouts.payee-key-name': {
    section: 'Errors, 2',
    question: 'How does the message about a missing key of a payee name the key?',
    places: 'addPayees/refusals',
    options: effects({
      'wire-name': 'As in the request, such as `fname`.',
      title: 'As in the response, such as `First Name`.',
    }),
    leftOpen: [
      {
        valueAt: ['addPayees', 'x-stated-errors', '2', 'errorMsg'],
        is: 'Invalid Data: Row - {row_number}, Key - {key_name}',
      },
    ],
  },
  'payouts.not-json': {
    section: 'Errors, 2',
    question: 'Is encrypted text that is not JSON malformed?',
    places: 'createTransfers/refusals addPayees/refusals',
    options: effects({
      malformed: 'Refuses it as malformed.',
      'not-an-array': 'Refuses it like data that is not an array.',
    }),
  },
  'payouts.several-errors': {
    section: 'Errors, 2',
    question: 'Which of several invalid rows, and of several keys of a row, does the message name?',
    places: 'createTransfers/refusals',
    options: effects({
      'first-row': 'The first row, and its first invalid key.',
      'email-first':
        'Of transfers, the first row with an invalid email; if there is none, and of payees, as by default.',
    }),
  },
  'payouts.receiver-amount': {
    section: 'Endpoints, 6',
    question: 'Is `Amount` of a receiver a number or a text?',
    places: 'TransferRow.Amount',
    options: effects({ number: 'A number, as in the request.', text: 'Decimal text.' }),
    leftOpen: [{ everyPlaceIs: {} }],
  },
  'payouts.repeated-rows': {
    section: 'Endpoints, 6; Endpoints, 7',
    question: 'Can two rows of a request have the same `id`?',
    places: 'createTransfers/payload addPayees/payload',
    options: effects({
      accepted: 'Accepts and inserts both.',
      refused: 'Refuses the second one for its id.',
    }),
  },
} as const satisfies UnspecifiedBehaviors
