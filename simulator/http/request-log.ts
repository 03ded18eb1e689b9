// The log of a served simulator: an entry for each request, and one for each attempt to deliver a webhook. It measures real time.
// A simulator that is served without a log runs none of this.

import type { RequestContext } from '../pipeline/pipeline.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Simulator } from '../simulator.ts'
import type { DeliveryAttempt } from '../webhooks/outbox.ts'

/** A request and its response. */
interface RequestEntry {
  event: 'request'
  sandbox: string
  method: string
  /** With the query, without secrets. */
  path: string
  /** Null when no operation has the path and method, or when an injected fault dropped the connection. */
  operation: string | null
  /** Null when the connection was dropped. */
  status: number | null
  /** Real milliseconds until the response started. */
  ms: number
  /** What `--validation report` accepted although the document does not. */
  validationErrors?: string[]
}

/** An attempt to deliver a webhook. */
interface WebhookEntry {
  event: 'webhook'
  sandbox: string
  method: string
  /** The address of the receiver, without secrets and without what the delivery adds to it. */
  url: string
  /** The number of the status event. */
  seq: number
  outcome: DeliveryAttempt['outcome']['outcome']
  /** Null without a response. */
  status: number | null
}

export type LogEntry = RequestEntry | WebhookEntry

type Respond = (request: Request, env: object) => Response | Promise<Response>

/** The same responses, each with an entry in the log. */
export function logged(simulator: Simulator, respond: Respond, log: (entry: LogEntry) => void): Respond {
  const contexts = new WeakMap<object, RequestContext>()
  simulator.onResponse((context) => void contexts.set(context.request.raw, context))
  simulator.sandboxes.observeAttempts((sandbox, attempt) => {
    const entry = webhookEntry(sandbox, attempt)
    if (entry !== undefined) log(entry)
  })
  return async (request, env) => {
    const started = performance.now()
    let status: number | null = null
    try {
      const response = await respond(request, env)
      ;({ status } = response)
      return response
    } finally {
      const ms = Math.round((performance.now() - started) * 10) / 10
      log(requestEntry(simulator, request, contexts.get(request), status, ms))
    }
  }
}

const maxPathCharacters = 300

function requestEntry(
  { sandboxes }: Simulator,
  { method, url }: Request,
  context: RequestContext | undefined,
  status: number | null,
  ms: number,
): RequestEntry {
  const path = url.slice(url.indexOf('/', 'https://'.length))
  const [, name = ''] = /^\/sandboxes\/([^/?]+)/.exec(path) ?? []
  // A request that reached no operation is not a use of its sandbox.
  const sandbox =
    context?.sandbox ?? sandboxes.list().find((one) => name !== '' && one.name === name) ?? sandboxes.default
  const shown = sandbox.redacted(path)
  const validationErrors = context?.validationErrors.map((text) => sandbox.redacted(text)) ?? []
  return {
    event: 'request',
    sandbox: sandbox.name,
    method,
    path: shown.length > maxPathCharacters ? `${shown.slice(0, maxPathCharacters)}…` : shown,
    operation: context?.operationId ?? null,
    status,
    ms,
    ...(validationErrors.length === 0 ? {} : { validationErrors }),
  }
}

function webhookEntry(
  sandbox: Sandbox,
  { delivery, url, outcome: { outcome, httpStatus } }: DeliveryAttempt,
): WebhookEntry | undefined {
  if (url === null) return undefined
  return {
    event: 'webhook',
    sandbox: sandbox.name,
    method: delivery.method,
    url: sandbox.redacted(url),
    seq: delivery.event.seq,
    outcome,
    status: httpStatus,
  }
}
