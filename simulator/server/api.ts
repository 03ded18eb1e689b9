// The service and the control API of a simulator as one function: every request to them takes this way, from a socket, a page, or in
// process.

import { setTimeout as sleep } from 'node:timers/promises'
import { defaultName } from '../../spec/control/values.ts'
import { serveControl } from '../control/control-pipeline.ts'
import type { ControlSubject } from '../control/handler-types.ts'
import type { RequestEntry } from '../sandbox/entry.ts'
import type { ServeAgain } from '../sandbox/replay.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { UnusableError } from '../sandbox/sandboxes.ts'
import type { CompiledDocument } from '../service/compiled-document.ts'
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

interface ApiParts extends Omit<ControlSubject, 'sandbox' | 'document'> {
  service: CompiledDocument
  hasControl: boolean
  /** Origins whose pages may call the service, in addition to those of the assumption. */
  cors: readonly string[]
}

export class Api {
  readonly observers = new Set<EntryObserver>()
  private readonly parts: ApiParts

  constructor(parts: ApiParts) {
    this.parts = parts
  }

  /** True if requests of others to a target are served: without the control API there are no named sandboxes. */
  serves({ api, sandbox }: Target): boolean {
    return this.parts.hasControl || (api === 'service' && sandbox === defaultName)
  }

  /**
   * Responds to a request, once everything before the response is kept. Never rejects but with a DroppedConnection: an error is
   * a response, too.
   */
  async handle(target: Target, request: AddressedRequest): Promise<OutgoingResponse> {
    const { sandboxes } = this.parts
    try {
      const sandbox = sandboxes.get(target.sandbox) ?? (await this.find(target, request))
      const response = await this.respond(sandbox, target, request)
      const keeping = sandbox.journal.kept()
      if (keeping !== undefined) await keeping
      // Real time: the response is late for the client, and everything that it reports has happened.
      if (response.delayMs !== undefined) await sleep(response.delayMs)
      return response
    } catch (error) {
      if (error instanceof DroppedConnection) throw error
      return failureResponse(sandboxes, target.sandbox, error)
    }
  }

  /** Lets a request of a journal happen again to a sandbox. Observers do not see it. */
  serveAgain: ServeAgain = async (sandbox, { api, method, url, headers, text }) => {
    const { service, hasControl: _, cors: __, ...subject } = this.parts
    const { path = '', query = {} } = targetOf(url) ?? {}
    const request = {
      ...{ method: method === 'HEAD' ? 'GET' : method, url, path, query, headers },
      readText: () => text,
    }
    return sentResponse(
      api === 'service'
        ? await serve(service, sandbox, request)
        : await serveControl({ ...subject, document: service.document, sandbox }, request),
    )
  }

  /** The sandbox of a request, which may not be in memory. The default one starts again when it is reset while it is damaged. */
  private async find({ api, sandbox, path }: Target, { method }: AddressedRequest): Promise<Sandbox> {
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

  private async respond(
    sandbox: Sandbox,
    target: Target,
    { method, url, headers, readText }: AddressedRequest,
  ): Promise<OutgoingResponse> {
    const { service, hasControl: _, cors, ...subject } = this.parts
    const { path, query } = target
    const { origin } = headers
    if (target.api === 'service' && isPreflight(method, headers))
      return preflightResponse(sandbox.world, headers, cors)
    const request = { method: method === 'HEAD' ? 'GET' : method, url, path, query, headers, readText }
    const response = await this.observed(sandbox, () =>
      target.api === 'service'
        ? serve(service, sandbox, request)
        : serveControl({ ...subject, document: service.document, sandbox }, request),
    )
    if (target.api === 'service' && origin !== undefined)
      allowOrigin(sandbox.world, response.headers, origin, cors)
    return response
  }

  private async observed(
    sandbox: Sandbox,
    respond: () => Promise<OutgoingResponse>,
  ): Promise<OutgoingResponse> {
    const observe = (entry: RequestEntry | undefined) => {
      if (entry !== undefined) for (const observer of this.observers) observer(sandbox, entry)
    }
    try {
      const response = await respond()
      observe(response.entry)
      return response
    } catch (error) {
      if (error instanceof DroppedConnection) observe(error.entry)
      throw error
    }
  }
}
