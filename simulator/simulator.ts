// The simulator: sandboxes behind one Hono app. The server of the command line and the embedded form are both this.

import { Hono } from 'hono'
import { UsageError } from '../core/errors.ts'
import type { OpenApiDocument } from '../spec/openapi/document.ts'
import { readControlDocument } from './control/document.ts'
import { readDocument } from './document.ts'
import { mountControl, notFound, usageBody, usageStatus } from './http/control.ts'
import { dated } from './http/date-header.ts'
import { DroppedConnection } from './http/dropped-connection.ts'
import { mountPages, mountWelcome } from './http/pages.ts'
import { type CompiledDocument, compileDocument } from './http/routes.ts'
import { mountService, type SandboxOf } from './http/service.ts'
import { checkSimulatorOptions, clockRatio, type SimulatorOptions } from './options/simulator-options.ts'
import { reportInternalError } from './report-internal-error.ts'
import { runClock } from './sandbox/running-clock.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { Sandboxes } from './sandbox/sandboxes.ts'
import type { WorldHooks } from './world/hooks.ts'

export type { SimulatorOptions } from './options/simulator-options.ts'

export const defaultPublicUrl = 'http://127.0.0.1:4020'

let compiledDefault: CompiledDocument | undefined

function compiled(document: OpenApiDocument | undefined): CompiledDocument {
  if (document !== undefined) return compileDocument(document)
  compiledDefault ??= compileDocument(readDocument())
  return compiledDefault
}

export class Simulator {
  private readonly app = new Hono()
  readonly sandboxes: Sandboxes
  readonly document: OpenApiDocument
  readonly publicUrl: string
  private readonly stopClock: () => void

  /** `hooks` are for the conformance suite's mutants. */
  constructor(options: SimulatorOptions = {}, hooks?: WorldHooks) {
    checkSimulatorOptions(options)
    const {
      publicUrl = defaultPublicUrl,
      document,
      maxSandboxes,
      control = true,
      clock = 'manual',
      ...setup
    } = options
    const service = compiled(document)
    this.document = service.document
    this.publicUrl = publicUrl.replace(/\/+$/, '')
    this.sandboxes = new Sandboxes(setup, this.publicUrl, maxSandboxes, hooks)
    this.mount(service, '', () => this.sandboxes.default)
    mountWelcome(this.app, () => this.sandboxes.default, control)
    const controlDocument = control ? readControlDocument() : undefined
    if (controlDocument !== undefined) {
      const named: SandboxOf = (context) => this.sandboxes.get(context.req.param('sandbox') ?? '')
      this.mount(service, '/sandboxes/:sandbox', named)
      mountControl(this.app, controlDocument, this.sandboxes, this.document)
    }
    this.app.notFound((context) => notFound(context, controlDocument, this.sandboxes))
    this.app.onError((error, context) => {
      if (error instanceof DroppedConnection) throw error
      if (error instanceof UsageError) return context.json(usageBody(error), usageStatus(error))
      reportInternalError(error)
      return context.json(
        { fault: 'A fault of paytwin itself, not of the request.', message: error.message },
        500,
      )
    })
    const ratio = clockRatio(clock) ?? 0
    this.stopClock = ratio === 0 ? () => undefined : runClock(this.sandboxes.default, ratio)
  }

  /** Stops a clock that runs with real time. */
  close(): void {
    this.stopClock()
  }

  /** The sandbox at the root. */
  get defaultSandbox(): Sandbox {
    return this.sandboxes.default
  }

  // Routes are compiled once; which sandbox a request is for is found anew for each.
  private mount(service: CompiledDocument, prefix: string, sandboxOf: SandboxOf): void {
    mountService(this.app, service, `${prefix}/api`, sandboxOf)
    mountPages(this.app, service, prefix, sandboxOf)
  }

  /** Answers a request as it came, over a socket or not; every answer goes out here. */
  response = async (request: Request, env?: object): Promise<Response> =>
    dated(await this.app.fetch(request, env), request, this.sandboxes)

  /** Answers a request in process, without a socket. A path alone is taken as one of this simulator. */
  fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = input instanceof Request ? input : new Request(new URL(input, this.publicUrl), init)
    return this.response(request)
  }
}
