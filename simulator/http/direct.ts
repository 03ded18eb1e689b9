// Ordinary requests in process to the service of the default sandbox, without Hono and without a Request of the Fetch API, which
// would take more time than the request itself. Every other request goes through the routes, with the same response. See
// docs/decisions/direct-requests.md.

import { getQueryParam } from 'hono/utils/url'
import { responderOf } from '../extensions/extension-pipeline.ts'
import type { IncomingRequest, OutgoingResponse } from '../pipeline/pipeline.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { httpDate } from '../time/instants.ts'
import { failureBody } from './failures.ts'
import { DroppedConnection } from './incoming-request.ts'
import type { PlainRequest, ServeDirectly } from './plain-request.ts'
import type { Served } from './served.ts'

/** Nothing in it that a URL parser would change. */
const ordinaryTarget = /^\/api\/[\w/-]*(?:\?[\w=&%.~+:-]*)?$/

export function directService(served: Served): ServeDirectly {
  const { sandboxes, service, extended, observers } = served
  const respond = responderOf(service, extended, observers)
  const serve = async (request: IncomingRequest): Promise<OutgoingResponse> => {
    let sandbox: Sandbox | undefined
    try {
      const found = sandboxes.find(sandboxes.default.name)
      sandbox = found instanceof Promise ? await found : found
      return await respond(sandbox, request)
    } catch (error) {
      if (error instanceof DroppedConnection) throw error
      const { status, body } = failureBody(error)
      const headers = { 'content-type': 'application/json', date: httpDate(sandboxes.default.world.now) }
      return { status, headers, body: JSON.stringify(body) }
    }
  }
  return (request) => {
    const { method, target, headers } = request
    if (method !== 'POST' && method !== 'GET') return undefined
    // Of a web page: its browser may ask before, and needs further headers.
    if (headers.origin !== undefined || !ordinaryTarget.test(target)) return undefined
    return serve(new DirectRequest(request))
  }
}

class DirectRequest implements IncomingRequest {
  readonly raw: object
  readonly method: string
  readonly url: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly readText: IncomingRequest['readText']
  readonly drop: IncomingRequest['drop']
  private readonly plain: PlainRequest

  constructor(plain: PlainRequest) {
    const { raw, method, origin, target, readText, drop } = plain
    const end = target.indexOf('?')
    this.plain = plain
    this.raw = raw
    this.method = method
    this.url = origin + target
    this.path = target.slice('/api'.length, end < 0 ? undefined : end)
    const query = end < 0 ? undefined : getQueryParam(this.url)
    this.query = typeof query === 'object' ? query : {}
    this.readText = readText
    this.drop = drop
  }

  header(name: string): string | undefined {
    return this.plain.headers[name]
  }

  headers(): Readonly<Record<string, string>> {
    return this.plain.headers
  }
}
