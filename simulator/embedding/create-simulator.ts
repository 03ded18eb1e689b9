// The simulator in process, without a socket: for tests and tools. It shares everything but the socket with `paytwin serve`.

import {
  type ControlBody,
  type ControlClient,
  type ControlResponse,
  controlClient,
} from '../../client/control-client.ts'
import type { SimulatorOptions } from '../options/simulator-options.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { NamedSandboxOptions } from '../sandbox/sandbox-names.ts'
import type { Snapshot } from '../sandbox/snapshot.ts'
import { Simulator } from '../simulator.ts'
import { formatInstant } from '../time/instants.ts'
import type { Delivery, WebhookRequest } from '../webhooks/delivery.ts'
import type { WebhookHandler } from '../webhooks/receivers.ts'
import { type ListeningSimulator, type ListenOptions, listener } from './listen.ts'
import { type ObservedRequest, requestObserver } from './observed-request.ts'
import { deliveredWebhooks, type WebhookFilter, waitForWebhook } from './wait-for-webhook.ts'

export { type ControlClient, ControlError, controlClient } from '../../client/control-client.ts'

/** A receiver of webhooks as requests: an application with `fetch`, such as one of Hono. */
export interface FetchHandler {
  readonly fetch: (request: Request) => Response | Promise<Response>
}

/** One sandbox, in process. */
export interface EmbeddedSandbox {
  readonly name: string
  /** The base URL of its service, for `fetch`: `{baseUrl}/hosted-page`. */
  readonly baseUrl: string
  /** Responds as the server would. A path such as `/api/hosted-page` is resolved against the origin of this sandbox. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** The control API, typed. */
  readonly control: ControlClient
  readonly clock: {
    /** The current instant, ISO 8601. */
    readonly now: string
    /** Advances, and resolves when everything is delivered: `{ by: 'P1M' }`, `{ to: '2026-03-01T00:00:00Z' }`, … */
    readonly advance: (options: ControlBody<'advanceClock'>) => Promise<ControlResponse<'advanceClock'>>
  }
  /**
   * Receives every delivery in process: as a Delivery, or as a Request for an object with `fetch`. The status of a Response
   * counts; an error is a failed attempt. The returned function stops that.
   */
  readonly onWebhook: (handler: WebhookHandler | FetchHandler) => () => void
  /**
   * Returns the first webhook that matches, whether it has been delivered or is delivered within `timeoutMs` of real time
   * (5000 by default). Throws a UsageError after that time.
   */
  readonly waitForWebhook: (filter?: WebhookFilter, options?: { timeoutMs?: number }) => Promise<Delivery>
  /** The delivered webhooks that match, in order. */
  readonly webhooks: (filter?: WebhookFilter) => Delivery[]
  /** Is called with every request to the service and its response. The returned function stops that. */
  readonly onRequest: (handler: (request: ObservedRequest) => void) => () => void
  /** Pays an invoice as a shopper does on the checkout page. Throws a ControlError if the service refuses the payment. */
  readonly payInvoice: (
    uuid: string,
    payment: ControlBody<'payInvoice'>,
  ) => Promise<ControlResponse<'payInvoice'>>
  /** The accounts, with keys and tokens. */
  readonly credentials: () => Promise<ControlResponse<'getCredentials'>>
  /** Resolves when every delivery has its outcome. */
  readonly settled: () => Promise<void>
  readonly snapshot: () => Promise<Snapshot>
  readonly restore: (snapshot: Snapshot) => Promise<void>
  readonly reset: () => Promise<void>
}

/** A simulator in process: its default sandbox, and named ones. */
export interface EmbeddedSimulator extends EmbeddedSandbox {
  /** Creates a named sandbox, which replaces one of the same name. */
  readonly sandbox: (name: string, options?: NamedSandboxOptions) => Promise<EmbeddedSandbox>
  /** Creates a named sandbox with the current state of the default one. */
  readonly fork: (name: string) => Promise<EmbeddedSandbox>
  /**
   * Listens on a socket, by default on any free port of 127.0.0.1. Links in responses start with its URL from then on, unless
   * the option `publicUrl` is set. Throws a UsageError for an unavailable address.
   */
  readonly listen: (options?: ListenOptions) => Promise<ListeningSimulator>
  /** Stops a clock that runs with real time. Only a socket needs to be closed, too. */
  readonly close: () => void
}

/** Creates a simulator in process. Throws a UsageError for invalid options. */
export function createSimulator(options: SimulatorOptions = {}): EmbeddedSimulator {
  const simulator = new Simulator(options)
  const { sandboxes } = simulator
  // Spreading it would read the getters only once.
  return Object.assign(embedded(simulator, sandboxes.default), {
    sandbox: async (name: string, named: NamedSandboxOptions = {}) =>
      embedded(simulator, await sandboxes.put(name, named)),
    fork: async (name: string) => embedded(simulator, await sandboxes.fork(sandboxes.default, name)),
    listen: listener(simulator, options.publicUrl !== undefined),
    close: () => void simulator.close(),
  })
}

function embedded(simulator: Simulator, created: Sandbox): EmbeddedSandbox {
  const { name } = created
  // Looked up by name, as over HTTP: another sandbox may have replaced this one.
  const current = () => simulator.sandboxes.named(name)
  const origin = () => current().options.publicUrl
  const fetch: EmbeddedSandbox['fetch'] = (input, init) =>
    simulator.fetch(typeof input === 'string' && input.startsWith('/') ? `${origin()}${input}` : input, init)
  const control = controlClient({ url: origin(), fetch })
  return {
    name,
    get baseUrl() {
      return `${origin()}/api`
    },
    fetch,
    control,
    clock: {
      get now() {
        return formatInstant(current().world.now)
      },
      advance: (body) => control.advanceClock({ body }),
    },
    onWebhook: (handler) =>
      current().onWebhook(
        typeof handler === 'function' ? handler : ({ request }) => handler.fetch(requestOf(request)),
      ),
    waitForWebhook: (filter = {}, { timeoutMs } = {}) => waitForWebhook(current, filter, timeoutMs),
    webhooks: (filter = {}) => deliveredWebhooks(current(), filter),
    onRequest: (handler) => simulator.onEntry(requestObserver(name, handler)),
    payInvoice: (uuid, body) => control.payInvoice({ params: { uuid }, body }),
    credentials: () => control.getCredentials(),
    settled: async () => current().settled(),
    snapshot: async () => current().snapshot(),
    restore: async (snapshot) => current().restore(snapshot),
    reset: async () => current().reset(),
  }
}

function requestOf({ method, url, headers, body }: WebhookRequest): Request {
  return new Request(url, { method, headers, ...(method === 'POST' ? { body } : {}) })
}
