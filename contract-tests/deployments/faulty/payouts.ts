// Deployments whose payouts refuse in another form than the one that the contract gives.

import type { WireAnswer, WireRequest, Wrapping } from '../../in-process.ts'
import { faulty } from '../graded-deployment.ts'

type Refusal = Readonly<{ ok: unknown; result: Readonly<Record<string, unknown>> }>

/** Answers in which a refusal of payouts is written otherwise. */
function refusing(
  change: (refusal: Refusal, request: WireRequest) => unknown,
): NonNullable<Wrapping['answer']> {
  return (answer, request) => {
    const payout = request.operationId === 'createTransfers' || request.operationId === 'addPayees'
    return payout && isRefusal(answer) ? { ...answer, json: change(answer.json as Refusal, request) } : answer
  }
}

function isRefusal({ json }: WireAnswer): boolean {
  return JSON.stringify(json).includes('"success":false')
}

export const faultyPayouts = [
  faulty({
    requirement: 'payouts.refusals-keep-ok',
    name: 'ok turns false',
    says: 'A refusal bears `ok: false`.',
    answer: refusing((refusal) => ({ ...refusal, ok: false })),
  }),
  faulty({
    requirement: 'payouts.refusals-keep-ok',
    name: 'ok turns false for payees',
    says: 'A refusal of payees bears `ok: false`.',
    answer: refusing((refusal, { operationId }) =>
      operationId === 'addPayees' ? { ...refusal, ok: false } : refusal,
    ),
  }),
  faulty({
    requirement: 'payouts.refusals-keep-ok',
    name: 'ok turns false for rows',
    says: 'A refusal of a row bears `ok: false`; one of the whole does not.',
    answer: refusing((refusal) => ({ ...refusal, ok: !String(refusal.result.errorMsg).includes(' - ') })),
  }),
  faulty({
    requirement: 'payouts.refusals-keep-ok',
    name: 'no ok',
    says: 'A refusal has no `ok`.',
    answer: refusing(({ result }) => ({ result })),
  }),
  faulty({
    requirement: 'payouts.refusals-form',
    name: 'no success',
    says: 'The result of a refusal has no `success`.',
    answer: refusing(({ ok, result: { errorMsg } }) => ({ ok, result: { errorMsg } })),
  }),
  faulty({
    requirement: 'payouts.refusals-form',
    name: 'success in words',
    says: 'The result of a refusal has the text "false" as its `success`.',
    answer: refusing(({ ok, result }) => ({ ok, result: { ...result, success: 'false' } })),
  }),
  faulty({
    requirement: 'payouts.refusals-form',
    name: 'success all the same',
    says: 'The result of a refusal of transfers has `success: true`.',
    answer: refusing((refusal, { operationId }) =>
      operationId === 'createTransfers'
        ? { ...refusal, result: { ...refusal.result, success: true } }
        : refusal,
    ),
  }),
  faulty({
    requirement: 'payouts.refusals-form',
    name: 'a message beside the result',
    says: 'What is wrong stands beside the result, as a message.',
    answer: refusing(({ ok, result: { success, errorMsg } }) => ({
      ok,
      result: { success },
      message: errorMsg,
    })),
  }),
  faulty({
    requirement: 'payouts.refusals-form',
    name: 'a list of errors',
    says: 'What is wrong stands in a list of errors.',
    answer: refusing(({ ok, result: { success, errorMsg } }) => ({
      ok,
      result: { success, errors: [errorMsg] },
    })),
  }),
]
