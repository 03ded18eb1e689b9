// Builds the `paths` of the document from the operations. places.ts adds the ids of requirements and unspecified behaviors.

import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { type OperationId, operationIds, operations } from '../operations.ts'
import { exampleOf } from '../primitives.ts'
import { operationResources } from '../resource-names.ts'
import type { ApiResponse, Example, OperationNode, Parameter, PathItem, RequestBody } from './document.ts'
import type { Hoist } from './hoist.ts'
import { json } from './reading.ts'
import type { Schema } from './schema.ts'
import { securityOf } from './security.ts'

/** The paths of all operations, in the order of the operations. */
export function pathsOf(hoist: Hoist): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {}
  for (const operationId of operationIds) {
    const row: Operation = operations[operationId]
    paths[row.path] = { ...paths[row.path], [row.method]: operationNode(operationId, row, hoist) }
  }
  return paths
}

function operationNode(operationId: OperationId, row: Operation, hoist: Hoist): OperationNode {
  const parameters = [
    ...parametersOf('path', row.params, hoist),
    ...parametersOf('query', row.query, hoist),
    ...parametersOf('header', row.headers, hoist),
  ]
  const security = securityOf(row.credential)
  const errors = row.statedErrors
  return {
    operationId,
    summary: row.summary,
    description: `${row.description} Contract: ${row.section}.`,
    tags: [operationResources[operationId]],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(row.body === undefined ? {} : { requestBody: requestBody(row.body, row.bodyExample, hoist) }),
    responses: { '200': shown(row, hoist), default: otherwise },
    ...(security === undefined ? {} : { security }),
    'x-credential': row.credential,
    ...('assumedToken' in row ? { 'x-assumed-token': row.assumedToken } : {}),
    ...(row.encrypted === undefined
      ? {}
      : { 'x-encrypted-payload': encryptedPayload(operationId, row.encrypted, hoist) }),
    'x-response-envelope': row.envelope,
    ...(errors === undefined ? {} : { 'x-stated-errors': errors.map((error) => ({ ...error })) }),
  }
}

// In OpenAPI, `Content-Type` is not a parameter: the media type of a body stands for it, and a GET has no body.
function parametersOf(kind: Parameter['in'], shape: z.AnyZodObject | undefined, hoist: Hoist): Parameter[] {
  if (shape === undefined) return []
  const { properties = {}, required = [] } = hoist.schemaOf(shape)
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: kind,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema,
  }))
}

function requestBody(type: z.ZodTypeAny, example: unknown, hoist: Hoist): RequestBody {
  const schema = hoist.schemaOf(type)
  if (Object.keys(schema).length > 0) {
    return { required: true, content: { [json]: { schema, examples: sample(example) } } }
  }
  return {
    description: 'Its form is not shown. The schema accepts anything.',
    required: true,
    content: {
      [json]: { schema, examples: sample(example, 'One of several forms that the contract allows') },
    },
  }
}

function shown(row: Operation, hoist: Hoist): ApiResponse {
  const refusesHere = row.statedErrors?.some((error) => 'errorMsg' in error) ?? false
  return {
    description: refusesHere
      ? 'Success, or a refusal with `ok: true`, each in the form that the contract shows.'
      : 'Success.',
    content: {
      [json]: {
        schema: hoist.schemaOf(row.response),
        examples: sample(row.responseExample ?? exampleOf(row.response)),
      },
    },
  }
}

const otherwise: ApiResponse = { description: 'Any other response. Its HTTP status and form are not shown.' }

function encryptedPayload(
  operationId: OperationId,
  encrypted: NonNullable<Operation['encrypted']>,
  hoist: Hoist,
) {
  const { $ref }: Schema = hoist.schemaOf(encrypted.payload)
  if ($ref === undefined) {
    throw new Error(
      `The schema of the encrypted payload of ${operationId} is not a component. Name it with component().`,
    )
  }
  const { payload, payloadRefusals, example, ...form } = encrypted
  const fields = optionalFieldsOf(encrypted.payload)
  return { ...form, ...(fields.length > 0 ? { usualFields: fields } : {}), schema: { $ref }, example }
}

/** The fields of a payload, or of its rows, that the contract lists without saying whether they are required. */
function optionalFieldsOf(payload: z.ZodTypeAny): string[] {
  if (payload instanceof z.ZodArray) return optionalFieldsOf(payload.element)
  if (!(payload instanceof z.ZodObject)) return []
  const fields = Object.entries<z.ZodTypeAny>(payload.shape)
  return fields.some(([, type]) => type.isOptional()) ? fields.map(([name]) => name) : []
}

function sample(value: unknown, summary?: string): Record<string, Example> {
  return { sample: { ...(summary === undefined ? {} : { summary }), value } }
}
