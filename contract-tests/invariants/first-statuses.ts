// Invariants of each payment: a new bank payment is pending, and a new exchange payment has one of the four statuses.

import type { Call } from '../../client/transcript.ts'
import { valueAt } from '../../core/json.ts'
import { type TransactionStatus, transactionStatuses } from '../../spec/enumerations.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { ResponseViolation } from '../observe/violation.ts'

const permitted: Readonly<
  Partial<Record<OperationId, readonly [RequirementId, readonly TransactionStatus[]]>>
> = {
  createBankPayment: ['bank-payments.pending-at-first', ['pending']],
  createExchangePayment: ['exchange-payments.immediate-status', transactionStatuses],
}

/**
 * The status of a new record that the contract does not permit; none if the integers of the statuses are unknown. `known` has the ids
 * of earlier records. (permitted: transactions.same-record-again)
 */
export function wrongStatuses(
  { operationId }: Pick<Call, 'operationId'>,
  json: unknown,
  integers: Readonly<Record<TransactionStatus, number | readonly number[]>> | undefined,
  known: ReadonlyMap<string, string>,
): ResponseViolation[] {
  const [requirement, names = []] = permitted[operationId] ?? []
  const id = String(valueAt(json, 'result', 'id')).toLowerCase()
  if (requirement === undefined || integers === undefined || known.has(`id ${id}`)) return []
  const status = valueAt(json, 'result', 'status')
  const expected = names.flatMap((name) => integers[name])
  if (expected.some((integer) => integer === status)) return []
  return [{ requirement, place: 'result.status', expected: expected.join(' or '), actual: String(status) }]
}
