// Building blocks of conforming variants: changes of successful responses, and of requests on the way in.

import { isObject } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import { changeResponse, isSuccess } from '../mutants/operators/response.ts'
import type { InProcessOptions, ResponseSeam, WireResponse } from '../targets/in-process.ts'

/** A deployment that follows every word of the contract, and the reason why its difference is permitted. */
export interface ContractVariant extends InProcessOptions {
  /** The place in the contract that leaves it open, and what it says there. */
  why: string
}

/** Conforming variants by name. */
export type ContractVariants = Readonly<Record<string, ContractVariant>>

/** Changes every value of every success, innermost first. */
export function everywhere(change: (value: unknown, key: string) => unknown): ResponseSeam {
  const walk = (value: unknown, key: string): unknown => {
    const inner = Array.isArray(value)
      ? value.map((element) => walk(element, key))
      : isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one, name)]))
        : value
    return change(inner, key)
  }
  return (response) => (isSuccess(response) ? { ...response, json: walk(response.json, '') } : response)
}

/** Changes every text of every success. */
export const everyText = (change: (text: string, key: string) => string): ResponseSeam =>
  everywhere((value, key) => (typeof value === 'string' ? change(value, key) : value))

/** Writes the JSON of every response in another way. */
export function written(write: (json: unknown) => string): ResponseSeam {
  const seam: ResponseSeam = (response) => ({ ...response, text: write(response.json) })
  writers.add(seam)
  return seam
}

const writers = new WeakSet<ResponseSeam>()

/** Adds headers to every response. */
export const withHeaders =
  (headers: Record<string, string>) =>
  (response: WireResponse): WireResponse => ({ ...response, headers: { ...response.headers, ...headers } })

type FieldChange = Parameters<typeof changeResponse>[2]

/** Sets or changes fields below `result` of successful responses of some operations. Other values than functions are set. */
export function fields(
  operations: OperationId | readonly OperationId[],
  changes: Readonly<Record<string, unknown>>,
): ResponseSeam {
  return all(
    Object.entries(changes).map(([path, change]) =>
      changeResponse(
        operations,
        path === '' ? 'result' : `result.${path}`,
        typeof change === 'function' ? (change as FieldChange) : () => change,
      ),
    ),
  )
}

/** Makes several changes, one after the other. JSON is written when nothing else changes it any more. */
export function all(changes: readonly ResponseSeam[]): ResponseSeam {
  const isWriter = (change: ResponseSeam) => writers.has(change)
  const ordered = [...changes.filter((one) => !isWriter(one)), ...changes.filter(isWriter)]
  return (response, request, world) =>
    ordered.reduce((changed, change) => change(changed, request, world), response)
}

/** Variants that change responses, for one reason in the contract. */
export function responding(why: string, seams: Readonly<Record<string, ResponseSeam>>): ContractVariants {
  return Object.fromEntries(Object.entries(seams).map(([name, response]) => [name, { why, response }]))
}

/** Variants with any changes, for one reason in the contract. */
export function permitting(why: string, table: Readonly<Record<string, InProcessOptions>>): ContractVariants {
  return Object.fromEntries(
    Object.entries(table).map(([name, options]): [string, ContractVariant] => [name, { why, ...options }]),
  )
}

/** Adds fields to an object. */
export const more = (added: object) => (value: unknown) => ({ ...added, ...Object(value) })
