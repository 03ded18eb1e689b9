// What a run leaves behind in a deployment, read off its calls: for the list at the end of a report.

import { parseJson, valueAt } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { ApiResponse } from './client.ts'
import type { Creation } from './ledger.ts'
import type { Call } from './transcript.ts'

type Path = readonly (string | number)[]

/** Where the ids of what an operation makes stand: ours in the request, theirs in the answer. */
const makes: Partial<Record<OperationId, { ours: Path; theirs?: Path }>> = {
  createInvoice: { ours: ['order'], theirs: ['result', 'uuid'] },
  createQrTransaction: { ours: ['orderId'], theirs: ['result', 'id'] },
  createExchangePayment: { ours: ['offerId'], theirs: ['result', 'id'] },
  createBankPayment: { ours: ['offerId'], theirs: ['result', 'id'] },
  addPayees: { ours: ['id'] },
  createTransfers: { ours: ['id'] },
  debitSubscription: { ours: ['subscriptionId'], theirs: ['result', 'data', 0, 'transactionId'] },
}

/** What a call made; where no answer came, what it may have made. */
export function creationsIn(call: Call, response: ApiResponse): Creation[] {
  const made = makes[call.operationId]
  if (made === undefined || (response.outcome === 'refusal' && response.status !== 0)) return []
  const asked = call.payload ?? parseJson(call.body)
  const theirs = made.theirs === undefined ? undefined : valueAt(response.json, ...made.theirs)
  return [asked].flat().flatMap((one) => {
    const ours = valueAt(one, ...made.ours) ?? valueAt(one, 'items', 0, ...made.ours)
    if (typeof ours !== 'string') return []
    return [{ operationId: call.operationId, ours, ...(typeof theirs === 'string' ? { theirs } : {}) }]
  })
}
