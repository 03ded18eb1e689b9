// Ordinary requests to the service of a sandbox, without Hono and without objects of the Fetch API, which would take more time than
// the request itself. Every other request goes through the routes, with the same response. See docs/contributing/decisions/direct-requests.md.

import { getQueryParam } from 'hono/utils/url'
import { defaultName } from '../../spec/control/values.ts'
import { responderOf } from '../extensions/extension-pipeline.ts'
import type { IncomingRequest, OutgoingResponse, Soon } from '../pipeline/pipeline.ts'
import { failureResponse } from './failures.ts'
import { DroppedConnection } from './incoming-request.ts'
import type { DirectService, PlainRequest } from './plain-request.ts'
import type { Served } from './served.ts'

const sandboxesPath = '/sandboxes/'
/** Nothing in it that a URL parser would change. */
const ordinaryTarget = /^(?:\/sandboxes\/\w[\w.-]*)?\/api\/[\w/-]*(?:\?[\w=&%.~+:-]*)?$/

export function directService(served: Served): DirectService {
  const { sandboxes, service, extended, control, observers } = served
  const respond = responderOf(service, extended, observers)
  const fail = (error: unknown, name: string): OutgoingResponse => {
    if (error instanceof DroppedConnection) throw error
    return failureResponse(sandboxes, name, error)
  }
  return {
    isOrdinary: ({ method, target, headers }) =>
      (method === 'POST' || method === 'GET') &&
      // Of a web page: its browser may ask before, and needs further headers.
      headers.origin === undefined &&
      ordinaryTarget.test(target) &&
      // Named sandboxes are served with the control API.
      (control !== undefined || target.startsWith('/api/')),
    respond: (plain) => {
      const request = new DirectRequest(plain)
      const { sandboxName } = request
      try {
        const sandbox = sandboxes.find(sandboxName)
        const response =
          sandbox instanceof Promise
            ? sandbox.then((found) => respond(found, request))
            : respond(sandbox, request)
        return response instanceof Promise ? response.catch((error) => fail(error, sandboxName)) : response
      } catch (error) {
        return fail(error, sandboxName)
      }
    },
  }
}

class DirectRequest implements IncomingRequest {
  readonly sandboxName: string
  readonly raw: object
  readonly method: string
  readonly url: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  private readonly plain: PlainRequest

  constructor(plain: PlainRequest) {
    const { raw, method, origin, target } = plain
    const start = target.startsWith('/api/') ? 0 : target.indexOf('/', sandboxesPath.length)
    const end = target.indexOf('?')
    this.sandboxName = start === 0 ? defaultName : target.slice(sandboxesPath.length, start)
    this.plain = plain
    this.raw = raw
    this.method = method
    this.url = origin + target
    this.path = target.slice(start + '/api'.length, end < 0 ? undefined : end)
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
