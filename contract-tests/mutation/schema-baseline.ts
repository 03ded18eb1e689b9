// The baseline that the suite is compared with: a tester that validates each response against the OpenAPI document and does
// nothing else. The document describes responses with HTTP 200 only.

import { schemaCompiler } from '../../spec/openapi/compiler.ts'
import type { OperationId } from '../../spec/operations.ts'
import { contractDocument, responseSchema } from '../contract-document.ts'

const compile = schemaCompiler(contractDocument)
const validators = new Map<OperationId, (body: unknown) => boolean>()

/** Whether a response is invalid against the document. */
export function isInvalidResponse(operationId: OperationId, status: number, text: string): boolean {
  if (status !== 200) return false
  let isValid = validators.get(operationId)
  if (isValid === undefined) {
    const validate = compile(responseSchema(operationId))
    isValid = (body) => validate(body) === true
    validators.set(operationId, isValid)
  }
  try {
    return !isValid(JSON.parse(text))
  } catch {
    return true
  }
}
