// Target data with which no request of some kind succeeds, as the preflight finds it.

import type { Call } from '../../client/transcript.ts'
import type { OperationId } from '../../spec/operations.ts'

/** Why some requests cannot succeed. They are not sent, and what rests on them is inconclusive. */
export interface FailedPrecondition {
  /** One line: the datum of the target, what happened, and what to do. */
  message: string
  /** The deciding request. */
  call?: Call | undefined
  /** The access token with which every request is refused. */
  token?: string
  /** The id of the merchant that it concerns; all by default. */
  merchant?: string
  /** The operations that never succeeded. */
  operations?: readonly OperationId[]
}

export function failedPreconditionOf(
  failedPreconditions: readonly FailedPrecondition[],
  operationId: OperationId,
  authorization: string | undefined,
  merchantId?: string,
): FailedPrecondition | undefined {
  return failedPreconditions
    .filter(({ merchant = merchantId }) => merchant === merchantId)
    .find(({ token, operations }) =>
      token === undefined ? operations?.includes(operationId) : authorization === `Bearer ${token}`,
    )
}
