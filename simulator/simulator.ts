// The simulator: sandboxes behind one Hono app. The server of the command line and the embedded form are both this.

import { Hono } from 'hono'
import type { OpenApiDocument } from '../spec/openapi/document.ts'
import { readDocument } from './document.ts'
import { type CompiledDocument, compileDocument } from './http/routes.ts'
import { DroppedConnection, mountService, type SandboxOf } from './http/service.ts'
import { checkoutPage } from './pages/checkout.ts'
import { Sandbox, type Validation } from './sandbox.ts'
import { parseInstant } from './time/instants.ts'
import { httpTransport } from './webhooks/http-transport.ts'
import { defaultWorld } from './world/default-world.ts'
import { BrokenPromise, UsageError } from './world/errors.ts'
import type { Progress, Thing } from './world/progress.ts'
import { SeededRandom } from './world/random.ts'
import { StandIns, type WrittenChoices } from './world/stand-ins.ts'
import type { WorldFile } from './world/world-file.ts'

/** How a simulator is set up; everything has a default. */
export interface SimulatorOptions {
  seed?: string | number
  /** The first instant, ISO 8601 in UTC. */
  start?: string
  world?: WorldFile
  standIns?: WrittenChoices
  /** Seed of a lawful combination of stand-ins, instead of choosing them. */
  vary?: string | number
  validation?: Validation
  progress?: Partial<Record<Thing, Progress>>
  /** Where the simulator is reached; links in answers begin with it. */
  publicUrl?: string
  /** The document that drives the service; the committed one by default. */
  document?: OpenApiDocument
  allowAnyWebhookHost?: boolean
  webhookTimeoutMilliseconds?: number
}

export const defaultStart = '2026-01-05T09:00:00.000Z'
export const defaultPublicUrl = 'http://127.0.0.1:4020'

let compiledDefault: CompiledDocument | undefined

function compiled(document: OpenApiDocument | undefined): CompiledDocument {
  if (document !== undefined) return compileDocument(document)
  compiledDefault ??= compileDocument(readDocument())
  return compiledDefault
}

export class Simulator {
  readonly app = new Hono()
  readonly defaultSandbox: Sandbox
  readonly document: OpenApiDocument
  private readonly options: SimulatorOptions

  constructor(options: SimulatorOptions = {}) {
    this.options = options
    const service = compiled(options.document)
    this.document = service.document
    this.defaultSandbox = this.makeSandbox('default', options, options.publicUrl ?? defaultPublicUrl)
    this.mount(service, '', () => this.defaultSandbox)
    this.app.onError((error, context) => {
      if (error instanceof DroppedConnection) throw error
      if (error instanceof UsageError)
        return context.json({ fact: error.fact, detail: error.detail, remedy: error.remedy }, 409)
      const loud = error instanceof BrokenPromise ? error.message : `${error.stack ?? error}`
      console.error(`paytwin: a fault of its own: ${loud}`)
      return context.json(
        { fault: 'A fault of paytwin itself, not of the request.', message: error.message },
        500,
      )
    })
  }

  private mount(service: CompiledDocument, prefix: string, sandboxOf: SandboxOf): void {
    mountService(this.app, service, `${prefix}/api`, sandboxOf)
    this.app.get(`${prefix}/checkout/:uuid?`, (context) => {
      const sandbox = sandboxOf(context)
      if (sandbox === undefined) return context.notFound()
      const uuid = context.req.param('uuid') ?? context.req.query('uuid') ?? ''
      const { status, page } = checkoutPage(sandbox.world, uuid)
      return context.html(page, status)
    })
  }

  private makeSandbox(name: string, options: SimulatorOptions, publicUrl: string): Sandbox {
    const start = parseInstant(options.start ?? defaultStart)
    if (start === undefined) {
      throw new UsageError(
        `"${options.start}" is no instant.`,
        'The start of a world is an instant in ISO 8601 with its offset.',
        `Give one, such as ${defaultStart}.`,
      )
    }
    const standIns =
      options.vary === undefined
        ? StandIns.from(options.standIns ?? {})
        : StandIns.vary(new SeededRandom(`vary ${options.vary}`))
    return new Sandbox(name, {
      file: options.world ?? defaultWorld,
      standIns,
      seed: String(options.seed ?? 1),
      start,
      publicUrl,
      progress: options.progress ?? {},
      validation: options.validation ?? 'strict',
      transport: httpTransport(options.webhookTimeoutMilliseconds ?? 5000),
      allowAnyWebhookHost: options.allowAnyWebhookHost ?? false,
    })
  }

  /** Answers a request in process, without a socket. A path alone is taken as one of this simulator. */
  fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request =
      input instanceof Request
        ? input
        : new Request(new URL(input, this.options.publicUrl ?? defaultPublicUrl), init)
    return this.app.fetch(request)
  }
}
