// Building blocks of conforming variants: changes of successful responses, and of requests on the way in.

import { isObject, valueAt } from '../../../core/json.ts'
import type { OperationId } from '../../../spec/operations.ts'
import type { InProcessOptions, ResponseSeam, WireResponse } from '../../observe/in-process.ts'
import { type CallOf, refusalOf, replaceHandler } from '../mutants/handler-seam.ts'
import type { JsonObject } from '../mutants/json-path.ts'
import type { Place } from '../mutants/operators/places.ts'
import { changeResponse, isSuccess, resultOf } from '../mutants/operators/response.ts'

/** A deployment that follows every word of the contract, and the reason why its difference is permitted. */
export interface ContractVariant extends InProcessOptions {
  /** The place in the contract that leaves it open, and what it says there. */
  why: string
}

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

export const everyText = (change: (text: string, key: string) => string): ResponseSeam =>
  everywhere((value, key) => (typeof value === 'string' ? change(value, key) : value))

/** Writes the JSON of every response in another way. */
export const written = (write: (json: unknown) => string): ResponseSeam =>
  afterOthers((response) => ({ ...response, text: write(response.json) }))

/** A change that comes after all others: they change only what looks like a success of the simulator. */
export function afterOthers(seam: ResponseSeam): ResponseSeam {
  writers.add(seam)
  return seam
}

/** A change in place of another, which comes after all others if that does. */
export const likeOf = (seam: ResponseSeam, change: ResponseSeam): ResponseSeam =>
  writers.has(seam) ? afterOthers(change) : change

const writers = new WeakSet<ResponseSeam>()

export const withHeaders =
  (headers: Record<string, string>) =>
  (response: WireResponse): WireResponse => ({ ...response, headers: { ...response.headers, ...headers } })

type FieldChange = (value: unknown) => unknown
/** New values of fields by their paths: values, or functions of the values that they had. */
type Changes = Readonly<Record<string, FieldChange | JsonValue>>
type JsonValue = string | number | boolean | null | readonly unknown[] | JsonObject

/** Operations, for what is below `result`, or a place in their responses. */
type Where = OperationId | readonly OperationId[] | Place

export function fields(where: Where, changes: Changes): ResponseSeam {
  const { operations, path: under } =
    typeof where === 'object' && 'path' in where ? where : resultOf(...[where].flat())('')
  return all(
    Object.entries(changes).map(([path, change]) =>
      changeResponse(
        operations,
        path === '' ? under : `${under}.${path}`,
        typeof change === 'function' ? change : () => change,
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

/** Rows of variants: for each reason in the contract, what deployments do otherwise, by the name of the variant. */
export type Rows<Row> = Readonly<Record<string, Readonly<Record<string, Row>>>>

export function variantsOf<Row>(
  rows: Rows<Row>,
  optionsOf: (row: Row) => InProcessOptions,
): ContractVariants {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([why, table]) =>
      Object.entries(table).map(([name, row]) => [name, { why, ...optionsOf(row) }]),
    ),
  )
}

export const permitting = (rows: Rows<InProcessOptions>) => variantsOf(rows, (options) => options)
export const responding = (rows: Rows<ResponseSeam>) => variantsOf(rows, (response) => ({ response }))
export const delivering = (rows: Rows<NonNullable<InProcessOptions['delivery']>>) =>
  variantsOf(rows, (delivery) => ({ delivery }))
export const simulating = (rows: Rows<NonNullable<InProcessOptions['simulator']>>) =>
  variantsOf(rows, (simulator) => ({ simulator }))
export const hooking = (rows: Rows<NonNullable<InProcessOptions['world']>>) =>
  variantsOf(rows, (world) => ({ world }))

export const refusing = <Id extends OperationId>(
  id: Id,
  when: (call: CallOf<Id>) => boolean,
): InProcessOptions => replaceHandler(id, (call, real) => (when(call) ? refusalOf(id) : real(call)))

export const refusingAny = <Id extends OperationId>(
  ids: readonly Id[],
  when: (call: CallOf<Id>) => boolean,
): InProcessOptions => ({
  handlers: (real) => Object.assign({}, ...ids.map((id) => refusing(id, when).handlers?.(real))),
})

export const refusals = <Id extends OperationId>(id: Id, rows: Rows<(call: CallOf<Id>) => boolean>) =>
  variantsOf(rows, (when) => refusing(id, when))

/** Refuses payouts whose rows, as they are returned, meet a condition. */
export const payouts = (
  errorMsg: string,
  isRefused: (rows: readonly Readonly<Record<string, unknown>>[]) => boolean,
  operations: readonly OperationId[] = ['createTransfers', 'addPayees'],
): InProcessOptions => ({
  response: changeResponse(operations, 'result', (result) => {
    const rows: unknown = valueAt(result, 'receivers') ?? valueAt(result, 'payees')
    return Array.isArray(rows) && isRefused(rows) ? { success: false, errorMsg } : result
  }),
})

/** Changes of fields, or of anything in responses. */
export const setting = (where: Where, rows: Rows<Changes | ResponseSeam>) =>
  variantsOf(rows, (row) => ({ response: typeof row === 'function' ? row : fields(where, row) }))

/** Changes a list; another value stays as it is. */
export const list =
  (change: (all: readonly JsonObject[]) => unknown): FieldChange =>
  (value) =>
    Array.isArray(value) ? change(value) : value

export function perWorld<State>(initial: () => State): (world: object) => State {
  const states = new WeakMap<object, State>()
  return (world) => {
    const state = states.get(world) ?? initial()
    states.set(world, state)
    return state
  }
}

export const more = (added: object) => (value: unknown) => ({ ...added, ...Object(value) })
