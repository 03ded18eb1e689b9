// Mutants of adding payees and creating transfers.

import { readPayload } from '../../observe/in-process.ts'
import type { JsonObject } from './json-path.ts'
import type { Mutation } from './mutation.ts'
import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

type Payouts = 'createTransfers' | 'addPayees'

const transfers = op.resultOf('createTransfers')
const payees = op.resultOf('addPayees')
const cell = (label: string) => transfers(`receivers.*.${label}`)

const shape = (result: typeof transfers) => [
  ...[op.omit, op.setNull, op.wrongType],
  op.on(result('insertedCount'), op.asText, op.omit),
]
const counts = [op.plus(-1), op.set(1)]
const messages = [op.set('Done'), op.setNull, op.omit]
const order = [op.reverse, op.sortBy('Last Name'), op.dropLast, op.doubleFirst]
const labels = [
  op.rename('First Name', 'FirstName'),
  op.rename('Email', 'email'),
  op.rename('Label', 'label'),
]
const asSent = (row: (label: string) => ReturnType<typeof cell>) => [
  op.mapEach('Swaps first and last names in {}', (one) => ({
    ...one,
    'First Name': one['Last Name'],
    'Last Name': one['First Name'],
  })),
  op.rotateKey('Label'),
  op.lowerCase(row('Label')),
  op.asciiOnly(row('First Name')),
  op.replaceText('Removes the host from {}', /@.*/, '')(row('Email')),
]

// ── refusals ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function refuse(
  words: string,
  change: (result: JsonObject) => unknown,
  operations: readonly string[] = ['createTransfers', 'addPayees'],
): Mutation {
  return op.byHand(`Refuses ${operations.join(' and ')} ${words}`, {
    response: (response, { operationId }) =>
      operations.includes(operationId) && JSON.stringify(response.json).includes('"success":false')
        ? { ...response, json: change(Object(response.json).result) }
        : response,
  })
}

const malformed = 'Invalid Encrypted Data'
const notArray = 'Invalid Formate of Decrypted Data'
const noEmail = 'Invalid Email'
const noKey = 'Invalid Data'

/** Changes the stated message of a refusal, found by its beginning. */
function message(
  operation: Payouts,
  start: string,
  words: string,
  change: (message: string) => string,
): Mutation {
  return op.byHand(`Changes the message "${start}…" of ${operation}: ${words}`, {
    response: (response, request, world) => {
      const stated = Object(response.json).result?.errorMsg
      if (request.operationId !== operation || !String(stated).startsWith(start)) return response
      // Transfers that are not an array have the same message as those that cannot be decrypted.
      if (start === malformed && readPayload(request, world)?.merchant !== undefined) return response
      return { ...response, json: { ok: true, result: { success: false, errorMsg: change(stated) } } }
    },
  })
}

const replace = (operation: Payouts, start: string, words: string, pattern: RegExp, replacement: string) =>
  message(operation, start, words, (stated) => stated.replace(pattern, replacement))
const row = (operation: Payouts, start: string, words: string, number: (row: number) => number) =>
  message(operation, start, words, (stated) =>
    stated.replace(/- (\d+)/, (_, at) => `- ${number(Number(at))}`),
  )
const rows = (operation: Payouts, start: string) => [
  row(operation, start, 'always row 1', () => 1),
  row(operation, start, 'row numbers doubled', (at) => at * 2),
]

const email = 'nobody@payee.example'
const acceptNoEmail = (operation: Payouts) => [
  op.acceptRows(operation, 'rows without an email', (one) => ({ email, ...one })),
  ...Object.entries({ first: 1, tenth: 10 }).map(([word, count]) =>
    op.acceptRows(operation, `rows without an email after the ${word}`, (one, at) =>
      at < count ? one : { email, ...one },
    ),
  ),
]

const refuseCurrency = (isFiat: boolean) =>
  op.refuseWhen('createTransfers', `a currency is ${isFiat ? 'fiat' : 'crypto'}`, ({ payload, world }) =>
    payload.some(({ currency }) => world.accounts.currency(currency)?.isFiat === isFiat),
  )

