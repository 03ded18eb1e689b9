// What a tester sees that validates each response against the OpenAPI document and does nothing more: the baseline that the
// suite is compared with. The document describes responses of status 200 only.

import { parseJson } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import { isValidResponse } from '../checks/contract-document.ts'

/** Whether a response breaks the document. */
export function breaksTheDocument(operationId: OperationId, status: number, text: string): boolean {
  if (status !== 200) return false
  const body = parseJson(text)
  return body === undefined || !isValidResponse(operationId, body)
}
