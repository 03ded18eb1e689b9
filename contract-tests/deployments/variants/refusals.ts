// Lawful deployments that refuse in forms of their own: where the contract shows no form, everything that is not the form
// of success is one, as long as it is JSON. The messages of payouts and the codes of exchange payments are shown, so
// these operations are left alone here.

import type { OperationId } from '../../../spec/operations.ts'
import type { WireResponse, Wrapping } from '../../targets/in-process.ts'
import type { Variant } from '../graded-deployment.ts'

const shown = new Set<OperationId>(['createExchangePayment', 'createTransfers', 'addPayees'])

function refusing(form: (response: WireResponse) => WireResponse): NonNullable<Wrapping['response']> {
  return (response, { operationId }) =>
    response.status === 200 || shown.has(operationId) ? response : form(response)
}

const forms: readonly (readonly [name: string, says: string, status: number, json: unknown])[] = [
  ['refusals with 200', 'A refusal has HTTP 200, and says ok: false.', 200, { ok: false }],
  ['refusals without a word', 'A refusal is an empty object.', 400, {}],
  ['refusals that are null', 'A refusal is null.', 422, null],
  ['refusals that are a text', 'A refusal is a text.', 400, 'This cannot be done.'],
  ['refusals that are a list', 'A refusal is a list of what is wrong.', 400, [{ field: 'amount' }]],
  ['refusals with 500', 'A refusal has HTTP 500.', 500, { ok: false, error: { code: 'E17' } }],
  ['refusals with 409', 'Every refusal has HTTP 409.', 409, { ok: false, reason: 'conflict' }],
  [
    'refusals as GraphQL has them',
    'A refusal has HTTP 200 and errors.',
    200,
    { data: null, errors: [{ message: 'no' }] },
  ],
  ['refusals with success: false', 'A refusal has HTTP 200 and success: false.', 200, { success: false }],
  [
    'refusals that keep the envelope',
    'A refusal has HTTP 200, ok: true, and success: false in its result.',
    200,
    { ok: true, result: { success: false, errorMsg: 'This cannot be done.' } },
  ],
  [
    'refusals with a status in the body',
    'A refusal has HTTP 200 and a status of 400 in its body.',
    200,
    { status: 400 },
  ],
]

export const refusalVariants: readonly Variant[] = [
  ...forms.map(
    ([name, says, status, json]): Variant => ({
      name,
      says,
      response: refusing((response) => ({ ...response, status, json })),
    }),
  ),
  {
    name: 'refusals as problems',
    says: 'A refusal is a problem document with its own media type.',
    response: refusing((response) => ({
      ...response,
      headers: { ...response.headers, 'content-type': 'application/problem+json' },
      json: { type: 'about:blank', title: 'Refused', status: response.status },
    })),
  },
]
