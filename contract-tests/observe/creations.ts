// The records that a run creates in a deployment, read from its calls, for the list at the end of a report.

import type { Call } from '../../client/transcript.ts'
import { parseJson, valueAt } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { Outcome } from './response-outcome.ts'

/** A record that a run created in a deployment: the id in the request, and the id in the response. */
export interface Creation {
  operationId: OperationId
  ours: string
  theirs?: string
}

/** The order id in the body or the payload of a request. */
export function orderIdIn(sent: unknown): string | undefined {
  const { order, orderId, offerId } = Object(sent)
  const id: unknown = order ?? orderId ?? offerId
  return typeof id === 'string' ? id : undefined
}

type Path = readonly (string | number)[]

/** Where the ids of created records are: ours in the request, theirs in the response. Payees are recognized by their email. */
const idPaths: Partial<Record<OperationId, { ours: Path; theirs?: Path }>> = {
  createInvoice: { ours: ['order'], theirs: ['result', 'uuid'] },
  createQrTransaction: { ours: ['orderId'], theirs: ['result', 'id'] },
  createExchangePayment: { ours: ['offerId'], theirs: ['result', 'id'] },
  createBankPayment: { ours: ['offerId'], theirs: ['result', 'id'] },
  addPayees: { ours: ['email'] },
  createTransfers: { ours: ['email'] },
  debitSubscription: { ours: ['subscriptionId'], theirs: ['result', 'data', 0, 'transactionId'] },
}

const contents = new WeakMap<object, unknown>()

/** The payload of a request, or its parsed body. */
export function contentOf(call: Pick<Call, 'body' | 'payload'>): unknown {
  if (!contents.has(call)) contents.set(call, call.payload ?? parseJson(call.body))
  return contents.get(call)
}

/** The records that a call created. A call without a proper response may have created records, so they are listed too. */
export function creationsIn(call: Call, response: { outcome: Outcome; json: unknown }): Creation[] {
  const paths = idPaths[call.operationId]
  if (paths === undefined || response.outcome === 'refusal') return []
  const request = contentOf(call)
  const theirs = paths.theirs === undefined ? undefined : valueAt(response.json, ...paths.theirs)
  return [request].flat().flatMap((row) => {
    const ours = valueAt(row, ...paths.ours) ?? valueAt(row, 'items', 0, ...paths.ours)
    if (typeof ours !== 'string') return []
    return [{ operationId: call.operationId, ours, ...(typeof theirs === 'string' ? { theirs } : {}) }]
  })
}
