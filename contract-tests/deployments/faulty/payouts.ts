// Deployments whose payouts refuse in another form than the one that the contract gives.

import type { WireRequest, WireResponse, Wrapping } from '../../targets/in-process.ts'
import { faulty } from '../graded-deployment.ts'

type Refusal = Readonly<{ ok: unknown; result: Readonly<Record<string, unknown>> }>

/** Answers in which a refusal of payouts is written otherwise. */
function refusing(
  change: (refusal: Refusal, request: WireRequest) => unknown,
): NonNullable<Wrapping['response']> {
  return (response, request) => {
    const payout = request.operationId === 'createTransfers' || request.operationId === 'addPayees'
    return payout && isRefusal(response)
      ? { ...response, json: change(response.json as Refusal, request) }
      : response
  }
}

function isRefusal({ json }: WireResponse): boolean {
  return JSON.stringify(json).includes('"success":false')
}

export const faultyPayouts = [
  faulty({
    requirement: 'payouts.refusal-keeps-ok',
    name: 'ok turns false',
    says: 'A refusal bears `ok: false`.',
    response: refusing((refusal) => ({ ...refusal, ok: false })),
  }),
  faulty({
    requirement: 'payouts.refusal-keeps-ok',
    name: 'ok turns false for payees',
    says: 'A refusal of payees bears `ok: false`.',
    response: refusing((refusal, { operationId }) =>
      operationId === 'addPayees' ? { ...refusal, ok: false } : refusal,
    ),
  }),
  faulty({
    requirement: 'payouts.refusal-keeps-ok',
    name: 'ok turns false for rows',
    says: 'A refusal of a row bears `ok: false`; one of the whole does not.',
    response: refusing((refusal) => ({ ...refusal, ok: !String(refusal.result.errorMsg).includes(' - ') })),
  }),
  faulty({
    requirement: 'payouts.refusal-keeps-ok',
    name: 'no ok',
    says: 'A refusal has no `ok`.',
    response: refusing(({ result }) => ({ result })),
  }),
  faulty({
    requirement: 'payouts.refusal-shape',
    name: 'no success',
    says: 'The result of a refusal has no `success`.',
    response: refusing(({ ok, result: { errorMsg } }) => ({ ok, result: { errorMsg } })),
  }),
  faulty({
    requirement: 'payouts.refusal-shape',
    name: 'success in words',
    says: 'The result of a refusal has the text "false" as its `success`.',
    response: refusing(({ ok, result }) => ({ ok, result: { ...result, success: 'false' } })),
  }),
  faulty({
    requirement: 'payouts.refusal-shape',
    name: 'success all the same',
    says: 'The result of a refusal of transfers has `success: true`.',
    response: refusing((refusal, { operationId }) =>
      operationId === 'createTransfers'
        ? { ...refusal, result: { ...refusal.result, success: true } }
        : refusal,
    ),
  }),
  faulty({
    requirement: 'payouts.refusal-shape',
    name: 'a message beside the result',
    says: 'What is wrong stands beside the result, as a message.',
    response: refusing(({ ok, result: { success, errorMsg } }) => ({
      ok,
      result: { success },
      message: errorMsg,
    })),
  }),
  faulty({
    requirement: 'payouts.refusal-shape',
    name: 'a list of errors',
    says: 'What is wrong stands in a list of errors.',
    response: refusing(({ ok, result: { success, errorMsg } }) => ({
      ok,
      result: { success, errors: [errorMsg] },
    })),
  }),
]
