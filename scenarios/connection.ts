// The connection of a scenario to its target: sends requests, and keeps each with its response.

import { ControlError, controlClient } from '../client/control-client.ts'
import type { Send } from '../client/service-client.ts'
import { accessTokensOf, type Target } from '../client/target.ts'
import { causeMessage, UsageError } from '../core/errors.ts'
import { parseJson, valueAt } from '../core/json.ts'
import type { Redactor } from '../core/redaction.ts'
import type { Harm } from '../spec/operation.ts'
import type { SimulatorSetting } from './document.ts'
import { type ListedOperation, responseViolations } from './operations.ts'
import { type Encrypted, encryptBody, inTargetForm } from './payload.ts'

/** A target that is ready for one scenario. */
export interface OpenedTarget {
  /** The URL that the paths of the service are relative to. */
  serviceUrl: string
  /** The URL that the paths of the control API are relative to; undefined without a control API. */
  controlUrl: string | undefined
  send: Send
  /** The accounts, and what is known about the service. */
  accounts: Target
  /** The options of unspecified behaviors by id, if its control API shows them and they cannot be set up for each scenario. */
  assumptions?: Readonly<Record<string, string>>
  close: () => Promise<void>
}

/** A target that scenarios can be replayed against. */
export interface ScenarioTarget {
  /** The name in reports. */
  name: string
  hasControl: boolean
  /** The level of scenarios against it. */
  level: Harm
  /** The accounts, if they are known before anything is sent. */
  accounts: Target | undefined
  /** Prepares it for one scenario; a simulator creates a world for it. */
  open: (setting: SimulatorSetting | undefined) => Promise<OpenedTarget>
}

/** A target that does not respond, or whose control URL is not that of a control API. */
export class TargetUnreachable extends UsageError {
  override name = 'TargetUnreachable'
}

/** Awaits calls of a control API. Throws TargetUnreachable if there is none at its URL. */
export async function reached<Result>(calls: Promise<Result>): Promise<Result> {
  return calls.catch((error: unknown) => {
    if (!(error instanceof ControlError) || error.refused) throw error
    throw new TargetUnreachable(error.fact, error.detail, error.remedy)
  })
}

/** A request as a step describes it. */
export interface StepRequest {
  operation: ListedOperation
  /** Below the document's server, with the query. */
  path: string
  headers: Record<string, string>
  /** Undefined if the request has none. */
  body: unknown
}

/** One request with its response, as it went over the network. */
export interface Exchange extends StepRequest {
  /** Encrypted texts in the request or the response, with their payloads. */
  encrypted: Encrypted[]
  /** 0 without a response. */
  status: number
  responseHeaders: Record<string, string>
  responseText: string
  /** Undefined if it is not JSON. */
  response: unknown
  /** Violations of the document by the response. */
  violations: string[]
  /** Why there is no response. */
  noResponse: { reason: 'timeout' | 'connection'; detail: string } | undefined
}

const recordedHeaders = ['authorization', 'x-transaction-source']

/** An exchange before its response has arrived, with those of the headers that the documents name. */
export function newExchange(request: StepRequest, encrypted: Encrypted[]): Exchange {
  const headers = Object.entries(request.headers).filter(([name]) => recordedHeaders.includes(name))
  return {
    ...{ ...request, headers: Object.fromEntries(headers), encrypted },
    ...{ status: 0, responseHeaders: {}, responseText: '', response: undefined },
    ...{ violations: [], noResponse: undefined },
  }
}

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

/**
 * A function that sends requests to a target. Whatever the network does is part of the exchange. The seed determines the randomness
 * of encryption.
 */
export function connectionTo(
  target: OpenedTarget,
  seed: string,
  timeoutMs: number,
): (request: StepRequest) => Promise<Exchange> {
  const exchanges: Exchange[] = []
  return async (request) => {
    const exchange = newExchange(request, [])
    exchanges.push(exchange)
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      await prepare(exchange, target, request, { seed, exchanges })
      const response = await Promise.race([
        responseOf(target, exchange, request.headers, signal),
        aborted(signal),
      ])
      const cookies = response.headers.get('set-cookie') ?? ''
      exchange.responseHeaders = { ...Object.fromEntries(response.headers), 'set-cookie': cookies }
      takeResponse(exchange, response.status, await response.text())
    } catch (error) {
      if (!(error instanceof Error) || error instanceof UsageError) throw error
      exchange.noResponse = signal.aborted
        ? { reason: 'timeout', detail: `no response within ${timeoutMs} ms` }
        : { reason: 'connection', detail: causeMessage(error) }
    }
    return exchange
  }
}

/** Puts the body in the form of the target, encrypts its payload, and issues the tokens that it uses. */
async function prepare(
  exchange: Exchange,
  target: OpenedTarget,
  { operation, headers, body: written }: StepRequest,
  { seed, exchanges }: { seed: string; exchanges: readonly Exchange[] },
): Promise<void> {
  const { accounts } = target
  const isService = operation.document === 'service'
  const body = isService ? inTargetForm(operation, written, accounts) : written
  const token = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1]
  const sent = encryptBody(operation, body, accounts, { token, seed })
  exchange.body = sent.body
  exchange.encrypted = sent.encrypted.length > 0 ? sent.encrypted : encryptedIn(body, exchanges)
  if (isService) await refreshTokens(target, [token, valueAt(body, 'merchantAuth')])
}

function responseOf(
  { accounts, serviceUrl, controlUrl = '', send }: OpenedTarget,
  { operation: { document, method }, path, body }: Exchange,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  const token = document === 'control' ? accounts.capabilities.control?.token : undefined
  return send(`${document === 'service' ? serviceUrl : controlUrl}${path}`, {
    method,
    headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal,
  })
}

/** Payloads in a body that an earlier step encrypted through the control API. */
function encryptedIn(body: unknown, exchanges: readonly Exchange[]): Encrypted[] {
  const texts = typeof body === 'object' && body !== null ? Object.values(body) : [body]
  return exchanges.flatMap(({ encrypted }) => encrypted).filter(({ text }) => texts.includes(text))
}

/** Issues new tokens if they expire on a clock that the scenario advances. */
async function refreshTokens(
  { accounts, controlUrl: url, send: fetch }: OpenedTarget,
  used: readonly unknown[],
): Promise<void> {
  if (accounts.assumptions['authentication.token-issue'] !== 'expiring' || url === undefined) return
  const control = controlClient({ url, token: accounts.capabilities.control?.token, fetch })
  for (const accessToken of accessTokensOf(accounts).filter((token) => used.includes(token)))
    await reached(control.issueToken({ body: { accessToken } }))
}

/** Rejects when a signal aborts: a simulator in this process does not watch it. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
