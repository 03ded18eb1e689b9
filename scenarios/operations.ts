// The operations that scenarios call: those of the contract's OpenAPI document and those of the control API's. Both documents are
// read as JSON, so no code of the simulator is loaded.

import { readFileSync } from 'node:fs'
import { isObject, valueAt } from '../core/json.ts'
import { resolveRef } from '../core/json-schema.ts'
import { SchemaValidator } from '../core/schema-validator.ts'
import type { OperationNode } from '../spec/openapi/document.ts'
import { jsonOf, operationsIn } from '../spec/openapi/reading.ts'
import { Router } from '../spec/openapi/router.ts'
import type { Harm } from '../spec/operation.ts'
import { type OperationId, operations } from '../spec/operations.ts'

/** A document by the name under which scenarios refer to it. */
export type DocumentName = 'service' | 'control'

/** An operation in either document. Those of the control API have none of the extensions. */
type Node = Pick<OperationNode, 'operationId' | 'parameters' | 'requestBody' | 'responses' | 'security'> &
  Partial<Pick<OperationNode, 'x-encrypted-payload' | 'x-response-envelope' | 'x-stated-errors'>>

/** One operation of either document. */
export interface ListedOperation {
  document: DocumentName
  operationId: string
  method: string
  path: string
  node: Node
  /** The harm that a call of the service can do. */
  harm: Harm
  /** True if a refusal has `ok: true` and `success: false`, as the contract states for payouts. */
  refusesInResult: boolean
}

const documentAt = (path: string): { paths: Record<string, Record<string, Node>> } =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const documents = {
  service: documentAt('../spec/openapi.json'),
  control: documentAt('../spec/control/openapi.json'),
}
const validators: Record<DocumentName, SchemaValidator> = {
  service: new SchemaValidator(documents.service, { allErrors: true }),
  control: new SchemaValidator(documents.control, { allErrors: true }),
}

const listed = (document: DocumentName): ListedOperation[] =>
  operationsIn(documents[document].paths, ['get', 'post', 'put', 'delete', 'patch']).map(
    ({ operationId, method, path, operation: node }) => ({
      ...{ document, operationId, method: method.toUpperCase(), path, node },
      harm: document === 'control' ? 'read' : operations[operationId as OperationId].harm,
      refusesInResult: (node['x-stated-errors'] ?? []).some((error) => 'errorMsg' in error),
    }),
  )
const ofDocuments = { service: listed('service'), control: listed('control') }

/** The operations by what a step's `operationId` has after `$sourceDescriptions.`. */
export const operationsByName: ReadonlyMap<string, ListedOperation> = new Map(
  [...ofDocuments.service, ...ofDocuments.control].map((one) => [`${one.document}.${one.operationId}`, one]),
)

/** The operation that a step calls; undefined if it calls a workflow, or nothing that exists. */
export function operationOf({ operationId = '' }: { operationId?: string }): ListedOperation | undefined {
  return operationsByName.get(operationId.replace(/^\$sourceDescriptions\./, ''))
}

/** Finds the operation that a request calls, by its method and its path below the document's server. */
export const routers: Readonly<Record<DocumentName, Router<ListedOperation>>> = {
  service: new Router(ofDocuments.service),
  control: new Router(ofDocuments.control),
}

/**
 * Violations of the document by a response. The contract does not show the form of refusals: a response of the service with
 * another status than 200, or without the marker of success, is not checked.
 */
export function responseViolations(operation: ListedOperation, status: number, body: unknown): string[] {
  const schema = jsonOf(operation.node.responses['200'])?.schema
  if (status !== 200) return []
  if (body === undefined) return ['the response is not JSON']
  if (schema === undefined || (operation.document === 'service' && !hasSuccess(operation, body))) return []
  const invalid = validators[operation.document].check(schema)(body)
  return invalid?.describe('response').map(({ message }) => message) ?? []
}

/** True if a response has the marker of success. Contract: Resources, conventions. */
export function hasSuccess({ node, refusesInResult }: ListedOperation, body: unknown): boolean {
  if (node['x-response-envelope'] === 'status-result') return valueAt(body, 'status') === 200
  // The contract states how payouts are refused, so that form is checked too.
  return valueAt(body, 'ok') === true && (refusesInResult || valueAt(body, 'result', 'success') !== false)
}

/** The schemas of what a successful response may have at a path; none if its document shows that there is nothing. */
export function schemasAt({ document, node }: ListedOperation, path: readonly string[]): unknown[] {
  const choices = (schema: unknown): unknown[] => {
    const $ref = valueAt(schema, '$ref')
    if (typeof $ref === 'string') return choices(resolveRef(documents[document], $ref))
    return [
      schema,
      ...compositions.flatMap((keyword) => Object.values(Object(valueAt(schema, keyword))).flatMap(choices)),
    ]
  }
  return path.reduce<unknown[]>(
    (schemas, key) => schemas.flatMap((schema) => schemasBelow(schema, key)).flatMap(choices),
    choices(jsonOf(node.responses['200'])?.schema ?? {}),
  )
}

const compositions = ['allOf', 'anyOf', 'oneOf']

function schemasBelow(schema: unknown, key: string): unknown[] {
  if (!isObject(schema)) return [true]
  const { properties, items, additionalProperties, type } = schema
  const named = valueAt(properties, key)
  if (named !== undefined) return [named]
  if (items !== undefined && /^\d+$/.test(key)) return [items]
  if (isObject(additionalProperties)) return [additionalProperties]
  const saysMore = ['properties', 'items', ...compositions].some((keyword) => keyword in schema)
  return !saysMore && (type === undefined || [type].flat().includes('object')) ? [true] : []
}
