// Finding things in a document, whoever made it. It knows no zod and no operation by name, so that readers at run time
// can use it on a document that was changed by hand.

import type { HttpMethod, Media, OpenApiDocument, OperationNode, Schema } from './document.ts'

export interface ListedOperation {
  operationId: string
  method: HttpMethod
  path: string
  operation: OperationNode
}

const methods = ['get', 'post'] as const satisfies HttpMethod[]

/** Every operation of the document's paths, in the document's order. Webhooks are not among them. */
export function listOperations(document: OpenApiDocument): ListedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : [{ operationId: operation.operationId, method, path, operation }]
    }),
  )
}

/** The media type under which an operation's JSON stands. */
export const json = 'application/json'

/** What a request body or an answer holds as JSON, where the document says so. */
export function jsonOf(node: { content?: Record<string, Media> } | undefined): Media | undefined {
  return node?.content?.[json]
}

/**
 * Every named schema of the document: components by their name, and `<operationId>/body`, `/response`, `/payload`; and
 * `/query`, `/headers`, `/path` as one object that holds the parameters of that kind.
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

/** The parameters of one kind as the properties of an object; undefined where the operation has none. */
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
