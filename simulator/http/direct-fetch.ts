// Ordinary requests in process, served directly: those of a text as URL, plain headers and a text as body.

import { isObject } from '../../core/json.ts'
import type { Soon } from '../pipeline/pipeline.ts'
import { responseOf } from './direct-response.ts'
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
