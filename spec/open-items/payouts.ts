// Open items about payees, transfers and the closing of partial payments.

import type { OpenItems } from '../statements.ts'

export const payoutItems = {
  'payout.row-numbers': {
    section: 'Errors, 2',
    question: 'The number of the first row.',
    places: ['PayoutRefusal.errorMsg'],
    standIns: {
      fromOne: { summary: '1.', value: { first: 1 } },
      fromZero: { summary: '0.', value: { first: 0 } },
    },
  },
  'payout.transfer-key-label': {
    section: 'Errors, 2',
    question: 'The message for a transfer row whose fault is not its email.',
    places: ['createTransfers/refusals'],
    standIns: {
      keyLabel: { summary: "The words before the colon name the key's label." },
      email: { summary: 'Always `Invalid Email`.' },
    },
  },
  'payout.transfer-result': {
    section: 'Endpoints, 6',
    question: 'What the object `result` inside the result holds.',
    places: ['TransfersTaken.result', 'TransfersTaken.errorData'],
    standIns: {
      empty: { summary: 'Nothing.' },
      batch: { summary: 'An id of the batch.' },
    },
  },
  'payout.row-errors': {
    section: 'Endpoints, 7',
    question: 'What `Error(s)` is for a payee that was added.',
    places: ['PayeeRow.Error(s)'],
    standIns: {
      empty: { summary: 'Empty text.' },
      null: { summary: 'Null.' },
    },
  },
  'payout.empty-list': {
    section: 'Endpoints, 6 and 7',
    question: 'What becomes of an empty array.',
    places: ['createTransfers', 'addPayees'],
    standIns: {
      accepted: { summary: 'Accepted; nothing is inserted.' },
      refused: { summary: 'Refused.' },
    },
  },
  'payout.unknown-payee': {
    section: 'Endpoints, 6',
    question: 'Whether a transfer must go to a payee that was added.',
    places: ['createTransfers'],
    standIns: { accepted: { summary: 'It need not.' } },
    soleBecause: 'The errors of transfers name no such refusal.',
  },
  'closing.refusal-form': {
    section: 'Errors, 4',
    question: 'The form in which closing is refused.',
    places: ['closePartialPayment/refusals'],
    standIns: {
      common: { summary: 'Like every other refusal.' },
      okFalse: { summary: 'HTTP 200 with `{ ok: false, result: { success: false } }`.' },
      successFalse: { summary: 'HTTP 200 with `{ ok: true, result: { success: false } }`.' },
    },
  },
  'closing.again': {
    section: 'States and transitions',
    question: 'Whether a second closing succeeds.',
    places: ['closePartialPayment'],
    standIns: {
      refused: { summary: 'It is refused.' },
      accepted: { summary: 'It succeeds and changes nothing.' },
    },
  },
  'closing.window-start': {
    section: 'Limits',
    question: 'From which of several partial payments the window runs.',
    places: ['closePartialPayment'],
    standIns: {
      last: { summary: 'From the last.' },
      first: { summary: 'From the first.' },
    },
  },
} as const satisfies OpenItems
