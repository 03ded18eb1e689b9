// A typed client of the control API: a method for every control operation. It knows no simulator, only a way to fetch, so
// that it serves in process and over HTTP alike.

import { type ListedControlOperation, listControlOperations, readControlDocument } from './document.ts'
import type { ControlOperation, ParamsOf, QueryOf, ResponseOf, SentBodyOf } from './operation.ts'
import type { ControlOperationId, ControlOperations } from './operations.ts'

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { [Key in Name]?: Value }
    : Record<never, never> extends Value
      ? { [Key in Name]?: Value }
      : { [Key in Name]: Value }

type Asked<Row extends ControlOperation> = Part<'params', ParamsOf<Row>> &
  Part<'query', QueryOf<Row>> &
  Part<'body', SentBodyOf<Row>>

type Arguments<Row extends ControlOperation> =
  Record<never, never> extends Asked<Row> ? [asked?: Asked<Row>] : [asked: Asked<Row>]

/** A method for every control operation; each answers as the control document says, or throws a ControlError. */
export type ControlClient = {
  readonly [Id in ControlOperationId]: (
    ...asked: Arguments<ControlOperations[Id]>
  ) => Promise<ResponseOf<ControlOperations[Id]>>
}

/** Why a control call was not done: fact, detail and remedy, and where things stand. */
export class ControlError extends Error {
  readonly status: number
  readonly fact: string
  readonly detail: string
  readonly remedy: string
  readonly state: unknown
  readonly allowedActions: readonly string[] | undefined
  /** What an advance did before it stopped. */
  readonly report: unknown

  constructor(operationId: string, status: number, body: unknown) {
    const told = Object(body) as Partial<
      Record<'fact' | 'detail' | 'remedy' | 'state' | 'report', unknown>
    > & {
      allowedActions?: string[]
    }
    const words = [told.fact, told.detail, told.remedy].filter((part) => typeof part === 'string')
    super(`${operationId}: ${words.length > 0 ? words.join(' ') : `HTTP ${status}`}`)
    this.name = 'ControlError'
    this.status = status
    this.fact = String(told.fact ?? '')
    this.detail = String(told.detail ?? '')
    this.remedy = String(told.remedy ?? '')
    this.state = told.state
    this.allowedActions = told.allowedActions
    this.report = told.report
  }
}

/** Where and how to ask. */
export interface ControlTarget {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Origin of the simulator, with `/sandboxes/{name}` for a named sandbox; without `/control`. */
  baseUrl: string
}

interface LooselyAsked {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** A client of the control API of one sandbox. */
export function controlClient(target: ControlTarget): ControlClient {
  const methods = listControlOperations(readControlDocument()).map(
    (listed) =>
      [listed.operation.operationId, (asked: LooselyAsked = {}) => ask(target, listed, asked)] as const,
  )
  return Object.fromEntries(methods) as unknown as ControlClient
}

async function ask(
  { fetch, baseUrl }: ControlTarget,
  { method, path, operation }: ListedControlOperation,
  { params = {}, query = {}, body }: LooselyAsked,
): Promise<unknown> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.append(name, String(value))
  const origin = baseUrl.replace(/\/+$/, '')
  // Operations on sandboxes as such are at the root only.
  const base = path.startsWith('/control') ? origin : origin.replace(/\/sandboxes\/[^/]+$/, '')
  const url = `${base}${filled}${search.size === 0 ? '' : `?${search}`}`
  const response = await fetch(url, {
    method: method.toUpperCase(),
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const answered: unknown = await response.json().catch(() => undefined)
  if (response.ok && answered !== undefined) return answered
  throw new ControlError(operation.operationId, response.status, answered)
}
