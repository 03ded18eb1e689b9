// Spoils one place of an answer of success: what most mutants of form and of content do. A place is a path of
// keys, with `*` for every element of an array: `result.accounts.*.balance`.

import { valueAt } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { WireRequest, WireResponse, World, Wrapping } from '../targets/in-process.ts'

/** In place of a value: the key is left out. */
export const absent = Symbol('absent')

/** What a spoiled value may depend on, beside what stood there. */
export interface SpoiltResponse {
  json: unknown
  request: WireRequest
  world: World
}

/** An `answer` of a mutant that changes one place of every success of an operation. */
export function spoiling(
  operations: OperationId | readonly OperationId[],
  path: string,
  change: (value: unknown, response: SpoiltResponse) => unknown,
): NonNullable<Wrapping['response']> {
  const spoilt = new Set([operations].flat())
  return (response, request, world) => {
    if (!spoilt.has(request.operationId) || !isSuccess(response)) return response
    const { json } = response
    return {
      ...response,
      json: changed(json, path.split('.'), (value) => change(value, { json, request, world })),
    }
  }
}

/** Whether an answer claims success: HTTP 200, and neither `ok: false` nor `success: false` in it. */
export function isSuccess({ status, json }: WireResponse): boolean {
  if (status !== 200 || typeof json !== 'object' || json === null) return false
  return valueAt(json, 'ok') !== false && valueAt(json, 'result', 'success') !== false
}

function changed(value: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return change(value)
  if (key === '*') return Array.isArray(value) ? value.map((one) => changed(one, rest, change)) : value
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const put = name === key ? changed(inner, rest, change) : inner
      return put === absent ? [] : [[name, put]]
    }),
  )
}
