// Ordinary requests to the service of a sandbox, without Hono and without objects of the Fetch API, which would take more time than
// the request itself. Every other request goes through the routes, with the same response. See docs/contributing/decisions/direct-requests.md.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { getQueryParam } from 'hono/utils/url'
import { defaultName } from '../../spec/control/values.ts'
import { reportInternalError } from '../sandbox/report-internal-error.ts'
import { hasNoBody, type IncomingRequest, type OutgoingResponse, type Soon } from '../service/pipeline.ts'
import { isJsonType } from './access-control.ts'
import { failureResponse } from './failures.ts'
import { DroppedConnection } from './incoming-request.ts'
import type { DirectService, PlainRequest } from './plain-request.ts'
import type { Served } from './served.ts'

const sandboxesPath = '/sandboxes/'
/** Nothing in it that a URL parser would change. */
const ordinaryTarget = /^(?:\/sandboxes\/\w[\w.-]*)?\/api\/[\w/-]*(?:\?[\w=&%.~+:-]*)?$/

export function directService({ sandboxes, service, hasControl }: Served): DirectService {
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
      (hasControl || target.startsWith('/api/')),
    respond: (plain) => {
      const request = new DirectRequest(plain)
      const { sandboxName } = request
      try {
        const sandbox = sandboxes.find(sandboxName)
        const response =
          sandbox instanceof Promise
            ? sandbox.then((found) => service(found, request))
            : service(sandbox, request)
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

/** Longer bodies are rare. */
const maxBytes = 100_000
/** A host that needs no normalization. */
const ordinaryHost = /^[a-z0-9._-]+:[1-9]\d{3,4}$/

/** Serves an ordinary request of a socket; returns false for every other one. */
export function directSocket(
  service: DirectService,
  acceptsHost: (host: string) => boolean,
): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  return (incoming, outgoing) => {
    const { headers } = incoming
    const { host = '', 'content-type': type = '', 'content-length': length = '' } = headers
    if (incoming.httpVersion !== '1.1' || !ordinaryHost.test(host) || !acceptsHost(host)) return false
    // A header that was sent twice has one of its values in them.
    if (Object.keys(headers).length * 2 !== incoming.rawHeaders.length) return false
    const request = new SocketRequest(incoming, host)
    if (!service.isOrdinary(request)) return false
    if (request.method === 'GET') {
      respond(service, request, outgoing)
      return true
    }
    if (!isJsonType(type) || length === '' || Number(length) > maxBytes) return false
    // As a rule the body arrives with the headers, and is here then. Listening to a stream would take longer than the request itself.
    arrived.then(() => respond(service, request, outgoing))
    return true
  }
}

const arrived = Promise.resolve()

function respond(service: DirectService, request: SocketRequest, outgoing: ServerResponse): void {
  const fail = (error: unknown) => {
    if (!(error instanceof DroppedConnection)) reportInternalError(error)
    outgoing.destroy()
  }
  try {
    const response = service.respond(request)
    if (response instanceof Promise) response.then((settled) => send(outgoing, settled)).catch(fail)
    else send(outgoing, response)
  } catch (error) {
    fail(error)
  }
}

function send(outgoing: ServerResponse, { status, headers, body }: OutgoingResponse): void {
  outgoing.statusCode = status
  // Rather than with `writeHead`, which would not know the length.
  for (const name in headers) outgoing.setHeader(name, headers[name] ?? '')
  if (hasNoBody(status)) outgoing.end()
  else outgoing.end(typeof body === 'string' ? body : [...body].join(''))
}

class SocketRequest implements PlainRequest {
  readonly raw: IncomingMessage
  readonly method: string
  readonly origin: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>

  constructor(incoming: IncomingMessage, host: string) {
    this.raw = incoming
    this.method = incoming.method ?? ''
    this.origin = `http://${host}`
    this.target = incoming.url ?? ''
    this.headers = incoming.headers as Record<string, string>
  }

  readText(max: number): Soon<string | undefined> {
    const { raw } = this
    const bytes = Number(this.headers['content-length'])
    if (bytes > max) return undefined
    return raw.readableLength === bytes ? textOf(raw.read()) : textOfStream(raw)
  }

  drop(): never {
    this.raw.socket.destroy()
    throw new DroppedConnection('An injected fault dropped the connection.')
  }
}

const decoder = new TextDecoder()

function textOf(bytes: Buffer | null): string {
  return bytes === null ? '' : decoder.decode(bytes)
}

function textOfStream(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.once('end', () => resolve(textOf(Buffer.concat(chunks))))
    const dropped = () =>
      reject(new DroppedConnection('The sender closed the connection before its request was complete.'))
    incoming.once('error', dropped)
    // After its end this changes nothing.
    incoming.once('close', dropped)
  })
}
