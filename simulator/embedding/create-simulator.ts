// The simulator in process, without a socket: for tests and tools. It shares everything but the socket with `paytwin serve`.

import {
  type ControlBody,
  type ControlClient,
  type ControlResponse,
  controlClient,
} from '../../client/control-client.ts'
import type { SimulatorOptions } from '../options/simulator-options.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { NamedSandboxOptions } from '../sandbox/sandboxes.ts'
import type { Snapshot } from '../sandbox/snapshot.ts'
import { Simulator } from '../simulator.ts'
import { formatInstant } from '../time/instants.ts'
import type { WebhookHandler } from '../webhooks/receivers.ts'

export { type ControlClient, ControlError, controlClient } from '../../client/control-client.ts'

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
  /** Receives every delivery in process. The returned function stops that. */
  readonly onWebhook: (handler: WebhookHandler) => () => void
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
  /** Stops a clock that runs with real time. Nothing else needs to be closed. */
  readonly close: () => void
}

/** Creates a simulator in process. Throws a UsageError for invalid options. */
export function createSimulator(options: SimulatorOptions = {}): EmbeddedSimulator {
  const simulator = new Simulator(options)
  const { sandboxes } = simulator
  return {
    ...embedded(simulator, sandboxes.default),
    sandbox: async (name, named = {}) => embedded(simulator, await sandboxes.put(name, named)),
    fork: async (name) => embedded(simulator, await sandboxes.fork(sandboxes.default, name)),
    close: () => simulator.close(),
  }
}

function embedded(simulator: Simulator, created: Sandbox): EmbeddedSandbox {
  const { name } = created
  const origin = created.options.publicUrl
  // Looked up by name, as over HTTP: another sandbox may have replaced this one.
  const current = () => simulator.sandboxes.named(name)
  const fetch: EmbeddedSandbox['fetch'] = (input, init) =>
    simulator.fetch(typeof input === 'string' && input.startsWith('/') ? `${origin}${input}` : input, init)
  const control = controlClient({ url: origin, fetch })
  return {
    name,
    baseUrl: `${origin}/api`,
    fetch,
    control,
    clock: {
      get now() {
        return formatInstant(current().world.now)
      },
      advance: (body) => control.advanceClock({ body }),
    },
    onWebhook: (handler) => current().onWebhook(handler),
    credentials: () => control.getCredentials(),
    settled: async () => current().settled(),
    snapshot: async () => current().snapshot(),
    restore: async (snapshot) => current().restore(snapshot),
    reset: async () => current().reset(),
  }
}
