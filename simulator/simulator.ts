// The simulator: sandboxes behind the service and the control API, and the pages around them. The server of the command line and the
// embedded form both use it.

import { Hono } from 'hono'
import type { OpenApiDocument } from '../spec/openapi/document.ts'
import type { ScenarioWriter } from './control/handler-types.ts'
import { checkSimulatorOptions, clockRatio, type SimulatorOptions } from './options/simulator-options.ts'
import { runClock } from './sandbox/running-clock.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { SandboxFactory } from './sandbox/sandbox-factory.ts'
import { Sandboxes } from './sandbox/sandboxes.ts'
import { Api, type EntryObserver } from './server/api.ts'
import { addPlugin, loadPlugin, withDefaults } from './server/plugins.ts'
import { type Target, targetOf } from './server/request-target.ts'
import { addRoutes, fetchRequest, toResponse } from './server/routes.ts'
import { type CompiledDocument, compileDocument, readDocument } from './service/compiled-document.ts'
import type { WorldHooks } from './world/hooks.ts'

export type { SimulatorOptions } from './options/simulator-options.ts'

export const defaultPublicUrl = 'http://127.0.0.1:4020'

let compiledDefault: CompiledDocument | undefined

function compiled(document: OpenApiDocument | undefined): CompiledDocument {
  if (document !== undefined) return compileDocument(document)
  compiledDefault ??= compileDocument(readDocument())
  return compiledDefault
}

/** Parts that only this repository gives to a simulator. */
export interface SimulatorInternals {
  /** Changes what worlds do, for mutants of the conformance suite. */
  hooks?: WorldHooks | undefined
  /** Writes scenarios, which the simulator does not know. */
  writeScenario?: ScenarioWriter | undefined
  /** The document that drives the service; the generated one by default. */
  document?: OpenApiDocument | undefined
}

/** The simulated service with its sandboxes, without a socket. Throws a UsageError for invalid options. */
export class Simulator {
  private readonly app = new Hono()
  readonly api: Api
  readonly sandboxes: Sandboxes
  readonly document: OpenApiDocument
  readonly hasControl: boolean
  /** The names of the plugins that are loaded. */
  readonly plugins: readonly string[]
  private readonly stopClock: () => void
  private readonly whenClosed: (() => Promise<void>)[] = []

  constructor(options: SimulatorOptions = {}, { hooks, writeScenario, document }: SimulatorInternals = {}) {
    checkSimulatorOptions(options)
    const {
      publicUrl = defaultPublicUrl,
      maxSandboxes,
      control = true,
      cors = [],
      clock = 'manual',
      plugins = [],
      snapshot,
      ...setup
    } = options
    const service = compiled(document)
    this.document = service.document
    this.hasControl = control
    const loaded = plugins.map((plugin) => loadPlugin(plugin, (name) => this.sandboxes.find(name)))
    this.plugins = loaded.map(({ name }) => name)
    const factory = new SandboxFactory(withDefaults(loaded, setup), hooks, snapshot)
    this.sandboxes = new Sandboxes(factory, publicUrl.replace(/\/+$/, ''), maxSandboxes)
    const { sandboxes, plugins: names } = this
    this.api = new Api({ sandboxes, service, writeScenario, hasControl: control, cors, plugins: names })
    for (const plugin of loaded) addPlugin(this.app, plugin, this, cors)
    addRoutes(this.app, this)
    const ratio = clockRatio(clock) ?? 0
    this.stopClock = ratio === 0 ? () => undefined : runClock(() => sandboxes.default, ratio)
  }

  /** Stops a clock that runs with real time. Resolves when everything is kept. */
  async close(): Promise<void> {
    this.stopClock()
    for (const close of this.whenClosed) await close()
  }

  /** Calls the function when the simulator is closed. */
  onClose(close: () => Promise<void>): void {
    this.whenClosed.push(close)
  }

  /** The sandbox at the root. */
  get defaultSandbox(): Sandbox {
    return this.sandboxes.default
  }

  /** Where others reach it; links in responses start with it. */
  get publicUrl(): string {
    return this.sandboxes.publicUrl
  }

  /** Adds an observer of every request to an API; the returned function removes it. */
  onEntry(observer: EntryObserver): () => void {
    this.api.observers.add(observer)
    return () => void this.api.observers.delete(observer)
  }

  /** True if a request need not pass Hono. With a plugin, every request of the service does. */
  isDirect(target: Target): boolean {
    return this.api.serves(target) && (this.plugins.length === 0 || target.api !== 'service')
  }

  /** Responds to a request of a socket that passes Hono. `env` is what Hono's node server passes along. */
  response = async (request: Request, env?: object): Promise<Response> => this.app.fetch(request, env)

  /** Responds to a request in process. A path alone is relative to the public URL. */
  fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = input instanceof Request ? input : new Request(new URL(input, this.publicUrl), init)
    const target = targetOf(request.url)
    if (target === undefined || !this.isDirect(target)) return this.response(request)
    const response = toResponse(await this.api.handle(target, fetchRequest(request)))
    return request.method === 'HEAD' ? new Response(null, response) : response
  }
}
