// The control document, compiled: its operations by method and path, and the checks of their requests and responses.

import { type Check, SchemaValidator } from '../../core/schema-validator.ts'
import {
  type ControlDocument,
  type ControlOperationNode,
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
  node: ControlOperationNode
  params: Check | undefined
  query: Check | undefined
  /** Undefined when the operation takes no body. */
  body: CompiledBody | undefined
  response: Check
}

interface CompiledBody {
  check: Check
  isRequired: boolean
  examples: readonly unknown[]
  maxBytes: number
}

let compiled: Router<CompiledControlOperation> | undefined

/** The operations of the control document, compiled once for all simulators of the process. */
export function controlRouter(): Router<CompiledControlOperation> {
  compiled ??= new Router(operationsOf(readControlDocument()))
  return compiled
}

function operationsOf(document: ControlDocument): CompiledControlOperation[] {
  const validator = new SchemaValidator(document, { allErrors: true })
  // Everything in a URL is text.
  const textValidator = new SchemaValidator(document, { allErrors: true, coerceTypes: true })
  const textCheck = (schema: Schema | undefined) => schema && textValidator.check(schema)
  return listControlOperations(document).map(({ operationId, method, path, operation: node }) => {
    const { requestBody } = node
    const media = jsonOf(requestBody)
    const query = parametersAsObject(node, 'query')
    return {
      ...{ operationId, method, path, node },
      params: textCheck(parametersAsObject(node, 'path')),
      // Without unknown parameters, so that a misspelled one is not ignored.
      query: textCheck(query && { ...query, additionalProperties: false }),
      body:
        media === undefined || requestBody === undefined
          ? undefined
          : {
              check: validator.check(media.schema),
              isRequired: requestBody.required,
              maxBytes: requestBody['x-max-bytes'],
              examples: Object.values(media.examples ?? {}).map(({ value }) => value),
            },
      response: validator.check(jsonOf(node.responses['200'])?.schema ?? {}),
    }
  })
}
