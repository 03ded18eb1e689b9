// Operators that rewrite requests, so that the deployment accepts what it must refuse, or refuses what it must accept.

import { isObject, parseJson } from '../../../../core/json.ts'
import type { OperationId } from '../../../../spec/operations.ts'
import type { Seams, WireRequest, World } from '../../../observe/in-process.ts'
import { absent, changeAt, fillAt, type JsonObject } from '../json-path.ts'
import { byHand, type Mutation, type Operator, refusing } from '../mutation.ts'
import type { Field } from './places.ts'

export type FieldOperator = Operator<Field>
type RequestSeam = NonNullable<Seams['request']>

/** The request seam that changes JSON bodies of operations that are objects. */
export function changeBody(
  operations: OperationId | readonly OperationId[],
  change: (body: JsonObject, world: World, request: WireRequest) => unknown,
): RequestSeam {
  return changeRequest(operations, (request, world) => {
    const body = parseJson(request.body)
    return isObject(body) ? { body: JSON.stringify(change(body, world, request)) } : {}
  })
}

/** The request seam that rewrites requests of operations. */
export function changeRequest(
  operations: OperationId | readonly OperationId[],
  change: (request: WireRequest, world: World) => Partial<WireRequest>,
): RequestSeam {
  return (request, world) =>
    [operations].flat().includes(request.operationId) ? { ...request, ...change(request, world) } : request
}

/** Refuses some requests, by sending them to a path that does not exist. */
export const turnAway = (
  sentence: string,
  refuses: (request: WireRequest, world: World) => boolean,
): Mutation =>
  refusing(
    byHand(sentence, {
      request: (request, world) => (refuses(request, world) ? { ...request, path: '/turned-away' } : request),
    }),
  )

/** Accepts requests of an operation that are invalid, by changing their bodies to valid ones. */
export const accepting = (
  name: string,
  operations: OperationId | readonly OperationId[],
  change: Parameters<typeof changeBody>[1],
): Mutation => ({ name, operations: [operations].flat(), request: changeBody(operations, change) })

/** Accepts requests without a required field, by filling in the example of the document. */
export const acceptWithout: FieldOperator = Object.assign(
  ({ operation, path, example }: Field) =>
    accepting(`accept-without ${operation} ${path}`, operation, (body) => fillAt(body, path, example)),
  {
    to: 'request' as const,
    deep: true,
    fits: ({ required, example }: Field) => required === true && example !== undefined,
  },
)

/** Copies a field of the body into the success: where a mutation accepts a request without it, the response lacks it, too. */
export function copying(mutation: Mutation, operation: OperationId, field: string, to: string): Mutation {
  return {
    ...mutation,
    name: `${mutation.name}, and ${to} is missing`,
    transport: async ({ operationId, body }, send) => {
      const response = await send()
      if (operationId !== operation || body.includes(`"${field}":`)) return response
      const { status, headers } = response
      const json = changeAt(await response.json(), to, () => absent)
      return new Response(JSON.stringify(json), { status, headers })
    },
  }
}

/** Accepts requests in which only the first element of a list has some fields. */
export function acceptLaterWithout(operation: OperationId, path: string, fields: JsonObject): Mutation {
  const names = Object.keys(fields).join(', ')
  return accepting(`accept-later-without ${operation} ${path} ${names}`, operation, (body) =>
    changeAt(body, path, (all) =>
      Array.isArray(all) ? all.map((one, index) => (index === 0 ? one : { ...fields, ...one })) : all,
    ),
  )
}

export function acceptNullFields(operation: OperationId, fields: JsonObject): Mutation {
  return accepting(`accept-null ${operation} ${Object.keys(fields).join(', ')}`, operation, (body) =>
    Object.fromEntries(Object.entries(body).map(([key, value]) => [key, value ?? fields[key] ?? value])),
  )
}

/** Accepts objects that lack several fields. */
export function acceptAnything(operation: OperationId, path: string, fields: JsonObject): Mutation {
  return accepting(`accept-anything ${operation} ${path}`, operation, (body) =>
    changeAt(body, path, (one) => (isObject(one) ? { ...fields, ...one } : one)),
  )
}

/** Accepts invalid texts at a path, by changing them to valid ones. */
export function acceptAs(
  operation: OperationId,
  path: string,
  words: string,
  change: (value: string) => unknown,
): Mutation {
  return accepting(`accept ${words} ${operation} ${path}`, operation, (body) =>
    changeAt(body, path, (value) => (typeof value === 'string' ? change(value) : value)),
  )
}

export function move(operation: OperationId, to: Partial<Pick<WireRequest, 'path' | 'method'>>): Mutation {
  const where = Object.values(to).join(' ')
  return {
    name: `move ${operation} ${where}`,
    operations: [operation],
    refuses: true,
    request: changeRequest(operation, () => to),
  }
}
