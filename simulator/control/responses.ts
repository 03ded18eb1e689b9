// The common parts of the responses of the control API.

import {
  ConflictError,
  NotFoundError,
  TooLargeError,
  UnavailableError,
  type UsageError,
} from '../../core/errors.ts'

/** The status and the body that report a UsageError. */
export function usageErrorResponse(error: UsageError): {
  status: 400 | 404 | 409 | 413 | 503
  body: object
} {
  const { fact, detail, remedy } = error
  const body = { fact, detail, remedy }
  if (error instanceof UnavailableError) return { status: 503, body }
  if (error instanceof ConflictError) return { status: 409, body: { ...body, ...error.details } }
  if (error instanceof TooLargeError) return { status: 413, body }
  return { status: error instanceof NotFoundError ? 404 : 400, body }
}

/** Headers of every response of the control API: no page of another origin reads it, and nothing stores it. */
export const controlHeaders = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
}
