// A proxy in front of a deployment that records what a client does. It forwards requests and responses without the headers that belong
// to one connection.

import type { Target } from '../../client/target.ts'
import { causeMessage } from '../../core/errors.ts'
import { readLimited } from '../../core/limited-body.ts'
import { Redactor } from '../../core/redaction.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import { accessGuard, accessPolicy, decryptPayload, isForeign, isJson } from '../in-process.ts'
import { type Recorder, type RecordOptions, recorderOf, serveRequests, show } from './recorder.ts'
import { Recording } from './recording.ts'

interface ProxyRecording extends RecordOptions {
  /** The base URL of the deployment. */
  baseUrl: string
  /** The accounts of the deployment. Accounts that it does not have become inputs. */
  target: Target | undefined
  /** PEM, to decrypt what is encrypted with a merchant's public key. */
  privateKeys: readonly string[]
}

/** Forwards requests to a deployment and records them. */
export async function recordProxy(options: ProxyRecording): Promise<Recorder> {
  const { target, privateKeys } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const clientSecrets = target?.merchants.map(({ clientSecret }) => clientSecret) ?? []
  const redactor = new Redactor(redactionPolicy, { show })
  const keys = { clientSecrets, privateKeys }
  const recording = new Recording(keys, decryptPayload, redactor, options.onResponse)
  const served = await serveRequests(options, async (request, body) => {
    const refusal = guard(request)
    if (refusal !== undefined) return refusal
    const url = new URL(request.url)
    const recordResponse = recording.request({
      document: 'service',
      method: request.method,
      path: url.pathname,
      search: url.search,
      headers: request.headers,
      body: new TextDecoder().decode(body),
    })
    try {
      const { response, text } = await forward(request, `${baseUrl}${url.pathname}${url.search}`, body)
      for (const [name, value] of response.headers) redactor.learnHeader(name, value)
      if (text !== undefined) recordResponse(response.status, text)
      return response
    } catch (error) {
      return badGateway(redactor.text(baseUrl), error)
    }
  })
  const guard = proxyGuard(options.host, served.url)
  return recorderOf(served, recording, options, {
    target,
    redactor,
    receivers: new Set(),
    simulator: undefined,
    origin: baseUrl,
    controlToken: undefined,
  })
}

/** Responses that are larger are passed on, and not recorded. */
const maxRecordedBytes = 16_000_000

/** Of a connection, or determined anew by `fetch`. */
const hopByHop = [
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization', 'te'],
  ...['trailer', 'transfer-encoding', 'upgrade', 'host', 'content-length', 'expect'],
]
const statusesWithoutBody = [101, 204, 205, 304]

/** A response, and its text; undefined if it is too long to record. */
interface Forwarded {
  response: Response
  text: string | undefined
}

/**
 * A function that returns the response to a request that a proxy does not forward: of an unknown host, or one that a web page
 * may send without asking first. Pages that send JSON have to ask the deployment (CORS).
 */
function proxyGuard(host: string, url: string): (request: Request) => Response | undefined {
  const policy = accessPolicy({ host, publicUrl: url, control: false })
  const guard = accessGuard(policy)
  return ({ method, headers }) => {
    const name = headers.get('host') ?? ''
    // Only the host matters for a GET request of the service.
    if (guard({ method: 'GET', url: `${url}/api/`, headers }) !== undefined)
      return refused(
        `The host "${name}" is not one of this recorder.`,
        'It accepts loopback names, IP addresses and the host of --host.',
        `Use ${url}.`,
      )
    const isSafe = isJson(headers) || ['GET', 'HEAD', 'OPTIONS'].includes(method)
    if (isSafe || !isForeign({ headers }, name, policy)) return undefined
    return refused(
      'The recorder takes only JSON from other web pages.',
      `The content type is ${headers.get('content-type') ?? 'missing'}.`,
      'Send the header Content-Type: application/json, or call it from a program.',
    )
  }
}

function refused(fact: string, detail: string, remedy: string): Response {
  return Response.json({ fact, detail, remedy }, { status: 403 })
}

/** Sends a request to a URL. Throws if there is no response. */
async function forward(request: Request, url: string, body: Uint8Array): Promise<Forwarded> {
  const { method, signal } = request
  const received = await fetch(url, {
    method,
    headers: endToEnd(request.headers),
    redirect: 'manual',
    signal,
    ...(body.length === 0 ? {} : { body }),
  })
  const { status } = received
  const headers = endToEnd(received.headers)
  // The body has been decoded.
  headers.delete('content-encoding')
  const { bytes, rest } = await readLimited(received.body, maxRecordedBytes)
  if (rest !== undefined)
    return { response: new Response(joined(bytes, rest), { status, headers }), text: undefined }
  const response = new Response(statusesWithoutBody.includes(status) ? null : bytes, { status, headers })
  return { response, text: new TextDecoder().decode(bytes) }
}

/** The response for a client if a deployment does not respond. */
function badGateway(baseUrl: string, error: unknown): Response {
  const body = {
    fact: `No response from ${baseUrl}.`,
    detail: `${causeMessage(error)}.`,
    remedy: 'Check that the deployment runs, and that --proxy has its base URL. The call is not recorded.',
  }
  return Response.json(body, { status: 502 })
}

function endToEnd(original: Headers): Headers {
  const headers = new Headers(original)
  const named = original.get('connection')?.split(',') ?? []
  for (const name of [...hopByHop, ...named.map((one) => one.trim())])
    if (/^[\w-]+$/.test(name)) headers.delete(name)
  return headers
}

function joined(
  start: Uint8Array,
  rest: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(start),
    pull: async (controller) => {
      const { done, value } = await rest.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => rest.cancel(reason),
  })
}
