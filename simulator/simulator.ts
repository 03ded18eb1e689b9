// The simulator: sandboxes behind one Hono app. The server of the command line and the embedded form both use it.

import { Hono } from 'hono'
import { errorMessage, UsageError } from '../core/errors.ts'
import type { OpenApiDocument } from '../spec/openapi/document.ts'
import { controlResponder } from './control/control-pipeline.ts'
import type { ScenarioWriter } from './control/handler-types.ts'
import { Keeper } from './durability/keeper.ts'
import type { Store } from './durability/store.ts'
import { type ExtendedService, extendService } from './extensions/extended-service.ts'
import { responderOf } from './extensions/extension-pipeline.ts'
import { checkNeeded } from './extensions/loosening.ts'
import type { Extension } from './options/extension.ts'
import {
  checkSimulatorOptions,
  clockRatio,
  type SandboxSetup,
  type SimulatorOptions,
} from './options/simulator-options.ts'
import { runClock } from './sandbox/running-clock.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { SandboxFactory } from './sandbox/sandbox-factory.ts'
import { Sandboxes } from './sandbox/sandboxes.ts'
import { directService } from './server/direct.ts'
import { directFetch } from './server/direct-fetch.ts'
import type { DirectService } from './server/plain-request.ts'
import { addRoutes } from './server/routes.ts'
import { type CompiledDocument, compileDocument, readDocument } from './service/compiled-document.ts'
import { madeRequest } from './service/made-request.ts'
import { type Responder, type ResponseObserver, responseObservers } from './service/pipeline.ts'
import { described } from './service/remarks.ts'
import { refuseUnreadParts } from './service/unread-parts.ts'
import type { WorldHooks } from './world/hooks.ts'

export type { SimulatorOptions } from './options/simulator-options.ts'

export const defaultPublicUrl = 'http://127.0.0.1:4020'

let compiledDefault: CompiledDocument | undefined

function compiled(document: OpenApiDocument | undefined): CompiledDocument {
  if (document !== undefined) return compiledFromUser(document)
  compiledDefault ??= compileDocument(readDocument(), true)
  return compiledDefault
}

function compiledFromUser(document: OpenApiDocument): CompiledDocument {
  try {
    refuseUnreadParts(document, readDocument(), 'document')
    const compiled = compileDocument(document)
    checkNeeded(document, readDocument())
    return compiled
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(
      'The document cannot be used.',
      `A part of it does not have the form of an OpenAPI document: ${errorMessage(error)}.`,
      'Start from the one that the package exports as "paytwin/openapi.json".',
    )
  }
}

/** The service that extensions loosen. What is enforced may be loosened; the document stays that of the contract. */
function loosened(
  { document }: CompiledDocument,
  { contract, enforced, origins }: ExtendedService,
): CompiledDocument {
  const service = compiled(contract)
  const { operations } = compileDocument(enforced, true)
  for (const [id, operation] of service.operations)
    if (origins.has(id)) operation.contract = operations.get(id)
  return { ...service, document }
}

/** The options with what extensions set: assumptions in order, then those of the user. */
function withExtensions(extend: readonly Extension[], setup: SandboxSetup): void {
  const chosen = Object.assign({}, ...extend.map(({ assumptions }) => assumptions), setup.assumptions)
  if (Object.keys(chosen).length > 0) setup.assumptions = chosen
  setup.validation ??= onlyOne(extend, 'validation')
  setup.world ??= onlyOne(extend, 'world')
}

/** The value that one of the extensions sets. Throws a UsageError if another one sets something else. */
function onlyOne<Name extends 'validation' | 'world'>(
  extend: readonly Extension[],
  name: Name,
): Extension[Name] | undefined {
  const [first, ...others] = extend.filter((extension) => extension[name] !== undefined)
  const other = others.find((extension) => JSON.stringify(extension[name]) !== JSON.stringify(first?.[name]))
  if (first === undefined || other === undefined) return first?.[name]
  throw new UsageError(
    `The ${other.file} sets another "x-paytwin-${name}" than the ${first.file}.`,
    `A simulator has one ${name}.`,
    `Remove one of them, or use --${name}, which takes precedence.`,
  )
}

