// The requirements and the unspecified behaviors that the document marks at a place of an answer.

import { listOperations } from '../../spec/openapi/reading.ts'
import type { Marks, Schema } from '../../spec/openapi/schema.ts'
import type { OperationId } from '../../spec/operations.ts'
import { componentNamed, contractDocument } from '../observe/contract-document.ts'

const operations = new Map(
  listOperations(contractDocument).map(({ operationId, operation }) => [operationId, operation]),
)

/** The marked nodes from a place such as `body.result.check.0.num` outwards. */
export function marksAt(operation: OperationId | undefined, place: string): readonly Marks[] {
  if (place.startsWith('delivery')) return [contractDocument.webhooks.merchantWebhook, contractDocument]
  const node = operation === undefined ? undefined : operations.get(operation)
  if (node === undefined) return [contractDocument]
  const response = node.responses['200']
  const [part, ...path] = place.replace(/^response \d+ /, '').split('.')
  const schema = response.content?.['application/json']?.schema ?? {}
  const inside = part === 'body' ? nodesAlong(schema, path) : []
  return [...inside.reverse(), response, node, contractDocument]
}

/** A schema and those inside of it along a path. */
function nodesAlong(schema: Schema, path: readonly string[]): Schema[] {
  if (schema.$ref !== undefined) return [schema, ...nodesAlong(componentNamed(schema.$ref).schema, path)]
  const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap((one) => nodesAlong(one, path))
  const [key, ...rest] = path
  const next = key === undefined ? undefined : (schema.properties?.[key] ?? schema.items)
  return [schema, ...branches, ...(next === undefined ? [] : nodesAlong(next, rest))]
}
