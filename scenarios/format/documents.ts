// The operations that the steps of a scenario call: those of the contract's OpenAPI document and those of the control API's.
// Both documents are read as JSON, so no code of the simulator is loaded.

import { readFileSync } from 'node:fs'
import { valueAt } from '../../core/json.ts'
import { type JsonSchema, resolveRef } from '../../core/json-schema.ts'
import { SchemaValidator } from '../../core/schema-validator.ts'
import type { ValidationError } from '../../core/validation-messages.ts'
import type { OperationNode, Parameter } from '../../spec/openapi/document.ts'
import { jsonOf, operationsIn } from '../../spec/openapi/reading.ts'
import { Router } from '../../spec/openapi/router.ts'
import type { Envelope } from '../../spec/operation.ts'
import type { RequirementId } from '../../spec/requirements.ts'

/** A document by the name under which scenarios refer to it. */
export type DocumentName = 'service' | 'control'

/** An operation of either document. Those of the control API have none of the extensions. */
type Node = Pick<OperationNode, 'operationId' | 'parameters' | 'requestBody' | 'responses' | 'security'> &
  Partial<Pick<OperationNode, 'x-encrypted-payload' | 'x-response-envelope' | 'x-stated-errors'>>

interface ApiDocument {
  paths: Record<string, Record<string, Node>>
}

/** One operation of either document. */
export interface ListedOperation {
  document: DocumentName
  operationId: string
  method: string
  path: string
  parameters: Parameter[]
  body: { required: boolean; schema: JsonSchema } | undefined
  /** The encrypted payload of the body. `field` is null if the contract does not show its name. */
  encrypted: { field: string | null; schema: JsonSchema } | undefined
  /** The JSON body of a response with the status 200. */
  response: JsonSchema | undefined
  needsToken: boolean
  /** True if the document states the HTTP status of a success. The contract states it for one operation. */
  statesStatus: boolean
  /** The marker of a success of the service. */
  envelope: Envelope | undefined
  /** The errors whose texts the contract states. */
  statedErrors: readonly StatedErrorText[]
  /** True if a refusal has `ok: true` and `success: false`, as the contract states for payouts. */
  refusesInResult: boolean
}

/** The text of an error that the contract states, as a regular expression, with its code if it has one. */
export interface StatedErrorText {
  code?: number
  pattern: string
}

/** Which row and which key are in a text is not part of its form. */
function patternOf(text: string): string {
  return text
    .replace(/[.()]/g, '[$&]')
    .replace('{row_number}', '[0-9]+')
    .replace(/\{\w+\}/, '.+')
}

const documentUrls: Record<DocumentName, URL> = {
  service: new URL('../../spec/openapi.json', import.meta.url),
  control: new URL('../../spec/control/openapi.json', import.meta.url),
}

const documents: Record<DocumentName, ApiDocument> = {
  service: JSON.parse(readFileSync(documentUrls.service, 'utf8')),
  control: JSON.parse(readFileSync(documentUrls.control, 'utf8')),
}

/** The requirements that state an HTTP status. Those of subscriptions concern a field of the body. */
const statusRequirements: readonly string[] = ['qr-transactions.status-200'] satisfies RequirementId[]

/** The condition on a status that the contract does not state. */
export const anySuccess = '$statusCode >= 200 && $statusCode < 300'

const methods = ['get', 'post', 'put', 'delete', 'patch'] as const

function listOperations(document: DocumentName): ListedOperation[] {
  return operationsIn(documents[document].paths, methods).map(
    ({ operationId, method, path, operation: node }) => {
      const bodySchema = jsonOf(node.requestBody)?.schema
      return {
        document,
        operationId,
        method: method.toUpperCase(),
        path,
        parameters: node.parameters ?? [],
        body:
          bodySchema === undefined
            ? undefined
            : { required: node.requestBody?.required === true, schema: bodySchema },
        encrypted: node['x-encrypted-payload'],
        response: jsonOf(node.responses['200'])?.schema,
        needsToken: (node.security ?? []).length > 0,
        statesStatus:
          document === 'control' ||
          (node.responses['200']['x-requirements'] ?? []).some((id) => statusRequirements.includes(id)),
        envelope: node['x-response-envelope'],
        statedErrors: (node['x-stated-errors'] ?? []).map((error) =>
          'errorMsg' in error
            ? { pattern: patternOf(error.errorMsg) }
            : {
                code: error.code,
                pattern: patternOf(error.message) + (error.followedBy === undefined ? '' : '.+'),
              },
        ),
        refusesInResult: (node['x-stated-errors'] ?? []).some((error) => 'errorMsg' in error),
      }
    },
  )
}

/** Every operation of both documents. */
export const listedOperations: readonly ListedOperation[] = [
  ...listOperations('service'),
  ...listOperations('control'),
]

const byName = new Map(
  listedOperations.map((operation) => [`${operation.document}.${operation.operationId}`, operation]),
)

/** The operation that a step's `operationId` refers to. */
export function operationNamed(reference: string): ListedOperation | undefined {
  return byName.get(reference.replace(/^\$sourceDescriptions\./, ''))
}

/** Finds the operation that a request calls, by its method and its path below the document's server. */
export const routers: Readonly<Record<DocumentName, Router<ListedOperation>>> = {
  service: new Router(listedOperations.filter(({ document }) => document === 'service')),
  control: new Router(listedOperations.filter(({ document }) => document === 'control')),
}

const validators: Record<DocumentName, SchemaValidator> = {
  service: new SchemaValidator(documents.service, { allErrors: true }),
  control: new SchemaValidator(documents.control, { allErrors: true }),
}

/** A schema of a document, or the one that it refers to. */
export function referredSchema(document: DocumentName, schema: unknown): unknown {
  const $ref = valueAt(schema, '$ref')
  return typeof $ref === 'string' ? referredSchema(document, resolveRef(documents[document], $ref)) : schema
}

/** Errors of a value by a schema of a document. `name` is what the value is called in messages. */
export function validationErrors(
  document: DocumentName,
  schema: JsonSchema,
  value: unknown,
  name: string,
): ValidationError[] {
  return validators[document].check(schema)(value)?.describe(name) ?? []
}

/**
 * Violations of the document by a response. The contract does not show the form of refusals: a response of the service with
 * another status than 200, or without the marker of success, is not checked.
 */
export function responseViolations(operation: ListedOperation, status: number, body: unknown): string[] {
  if (status !== 200) return []
  if (body === undefined) return ['the response is not JSON']
  if (operation.response === undefined) return []
  if (operation.document === 'service' && !hasSuccess(operation, body)) return []
  return validationErrors(operation.document, operation.response, body, 'response').map(
    ({ message }) => message,
  )
}

/** True if a response carries the marker of success. Contract: Resources, conventions. */
export function hasSuccess({ envelope, refusesInResult }: ListedOperation, body: unknown): boolean {
  if (envelope === 'status-result') return valueAt(body, 'status') === 200
  // The contract states how payouts are refused, so that form is checked too.
  return valueAt(body, 'ok') === true && (refusesInResult || valueAt(body, 'result', 'success') !== false)
}
