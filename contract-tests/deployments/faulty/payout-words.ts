// Deployments whose payouts refuse in other words than those that the contract gives, or do not refuse at all.

import { parseJson } from '../../../core/json.ts'
import type { OperationId } from '../../../spec/operations.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import type { Wrapping } from '../../targets/in-process.ts'
import { type FaultyDeployment, faulty } from '../graded-deployment.ts'
import { decryptedWith, parsedBase64, resealing } from '../resealing.ts'

type Payouts = 'createTransfers' | 'addPayees'

/** Answers in which the message of a refusal is another one. */
function saying(
  operationId: OperationId,
  change: (message: string, opened: boolean) => string,
): NonNullable<Wrapping['response']> {
  return (response, request, { accounts }) => {
    if (request.operationId !== operationId) return response
    const [text] = Object.values(Object(parseJson(request.body)))
    const opened = decryptedWith(String(text), accounts.firstMerchant.clientSecret) !== undefined
    const json: unknown = JSON.parse(
      JSON.stringify(response.json, (key, value: unknown) =>
        key === 'errorMsg' && typeof value === 'string' && value !== '' ? change(value, opened) : value,
      ),
    )
    return { ...response, json }
  }
}

const malformed = 'Invalid Encrypted Data'
const noArray = 'Invalid Formate of Decrypted Data'

/** Faults of words: which message, by its beginning, is written how. */
const wording: readonly [RequirementId, Payouts, string, string, (message: string) => string][] = [
  [
    'payouts.payees-not-an-array',
    'addPayees',
    noArray,
    'Formate corrected',
    () => 'Invalid Format of Decrypted Data',
  ],
  ['payouts.payees-not-an-array', 'addPayees', noArray, 'the words of transfers', () => malformed],
  ['payouts.payees-undecryptable', 'addPayees', malformed, 'the words of an array', () => noArray],
  [
    'payouts.payees-undecryptable',
    'addPayees',
    malformed,
    'in small letters',
    (words) => words.toLowerCase(),
  ],
  [
    'payouts.payees-missing-key',
    'addPayees',
    'Invalid Data',
    'Raw as in transfers',
    (w) => w.replace('Row', 'Raw'),
  ],
  [
    'payouts.payees-missing-key',
    'addPayees',
    'Invalid Data',
    'no key',
    (words) => words.split(', Key')[0] ?? words,
  ],
  ['payouts.payees-key-name', 'addPayees', 'Invalid Data', 'the label of the key', keyNamed('Email')],
  ['payouts.payees-key-name', 'addPayees', 'Invalid Data', 'always the first key', keyNamed('id')],
  ['payouts.payees-key-name', 'addPayees', 'Invalid Data', 'always the email', keyNamed('email')],
  ['payouts.payees-row-number', 'addPayees', 'Invalid Data', 'always the first row', rowNumbered(() => 1)],
  ['payouts.payees-row-number', 'addPayees', 'Invalid Data', 'counts in twos', rowNumbered((row) => row * 2)],
  [
    'payouts.payees-row-number',
    'addPayees',
    'Invalid Data',
    'its last digit',
    rowNumbered((row) => row % 10),
  ],
  ['payouts.transfers-undecryptable', 'createTransfers', malformed, 'the words of payees', () => noArray],
  ['payouts.transfers-undecryptable', 'createTransfers', malformed, 'a full stop', (words) => `${words}.`],
  [
    'payouts.transfers-missing-email',
    'createTransfers',
    'Invalid Email',
    'Row corrected',
    (w) => w.replace('Raw', 'Row'),
  ],
  [
    'payouts.transfers-missing-email',
    'createTransfers',
    'Invalid Email',
    'the words of payees',
    inWordsOfPayees,
  ],
  [
    'payouts.transfers-row-number',
    'createTransfers',
    'Invalid Email',
    'always the first row',
    rowNumbered(() => 1),
  ],
  [
    'payouts.transfers-row-number',
    'createTransfers',
    'Invalid Email',
    'counts in twos',
    rowNumbered((row) => row * 2),
  ],
  [
    'payouts.transfers-row-number',
    'createTransfers',
    'Invalid Email',
    'backwards',
    rowNumbered((row) => 1000 - row),
  ],
]

function keyNamed(key: string) {
  return (words: string) => words.replace(/Key - .*$/, `Key - ${key}`)
}

function rowNumbered(number: (row: number) => number) {
  return (words: string) => words.replace(/- (\d+)/, (_, row: string) => `- ${number(Number(row))}`)
}

