// Finds the node of the document that a Place names, and writes the ids of requirements and unspecified behaviors there.

import { type Place, placesOf, type Requirements, type UnspecifiedBehaviors } from '../statements.ts'
import type { OpenApiDocument, OperationNode } from './document.ts'
import { partsWithoutNode } from './document.ts'
import { listOperations } from './reading.ts'
import type { Marks } from './schema.ts'

/** The node of the document at a place. Throws if the document does not have the place. */
export function nodeAt(document: OpenApiDocument, place: Place): Marks {
  if (place === 'service') return document
  if (place === 'webhook') return document.webhooks.merchantWebhook
  const [name = '', part] = divided(place, '/')
  const operation = listOperations(document).find(({ operationId }) => operationId === name)?.operation
  if (operation !== undefined) return part === undefined ? operation : partOf(operation, part, place)
  return schemaNode(document, place)
}

/** Writes each id to the nodes that it concerns. */
export function mark(
  document: OpenApiDocument,
  requirements: Requirements,
  unspecifiedBehaviors: UnspecifiedBehaviors,
): void {
  const operations = listOperations(document).map(({ operation }) => operation)
  for (const operation of operations)
    operation['x-parts'] = { credential: {}, headers: {}, path: {}, query: {} }
  const marks = { 'x-requirements': requirements, 'x-unspecified': unspecifiedBehaviors } as const
  for (const [key, statements] of Object.entries(marks)) {
    for (const [id, statement] of Object.entries(statements)) {
      for (const place of placesOf(statement)) {
        const node = nodeAt(document, place)
        const ids = node[key as keyof Marks] ?? []
        if (!ids.includes(id)) node[key as keyof Marks] = [...ids, id]
      }
    }
  }
  for (const operation of operations) dropUnmarkedParts(operation)
}

function dropUnmarkedParts(operation: OperationNode): void {
  const marked = Object.entries(operation['x-parts'] ?? {}).filter(
    ([, marks]) => Object.keys(marks).length > 0,
  )
  if (marked.length > 0) operation['x-parts'] = Object.fromEntries(marked)
  else delete operation['x-parts']
}

function partOf(operation: OperationNode, part: string, place: Place): Marks {
  const without = partsWithoutNode.find((known) => known === part)
  if (without !== undefined) {
    if (without === 'query' && !operation.parameters?.some((parameter) => parameter.in === 'query')) {
      throw noSuch(place, 'the operation has no query')
    }
    return operation['x-parts']?.[without] ?? {}
  }
  const nodes: Record<string, Marks | undefined> = {
    body: operation.requestBody,
    payload: operation['x-encrypted-payload'],
    response: operation.responses['200'],
    refusals: operation.responses.default,
  }
  const node = nodes[part]
  if (node === undefined) {
    throw noSuch(place, part in nodes ? `the operation has no ${part}` : `no operation has a part "${part}"`)
  }
  return node
}

function schemaNode(document: OpenApiDocument, place: Place): Marks {
  const [component = '', property] = divided(place, '.')
  const schema = document.components.schemas[component]
  if (schema === undefined)
    throw noSuch(place, `neither an operation nor a component is called "${component}"`)
  if (property === undefined) return schema
  const node = schema.properties?.[property]
  if (node === undefined) throw noSuch(place, `component ${component} has no property "${property}"`)
  return node
}

/** The text before and after the first separator. */
function divided(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function noSuch(place: Place, reason: string): Error {
  return new Error(
    `The document has no place "${place}": ${reason}. Expected operationId, operationId/part, Component, Component.property, webhook or service.`,
  )
}
