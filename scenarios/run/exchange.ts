// Sends the requests of a scenario to a target: encrypts payloads on the way, and records each request with its response.

import { UsageError } from '../../core/errors.ts'
import { Sealer } from '../encryption.ts'
import { type ListedOperation, operationNamed, responseViolations } from '../format/documents.ts'
import { answeredLocally, type OpenedTarget, reasonOf } from '../targets.ts'

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
  /** How the response violates its document. */
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
  exchange.response = parsedJson(text)
  exchange.violations = responseViolations(exchange.operation, status, exchange.response)
  const encrypted = field(exchange.response, 'encrypted')
  if (exchange.operation.operationId === 'encryptPayload' && typeof encrypted === 'string')
    exchange.encrypted.push({ payload: field(exchange.body, 'payload'), text: encrypted })
}

/** The connection of one scenario to its target. */
export class Connection {
  readonly exchanges: Exchange[] = []
  private readonly target: OpenedTarget
  private readonly sealer: Sealer
  private readonly timeoutMs: number

  /** The label determines the randomness of encryption. */
  constructor(target: OpenedTarget, label: string, timeoutMs: number) {
    this.target = target
    this.sealer = new Sealer(target.accounts, label)
    this.timeoutMs = timeoutMs
  }

  async send({ operation, path, headers, body }: StepRequest): Promise<Exchange> {
    const token = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1]
    const encrypted = this.sealer.encryptBody(operation, body, token)
    const known = encrypted.encrypted === undefined ? this.knownPayloads(body) : [encrypted.encrypted]
    const exchange = newExchange(operation, path, headers, encrypted.body, known)
    this.exchanges.push(exchange)
    const signal = AbortSignal.timeout(this.timeoutMs)
    try {
      if (operation.document === 'service') await this.refreshTokens([token, field(body, 'merchantAuth')])
      const response = await this.response(exchange, headers, signal)
      exchange.responseHeaders = Object.fromEntries(response.headers)
      takeResponse(exchange, response.status, await response.text())
    } catch (error) {
      if (!(error instanceof Error) || error instanceof UsageError) throw error
      exchange.noResponse = signal.aborted
        ? { reason: 'timeout', detail: `no response within ${this.timeoutMs} ms` }
        : { reason: 'connection', detail: reasonOf(error) }
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

  /** Issues tokens anew if they expire on a clock that the scenario advances. */
  private async refreshTokens(used: readonly unknown[]): Promise<void> {
    const { accounts, controlUrl, send } = this.target
    if (!accounts.tokensExpire || controlUrl === undefined) return
    const tokens = [...accounts.merchants, ...Object.values(accounts.shoppers)].map(
      ({ accessToken }) => accessToken,
    )
    for (const accessToken of tokens.filter((token) => used.includes(token))) {
      await send(`${controlUrl}/control/tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ accessToken }),
      })
    }
  }

  private async response(
    { operation, method, path, body }: Exchange,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Response> {
    const { serviceUrl, controlUrl, send } = this.target
    const base = operation.document === 'service' ? serviceUrl : controlUrl
    if (base === undefined) return this.answerLocally(operation, body)
    // The operations on sandboxes are at the root of the simulator, not in the sandbox of the scenario.
    const root = path.startsWith('/sandboxes') ? base.replace(/\/sandboxes\/.*$/, '') : base
    const response = send(`${root}${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    })
    // A simulator in this process does not watch the signal.
    return Promise.race([response, aborted(signal)])
  }

  private answerLocally(operation: ListedOperation, body: unknown): Response {
    const { accounts } = this.target
    if (!answeredLocally.has(operation.operationId))
      return Response.json({ fact: 'This target has no control API.' }, { status: 404 })
    if (operation.operationId === 'issueToken')
      return Response.json({ accessToken: field(body, 'accessToken'), expiresAt: null })
    if (operation.operationId === 'getCredentials')
      return Response.json({
        baseUrl: this.target.serviceUrl,
        controlUrl: '',
        merchants: accounts.merchants,
        shoppers: Object.values(accounts.shoppers),
        exchanges: accounts.exchanges,
        servicePublicKey: accounts.servicePublicKey ?? '',
      })
    const wanted = operationNamed(`service.${String(field(body, 'operationId'))}`)
    if (wanted?.encrypted === undefined)
      return Response.json({ fact: 'That operation has no encrypted payload.' }, { status: 400 })
    const merchantId = String(field(body, 'merchantId'))
    return Response.json(this.sealer.encryptPayloadLocally(wanted, merchantId, field(body, 'payload')))
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
