// The wire between the scenario runner and a target: takes each request as the runner makes it, encrypts what is plain, sends
// it, and keeps what was asked and what came. It judges answers by the documents only.

import { causeMessage } from '../core/errors.ts'
import { parseJson, valueAt } from '../core/json.ts'
import {
  type DocumentName,
  type ListedOperation,
  matchRequest,
  operationNamed,
  responseFaults,
} from './documents.ts'
import { Sealer } from './encryption.ts'
import { answeredLocally, type OpenedTarget } from './targets.ts'

/** Addresses that stand for the two servers inside a run; no host has such a name. */
export const servers: Readonly<Record<DocumentName, string>> = {
  service: 'http://service.invalid',
  control: 'http://control.invalid',
}

/** The header by which the runner tells the wire which step a request is of; it never goes out. */
export const stepHeader = 'x-scenario-step'

/** One request and what came. */
export interface Exchange {
  /** The workflow and the step: `<workflow> / <step>`. */
  step: string
  document: DocumentName
  operation: ListedOperation | undefined
  method: string
  /** Below the document's server, with the query. */
  path: string
  /** Those that the documents name. */
  headers: Record<string, string>
  /** As it went; undefined where there is none. */
  body: unknown
  /** Encrypted texts in the request or the answer, with what is inside them. */
  encrypted: { payload: unknown; text: string }[]
  /** 0 where no answer came. */
  status: number
  responseText: string
  /** Undefined where it is no JSON. */
  response: unknown
  /** What of the answer breaks its document. */
  faults: string[]
  /** Why no answer came. */
  failure: string | undefined
  /** What the runner printed about it. */
  printed: string[]
}

const shownHeaders = ['authorization', 'x-transaction-source']

export class Wire {
  readonly exchanges: Exchange[] = []
  private readonly target: OpenedTarget
  private readonly sealer: Sealer
  /** Plain payloads by the encrypted text that a sealPayload step answered with. */
  private readonly known = new Map<string, unknown>()

  constructor(target: OpenedTarget, label: string) {
    this.target = target
    this.sealer = new Sealer(target.accounts, label)
  }

  /** What the runner calls in place of fetch. */
  fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input)
    const document: DocumentName = url.origin === servers.control ? 'control' : 'service'
    const method = (init.method ?? 'GET').toUpperCase()
    const operation = matchRequest(document, method, url.pathname)?.operation
    const { [stepHeader]: step = '', ...headers } = Object.fromEntries(new Headers(init.headers))
    const body = typeof init.body === 'string' ? parseJson(init.body) : undefined
    const token = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1]
    const wire =
      operation === undefined
        ? { body, encrypted: undefined }
        : this.sealer.encryptBody(operation, body, token)
    const exchange: Exchange = {
      step,
      document,
      operation,
      method,
      path: `${url.pathname}${url.search}`,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => shownHeaders.includes(name))),
      body: wire.body,
      encrypted: wire.encrypted === undefined ? this.recognised(body) : [wire.encrypted],
      status: 0,
      responseText: '',
      response: undefined,
      faults: [],
      failure: undefined,
      printed: [],
    }
    this.exchanges.push(exchange)
    try {
      if (document === 'service') await this.keepFresh([token, valueAt(body, 'merchantAuth')])
      const response = await this.response(exchange, headers, init.signal ?? undefined)
      exchange.status = response.status
      exchange.responseText = await response.text()
      this.take(exchange)
      // The runner reads the answer again, from the text that was kept.
      return new Response(exchange.responseText, { status: response.status, headers: response.headers })
    } catch (error) {
      exchange.failure = failureOf(error)
      throw error
    }
  }

  private take(exchange: Exchange): void {
    exchange.response = parseJson(exchange.responseText)
    const { operation } = exchange
    if (operation === undefined) return
    if (exchange.response === undefined && exchange.status === 200) exchange.faults = ['answer is not JSON']
    else exchange.faults = responseFaults(operation, exchange.status, exchange.response)
    if (operation.operationId === 'encryptPayload') {
      const text = valueAt(exchange.response, 'encrypted')
      if (typeof text !== 'string') return
      const payload = valueAt(exchange.body, 'payload')
      this.known.set(text, payload)
      exchange.encrypted.push({ payload, text })
    }
  }

  /** Payloads that were encrypted by an earlier step and go out with this body. */
  private recognised(body: unknown): Exchange['encrypted'] {
    const texts = typeof body === 'object' && body !== null ? Object.values(body) : [body]
    return texts.flatMap((text) =>
      typeof text === 'string' && this.known.has(text) ? [{ payload: this.known.get(text), text }] : [],
    )
  }

  /** Where tokens expire on a clock that the scenario moves, getting fresh ones is the runner's matter. */
  private async keepFresh(shown: readonly unknown[]): Promise<void> {
    const { accounts, controlUrl, send } = this.target
    if (!accounts.tokensExpire || controlUrl === undefined) return
    const known = [...accounts.merchants, ...Object.values(accounts.shoppers)].map(
      ({ accessToken }) => accessToken,
    )
    for (const accessToken of known.filter((token) => shown.includes(token))) {
      await send(`${controlUrl}/control/tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ accessToken }),
      })
    }
  }

  private async response(
    exchange: Exchange,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const { document, operation, method, path, body } = exchange
    const { serviceUrl, controlUrl, send } = this.target
    const base = document === 'service' ? serviceUrl : controlUrl
    if (base === undefined) return this.answerLocally(operation, body)
    // Sandboxes are listed and made at the root of a simulator, wherever this scenario's own one is.
    const root = path.startsWith('/sandboxes') ? base.replace(/\/sandboxes\/.*$/, '') : base
    const answering = send(`${root}${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    return signal === undefined ? answering : Promise.race([answering, aborted(signal)])
  }

  private answerLocally(operation: ListedOperation | undefined, body: unknown): Response {
    const { accounts } = this.target
    if (operation === undefined || !answeredLocally.has(operation.operationId))
      return Response.json({ fact: 'This target has no control API.' }, { status: 404 })
    if (operation.operationId === 'issueToken')
      return Response.json({ accessToken: valueAt(body, 'accessToken'), expiresAt: null })
    if (operation.operationId === 'getCredentials')
      return Response.json({
        baseUrl: this.target.serviceUrl,
        controlUrl: '',
        merchants: accounts.merchants,
        shoppers: Object.values(accounts.shoppers),
        exchanges: accounts.exchanges,
        servicePublicKey: accounts.servicePublicKey ?? '',
      })
    const wanted = operationNamed(`service.${String(valueAt(body, 'operationId'))}`)
    if (wanted?.encrypted === undefined)
      return Response.json({ fact: 'That operation takes no encrypted payload.' }, { status: 400 })
    const merchantId = String(valueAt(body, 'merchantId'))
    return Response.json(this.sealer.encryptPayloadLocally(wanted, merchantId, valueAt(body, 'payload')))
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function failureOf(error: unknown): string {
  const timedOut = error instanceof Error && error.name === 'TimeoutError'
  return timedOut ? 'no answer came in time' : causeMessage(error)
}
