// Calls of operations within the budget of a run. It records every call and judges nothing, except that it repeats requests
// without a proper response where that is safe. Requests are built in client/operation-request.ts.

import { isUtf8 } from 'node:buffer'
import type { Encryption } from '../../client/encryption.ts'
import { operationRequest, payloadEncryption, type RequestOptions } from '../../client/operation-request.ts'
import type { Call } from '../../client/transcript.ts'
import { UsageError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import { readLimited } from '../../core/limited-body.ts'
import type { ResponseOf } from '../../spec/operation.ts'
import { type OperationId, type Operations, operations } from '../../spec/operations.ts'
import type { Profile } from '../profile/profile.ts'
import type { Deployment } from './deployment.ts'
import { evidenceOf } from './evidence.ts'
import { type FailedRequest, failedBy, failureText, isRateLimited, mayHaveTakenEffect } from './repetition.ts'
import { isUnavailable, type Outcome, outcomeOf } from './response-outcome.ts'
import type { RunBudget } from './run-budget.ts'
import { PreconditionFailed, Unavailable } from './violation.ts'

/** A proper response. */
export interface ApiResponse<Id extends OperationId = OperationId>
  extends Pick<FailedRequest, 'status' | 'headers' | 'text' | 'isUtf8'> {
  operationId: Id
  /** The parsed body; undefined if it is not JSON. */
  json: unknown
  outcome: Exclude<Outcome, 'unavailable'>
  /** The body by the schema of success; meaningful only if the outcome is success. */
  success: ResponseOf<Operations[Id]>
}

/** Functions that are called during the calls of a client. */
interface Observer {
  /** Called before a call returns its response. */
  responded: (response: ApiResponse, call: Call, options: RequestOptions) => void
  /** Called before a request is repeated. The sentence says why. */
  repeated: (sentence: string) => void
  /** Called for a request that may have taken effect without a proper response. */
  lost: (call: Call) => void
}

const maxResponseBytes = 8_000_000

export class Client {
  private readonly deployment: Deployment
  protected readonly budget: RunBudget
  private readonly observer: Partial<Observer>
  private last: { operationId: OperationId; url: string; init: RequestInit } | undefined

  constructor(deployment: Deployment, budget: RunBudget, observer: Partial<Observer> = {}) {
    this.deployment = deployment
    this.budget = budget
    this.observer = observer
  }

  /** Calls an operation. Throws `Unavailable` without a proper response. */
  async call<Id extends OperationId>(
    operationId: Id,
    options: RequestOptions = {},
  ): Promise<ApiResponse<Id>> {
    const { rawBody, payload } = options
    const parts = [options.body, payload, rawBody === undefined ? undefined : parseJson(rawBody)]
    // Properties break credentials on purpose. A real deployment gets real randomness.
    const { method, path, headers, body } = operationRequest(operationId, this.deployment.target, {
      ...options,
      addCredentials: false,
      ...(this.deployment.isolates ? { seed: 'isolated' } : {}),
    })
    checkHeaders(headers)
    this.budget.checkPreconditions(operationId, headers.authorization, options.merchant?.id)
    await this.budget.admit(operationId, parts)
    const url = this.urlOf(path)
    const init = { method, headers, ...(body === undefined ? {} : { body }) }
    this.last = { operationId, url, init }
    const callOf = (status: number, response: string): Call => ({
      operationId,
      method,
      url,
      headers,
      body: body ?? '',
      ...(payload === undefined ? {} : { payload }),
      encryptedAsUsual: payload !== undefined && options.encryption === undefined,
      status,
      response: evidenceOf(response),
    })
    for (let attempt = 1; ; attempt += 1) {
      const received = await this.send(operationId, url, init)
      const { status, text } = received
      const { json, outcome } = readResponse(operationId, received, this.deployment.profile)
      if (outcome !== 'unavailable') {
        this.budget.recordResponse(operationId, outcome)
        const response = { operationId, ...received, json, outcome, success: json } as ApiResponse<Id>
        this.observer.responded?.(response, callOf(status, text), options)
        return response
      }
      if (mayHaveTakenEffect(received)) this.observer.lost?.(callOf(status, text))
      this.budget.recordFailure(operationId, received)
      if (this.budget.mayBeDown) await this.checkTargetResponds(operationId)
      const { repetition } = this.budget
      const pause = repetition.pauseBeforeRepeat(operationId, attempt, received)
      if (pause === undefined) {
        repetition.record(operationId, false)
        throw new Unavailable(operationId, repetition.explain(operationId, attempt, received))
      }
      this.observer.repeated?.(
        `${method} ${url}: ${failureText(received)}; repeated after ${pause / 1000} s.`,
      )
      await this.budget.pause(pause)
      await this.budget.admit(operationId, parts)
    }
  }

  async resend({
    operationId,
    method,
    url,
    headers,
    body,
  }: Call): Promise<{ outcome: Outcome; json: unknown }> {
    await this.budget.admit(operationId, [])
    const received = await this.send(operationId, url, { method, headers, ...(body === '' ? {} : { body }) })
    return readResponse(operationId, received, this.deployment.profile)
  }

  /** The encryption of an operation's payload for the first merchant. */
  encryption(operationId: OperationId): Encryption {
    return payloadEncryption(operationId, this.deployment.target)
  }

  /**
   * True if the last request, and one without token and content, get the same responses at a path where nothing is served.
   * (permitted: service.unknown-record-like-unknown-path)
   */
  async getsSameElsewhere(response: ApiResponse): Promise<boolean> {
    if (this.last === undefined) return false
    const { operationId, url, init } = this.last
    const elsewhere = new URL(url)
    elsewhere.pathname += '/pt-elsewhere'
    const sent = async (to: string, with_: RequestInit) => {
      await this.budget.admit(operationId, [])
      return this.send(operationId, to, with_)
    }
    if (!isAlike(response, await sent(elsewhere.href, init))) return false
    const { authorization: _, ...headers } = Object(init.headers)
    const bare = { ...init, headers, ...(init.body === undefined ? {} : { body: '{}' }) }
    const unauthenticated = await sent(url, bare)
    // A gateway may refuse every request without a token, whatever its path.
    return (
      unauthenticated.status === response.status && isAlike(unauthenticated, await sent(elsewhere.href, bare))
    )
  }

  /** Makes a look-up without effect on verdicts. Returns why there is no proper response; undefined if there is one. */
  async tryLookup(operationId: 'getStore' | 'getShopper'): Promise<FailedRequest | undefined> {
    const received = await this.lookup(operationId)
    const isFailed =
      isUnavailable(received.status) ||
      this.movedBaseUrl(received, operations[operationId].path) !== undefined
    return isFailed ? received : undefined
  }

  async lookup(operationId: 'getStore' | 'getShopper'): Promise<FailedRequest> {
    const { method, path, headers } = operationRequest(operationId, this.deployment.target)
    return this.send(operationId, this.urlOf(path), { method, headers })
  }

  /** The base URL that a redirection of a path names: the same path elsewhere. */
  movedBaseUrl({ status, headers }: FailedRequest, path: string): string | undefined {
    const location = headers.location
    if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, this.urlOf(path)))
      return undefined
    const { href, search } = new URL(location, this.urlOf(path))
    return search === '' && href.endsWith(path) && href !== this.urlOf(path)
      ? href.slice(0, -path.length)
      : undefined
  }

  private urlOf(path: string): string {
    return `${this.deployment.target.baseUrl.replace(/\/+$/, '')}${path}`
  }

  private async send(operationId: OperationId, url: string, init: RequestInit): Promise<FailedRequest> {
    const { send, remote } = this.deployment
    // In this process nothing hangs and nothing follows redirections. Requests without such options take less time.
    const limit = remote ? this.budget.timeLimit(operationId) : undefined
    try {
      const limited = limit && ({ redirect: 'manual', signal: limit.signal } as const)
      const response = await send(url, { ...init, ...limited }, operationId)
      const body = remote ? await boundedText(response) : { text: await response.text(), wasCut: false }
      this.budget.countFailure(operationId, response.status)
      const headers = this.budget.repetition.tellingHeaders(response.status, headersOf(response))
      return { status: response.status, headers, ...body, mayHaveArrived: true, timedOut: false }
    } catch (error) {
      // The journal of a prepared run did not let it be sent.
      if (error instanceof PreconditionFailed || error instanceof UsageError) throw error
      this.budget.countFailure(operationId, 0)
      return failedBy(error, limit?.isOver() === true)
    } finally {
      limit?.end()
    }
  }

  /** Makes another look-up after several requests without a proper response, and ends the run if that has none either. */
  private async checkTargetResponds(failed: OperationId): Promise<void> {
    const failure = await this.tryLookup(failed === 'getStore' ? 'getShopper' : 'getStore')
    if (failure === undefined) this.budget.isUp()
    else
      this.budget.end({
        code: 'target-stopped-responding',
        reason: `the target stopped responding (${failureText(failure)})`,
      })
  }
}