function inWordsOfPayees(words: string): string {
  return words.replace(/^Invalid Email: Raw - (\d+)$/, 'Invalid Data: Row - $1, Key - email')
}

/** Requests in which a encrypted value that is no array is encrypted again as one. */
function wrapping(operationId: Payouts): NonNullable<Wrapping['request']> {
  return resealing(operationId, 'passphrase', (text, { accounts }) => {
    const value = decryptedWith(text, accounts.firstMerchant.clientSecret)
    return Array.isArray(value) || typeof value !== 'object' ? undefined : [value].filter(Boolean)
  })
}

/** Requests in which rows are changed before they are looked at. */
function mendingRows(
  operationId: Payouts,
  mend: (row: Record<string, unknown>, index: number) => Record<string, unknown>,
): NonNullable<Wrapping['request']> {
  return resealing(operationId, 'passphrase', (text, { accounts }) => {
    const value = decryptedWith(text, accounts.firstMerchant.clientSecret)
    return Array.isArray(value) ? value.map((row, index) => mend({ ...row }, index)) : undefined
  })
}

const anyEmail = 'nobody@payee.example'
const isBareText = (email: unknown) => typeof email === 'string' && !email.includes('@')

export const faultyPayoutWords: readonly FaultyDeployment[] = [
  ...wording.map(([requirement, operationId, beginning, name, change]) =>
    faulty({
      requirement,
      name: `${operationId}: ${name}`,
      says: `The refusal "${beginning}…" is written otherwise: ${name}.`,
      response: saying(operationId, (words, opened) => {
        // What cannot be opened and what is no array have the same words for transfers.
        const other = beginning === malformed && opened
        return words.startsWith(beginning) && !other ? change(words) : words
      }),
    }),
  ),
  ...(['payouts.transfers-undecryptable', 'payouts.payees-undecryptable'] as const).flatMap((requirement) => {
    const operationId = requirement === 'payouts.payees-undecryptable' ? 'addPayees' : 'createTransfers'
    return [
      faulty({
        requirement,
        name: `${operationId}: plain text does`,
        says: 'Rows are taken that are not encrypted at all.',
        request: resealing(operationId, 'passphrase', parseJson),
      }),
      faulty({
        requirement,
        name: `${operationId}: plain text in base64 does`,
        says: 'Rows are taken that are only written in base64.',
        request: resealing(operationId, 'passphrase', parsedBase64),
      }),
    ]
  }),
  faulty({
    requirement: 'payouts.transfers-not-an-array',
    name: 'one transfer does',
    says: 'A encrypted object is taken as the one transfer of an array.',
    request: wrapping('createTransfers'),
  }),
  faulty({
    requirement: 'payouts.payees-not-an-array',
    name: 'one payee does',
    says: 'A encrypted object is taken as the one payee of an array.',
    request: wrapping('addPayees'),
  }),
  faulty({
    requirement: 'payouts.transfers-missing-email',
    name: 'an email is made up',
    says: 'A transfer without an email is taken.',
    request: mendingRows('createTransfers', (row) => ({ email: anyEmail, ...row })),
  }),
  faulty({
    requirement: 'payouts.transfers-missing-email',
    name: 'the first row only',
    says: 'Only of the first transfer an email is demanded.',
    request: mendingRows('createTransfers', (row, index) =>
      index === 0 ? row : { email: anyEmail, ...row },
    ),
  }),
  faulty({
    requirement: 'payouts.transfers-invalid-email',
    name: 'any text is an email',
    says: 'A transfer is taken whose email is any text.',
    request: mendingRows('createTransfers', ({ email, ...row }) => ({
      ...row,
      ...(email === undefined ? {} : { email: isBareText(email) ? anyEmail : email }),
    })),
  }),
  faulty({
    requirement: 'payouts.transfers-invalid-email',
    name: 'no email is an email',
    says: 'A transfer is taken whose email is empty or null.',
    request: mendingRows('createTransfers', (row) =>
      'email' in row ? { ...row, email: row.email || anyEmail } : row,
    ),
  }),
  faulty({
    requirement: 'payouts.payees-missing-key',
    name: 'an email is made up',
    says: 'A payee without an email is added.',
    request: mendingRows('addPayees', (row) => ({ email: anyEmail, ...row })),
  }),
  faulty({
    requirement: 'payouts.payees-missing-key',
    name: 'the first row only',
    says: 'Only of the first payee an email is demanded.',
    request: mendingRows('addPayees', (row, index) => (index === 0 ? row : { email: anyEmail, ...row })),
  }),
]
