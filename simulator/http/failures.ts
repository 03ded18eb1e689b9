// The response to a request that reached no pipeline, or whose pipeline failed.

import { errorMessage, InvariantError, UsageError } from '../../core/errors.ts'
import { usageErrorResponse } from '../control/responses.ts'
import { reportInternalError } from '../pipeline/report-internal-error.ts'

/** Reports an internal error; a UsageError is the sender's. */
export function failureBody(
  error: unknown,
): ReturnType<typeof usageErrorResponse> | { status: 500; body: object } {
  if (error instanceof UsageError) return usageErrorResponse(error)
  reportInternalError(error)
  return {
    status: 500,
    body: {
      fact: 'paytwin failed to serve the request.',
      detail: errorMessage(error),
      remedy: error instanceof InvariantError ? 'Report it as a bug.' : 'See the output of paytwin.',
    },
  }
}
