// A typed client of the service: one method per operation.

import { parseJson, valueAt } from '../core/json.ts'
import type { Operation, PayloadOf, ResponseOf, SentBodyOf } from '../spec/operation.ts'
import { type OperationId, type Operations, operationIds, operations } from '../spec/operations.ts'
import { httpSend } from './http-send.ts'
import { httpUrl } from './http-url.ts'
import { operationRequest, type RequestAccounts, type RequestOptions } from './operation-request.ts'

/** Sends one request: over HTTP by default, or with the `fetch` of a simulator in process. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

/** The body of a successful response, by the schema of the operation. */
export type SuccessOf<Id extends OperationId> = WithoutRefusal<ResponseOf<Operations[Id]>>

// Payout refusals have `ok: true` too. Contract: Errors, 2.
type WithoutRefusal<Body> = Body extends { result: infer Result }
  ? Omit<Body, 'result'> & { result: Exclude<Result, { success: false }> }
  : Body

type Fields<Row extends Operation> = Row extends { encrypted: object }
  ? { body?: Partial<SentBodyOf<Row>> }
  : Row extends { body: object }
    ? { body: Omit<SentBodyOf<Row>, 'merchantId' | 'merchantAuth'> }
    : { body?: undefined }
type Payload<Row extends Operation> = Row extends { encrypted: object }
  ? { payload: PayloadOf<Row> }
  : { payload?: undefined }
type Query<Row extends Operation> = Row extends { query: { _input: infer Sent } }
  ? { query: Sent }
  : { query?: undefined }

/** The options of a call: `body`, `payload` and `query` as the operation's schemas require them. */
export type CallOptions<Id extends OperationId> = Pick<
  RequestOptions,
  'merchant' | 'shopper' | 'exchange' | 'token' | 'headers'
> &
  Fields<Operations[Id]> &
  Payload<Operations[Id]> &
  Query<Operations[Id]>

type Arguments<Id extends OperationId> =
  Record<never, never> extends CallOptions<Id> ? [options?: CallOptions<Id>] : [options: CallOptions<Id>]

/** A method per operation. Each returns the body of the successful response, or throws a ServiceError. */
export type ServiceClient = {
  readonly [Id in OperationId]: (...args: Arguments<Id>) => Promise<SuccessOf<Id>>
}

/** A client of the service of a target. Throws a UsageError without its URL. `send` is HTTP by default; a seed makes encryption deterministic. */
export function serviceClient(
  target: RequestAccounts & { baseUrl: string },
  { send = httpSend, seed }: { send?: Send; seed?: string } = {},
): ServiceClient {
  serviceUrl(target)
  const methods = operationIds.map((operationId) => [
    operationId,
    async (options: RequestOptions = {}) => {
      const seeded = seed === undefined ? options : { ...options, seed }
      return (await callService(operationId, target, seeded, send)).success
    },
  ])
  return Object.fromEntries(methods)
}

function serviceUrl({ baseUrl }: { baseUrl: string }): string {
  return httpUrl(baseUrl, 'The baseUrl of the target', 'PAYTWIN_BASE_URL')
}

/** Calls an operation with any options, valid or not, and returns whatever response arrives. */
export async function callService<Id extends OperationId>(
  operationId: Id,
  target: RequestAccounts & { baseUrl: string },
  options: RequestOptions = {},
  send: Send = httpSend,
): Promise<ServiceResponse<Id>> {
  const { method, path, headers, body } = operationRequest(operationId, target, options)
  const url = `${serviceUrl(target)}${path}`
  const response = await send(url, { method, headers, ...(body === undefined ? {} : { body }) })
  return new ServiceResponse(operationId, response, await response.text())
}

/** A response of the service. */
export class ServiceResponse<Id extends OperationId = OperationId> {
  readonly operationId: Id
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown

  constructor(operationId: Id, { status, headers }: Response, text: string) {
    this.operationId = operationId
    this.status = status
    this.headers = headers
    this.text = text
    this.body = parseJson(text)
  }

  /** True if the request succeeded. Contract: Resources, conventions; Errors, 2. */
  get succeeded(): boolean {
    const result = valueAt(this.body, 'result')
    const isEnvelope =
      operations[this.operationId].envelope === 'ok-result'
        ? valueAt(this.body, 'ok') === true
        : valueAt(this.body, 'status') === 200
    const isHttpSuccess = this.status === 200 || this.status === 201
    return isHttpSuccess && isEnvelope && result !== undefined && valueAt(result, 'success') !== false
  }

  /** The body of a successful response. Throws a ServiceError for any other response. */
  get success(): SuccessOf<Id> {
    if (this.succeeded) return this.body as SuccessOf<Id>
    throw new ServiceError(this)
  }

  /** Why the request was refused, where the response has a message; undefined for a success. */
  get refusal(): string | undefined {
    if (this.succeeded) return undefined
    const message = valueAt(this.body, 'message') ?? valueAt(this.body, 'result', 'errorMsg')
    return typeof message === 'string' ? message : this.text
  }
}

/** A response that is not a success. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly response: ServiceResponse

  constructor(response: ServiceResponse) {
    super(`${response.operationId} was refused with HTTP ${response.status}: ${response.refusal}`)
    this.response = response
  }
}