export const payouts = mutantsOf({
  'payouts.transfers-accepted': [
    op.refuseWhen('createTransfers', 'there are more than five', ({ payload }) => payload.length > 5),
    op.refuseAll('createTransfers'),
  ],
  'payouts.transfers-fiat-accepted': refuseCurrency(true),
  'payouts.transfers-crypto-accepted': refuseCurrency(false),
  'payouts.payees-accepted': [
    op.refuseWhen('addPayees', 'there is more than one', ({ payload }) => payload.length > 1),
  ],
  'payouts.transfers-response-shape': [
    ...shape(transfers),
    op.wrongType(transfers('receivers')),
    op.set('true')(transfers('success')),
  ],
  'payouts.payees-response-shape': [
    ...[...shape(payees), op.wrongType(payees('payees'))],
    ...[op.omit(payees('payees')), op.set(1)(payees('success'))],
  ],
  'payouts.transfers-inserted-count': counts,
  'payouts.payees-inserted-count': counts,
  'payouts.transfers-no-error-message': messages,
  'payouts.payees-no-error-message': messages,
  'payouts.transfers-as-sent': [
    asSent(cell),
    op.rotateKey('Amount'),
    op.on(cell('Amount'), op.round, op.times(100)),
    op.changing('Rounds {} to cents', (amount) => Math.round(Number(amount) * 100) / 100)(cell('Amount')),
    op.empty(cell('Descriptor')),
    op.set('USD')(cell('Currency')),
  ],
  'payouts.payees-as-sent': [
    asSent((label) => payees(`payees.*.${label}`)),
    op.replaceText('Returns a space for a plus sign in {}', /\+/, ' ')(payees('payees.*.Email')),
  ],
  'payouts.transfers-in-order': order,
  'payouts.payees-in-order': order,
  'payouts.transfers-row-labels': labels,
  'payouts.payees-row-labels': [
    labels,
    op.rename('Error(s)', 'Errors'),
    op.changing('Leaves out the empty {}', (label) => label || undefined)(payees('payees.*.Label')),
  ],
  'payouts.transfers-undecryptable': [
    op.acceptPlainText('createTransfers'),
    op.acceptBase64('createTransfers'),
    message('createTransfers', malformed, 'the message of payees', () => notArray),
    message('createTransfers', malformed, 'a full stop', (stated) => `${stated}.`),
  ],
  'payouts.payees-undecryptable': [
    op.acceptPlainText('addPayees'),
    op.acceptBase64('addPayees'),
    message('addPayees', malformed, 'the message of payees that are not an array', () => notArray),
    message('addPayees', malformed, 'lower case', (stated) => stated.toLowerCase()),
  ],
  'payouts.transfers-not-an-array': op.acceptPayload('createTransfers', 'an object', (payload) => [payload]),
  'payouts.payees-not-an-array': [
    op.acceptPayload('addPayees', 'an object', (payload) => [payload]),
    replace('addPayees', notArray, '"Formate" corrected', /Formate/, 'Format'),
    message('addPayees', notArray, 'the message of transfers', () => malformed),
  ],
  'payouts.transfers-missing-email': [
    acceptNoEmail('createTransfers'),
    replace('createTransfers', noEmail, '"Raw" corrected', /Raw/, 'Row'),
    replace('createTransfers', noEmail, 'the form of payees', /.*- (\d+)/, `${noKey}: Row - $1, Key - email`),
  ],
  'payouts.transfers-invalid-email': [
    op.acceptRows('createTransfers', 'any text as an email', (one) =>
      typeof one.email === 'string' && !one.email.includes('@') ? { ...one, email } : one,
    ),
    op.acceptRows('createTransfers', 'an empty email', (one) =>
      'email' in one ? { ...one, email: one.email || email } : one,
    ),
  ],
  'payouts.payees-missing-key': [
    acceptNoEmail('addPayees'),
    replace('addPayees', noKey, '"Raw" as in transfers', /Row/, 'Raw'),
    replace('addPayees', noKey, 'no key', /, Key.*/, ''),
  ],
  'payouts.payees-key-name': ['Email', 'id', 'email'].map((key) =>
    replace('addPayees', noKey, `always the key ${key}`, /Key - .*$/, `Key - ${key}`),
  ),
  'payouts.payees-row-number': [
    rows('addPayees', noKey),
    row('addPayees', noKey, 'only the last digit of the row', (at) => at % 10),
    row('addPayees', noKey, 'rows counted anew after fifty', (at) => at % 50),
  ],
  'payouts.transfers-row-number': [
    rows('createTransfers', noEmail),
    row('createTransfers', noEmail, 'rows counted backwards', (at) => 1000 - at),
    row('createTransfers', noEmail, 'rows counted anew after fifty', (at) => at % 50),
  ],
  'payouts.refusal-keeps-ok': [
    refuse('with ok: false', (result) => ({ ok: false, result })),
    refuse('with ok: false', (result) => ({ ok: false, result }), ['addPayees']),
    refuse('with ok: false for rows', (result) => ({ ok: !String(result.errorMsg).includes(' - '), result })),
    refuse('without ok', (result) => ({ result })),
  ],
  'payouts.refusal-shape': [
    refuse('without success', ({ errorMsg }) => ({ ok: true, result: { errorMsg } })),
    refuse('with success as a string', (result) => ({ ok: true, result: { ...result, success: 'false' } })),
    refuse('with success', (result) => ({ ok: true, result: { ...result, success: true } }), [
      'createTransfers',
    ]),
    refuse('with the message outside of the result', ({ success, errorMsg: message }) => ({
      ok: true,
      result: { success },
      message,
    })),
  ],
})
