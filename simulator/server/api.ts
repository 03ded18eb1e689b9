// The service and the control API of a simulator as one function: every request to them takes this way, from a socket, a page, or in
// process.

import { setTimeout as sleep } from 'node:timers/promises'
import { defaultName } from '../../spec/control/values.ts'
import { serveControl } from '../control/control-pipeline.ts'
import type { ControlSubject, ScenarioWriter } from '../control/handler-types.ts'
import type { RequestEntry } from '../sandbox/entry.ts'
import type { ServeAgain } from '../sandbox/replay.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { type Sandboxes, UnusableError } from '../sandbox/sandboxes.ts'
import type { CompiledDocument } from '../service/compiled-document.ts'
import { remarksOf } from '../service/remarks.ts'
import { DroppedConnection, type IncomingRequest, type OutgoingResponse } from '../service/request.ts'
import { sentResponse } from '../service/request-context.ts'
import { serve } from '../service/service-pipeline.ts'
import { allowOrigin, isPreflight, preflightResponse } from './cross-origin.ts'
import { failureResponse } from './failures.ts'
import { type Target, targetOf } from './request-target.ts'

/** A request before it is known what it is about. */
export type AddressedRequest = Pick<IncomingRequest, 'method' | 'url' | 'headers' | 'readText'>

/** Called with each request to an API of a sandbox, when its response is known or its connection dropped. */
export type EntryObserver = (sandbox: Sandbox, entry: RequestEntry) => void

interface ApiParts {
  sandboxes: Sandboxes
  service: CompiledDocument
  hasControl: boolean
  /** Origins whose pages may call the service, in addition to those of the assumption. */
  cors: readonly string[]
  writeScenario: ScenarioWriter | undefined
  /** The names of the plugins that are loaded. */
  plugins: readonly string[]
}

export class Api {
  readonly observers = new Set<EntryObserver>()
  private readonly parts: ApiParts
  private readonly subject: Omit<ControlSubject, 'sandbox'>

  constructor(parts: ApiParts) {
    const { sandboxes, service, writeScenario, plugins } = parts
    this.parts = parts
    this.subject = {
      sandboxes,
      document: service.document,
      remarksOn: remarksOf(service),
      writeScenario,
      plugins,
    }
  }

  /** The subject of a control request to a sandbox. */
  subjectOf(sandbox: Sandbox): ControlSubject {
    return { ...this.subject, sandbox }
  }

  /** True if requests of others to a target are served: without the control API there are no named sandboxes. */
  serves({ api, sandbox }: Target): boolean {
    return this.parts.hasControl || (api === 'service' && sandbox === defaultName)
  }

  /**
   * Responds to a request, once everything before the response is kept. Never rejects but with a DroppedConnection: an error is
   * a response, too.
   */
  async handle(
    target: Target,
    { method, url, headers, readText }: AddressedRequest,
  ): Promise<OutgoingResponse> {
    const { sandboxes } = this.parts
    const { path, query } = target
    const request = { method: method === 'HEAD' ? 'GET' : method, url, path, query, headers, readText }
    try {
      const sandbox = sandboxes.get(target.sandbox) ?? (await this.find(target, method))
      const response = await this.respond(sandbox, target.api, request)
      this.observe(sandbox, response.entry)
      const keeping = sandbox.journal.kept()
      if (keeping !== undefined) await keeping
      // Real time: the response is late for the client, and everything that it reports has happened.
      if (response.delayMs !== undefined) await sleep(response.delayMs)
      return response
    } catch (error) {
      if (!(error instanceof DroppedConnection)) return failureResponse(sandboxes, target.sandbox, error)
      this.observe(sandboxes.named(target.sandbox), error.entry)
      throw error
    }
  }

  /** Shows a request to the observers. */
  observe(sandbox: Sandbox, entry: RequestEntry | undefined): void {
    if (entry !== undefined) for (const observer of this.observers) observer(sandbox, entry)
  }

  /** Lets a request of a journal happen again to a sandbox. Observers do not see it. */
  serveAgain: ServeAgain = async (sandbox, { api, method, url, headers, text }) => {
    const { path = '', query = {} } = targetOf(url) ?? {}
    const request = {
      ...{ method: method === 'HEAD' ? 'GET' : method, url, path, query, headers },
      readText: () => text,
    }
    return sentResponse(
      await (api === 'service'
        ? serve(this.parts.service, sandbox, request)
        : serveControl(this.subjectOf(sandbox), request)),
    )
  }

  /** The sandbox of a request, which may not be in memory. The default one starts again when it is reset while it is damaged. */
  private async find({ api, sandbox, path }: Target, method: string): Promise<Sandbox> {
    const { sandboxes } = this.parts
    if (api === 'sandboxes') return sandboxes.forAll
    try {
      return await sandboxes.find(sandbox)
    } catch (error) {
      const isReset = method === 'POST' && path === '/control/reset' && sandbox === defaultName
      if (!isReset || !(error instanceof UnusableError)) throw error
      return sandboxes.startAgain()
    }
  }

  private respond(
    sandbox: Sandbox,
    api: Target['api'],
    request: IncomingRequest,
  ): OutgoingResponse | Promise<OutgoingResponse> {
    if (api !== 'service') return serveControl(this.subjectOf(sandbox), request)
    const { service, cors } = this.parts
    const { method, headers } = request
    if (headers.origin === undefined) return serve(service, sandbox, request)
    if (isPreflight(method, headers)) return preflightResponse(sandbox.world, headers, cors)
    return serve(service, sandbox, request).then((response) => {
      allowOrigin(sandbox.world, response.headers, headers.origin ?? '', cors)
      return response
    })
  }
}
