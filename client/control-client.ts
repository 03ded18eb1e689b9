// A typed client of the control API: a method per control operation. The types come from the table of control operations,
// methods and paths from its OpenAPI document; no code of the simulator is loaded.

import { causeMessage, UsageError } from '../core/errors.ts'
import { parseJson } from '../core/json.ts'
import { listControlOperations, readControlDocument } from '../spec/control/document.ts'
import type { ControlOperation } from '../spec/control/operation.ts'
import type { ControlOperationId, ControlOperations } from '../spec/control/operations.ts'
import type { ParamsOf, QueryOf, ResponseOf, SentBodyOf } from '../spec/operation.ts'
import { httpUrl } from './http-url.ts'

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { [Key in Name]?: Value }
    : Record<never, never> extends Value
      ? { [Key in Name]?: Value }
      : { [Key in Name]: Value }

type Options<Row extends ControlOperation> = Part<'params', ParamsOf<Row>> &
  Part<'query', QueryOf<Row>> &
  Part<'body', SentBodyOf<Row>>

type Arguments<Row extends ControlOperation> =
  Record<never, never> extends Options<Row> ? [options?: Options<Row>] : [options: Options<Row>]

/** The body of a control operation's response. */
export type ControlResponse<Id extends ControlOperationId> = ResponseOf<ControlOperations[Id]>
/** The body that a control operation takes. */
export type ControlBody<Id extends ControlOperationId> = SentBodyOf<ControlOperations[Id]>

/** A method per control operation. Each returns the response's body, or throws a ControlError. */
export type ControlClient = {
  readonly [Id in ControlOperationId]: (
    ...args: Arguments<ControlOperations[Id]>
  ) => Promise<ControlResponse<Id>>
}

/** A control call that was refused or got no response. */
export class ControlError extends UsageError {
  override name = 'ControlError'
  /** The HTTP status; 0 without a response. */
  readonly status: number
  /** True if a control API refused the call; false if something else responded. */
  readonly refused: boolean
  /** The current state, where it prevented the call. */
  readonly state: unknown
  /** Actions that the current state allows. */
  readonly allowedActions: readonly string[] | undefined
  /** The report of an advance that stopped. */
  readonly report: unknown

  constructor(operationId: string, status: number, body: unknown) {
    const { fact, detail, remedy, state, allowedActions, report }: Partial<Record<string, unknown>> =
      Object(body)
    super(
      typeof fact === 'string' ? fact : `The control API refused ${operationId} with HTTP ${status}.`,
      typeof detail === 'string' ? detail : `Its response was ${JSON.stringify(body) ?? 'not JSON'}.`,
      typeof remedy === 'string' ? remedy : 'Check that the URL is that of a control API.',
    )
    this.status = status
    this.refused = status !== 0 && typeof fact === 'string'
    this.state = state
    this.allowedActions = Array.isArray(allowedActions) ? allowedActions : undefined
    this.report = report
  }
}

/** Which simulator a control client calls, and how. */
export interface ControlClientOptions {
  /** The control API, such as `http://127.0.0.1:4020/control` or `…/sandboxes/{name}/control`; `/control` is optional. */
  url: string
  /** The token of the control API, if it requires one. */
  token?: string | undefined
  /** `fetch` by default. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

interface AnyOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

interface Endpoint {
  operationId: string
  method: string
  path: string
}

/** A client of the control API of one sandbox. Throws a UsageError for what is not a URL. */
export function controlClient({ url, token, fetch = globalThis.fetch }: ControlClientOptions): ControlClient {
  const origin = httpUrl(url, 'The url of controlClient', 'PAYTWIN_CONTROL_URL').replace(/\/control$/, '')
  const methods = listControlOperations(readControlDocument()).map(({ operationId, method, path }) => [
    operationId,
    (options: AnyOptions = {}) => call(fetch, { origin, token }, { operationId, method, path }, options),
  ])
  return Object.fromEntries(methods)
}

/** Operations that wait for deliveries, or whose data may be large: their responses may take any time. */
const unlimited: readonly string[] = [
  ...['advanceClock', 'redeliver', 'resetSandbox', 'takeSnapshot', 'restoreSnapshot', 'forkSandbox'],
  'setAssumption',
]
/** The time of the other ones. */
const maxTimeMs = 30_000

/** The signal that ends a call which takes too long, and the function that releases it. */
function timeLimit(operationId: string, body: unknown): { signal?: AbortSignal; release: () => void } {
  if (unlimited.includes(operationId) || Object.hasOwn(Object(body), 'snapshot'))
    return { release: () => undefined }
  const controller = new AbortController()
  const late = new Error(`no response within ${maxTimeMs} ms`)
  const timer = setTimeout(() => controller.abort(late), maxTimeMs)
  return { signal: controller.signal, release: () => clearTimeout(timer) }
}

async function call(
  fetch: NonNullable<ControlClientOptions['fetch']>,
  { origin, token }: { origin: string; token: string | undefined },
  { operationId, method, path }: Endpoint,
  { params = {}, query = {}, body }: AnyOptions,
): Promise<unknown> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.append(name, String(value))
  // Operations on sandboxes exist at the origin only.
  const base = path.startsWith('/control') ? origin : origin.replace(/\/sandboxes\/[^/]+$/, '')
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const { release, ...limit } = timeLimit(operationId, body)
  const response = await fetch(`${base}${filled}${search.size === 0 ? '' : `?${search}`}`, {
    method: method.toUpperCase(),
    // Another origin must not get the body.
    redirect: 'manual',
    ...limit,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    release()
    throw new ControlError(operationId, 0, {
      fact: `The control API at ${base} does not respond.`,
      detail: `${operationId} failed: ${causeMessage(error)}.`,
      remedy: 'Start the simulator, or correct the URL.',
    })
  })
  const answered = parseJson(await response.text().catch(() => ''))
  release()
  if (response.ok && answered !== undefined) return answered
  throw new ControlError(operationId, response.status, answered)
}
