// The outcome of responses that are not a plain success.

import { expect, it } from 'vitest'
import type { OperationId } from '../../spec/operations.ts'
import { contractDocument } from './contract-document.ts'
import { isEffective, outcomeOf, reportsNothing } from './response-outcome.ts'

it.each<[string, number, unknown, string]>([
  ['reports success without anything else', 200, { ok: true }, 'flawed'],
  ['reports success with an empty result', 200, { ok: true, result: {} }, 'flawed'],
  ['reports failure', 200, { ok: false, result: {} }, 'refusal'],
  ['reports success and an error', 200, { ok: true, error: 'no such store' }, 'refusal'],
  ['is empty', 200, {}, 'refusal'],
  ['has another HTTP status', 404, { ok: true, result: {} }, 'refusal'],
  ['is not JSON', 200, undefined, 'refusal'],
])('the outcome of a response that %s', (_, status, body, outcome) => {
  expect(outcomeOf('getStore', status, body)).toBe(outcome)
})

it.each<[string, object, string]>([
  ['has errors and no data', { errors: ['unknown merchant'] }, 'refusal'],
  ['has errors and empty data', { errors: ['unknown merchant'], data: [] }, 'success'],
  ['has neither errors nor data', { errors: [] }, 'flawed'],
])('the outcome of a debit whose result %s', (_, result, outcome) => {
  expect(outcomeOf('debitSubscription', 200, { status: 200, result })).toBe(outcome)
})

it.each<[string, object, boolean]>([
  ['no row', { data: [], errors: [] }, true],
  ['an error', { data: [{ status: 3 }], errors: ['no'] }, true],
  ['a row with the integer of canceled', { data: [{ status: 2 }], errors: [] }, true],
  ['a row that is declined', { data: [{ status: 'Declined' }], errors: [] }, true],
  ['a row without the id of a transaction', { data: [{ transactionId: '', status: 3 }] }, true],
  ['a canceled row and a completed one', { data: [{ status: 2 }, { status: 3 }], errors: [] }, false],
  ['a pending row', { data: [{ status: 'pending' }], errors: [] }, false],
])('whether a debit whose response has %s reports that none was made', (_, result, expected) => {
  const integers = { pending: 0, processing: 1, canceled: 2, completed: 3 }
  const response = { operationId: 'debitSubscription', json: { status: 200, result } } as const
  expect(reportsNothing(response, integers)).toBe(expected)
})

const meta = { receiverAddress: 'bc1q', qrString: 'bitcoin:bc1q' }
const echo = { totalAmount: '30.00', currency: 'USD', crytoCurrency: 'BTC', meta }
const zeros = '00000000-0000'
const row = { transactionId: '7c12', status: 0 }

it.each<[string, OperationId, object, boolean]>([
  ['has an id, without a field', 'createQrTransaction', { ok: true, result: { ...echo, id: '7c12' } }, true],
  ['has an id of zeros', 'createQrTransaction', { ok: true, result: { ...echo, id: zeros } }, false],
  ['has no id', 'createQrTransaction', { ok: true, result: echo }, false],
  ['has little but an id', 'createQrTransaction', { ok: true, result: { id: '7c12', reason: 'no' } }, false],
  ['has an incomplete row', 'debitSubscription', { status: 200, result: { data: [row], errors: [] } }, true],
  ['has an empty row', 'debitSubscription', { status: 200, result: { data: [{}], errors: [] } }, false],
  ['reports success alone', 'closePartialPayment', { result: { success: true } }, true],
  ['has a text as success', 'closePartialPayment', { ok: true, result: { success: 'false' } }, false],
])('whether something was made by a response that %s', (_, operationId, json, expected) => {
  expect(outcomeOf(operationId, 200, json)).toBe('flawed')
  expect(isEffective({ operationId, outcome: 'flawed', json }, undefined)).toBe(expected)
})

it.each<[string | null, boolean]>([
  [null, false],
  ['', false],
  ['No error', false],
  ['null', false],
  ['The line has no price', true],
  ['エラー', true],
])('whether a payment with the errorMessage %j reports that none was made', (errorMessage, expected) => {
  const json = { ok: true, result: { id: '7c12', status: 0, errorMessage } }
  expect(reportsNothing({ operationId: 'createExchangePayment', json }, undefined)).toBe(expected)
})

it.each<[string, OperationId, object]>([
  ['a payment', 'createExchangePayment', { errorCode: 419, errorMessage: 'Insufficient Balance' }],
  ['an invoice', 'createInvoice', { reason: 'The order id is missing' }],
  ['a closing', 'closePartialPayment', { errorCode: 7, description: 'too late' }],
  ['a debit', 'debitSubscription', { errorCode: 7, errorMessage: 'in its first term' }],
  ['a cancellation', 'cancelSubscription', { errorCode: 7, errorMessage: 'in its first term' }],
])(
  'a response in the envelope of a success that says why %s is refused is a refusal',
  (_, operationId, result) => {
    const envelope = operationId.endsWith('Subscription') ? { status: 200 } : { ok: true }
    expect(outcomeOf(operationId, 200, { ...envelope, result })).toBe('refusal')
  },
)

it.each<[string, OperationId, object]>([
  ['an invoice with a trace id', 'createInvoice', { uuid: '7c12', status: 'error', description: 'no order' }],
  ['a QR transaction', 'createQrTransaction', { ...echo, id: '7c12', meta: null, reason: 'no' }],
  ['a bank payment', 'createBankPayment', { id: '7c12', status: 'FAILED', failureReason: 'abroad' }],
  ['a list of currencies', 'listCurrencies', [{ error: 'The token is not valid' }]],
])('%s that says why it is refused is not made', (_, operationId, result) => {
  expect(isEffective({ operationId, outcome: 'flawed', json: { ok: true, result } }, undefined)).toBe(false)
})

it('does not take the description of an incomplete record for the reason of a refusal', () => {
  const names = Object.keys(contractDocument.components.schemas.Transaction?.properties ?? {})
  const filled = Object.fromEntries(names.map((name) => [name, 'a value']))
  const record = { ...filled, id: '7c12', errorMessage: null, description: 'Two lamps', check: undefined }
  const made = { ok: true, result: record }
  const operationId = 'createExchangePayment'
  expect(isEffective({ operationId, outcome: 'flawed', json: made }, undefined)).toBe(true)
  expect(outcomeOf(operationId, 200, { ...made, result: { ...record, id: undefined } })).toBe('flawed')
})
