// Refusals that say nothing about a requirement.

import type { OperationId } from '../../../spec/operations.ts'
import type { TransportSeam } from '../../observe/in-process.ts'

export const expired = () => Response.json({ message: 'The token has expired.' }, { status: 401 })

/** Responds with an error to each request of an operation whose number is a multiple of `step`. */
export function failing(operationId: OperationId, step: number): TransportSeam {
  let count = 0
  return async (request, send) => {
    if (request.operationId !== operationId) return send()
    count += 1
    return count % step === 0 ? Response.json({ message: 'Internal Server Error' }, { status: 500 }) : send()
  }
}
