// The response to a request that reached no pipeline, or whose pipeline failed.

import { InvariantError, publicMessage, UsageError } from '../../core/errors.ts'
import { usageErrorResponse } from '../control/responses.ts'
import { reportInternalError } from '../sandbox/report-internal-error.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { OutgoingResponse } from '../service/request.ts'
import { httpDate } from '../time/instants.ts'

/** Reports an internal error; a UsageError is the sender's. It has the time of the named sandbox, or else of the default one. */
export function failureResponse(sandboxes: Sandboxes, name: string, error: unknown): OutgoingResponse {
  const { status, body } = failureOf(error)
  const { world } = sandboxes.get(name) ?? sandboxes.default
  const headers = {
    'content-type': 'application/json',
    date: httpDate(world.now),
    ...(status === 503 ? { 'retry-after': '1' } : {}),
  }
  return { status, headers, body: JSON.stringify(body) }
}

function failureOf(error: unknown): { status: number; body: object } {
  if (error instanceof UsageError) return usageErrorResponse(error)
  reportInternalError(error)
  return {
    status: 500,
    body: {
      fact: 'paytwin failed to serve the request.',
      detail: publicMessage(error),
      remedy: error instanceof InvariantError ? 'Report it as a bug.' : 'See the output of paytwin.',
    },
  }
}