/** True if two responses are the same, except for what differs between refusals for the same reason. */
export const isAlike = (
  one: Pick<ApiResponse, 'status' | 'text'>,
  other: Pick<ApiResponse, 'status' | 'text'>,
) => one.status === other.status && withoutDetails(one.text) === withoutDetails(other.text)

/** A text without methods, paths, ids and times. */
function withoutDetails(text: string): string {
  return text.replace(/\b(GET|POST|PUT)\b|\/[^\s"]*|[\da-f-]{8,}|\d+/gi, '')
}

async function boundedText(response: Response): Promise<{ text: string; wasCut: boolean; isUtf8?: boolean }> {
  const { bytes, rest } = await readLimited(response.body, maxResponseBytes)
  if (rest === undefined)
    return { text: new TextDecoder().decode(bytes), wasCut: false, isUtf8: isUtf8(Buffer.from(bytes)) }
  await rest.cancel()
  return { text: `a response of more than ${maxResponseBytes} bytes was cut`, wasCut: true }
}

/** Throws a PreconditionFailed for a value that no header can have: some properties send other secrets as tokens. */
function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers))
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new PreconditionFailed(`The value of the header ${name} has characters that headers cannot have.`)
}

/** The body of a response, which is undefined if it was cut or is no JSON, and its outcome. */
function readResponse(
  operationId: OperationId,
  received: FailedRequest,
  { refusals }: Profile,
): { json: unknown; outcome: Outcome } {
  const json = received.wasCut ? undefined : parseJson(received.text)
  const isLimited = received.wasCut || isRateLimited(received)
  const outcome = isLimited
    ? 'unavailable'
    : outcomeOf(operationId, received.status, json, refusals[operationId])
  return { json, outcome }
}

/** Headers by name. Iterating lists each cookie apart, and an object would have only the last. */
function headersOf({ headers }: Response): Record<string, string> {
  const cookies = headers.get('set-cookie')
  return { ...Object.fromEntries(headers), ...(cookies === null ? {} : { 'set-cookie': cookies }) }
}

export const actualOf = (response: ApiResponse) => `${shownStatus(response)}: ${response.text.slice(0, 300)}`

/** The status of a response, where it redirects to, and its media type if it is not JSON. */
export function shownStatus({ status, headers, text, json }: ApiResponse): string {
  const { location, 'content-type': type } = headers
  const details = [
    ...(location === undefined ? [] : [`location ${location.slice(0, 200)}`]),
    ...(json !== undefined || text === '' || type === undefined ? [] : [type]),
  ]
  return details.length === 0 ? `HTTP ${status}` : `HTTP ${status} (${details.join(', ')})`
}
