// The optional fields of requests and payloads, read off the document.

import { jsonOf, listOperations } from '../../../spec/openapi/reading.ts'
import type { Schema } from '../../../spec/openapi/schema.ts'
import type { OperationId } from '../../../spec/operations.ts'
import { componentNamed, contractDocument } from '../../observe/contract-document.ts'

interface Optional {
  operation: OperationId
  path: string
  /** True if the contract says so. It does not say which fields of the payload of a payment are required. */
  mayBeMissing: boolean
}

export function optionalFields(): Optional[] {
  return listOperations(contractDocument).flatMap(
    ({ operationId, operation: { requestBody, 'x-encrypted-payload': payload } }) => {
      const schemas = [payload?.schema, payload === undefined ? jsonOf(requestBody)?.schema : undefined]
      return schemas.flatMap((schema) =>
        schema === undefined
          ? []
          : optionalIn(schema).map((path) => ({
              operation: operationId as OperationId,
              path,
              mayBeMissing: payload === undefined || path.includes('.'),
            })),
      )
    },
  )
}

function optionalIn(schema: Schema, at = ''): string[] {
  if (schema.$ref !== undefined) return optionalIn(componentNamed(schema.$ref).schema, at)
  const { properties = {}, required = [], items, oneOf, anyOf } = schema
  const [branch] = oneOf ?? anyOf ?? []
  return [
    ...Object.entries(properties).flatMap(([key, property]) => {
      const path = at === '' ? key : `${at}.${key}`
      return [...(required.includes(key) ? [] : [path]), ...optionalIn(property, path)]
    }),
    ...(items === undefined ? [] : optionalIn(items, at === '' ? '*' : `${at}.*`)),
    ...(branch === undefined ? [] : optionalIn(branch, at)),
  ]
}
