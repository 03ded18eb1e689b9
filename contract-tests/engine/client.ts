// Calls of operations within the budget of a run. It records every call and judges nothing. Requests are built in
// client/operation-request.ts.

import type { Encryption } from '../../client/encryption.ts'
import { operationRequest, payloadEncryption, type RequestOptions } from '../../client/operation-request.ts'
import type { Call } from '../../client/transcript.ts'
import { causeMessage } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import { limitedText } from '../../core/limited-body.ts'
import type { ResponseOf } from '../../spec/operation.ts'
import type { OperationId, Operations } from '../../spec/operations.ts'
import { type Outcome, outcomeOf } from '../checks/response-outcome.ts'
import type { Deployment } from '../targets/deployment.ts'
import type { RunBudget } from './run-budget.ts'

/** A response, or the lack of one. */
export interface ApiResponse<Id extends OperationId = OperationId> {
  operationId: Id
  /** 0 without a response. */
  status: number
  headers: Readonly<Record<string, string>>
  text: string
  /** The parsed body; undefined if it is not JSON. */
  json: unknown
  outcome: Outcome
  /** The body by the schema of success; meaningful only if the outcome is success. */
  success: ResponseOf<Operations[Id]>
}

const maxResponseBytes = 8_000_000

export class Client {
  private readonly deployment: Deployment
  private readonly budget: RunBudget
  private readonly onResponse: (response: ApiResponse, call: Call) => void

  /** `onResponse` is called before a call returns its response. */
  constructor(
    deployment: Deployment,
    budget: RunBudget,
    onResponse: (response: ApiResponse, call: Call) => void = () => {},
  ) {
    this.deployment = deployment
    this.budget = budget
    this.onResponse = onResponse
  }

  /** Calls an operation. Without a response, the status is 0. */
  async call<Id extends OperationId>(
    operationId: Id,
    options: RequestOptions = {},
  ): Promise<ApiResponse<Id>> {
    const { rawBody, payload } = options
    await this.budget.admit(operationId, [
      options.body,
      payload,
      rawBody === undefined ? undefined : parseJson(rawBody),
    ])
    // Properties break credentials on purpose. A real deployment gets real randomness.
    const { method, path, headers, body } = operationRequest(operationId, this.deployment.target, {
      ...options,
      addCredentials: false,
      ...(this.deployment.isolates ? { seed: 'isolated' } : {}),
    })
    const url = this.urlOf(path)
    const init = { method, headers, ...(body === undefined ? {} : { body }) }
    const received = await this.send(operationId, url, init)
    const json = received.status === 0 ? undefined : parseJson(received.text)
    const response = {
      operationId,
      ...received,
      json,
      outcome: outcomeOf(operationId, received.status, json),
      success: json,
    } as ApiResponse<Id>
    this.onResponse(response, {
      operationId,
      method,
      url,
      headers,
      body: body ?? '',
      ...(payload === undefined ? {} : { payload }),
      encryptedAsUsual: payload !== undefined && options.encryption === undefined,
      status: received.status,
      response: received.text,
    })
    if (this.budget.record(operationId, received.status !== 0)) await this.checkTargetResponds()
    return response
  }

  /** How an operation's payload is encrypted for the first merchant. */
  encryption(operationId: OperationId): Encryption {
    return payloadEncryption(operationId, this.deployment.target)
  }

  private urlOf(path: string): string {
    return `${this.deployment.target.baseUrl.replace(/\/+$/, '')}${path}`
  }

  private async send(operationId: OperationId, url: string, init: RequestInit) {
    const { send, remote } = this.deployment
    const timeoutMs = this.budget.timeoutMs(operationId)
    try {
      const response = await send(url, {
        ...init,
        redirect: 'manual',
        ...(remote ? { signal: AbortSignal.timeout(timeoutMs) } : {}),
      })
      const text = remote ? await limitedText(response.body, maxResponseBytes) : await response.text()
      return { status: response.status, headers: Object.fromEntries(response.headers), text }
    } catch (error) {
      return { status: 0, headers: {}, text: `no response: ${causeMessage(error)}` }
    }
  }

  /** After several calls without a response, makes one look-up, and ends the run if that gets none either. */
  private async checkTargetResponds(): Promise<void> {
    const { method, path, headers } = operationRequest('getStore', this.deployment.target)
    const { status, text } = await this.send('getStore', this.urlOf(path), { method, headers })
    this.budget.record('getStore', status !== 0)
    if (status === 0)
      this.budget.end({
        code: 'target-stopped-responding',
        reason: `the target stopped responding (${text})`,
      })
  }
}
