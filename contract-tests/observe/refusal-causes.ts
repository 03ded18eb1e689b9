// The cause that a refusal names, and what to change where it may not be final.

import { valueAt } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import { operationResources } from '../../spec/resource-names.ts'
import { exchangePaymentErrors } from '../../spec/stated-errors.ts'
import { isStatedMessage } from './payout-messages.ts'
import { hasPaymentError } from './response-outcome.ts'

/** The message of a refusal about the account: an error of exchange payments, or a message of a payout that is not stated. */
export function accountCauseOf(response: {
  operationId: OperationId
  status: number
  json: unknown
}): string | undefined {
  const { operationId, json } = response
  if (operationId === 'createExchangePayment') {
    const error = Object.values(exchangePaymentErrors).find((one) => hasPaymentError(response, one))
    return error === undefined ? undefined : `error ${error.code}`
  }
  const message = valueAt(json, 'result', 'errorMsg')
  const isOther = typeof message === 'string' && message !== '' && !isStatedMessage(message)
  return operationResources[operationId] === 'payouts' && isOther ? `the message "${message}"` : undefined
}

/** The change to make where a refusal may only mean that the deployment is late; empty for other operations. */
export function remedyOf({ operationId }: { operationId: OperationId }): string {
  return operationId === 'getInvoice'
    ? ' If the deployment knows a new record only later, set limits.pauseSeconds.'
    : ''
}
