// The baseline that the suite is compared with: a tester that validates each response against the OpenAPI document and does
// nothing else. The document describes responses with HTTP 200 only.

import { parseJson } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import { isValidResponse } from '../checks/contract-document.ts'

/** Whether a response is invalid against the document. */
export function isInvalidResponse(operationId: OperationId, status: number, text: string): boolean {
  if (status !== 200) return false
  const body = parseJson(text)
  return body === undefined || !isValidResponse(operationId, body)
}
