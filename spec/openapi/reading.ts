// Reads operations and schemas from a document. Works on any document, also on one that was edited by hand.

import type { HttpMethod, Media, OpenApiDocument, OperationNode } from './document.ts'
import type { Schema } from './schema.ts'

/** One operation of a document, with its method and path. */
export interface Listed<Method extends string, Node extends { operationId: string }> {
  operationId: Node['operationId']
  method: Method
  path: string
  operation: Node
}

export type ListedOperation = Listed<HttpMethod, OperationNode>

/** The operations of paths with these methods, in the order of the document. */
export function operationsIn<Method extends string, Node extends { operationId: string }>(
  paths: Record<string, { [Name in Method]?: Node }>,
  methods: readonly Method[],
): Listed<Method, Node>[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : [{ operationId: operation.operationId, method, path, operation }]
    }),
  )
}

/** Every operation of the document's paths, without webhooks. */
export const listOperations = ({ paths }: OpenApiDocument): ListedOperation[] =>
  operationsIn(paths, ['get', 'post'])

/** The media type of request bodies and responses. */
export const json = 'application/json'

/** The JSON media of a request body or response, if the document defines it. */
export function jsonOf(node: { content?: Record<string, Media> } | undefined): Media | undefined {
  return node?.content?.[json]
}

/**
 * Every schema of the document by name: components by their name, and `<operationId>/body`, `/response` and `/payload`.
 * `/query`, `/headers` and `/path` are objects with the parameters of that kind.
 */
export function listSchemas(document: OpenApiDocument): Record<string, Schema> {
  const listed: Record<string, Schema> = { ...document.components.schemas }
  for (const { operationId, operation } of listOperations(document)) {
    const parts: Record<string, Schema | undefined> = {
      path: parametersAsObject(operation, 'path'),
      headers: parametersAsObject(operation, 'header'),
      query: parametersAsObject(operation, 'query'),
      body: jsonOf(operation.requestBody)?.schema,
      payload: operation['x-encrypted-payload']?.schema,
      response: jsonOf(operation.responses['200'])?.schema,
    }
    for (const [part, schema] of Object.entries(parts)) {
      if (schema !== undefined) listed[`${operationId}/${part}`] = schema
    }
  }
  return listed
}

/** The parameters of one kind as the properties of an object, or undefined if the operation has none. */
export function parametersAsObject(
  operation: Pick<OperationNode, 'parameters'>,
  kind: 'path' | 'query' | 'header',
): Schema | undefined {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === kind)
  if (parameters.length === 0) return undefined
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}
