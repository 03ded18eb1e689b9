// What the contract does not show about payouts.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const payoutsUnspecified = {
  'payouts.row-numbers': {
    section: 'Errors, 2',
    question: 'The number of the first row.',
    places: ['PayoutRefusal.errorMsg'],
    options: {
      'from-one': { summary: '1.', value: { first: 1 } },
      'from-zero': { summary: '0.', value: { first: 0 } },
    },
  },
  'payouts.transfer-key-label': {
    section: 'Errors, 2',
    question: 'The message for a transfer row whose fault is not its email.',
    places: ['createTransfers/refusals'],
    options: {
      'key-label': { summary: "The words before the colon name the key's label." },
      email: { summary: 'Always `Invalid Email`.' },
    },
  },
  'payouts.transfer-result': {
    section: 'Endpoints, 6',
    question: 'What the object `result` inside the result holds.',
    places: ['TransfersTaken.result', 'TransfersTaken.errorData'],
    options: {
      empty: { summary: 'Nothing.' },
      batch: { summary: 'An id of the batch.' },
    },
  },
  'payouts.row-errors': {
    section: 'Endpoints, 7',
    question: 'What `Error(s)` is for a payee that was added.',
    places: ['PayeeRow.Error(s)'],
    options: {
      empty: { summary: 'Empty text.' },
      null: { summary: 'Null.' },
    },
  },
  'payouts.empty-list': {
    section: 'Endpoints, 6 and 7',
    question: 'What becomes of an empty array.',
    places: ['createTransfers', 'addPayees'],
    options: {
      accepted: { summary: 'Accepted; nothing is inserted.' },
      refused: { summary: 'Refused.' },
    },
  },
  'payouts.unknown-payee': {
    section: 'Endpoints, 6',
    question: 'Whether a transfer must go to a payee that was added.',
    places: ['createTransfers'],
    options: { accepted: { summary: 'It need not.' } },
    soleBecause: 'The errors of transfers name no such refusal.',
  },
} as const satisfies UnspecifiedBehaviors
