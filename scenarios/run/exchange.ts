// Sends the requests of a scenario to a target: encrypts payloads on the way, and records each request with its response.

import { controlClient } from '../../client/control-client.ts'
import { accessTokensOf, type Target } from '../../client/target.ts'
import { clientIdOf, merchantIdOf } from '../../client/target-accounts.ts'
import { causeMessage, UsageError } from '../../core/errors.ts'
import { isObject, parseJson, valueAt } from '../../core/json.ts'
import type { Redactor } from '../../core/redaction.ts'
import { type ListedOperation, responseViolations } from '../format/documents.ts'
import { PayloadEncryption } from '../payload-encryption.ts'
import { type OpenedTarget, reached } from '../targets.ts'
import { localOperations } from './local-control.ts'

/** The fields of a debit whose place is not shown: top-level, or those of an element of items. */
const debitFields = ['subscriptionId', 'amount', 'currency']

/** A body with ids of merchants and the fields of a debit as the target expects them. */
function inTargetForm({ operationId }: ListedOperation, body: unknown, target: Target): unknown {
  const named = withMerchantIds(body, target)
  return operationId === 'debitSubscription' && isObject(named) ? debitIn(named, target) : named
}

function withMerchantIds(value: unknown, target: Target): unknown {
  if (Array.isArray(value)) return value.map((element) => withMerchantIds(element, target))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const merchant = target.merchants.find(({ id }) => id === inner)
      if (merchant === undefined) return [name, withMerchantIds(inner, target)]
      if (name === 'clientId') return [name, clientIdOf(merchant)]
      const isSubscription = name === 'merchantId' && 'merchantAuth' in value
      return [
        name,
        isSubscription
          ? merchantIdOf(merchant, target.assumptions['authentication.merchant-id-form'])
          : inner,
      ]
    }),
  )
}

function debitIn(body: Record<string, unknown>, { assumptions }: Target): unknown {
  const { items, ...rest } = body
  const [item, ...more] = Array.isArray(items) ? items : []
  if (more.length > 0) return body
  const wantsItems = assumptions['subscriptions.debit-fields'] === 'items'
  const fields = (from: object) => Object.entries(from).filter(([name]) => debitFields.includes(name))
  if (wantsItems && item === undefined) {
    const others = Object.entries(rest).filter(([name]) => !debitFields.includes(name))
    return { ...Object.fromEntries(others), items: [Object.fromEntries(fields(rest))] }
  }
  if (!wantsItems && isObject(item) && fields(rest).length === 0)
    return { ...rest, ...Object.fromEntries(fields(item)), items: [] }
  return body
}

/** A request before encryption, as the step describes it. */
export interface StepRequest {
  operation: ListedOperation
  /** Below the document's server, with the query. */
  path: string
  headers: Record<string, string>
  /** Undefined if the request has none. */
  body: unknown
}

/** Why there is no response. */
export interface NoResponse {
  reason: 'timeout' | 'connection'
  detail: string
}

/** One request with its response, as it went over the network. */
export interface Exchange {
  operation: ListedOperation
  method: string
  /** Below the document's server, with the query. */
  path: string
  /** Those that the documents name. */
  headers: Record<string, string>
  body: unknown
  /** Encrypted texts in the request or the response, with their payloads. */
  encrypted: { payload: unknown; text: string }[]
  /** 0 without a response. */
  status: number
  responseHeaders: Record<string, string>
  responseText: string
  /** Undefined if it is not JSON. */
  response: unknown
  /** Violations of the document by the response. */
  violations: string[]
  noResponse: NoResponse | undefined
}

/** An exchange before its response has arrived. */
export function newExchange(
  operation: ListedOperation,
  path: string,
  headers: Record<string, string>,
  body: unknown,
  encrypted: Exchange['encrypted'],
): Exchange {
  return {
    operation,
    method: operation.method,
    path,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => recordedHeaders.includes(name.toLowerCase())),
    ),
    body,
    encrypted,
    status: 0,
    responseHeaders: {},
    responseText: '',
    response: undefined,
    violations: [],
    noResponse: undefined,
  }
}

export const recordedHeaders = ['authorization', 'x-transaction-source']

/** Adds the response to an exchange and checks it against its document. */
export function takeResponse(exchange: Exchange, status: number, text: string): void {
  exchange.status = status
  exchange.responseText = text
  exchange.response = parseJson(text)
  exchange.violations = responseViolations(exchange.operation, status, exchange.response)
  // The control API encrypts a payload on request.
  const encrypted = valueAt(exchange.response, 'encrypted')
  if (exchange.operation.document === 'control' && typeof encrypted === 'string')
    exchange.encrypted.push({ payload: valueAt(exchange.body, 'payload'), text: encrypted })
}

