// The steps that a failure shows at a terminal: those about its records.

import { describe, expect, it } from 'vitest'
import { digitsOf } from '../../client/sample-ids.ts'
import type { Step } from '../../client/transcript.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { Violation } from '../observe/violation.ts'
import type { Entry } from './report.ts'
import { decidingCall, stepsAtIssue } from './steps-at-issue.ts'

const merchant = '8a4d1c55-0000-4000-8000-000000000001'
const [first, second] = ['11111111-0000-4000-8000-000000000001', 'B2222222-0000-4000-8000-00000000000B']
const call = (url: string, payload: unknown, response: string): Entry => ({
  ...{ operationId: 'getStore', method: 'POST', headers: {}, body: 'encrypted', status: 200 },
  ...{ url, payload, response },
})
const create = (order: number, id: string) =>
  call(
    '/qr',
    { clientId: merchant, orderId: `pt-1-order-${order}` },
    `{"id":"${id}","merchantId":"${merchant}"}`,
  )
const steps = [
  { did: 'The clock advances by 2 days.' },
  create(1, first),
  { did: `The shopper's wallet pays 1 of the transaction ${first}.` },
  create(12, second),
  { did: `The shopper's wallet pays 1 of the transaction ${second}.` },
  { did: 'The clock advances by 1 day.' },
  { did: 'The webhook received 2 deliveries of order pt-1-order-1.' },
  { did: 'The webhook received 1 delivery of order pt-1-order-12.' },
]
const atIssue = (transcript: Entry[], texts: { expected?: string; actual?: string } = {}) => {
  const found = stepsAtIssue({ ...{ expected: '', actual: '' }, ...texts, transcript }, 'pt-1')
  return transcript.flatMap((entry, at) => (found.has(entry) ? [at] : []))
}

it('are about the record that the failure names, with what was done to it and the clock since then', () => {
  expect(atIssue(steps, { expected: 'an update of pt-1-order-1' })).toEqual([1, 2, 5, 6])
})

it('are about the record of the last request, if the failure names none', () => {
  expect(atIssue(steps)).toEqual([3, 4, 5, 7])
  expect(atIssue([...steps, call(`/invoices?uuid=${first}`, {}, '{}')])).toEqual([1, 2, 5, 6, 8])
  expect(atIssue([...steps, call(`/invoices?uuid=${second}`, {}, '{}')])).toEqual([3, 4, 5, 7, 8])
})

it('are none if neither names a record', () => {
  expect(atIssue([call('/stores', {}, `{"id":"${merchant}"}`), call('/stores', {}, '{}')])).toEqual([])
})

it('are not about another request that names the same account', () => {
  const lookup = call(`/balance?merchantId=${merchant}`, {}, '{}')
  expect(atIssue([...steps, lookup], { expected: 'an update of pt-1-order-1' })).toEqual([1, 2, 5, 6])
})

it('are about an order of digits', () => {
  const orders = [1, 2, 2].map((count) => call('/qr', { orderId: `${digitsOf('pt-1')}000${count}` }, '{}'))
  expect(atIssue(orders)).toEqual([1, 2])
})

describe('the deciding call', () => {
  const sent = (response: object, operationId: OperationId = 'validateExchangePayment') => ({
    ...{ operationId, method: 'POST', url: '/', headers: {}, body: '', status: 200, encryptedAsUsual: false },
    response: JSON.stringify(response),
  })
  const read: Step = {
    did: 'The webhook received 0 deliveries.',
    control: { method: 'GET', path: '/events' },
  }
  const lookup = sent({ isOpen: false }, 'getStore')
  const differing = {
    requirement: 'exchange-payments.validation-password-flag',
    expected: 'password true',
    actual: 'false',
  } as const
  const decides = (transcript: Step[], more: Partial<Violation> = {}) =>
    decidingCall(
      { ...differing, transcript, ...more },
      transcript.map(() => true),
    )

  it('has the value in the field that the failure names, or else is the last one', () => {
    expect(decides([sent({ password: false }), lookup])).toBe(0)
    expect(decides([sent({ password: true }), lookup])).toBe(1)
  })

  it('has a value that the failure quotes', () => {
    expect(decides([sent({ id: 'sku-17' }), lookup], { actual: 'a line "sku-17"' })).toBe(0)
  })

  it('is the first of those with the same request and response, if the response decides', () => {
    expect(decides([lookup, sent({}), lookup], { expects: 'success' })).toBe(0)
  })

  it('is undefined if a webhook was read after it', () => {
    expect(decides([sent({ password: false }), read, lookup])).toBe(undefined)
    expect(decides([lookup, read], { actual: 'no update' })).toBe(undefined)
  })
})
