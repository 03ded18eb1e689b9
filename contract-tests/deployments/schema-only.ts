// What a tester sees that holds each answer to the OpenAPI document and does nothing more: the yardstick beside which the
// suite is graded. The document describes answers of status 200 only, so nothing else can be held to it.

import { schemaCompiler } from '../../spec/openapi/compiler.ts'
import type { OperationId } from '../../spec/operations.ts'
import { contractDocument, responseSchema } from '../contract-document.ts'

const compile = schemaCompiler(contractDocument)
const compiled = new Map<OperationId, (body: unknown) => boolean>()

/** Whether an answer breaks the document. */
export function breaksTheDocument(operationId: OperationId, status: number, text: string): boolean {
  if (status !== 200) return false
  let fits = compiled.get(operationId)
  if (fits === undefined) {
    const validate = compile(responseSchema(operationId))
    fits = (body) => validate(body) === true
    compiled.set(operationId, fits)
  }
  try {
    return !fits(JSON.parse(text))
  } catch {
    return true
  }
}
