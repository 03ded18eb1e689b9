// Variants of refusals. Where the contract states no form, any JSON that is not the form of success is a refusal. The messages
// of payouts and the codes of exchange payments are stated, so these operations keep theirs.

import type { OperationId } from '../../spec/operations.ts'
import type { ResponseSeam, WireResponse } from '../targets/in-process.ts'

const stated: readonly OperationId[] = ['createExchangePayment', 'createTransfers', 'addPayees']

const forms: Readonly<Record<string, (refusal: WireResponse) => Partial<WireResponse>>> = {
  'HTTP 200 and ok: false': () => ({ status: 200, json: { ok: false } }),
  'an empty object': () => ({ status: 400, json: {} }),
  null: () => ({ status: 422, json: null }),
  'a string': () => ({ status: 400, json: 'This cannot be done.' }),
  'a list of errors': () => ({ status: 400, json: [{ field: 'amount' }] }),
  'HTTP 500': () => ({ status: 500, json: { ok: false, error: { code: 'E17' } } }),
  'HTTP 409': () => ({ status: 409, json: { ok: false, reason: 'conflict' } }),
  'HTTP 200 and errors, as in GraphQL': () => ({
    status: 200,
    json: { data: null, errors: [{ message: 'no' }] },
  }),
  'HTTP 200 and success: false': () => ({ status: 200, json: { success: false } }),
  'HTTP 200 and success: false in the envelope': () => ({
    status: 200,
    json: { ok: true, result: { success: false, errorMsg: 'This cannot be done.' } },
  }),
  'HTTP 200 and a status of 400 in the body': () => ({ status: 200, json: { status: 400 } }),
  'a problem document with its own media type': ({ headers, status }) => ({
    headers: { ...headers, 'content-type': 'application/problem+json' },
    json: { type: 'about:blank', title: 'Refused', status },
  }),
}

export const refusalVariants: Readonly<Record<string, ResponseSeam>> = Object.fromEntries(
  Object.entries(forms).map(([name, form]): [string, ResponseSeam] => [
    `refusals as ${name}`,
    (response, { operationId }) =>
      response.status < 300 || stated.includes(operationId) ? response : { ...response, ...form(response) },
  ]),
)
