// The requirements and the unspecified behaviors that the document marks at places of requests and answers.

import { jsonOf, listOperations } from '../../spec/openapi/reading.ts'
import type { Marks, Schema } from '../../spec/openapi/schema.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { RequestAction } from '../histories/action.ts'
import { componentNamed, contractDocument } from '../observe/contract-document.ts'

const operations = new Map(
  listOperations(contractDocument).map(({ operationId, operation }) => [operationId, operation]),
)

/** The marked nodes from a place of an answer, such as `body.result.check.0.num`, outwards. */
export function marksOfAnswer(operation: OperationId | undefined, place: string): readonly Marks[] {
  if (place.startsWith('delivery')) return [contractDocument.webhooks.merchantWebhook, contractDocument]
  const node = operation === undefined ? undefined : operations.get(operation)
  if (node === undefined) return [contractDocument]
  const response = node.responses['200']
  const [part, ...path] = place.replace(/^response \d+ /, '').split('.')
  const inside = part === 'body' ? nodesAlong(jsonOf(response)?.schema, path) : []
  return [...inside.reverse(), response, node, contractDocument]
}

/** The marked nodes of the part in which a request differs from a usual one, from there outwards; those of the refusals without one. */
export function marksOfRequest({ operation, part, unusual = '' }: RequestAction): readonly Marks[] {
  const node = operations.get(operation)
  if (node === undefined) return []
  const { requestBody, 'x-encrypted-payload': payload, 'x-parts': parts = {}, responses } = node
  const path = (unusual.split(': ')[0] ?? '').split('.')
  const body = [...nodesAlong(jsonOf(requestBody)?.schema, path).reverse(), requestBody]
  const nodes: Record<NonNullable<RequestAction['part']>, readonly (Marks | undefined)[]> = {
    credential: [parts.credential],
    headers: [parts.headers],
    path: [parts.path],
    query: [parts.query],
    body: [...body, parts.credential],
    payload: [...nodesAlong(payload?.schema, path).reverse(), payload],
    encryption: [payload, requestBody],
    length: [contractDocument],
  }
  const own = part === undefined ? [] : nodes[part]
  return [...own, responses.default, node].filter((one) => one !== undefined)
}

/** A schema and those inside of it along a path. */
function nodesAlong(schema: Schema | undefined, path: readonly string[]): Schema[] {
  if (schema === undefined) return []
  if (schema.$ref !== undefined) return [schema, ...nodesAlong(componentNamed(schema.$ref).schema, path)]
  const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap((one) => nodesAlong(one, path))
  const [key, ...rest] = path
  const next = key === undefined ? undefined : (schema.properties?.[key] ?? schema.items)
  return [schema, ...branches, ...nodesAlong(next, rest)]
}