/** Learns the credentials and the values of secret fields in a request and its response. */
export function learnExchange(redactor: Redactor, exchange: Exchange): void {
  const { path, headers, body, encrypted, responseHeaders, responseText } = exchange
  for (const [name, value] of Object.entries({ ...responseHeaders, ...headers }))
    redactor.learnHeader(name, value)
  const payloads = encrypted.map(({ payload }) => payload)
  for (const text of [path, JSON.stringify([body, payloads]), responseText]) redactor.learnText(text)
}

/** The connection of one scenario to its target. */
export class Connection {
  readonly exchanges: Exchange[] = []
  private readonly target: OpenedTarget
  private readonly encryption: PayloadEncryption
  private readonly timeoutMs: number

  /** The label determines the randomness of encryption. */
  constructor(target: OpenedTarget, label: string, timeoutMs: number) {
    this.target = target
    this.encryption = new PayloadEncryption(target.accounts, label)
    this.timeoutMs = timeoutMs
  }

  async send({ operation, path, headers, body: written }: StepRequest): Promise<Exchange> {
    const body =
      operation.document === 'service' ? inTargetForm(operation, written, this.target.accounts) : written
    const token = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1]
    const encrypted = this.encryption.encryptBody(operation, body, token)
    const known = encrypted.encrypted === undefined ? this.knownPayloads(body) : [encrypted.encrypted]
    const exchange = newExchange(operation, path, headers, encrypted.body, known)
    this.exchanges.push(exchange)
    const signal = AbortSignal.timeout(this.timeoutMs)
    try {
      if (operation.document === 'service') await this.refreshTokens([token, valueAt(body, 'merchantAuth')])
      const response = await this.response(exchange, headers, signal)
      const cookies = response.headers.get('set-cookie')
      exchange.responseHeaders = {
        ...Object.fromEntries(response.headers),
        ...(cookies === null ? {} : { 'set-cookie': cookies }),
      }
      takeResponse(exchange, response.status, await response.text())
      // The runner itself responds in place of a control API, with what it knows.
      if (this.baseOf(operation) === undefined) exchange.violations = []
    } catch (error) {
      if (!(error instanceof Error) || error instanceof UsageError) throw error
      exchange.noResponse = signal.aborted
        ? { reason: 'timeout', detail: `no response within ${this.timeoutMs} ms` }
        : { reason: 'connection', detail: causeMessage(error) }
    }
    return exchange
  }

  /** Payloads that an earlier step encrypted through the control API. */
  private knownPayloads(body: unknown): Exchange['encrypted'] {
    const texts = typeof body === 'object' && body !== null ? Object.values(body) : [body]
    return texts.flatMap(
      (text) => this.exchanges.flatMap(({ encrypted }) => encrypted).find((one) => one.text === text) ?? [],
    )
  }

  /** Issues new tokens if they expire on a clock that the scenario advances. */
  private async refreshTokens(used: readonly unknown[]): Promise<void> {
    const { accounts, controlUrl, send } = this.target
    if (accounts.assumptions['authentication.token-issue'] !== 'expiring' || controlUrl === undefined) return
    const control = controlClient({
      url: controlUrl,
      token: accounts.capabilities.control?.token,
      fetch: send,
    })
    for (const accessToken of accessTokensOf(accounts).filter((token) => used.includes(token)))
      await reached(control.issueToken({ body: { accessToken } }))
  }

  /** The URL that the path of an operation is relative to; undefined without a control API. */
  private baseOf({ document }: ListedOperation): string | undefined {
    return document === 'service' ? this.target.serviceUrl : this.target.controlUrl
  }

  private async response(
    { operation, method, path, body }: Exchange,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Response> {
    const { accounts, send } = this.target
    const base = this.baseOf(operation)
    if (base === undefined)
      return (
        localOperations.get(operation.operationId)?.(this.target, this.encryption, body) ??
        Response.json({ fact: 'This target has no control API.' }, { status: 404 })
      )
    // The operations on sandboxes are at the root of the simulator, not in the sandbox of the scenario.
    const root = path.startsWith('/sandboxes') ? base.replace(/\/sandboxes\/.*$/, '') : base
    const token = operation.document === 'control' ? accounts.capabilities.control?.token : undefined
    const response = send(`${root}${path}`, {
      method,
      headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    })
    // A simulator in this process does not watch the signal.
    return Promise.race([response, aborted(signal)])
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