/** The simulated service with its sandboxes, without a socket. Throws a UsageError for invalid options. */
export class Simulator {
  private readonly app = new Hono()
  private readonly observers = [...responseObservers]
  readonly sandboxes: Sandboxes
  readonly document: OpenApiDocument
  /** Those who respond to requests of each API, with observers of the responses. */
  private readonly respondersWith: (
    observers: readonly ResponseObserver[],
  ) => Record<'service' | 'control', Responder>
  readonly hasControl: boolean
  /** Responds to ordinary requests to the service as `response` does, in less time. */
  readonly direct: DirectService
  private readonly stopClock: () => void
  private keeper: Keeper | undefined

  /** `hooks` are for the conformance suite's mutants. `writeScenario` is what the command line knows of scenarios. */
  constructor(options: SimulatorOptions = {}, hooks?: WorldHooks, writeScenario?: ScenarioWriter) {
    checkSimulatorOptions(options)
    const {
      publicUrl = defaultPublicUrl,
      document,
      maxSandboxes,
      control = true,
      cors = [],
      clock = 'manual',
      extend = [],
      snapshot,
      ...setup
    } = options
    const contract = compiled(document)
    const extended = extend.length === 0 ? undefined : extendService(contract.document, extend)
    const service =
      extended === undefined || extended.contract === contract.document
        ? contract
        : loosened(contract, extended)
    if (extend.length > 0) withExtensions(extend, setup)
    this.document = service.document
    this.hasControl = control
    const factory = new SandboxFactory(setup, hooks, snapshot)
    this.sandboxes = new Sandboxes(factory, publicUrl.replace(/\/+$/, ''), maxSandboxes)
    const { sandboxes } = this
    const parts = { sandboxes, ...described(service), extensions: extended?.names, writeScenario }
    this.respondersWith = (observers) => ({
      service: responderOf(service, extended, observers),
      control: controlResponder(parts, observers),
    })
    const responders = this.respondersWith(this.observers)
    const served = {
      sandboxes,
      document: service.document,
      extended,
      ...responders,
      hasControl: control,
      cors,
    }
    addRoutes(this.app, served)
    this.direct = directService(served)
    const ratio = clockRatio(clock) ?? 0
    this.stopClock = ratio === 0 ? () => undefined : runClock(() => this.sandboxes.default, ratio)
  }

  /** Stops a clock that runs with real time. Resolves when everything is stored, and the store is closed. */
  async close(): Promise<void> {
    this.stopClock()
    await this.keeper?.close()
  }

  /**
   * Keeps its sandboxes in a store, including those that the store has. Only those that are its `isOwn` are opened now;
   * the others when they are used. With `repairs`, a damaged one continues without what does not fit. Called before the first request. Resolves
   * with false when the default sandbox cannot be continued.
   */
  async keepIn(
    store: Store,
    report: (line: string) => void,
    isOwn?: (name: string) => boolean,
    repairs = false,
  ): Promise<boolean> {
    // Those who watch the requests of clients do not see what happens again.
    const responders = this.respondersWith(responseObservers)
    this.keeper = new Keeper(
      store,
      async (sandbox, logged) => responders[logged.api](sandbox, madeRequest(logged)),
      report,
      isOwn,
    )
    this.keeper.repairs = repairs
    return this.sandboxes.keepWith(this.keeper)
  }

  /** Calls the function when the process may not serve any more, with false, and when it may again. */
  onServing(watcher: (isServing: boolean) => void): void {
    this.keeper?.store.lease.onServing(watcher)
  }

  /** The sandbox at the root. */
  get defaultSandbox(): Sandbox {
    return this.sandboxes.default
  }

  /** Where others reach it; links in responses start with it. */
  get publicUrl(): string {
    return this.sandboxes.publicUrl
  }

  /** Adds an observer of every response of the service and of the control API; the returned function removes it. */
  onResponse(observer: ResponseObserver): () => void {
    this.observers.push(observer)
    return () => {
      const position = this.observers.indexOf(observer)
      if (position >= 0) this.observers.splice(position, 1)
    }
  }

  /** Responds to a request of a socket. `env` is what Hono's node server passes along. */
  response = async (request: Request, env?: object): Promise<Response> => this.app.fetch(request, env)

  /** Responds to a request in process. A path alone is relative to the public URL. */
  fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    if (typeof input === 'string') {
      const direct = directFetch(this.direct, this.publicUrl, input, init)
      if (direct !== undefined) return direct
    }
    const request = input instanceof Request ? input : new Request(new URL(input, this.publicUrl), init)
    return this.response(request)
  }
}
