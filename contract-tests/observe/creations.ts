// The records that a run creates in a deployment, read from its calls, for the list at the end of a report.

import type { Call } from '../../client/transcript.ts'
import { parseJson, valueAt } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import { findingIn, type Outcome } from './response-outcome.ts'

/** A record that a run created in a deployment: the id in the request, and the id in the response. */
export interface Creation {
  operationId: OperationId
  ours: string
  theirs?: string
}

export function orderIdIn(sent: unknown): string | undefined {
  const { order, orderId, offerId } = Object(sent)
  const id: unknown = order ?? orderId ?? offerId
  return typeof id === 'string' ? id : undefined
}

/** The fields of requests with our ids of created records. Payees are recognized by their email. */
const ourIds: Partial<Record<OperationId, string>> = {
  createInvoice: 'order',
  createQrTransaction: 'orderId',
  createExchangePayment: 'offerId',
  createBankPayment: 'offerId',
  addPayees: 'email',
  createTransfers: 'email',
  debitSubscription: 'subscriptionId',
}

const contents = new WeakMap<object, unknown>()

/** The payload of a request, or its parsed body. */
export function contentOf(call: Pick<Call, 'body' | 'payload'>): unknown {
  if (!contents.has(call)) contents.set(call, call.payload ?? parseJson(call.body))
  return contents.get(call)
}

/** The records that a call created. A call without a proper response may have created records, so they are listed too. */
export function creationsIn(call: Call, response: { outcome: Outcome; json: unknown }): Creation[] {
  const field = ourIds[call.operationId]
  if (field === undefined || response.outcome === 'refusal') return []
  const theirs = findingIn(call.operationId, response.json)
  return [contentOf(call)].flat().flatMap((row) => {
    const ours = valueAt(row, field) ?? valueAt(row, 'items', 0, field)
    if (typeof ours !== 'string') return []
    return [{ operationId: call.operationId, ours, ...(typeof theirs === 'string' ? { theirs } : {}) }]
  })
}
