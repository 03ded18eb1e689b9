// Ordinary requests in process, served directly: those of a text as URL, plain headers and a text as body. As a rule only
// the status, the headers, and the text or JSON of a response are read, and making and reading a Response of the Fetch API takes longer
// than the whole pipeline. So that one is made when anything else is used.

import { isObject } from '../../core/json.ts'
import { hasNoBody, type OutgoingResponse, type Soon } from '../service/pipeline.ts'
import { DroppedConnection } from './incoming-request.ts'
import type { DirectService, PlainRequest } from './plain-request.ts'

/** The options of an ordinary request. */
const ordinaryOptions: ReadonlySet<string> = new Set(['method', 'headers', 'body'])
/** Header names and values that the Fetch API takes as they are. */
const ordinaryName = /^[\w-]+$/
const ordinaryOrigin = /^https?:\/\/[a-z0-9._-]+(?::[1-9]\d{3,4})?$/
const ordinaryValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** Responds to an ordinary request in process; undefined for every other one. */
export function directFetch(
  service: DirectService,
  publicUrl: string,
  url: string,
  options: RequestInit = {},
): Soon<Response> | undefined {
  const request = plainRequest(publicUrl, url, options)
  if (request === undefined || !service.isOrdinary(request)) return undefined
  const response = service.respond(request)
  return response instanceof Promise ? response.then(responseOf) : responseOf(response)
}

function plainRequest(publicUrl: string, url: string, options: RequestInit): PlainRequest | undefined {
  const target = url.startsWith('/') ? url : url.startsWith(publicUrl) ? url.slice(publicUrl.length) : ''
  if (!target.includes('/api/') || !ordinaryOrigin.test(publicUrl)) return undefined
  for (const name in options) if (!ordinaryOptions.has(name)) return undefined
  const { method = 'GET', body } = options
  // Fetch refuses the body of a GET request.
  const text = method === 'GET' ? emptyBody(body) : body
  if (typeof text !== 'string' || !isWellFormed(text)) return undefined
  const headers = plainHeaders(options.headers)
  if (headers === undefined) return undefined
  if (body !== undefined) headers['content-type'] ??= 'text/plain;charset=UTF-8'
  return {
    raw: options,
    method,
    origin: publicUrl,
    target,
    headers,
    readText: (max) => (Buffer.byteLength(text) > max ? undefined : text),
    drop: () => {
      throw new DroppedConnection('An injected fault dropped the connection.')
    },
  }
}

function emptyBody(body: RequestInit['body']): '' | undefined {
  return body === undefined ? '' : undefined
}

/** The headers with names in lower case; undefined unless they are plain. */
function plainHeaders(given: RequestInit['headers']): Record<string, string> | undefined {
  if (given === undefined) return {}
  if (!isObject(given) || Object.getPrototypeOf(given) !== Object.prototype) return undefined
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase()
    if (typeof value !== 'string' || !ordinaryName.test(name) || !ordinaryValue.test(value)) return undefined
    if (Object.hasOwn(headers, lower) || lower === 'content-length') return undefined
    headers[lower] = value
  }
  return headers
}

/** True if encoding and decoding would not change a text: it has no half of a surrogate pair, and no mark at its start. */
function isWellFormed(text: string): boolean {
  return !text.startsWith('\ufeff') && !/\p{Surrogate}/u.test(text)
}

/** The one of Node. */
let Native: typeof Response | undefined

/** A response of a pipeline as one of the Fetch API. */
export function responseOf({ status, headers, body }: OutgoingResponse): Response {
  const text = typeof body === 'string' ? body : [...body].join('')
  const init = { status, headers }
  if (hasNoBody(status)) return new Response(null, init)
  // A program may replace the global one, as the server of Hono does. Such a class reads private members of its instances.
  if (Object.getPrototypeOf(Response.prototype) !== Object.prototype) return new Response(text, init)
  Native ??= DirectResponse.like(Response)
  const direct = new DirectResponse(text, init)
  return direct instanceof Response ? direct : new Response(text, init)
}

/** The common uses of a Response. Everything else is that of a native one. */
class DirectResponse implements Pick<Response, 'status' | 'ok' | 'headers' | 'text' | 'json'> {
  readonly #text: string
  readonly #init: Pick<OutgoingResponse, 'status' | 'headers'>
  #native: Response | undefined
  #headers: Headers | undefined
  /** True if the text was read without the native response. */
  #isRead = false
  /** True if it may have been read with it. */
  #isExposed = false

  constructor(text: string, init: Pick<OutgoingResponse, 'status' | 'headers'>) {
    this.#text = text
    this.#init = init
  }

  /** Makes its instances those of a class as well, by their prototypes: the constructor of that class, which takes time, does not run. */
  static like(native: typeof Response): typeof Response {
    const { prototype } = DirectResponse
    Object.setPrototypeOf(prototype, native.prototype)
    for (const name of Reflect.ownKeys(native.prototype)) {
      const { get, value } = Object.getOwnPropertyDescriptor(native.prototype, name) ?? {}
      if (name === 'constructor') Object.defineProperty(prototype, name, { value })
      else if (Object.hasOwn(prototype, name)) continue
      else if (get !== undefined)
        Object.defineProperty(prototype, name, {
          get(this: DirectResponse) {
            return get.call(this.#exposed())
          },
        })
      else if (typeof value === 'function')
        Object.defineProperty(prototype, name, {
          value(this: DirectResponse, ...args: unknown[]) {
            return value.apply(this.#exposed(), args)
          },
        })
    }
    return native
  }

  get status(): number {
    return this.#init.status
  }

  get ok(): boolean {
    return this.#init.status < 300
  }

  get headers(): Headers {
    const { headers } = this.#init
    // A native response adds the type of its body if there is none.
    const isApart = this.#native === undefined && headers['content-type'] !== undefined
    this.#headers ??= isApart ? new Headers(headers) : this.#made().headers
    return this.#headers
  }

  async text(): Promise<string> {
    return this.#unread() ?? this.#exposed().text()
  }

  async json(): Promise<unknown> {
    const text = this.#unread()
    return text === undefined ? this.#exposed().json() : JSON.parse(text)
  }

  /** The text, when it is read first; undefined if only the native response knows whether it can be read. */
  #unread(): string | undefined {
    if (this.#isRead || this.#isExposed) return undefined
    this.#isRead = true
    return this.#text
  }

  #exposed(): Response {
    this.#isExposed = true
    const native = this.#made()
    if (this.#isRead && !native.bodyUsed) void native.text()
    return native
  }

  #made(): Response {
    const { status, headers } = this.#init
    this.#native ??= new (Native ?? Response)(this.#text, { headers: this.#headers ?? headers, status })
    return this.#native
  }
}
