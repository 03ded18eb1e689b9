// The requests of the service, for embedders that watch what the program under test sends.

import type { OperationId } from '../../spec/operations.ts'
import type { RequestEntry } from '../sandbox/entry.ts'
import { formatInstant } from '../time/instants.ts'

/** A request to the service, and its response. */
export interface ObservedRequest {
  /** Null for a request that no operation has. */
  operation: OperationId | null
  method: string
  url: string
  /** The instant of the virtual clock, ISO 8601. */
  at: string
  /** The text of the body. */
  body: string
  /** The decrypted payload; undefined without one. */
  payload: unknown
  status: number
  /** The text of the response. */
  response: string
}

/** An observer that calls the handler with each request to the service of one sandbox. An error of the handler is not caught. */
export function requestObserver(
  name: string,
  handler: (request: ObservedRequest) => void,
): (sandbox: { readonly name: string }, entry: RequestEntry) => void {
  return (sandbox, { api, operation, method, url, at, text: body, payload, response }) => {
    if (api !== 'service' || sandbox.name !== name || response === undefined) return
    try {
      handler({
        // The service has no other operations.
        operation: operation as OperationId | null,
        method,
        url,
        at: formatInstant(at),
        body,
        payload,
        status: response.status,
        response: response.text,
      })
    } catch (error) {
      // The request is served; a test runner reports the error as that of the test.
      queueMicrotask(() => {
        throw error
      })
    }
  }
}
