// The OpenAPI document of the contract, against which the suite checks responses.

import { readFileSync } from 'node:fs'
import { InvariantError } from '../../core/errors.ts'
import { componentName } from '../../core/json-schema.ts'
import { SchemaValidator } from '../../core/schema-validator.ts'
import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import { jsonOf, listOperations } from '../../spec/openapi/reading.ts'
import type { Schema } from '../../spec/openapi/schema.ts'
import type { OperationId } from '../../spec/operations.ts'

export const contractDocument: OpenApiDocument = JSON.parse(
  readFileSync(new URL('../../spec/openapi.json', import.meta.url), 'utf8'),
)

const schemas = new Map(
  listOperations(contractDocument).map(({ operationId, operation }) => [
    operationId,
    { response: jsonOf(operation.responses['200'])?.schema ?? {}, marks: operation.responses['200'] },
  ]),
)

const anything: Schema = {}

/** The schema of an operation's success. */
export function responseSchema(operationId: OperationId): Schema {
  return schemas.get(operationId)?.response ?? anything
}

const validator = new SchemaValidator(contractDocument)

export function isValidResponse(operationId: OperationId, body: unknown): boolean {
  return validator.check(responseSchema(operationId))(body) === undefined
}

/** The requirements that the document marks on the whole response of an operation. */
export function responseMarks(operationId: OperationId): readonly string[] {
  return schemas.get(operationId)?.marks['x-requirements'] ?? []
}

export function componentNamed($ref: string): { name: string; schema: Schema } {
  const name = componentName($ref)
  const schema = contractDocument.components.schemas[name]
  if (schema === undefined) throw new InvariantError(`The document has no component "${name}".`)
  return { name, schema }
}
