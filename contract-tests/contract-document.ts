// The contract's document, as the suite holds answers to it.

import { readFileSync } from 'node:fs'
import type { OpenApiDocument, Schema } from '../spec/openapi/document.ts'
import { jsonOf, listOperations } from '../spec/openapi/reading.ts'
import type { OperationId } from '../spec/operations.ts'

/** The committed document. */
export const contractDocument: OpenApiDocument = JSON.parse(
  readFileSync(new URL('../spec/openapi.json', import.meta.url), 'utf8'),
)

const schemas = new Map(
  listOperations(contractDocument).map(({ operationId, operation }) => [
    operationId,
    { response: jsonOf(operation.responses['200'])?.schema ?? {}, marks: operation.responses['200'] },
  ]),
)

/** The schema of an operation's success. */
export function responseSchema(operationId: OperationId): Schema {
  return schemas.get(operationId)?.response ?? {}
}

/** The requirements that stand on an operation's answer as a whole. */
export function responseMarks(operationId: OperationId): readonly string[] {
  return schemas.get(operationId)?.marks['x-requirements'] ?? []
}

/** The component that a reference names. */
export function componentNamed($ref: string): { name: string; schema: Schema } {
  const name = $ref.replace('#/components/schemas/', '')
  const schema = contractDocument.components.schemas[name]
  if (schema === undefined) throw new Error(`The document has no component "${name}".`)
  return { name, schema }
}
