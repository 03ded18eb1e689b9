// The control document, compiled: its operations by method and path, and the checks of their requests and responses.

import { type Check, SchemaValidator } from '../../core/schema-validator.ts'
import {
  type ControlDocument,
  listControlOperations,
  readControlDocument,
} from '../../spec/control/document.ts'
import type { ControlMethod } from '../../spec/control/operation.ts'
import type { ControlOperationId } from '../../spec/control/operations.ts'
import { jsonOf, parametersAsObject } from '../../spec/openapi/reading.ts'
import { Router } from '../../spec/openapi/router.ts'
import type { Schema } from '../../spec/openapi/schema.ts'

export interface CompiledControlOperation {
  operationId: ControlOperationId
  method: ControlMethod
  path: string
  params: Check | undefined
  query: Check | undefined
  /** Undefined when the operation takes no body. */
  body: CompiledBody | undefined
  response: Check
  isStreamed: boolean
  changesSandboxes: boolean
}

interface CompiledBody {
  /** The check of a body within `maxBytes`. */
  check: Check
  /** The check of a larger body, which stops at the first error. */
  checkLarge: Check
  isRequired: boolean
  examples: readonly unknown[]
  maxBytes: number
  largePart: { pointer: string; maxBytes: number } | undefined
}

let compiled: Router<CompiledControlOperation> | undefined

/** The operations of the control document, compiled once for all simulators of the process. */
export function controlRouter(): Router<CompiledControlOperation> {
  compiled ??= new Router(operationsOf(readControlDocument()))
  return compiled
}

function operationsOf(document: ControlDocument): CompiledControlOperation[] {
  const validator = new SchemaValidator(document, { allErrors: true })
  const largeValidator = new SchemaValidator(document)
  // Everything in a URL is text.
  const textValidator = new SchemaValidator(document, { allErrors: true, coerceTypes: true })
  const textCheck = (schema: Schema | undefined) =>
    schema === undefined ? undefined : textValidator.check(schema)
  return listControlOperations(document).map(({ operationId, method, path, operation }) => {
    const { requestBody, responses } = operation
    const media = jsonOf(requestBody)
    return {
      operationId,
      method,
      path,
      params: textCheck(parametersAsObject(operation, 'path')),
      query: textCheck(closed(parametersAsObject(operation, 'query'))),
      body:
        media === undefined || requestBody === undefined
          ? undefined
          : {
              check: validator.check(media.schema),
              checkLarge: largeValidator.check(media.schema),
              isRequired: requestBody.required,
              maxBytes: requestBody['x-max-bytes'],
              largePart: requestBody['x-large-part'],
              examples: Object.values(media.examples ?? {}).map(({ value }) => value),
            },
      response: validator.check(jsonOf(responses['200'])?.schema ?? {}),
      isStreamed: operation['x-streamed'] === true,
      changesSandboxes: operation['x-changes-sandboxes'] === true,
    }
  })
}

/** The schema without unknown properties, so that a misspelled parameter is not ignored. */
function closed(schema: Schema | undefined): Schema | undefined {
  return schema === undefined ? undefined : { ...schema, additionalProperties: false }
}
