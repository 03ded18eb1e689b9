// Changes requests before the service sees them: how a mutant takes what it must not take.

import { parseJson } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { WireRequest, World, Wrapping } from '../targets/in-process.ts'

type Rewriting = NonNullable<Wrapping['request']>
type Fields = Readonly<Record<string, unknown>>

/** A `request` of a mutant that changes the body of some operations; a body that is no object stays. */
export function rewriting(
  operations: OperationId | readonly OperationId[],
  change: (body: Fields, request: WireRequest, world: World) => unknown,
): Rewriting {
  const rewritten = new Set([operations].flat())
  return (request, world) => {
    if (!rewritten.has(request.operationId)) return request
    const body = parseJson(request.body)
    if (typeof body !== 'object' || body === null) return request
    return { ...request, body: JSON.stringify(change(body as Fields, request, world)) }
  }
}

/** A `request` that changes each line of the cart. */
export function rewritingLines(
  operations: OperationId | readonly OperationId[],
  change: (line: Fields, index: number) => unknown,
): Rewriting {
  return rewriting(operations, (body) => {
    const { cart } = body
    return Array.isArray(cart) ? { ...body, cart: cart.map(change) } : body
  })
}

/** A `request` that changes one object of the body, where there is one. */
export function rewritingPart(
  operations: OperationId | readonly OperationId[],
  key: string,
  change: (part: Fields) => unknown,
): Rewriting {
  return rewriting(operations, (body) => {
    const part = body[key]
    return typeof part === 'object' && part !== null ? { ...body, [key]: change(part as Fields) } : body
  })
}

/** A `request` that is sent to where nobody answers, so that it is refused. */
export function turnedAway(refused: (request: WireRequest) => boolean): Rewriting {
  return (request) => (refused(request) ? { ...request, path: '/turned-away' } : request)
}

/** The token that a request bears; undefined without the header, empty where nothing stands in it. */
export function tokenOf({ headers }: WireRequest): string | undefined {
  return headers.authorization?.replace(/^Bearer ?/, '')
}

/** A request with another token. */
export function withToken(request: WireRequest, token: string): WireRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
}
