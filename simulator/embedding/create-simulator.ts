// The simulator without a socket, for tests and tools that hold it in their own process: the same core as the server.

import { type ControlClient, controlClient } from '../control/client.ts'
import type { ResponseOf, SentBodyOf } from '../control/operation.ts'
import type { ControlOperations } from '../control/operations.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { WantedSandbox } from '../sandbox/sandboxes.ts'
import type { Snapshot } from '../sandbox/snapshot.ts'
import { Simulator, type SimulatorOptions } from '../simulator.ts'
import { formatInstant } from '../time/instants.ts'
import type { WebhookHandler } from '../webhooks/receivers.ts'

type ApiResponse<Id extends keyof ControlOperations> = ResponseOf<ControlOperations[Id]>

/** One sandbox, in process. */
export interface EmbeddedSandbox {
  readonly name: string
  /** Where the service of this sandbox is, for `fetch`: `{baseUrl}/hosted-page`. */
  readonly baseUrl: string
  /** Answers as the server would. A path alone is taken below the origin of this sandbox: `/api/hosted-page`. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** The whole control API, typed. */
  readonly control: ControlClient
  readonly clock: {
    /** The instant at which the clock stands, in ISO 8601. */
    readonly now: string
    /** Advances, and resolves when all is settled: `{ by: 'P1M' }`, `{ to: '2026-03-01T00:00:00Z' }`, … */
    readonly advance: (
      wanted: SentBodyOf<ControlOperations['advanceClock']>,
    ) => Promise<ApiResponse<'advanceClock'>>
  }
  /** Receives every delivery in process; the function that it gives back ends that. */
  readonly onWebhook: (handler: WebhookHandler) => () => void
  /** Everyone who may call, with keys and tokens. */
  readonly credentials: () => Promise<ApiResponse<'getCredentials'>>
  /** Resolves when every delivery under way has its outcome. */
  readonly settled: () => Promise<void>
  readonly snapshot: () => Promise<Snapshot>
  readonly restore: (snapshot: Snapshot) => Promise<void>
  readonly reset: () => Promise<void>
}

/** A simulator in process: its default sandbox, and as many more as asked for. */
export interface EmbeddedSimulator extends EmbeddedSandbox {
  /** Makes an isolated sandbox of that name, in place of one that had it. */
  readonly sandbox: (name: string, wanted?: WantedSandbox) => Promise<EmbeddedSandbox>
  /** Makes a sandbox of that name of the state that this one has now. */
  readonly fork: (name: string) => Promise<EmbeddedSandbox>
}

/** Makes a simulator that needs no socket; throws a UsageError for options that it cannot use. */
export function createSimulator(options: SimulatorOptions = {}): EmbeddedSimulator {
  const simulator = new Simulator(options)
  const { sandboxes } = simulator
  return {
    ...embedded(simulator, sandboxes.default),
    sandbox: async (name, wanted = {}) => embedded(simulator, await sandboxes.put(name, wanted)),
    fork: async (name) => embedded(simulator, await sandboxes.fork(sandboxes.default, name)),
  }
}

function embedded(simulator: Simulator, made: Sandbox): EmbeddedSandbox {
  const { name } = made
  const origin = made.options.publicUrl
  // Found by its name each time, as a client over HTTP would: another may have taken its place.
  const current = () => simulator.sandboxes.named(name)
  const fetch: EmbeddedSandbox['fetch'] = (input, init) =>
    simulator.fetch(typeof input === 'string' && input.startsWith('/') ? `${origin}${input}` : input, init)
  const control = controlClient({ fetch, baseUrl: origin })
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
