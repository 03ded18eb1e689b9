// Ordinary requests to the service of the default sandbox, without Hono and without objects of the Fetch API, which would take more
// time than the request itself. Every other request goes through the routes, with the same response. See
// docs/decisions/direct-requests.md.

import { getQueryParam } from 'hono/utils/url'
import { responderOf } from '../extensions/extension-pipeline.ts'
import type { IncomingRequest, OutgoingResponse, Soon } from '../pipeline/pipeline.ts'
import { httpDate } from '../time/instants.ts'
import { failureBody } from './failures.ts'
import { DroppedConnection } from './incoming-request.ts'
import type { DirectService, PlainRequest } from './plain-request.ts'
import type { Served } from './served.ts'

/** Nothing in it that a URL parser would change. */
const ordinaryTarget = /^\/api\/[\w/-]*(?:\?[\w=&%.~+:-]*)?$/

export function directService(served: Served): DirectService {
  const { sandboxes, service, extended, observers } = served
  const respond = responderOf(service, extended, observers)
  const fail = (error: unknown): OutgoingResponse => {
    if (error instanceof DroppedConnection) throw error
    const { status, body } = failureBody(error)
    const headers = { 'content-type': 'application/json', date: httpDate(sandboxes.default.world.now) }
    return { status, headers, body: JSON.stringify(body) }
  }
  return {
    isOrdinary: ({ method, target, headers }) =>
      (method === 'POST' || method === 'GET') &&
      // Of a web page: its browser may ask before, and needs further headers.
      headers.origin === undefined &&
      ordinaryTarget.test(target),
    respond: (plain) => {
      const request = new DirectRequest(plain)
      try {
        const sandbox = sandboxes.find(sandboxes.default.name)
        const response =
          sandbox instanceof Promise
            ? sandbox.then((found) => respond(found, request))
            : respond(sandbox, request)
        return response instanceof Promise ? response.catch(fail) : response
      } catch (error) {
        return fail(error)
      }
    },
  }
}

class DirectRequest implements IncomingRequest {
  readonly raw: object
  readonly method: string
  readonly url: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  private readonly plain: PlainRequest

  constructor(plain: PlainRequest) {
    const { raw, method, origin, target } = plain
    const end = target.indexOf('?')
    this.plain = plain
    this.raw = raw
    this.method = method
    this.url = origin + target
    this.path = target.slice('/api'.length, end < 0 ? undefined : end)
    this.query = end < 0 ? {} : queryOf(target.slice(end + 1), this.url)
  }

  header(name: string): string | undefined {
    return this.plain.headers[name]
  }

  headers(): Readonly<Record<string, string>> {
    return this.plain.headers
  }

  readText(maxBytes: number): Soon<string | undefined> {
    return this.plain.readText(maxBytes)
  }

  drop(): never {
    return this.plain.drop()
  }
}

/** The parameters of a query, as Hono reads them. As a rule there is one, without escapes. */
function queryOf(text: string, url: string): Readonly<Record<string, string>> {
  if (/[&%+]/.test(text)) {
    const query = getQueryParam(url)
    return typeof query === 'object' ? query : {}
  }
  const equals = text.indexOf('=')
  const name = equals < 0 ? text : text.slice(0, equals)
  return name === '' ? {} : { [name]: equals < 0 ? '' : text.slice(equals + 1) }
}
