// Forwards the requests of a client to a deployment and records them, until it is stopped.

import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { proxy } from 'hono/proxy'
import { learnTarget, type Target } from '../client/target.ts'
import { causeMessage } from '../core/errors.ts'
import { readLimited } from '../core/limited-body.ts'
import { type Address, closeServer, listenOn } from '../core/listening.ts'
import { Redactor } from '../core/redaction.ts'
import { redactionPolicy } from '../spec/secret-fields.ts'
import { accessGuard, accessPolicy, decryptPayload } from './in-process.ts'
import { documentsFrom, type RecordedRequest, type Rendered, renderScenario } from './render.ts'

/** A recording in progress. */
export interface Recorder {
  /** The base URL that replaces that of the deployment. */
  url: string
  /** The scenario of the requests so far. */
  recorded: () => Rendered
  /** Stops serving. */
  stop: () => Promise<void>
}

interface RecordOptions extends Address {
  title: string
  /** The directory of the scenario, which refers to the documents by relative paths. */
  directory: string
  /** The base URL of the deployment. */
  baseUrl: string
  /** The accounts of the deployment. Accounts that it does not have become inputs. */
  target: Target | undefined
  /** PEM, to decrypt what is encrypted with a merchant's public key. */
  privateKeys: readonly string[]
}

const maxBodyBytes = 16_000_000
const tooLarge = {
  fact: 'The body of the request is too large.',
  detail: `A recorder keeps bodies in memory, at most ${maxBodyBytes} bytes each.`,
  remedy: 'Send a smaller body.',
}

/** Forwards and records. Throws a UsageError if the address cannot be used. */
export async function recordProxy(options: RecordOptions): Promise<Recorder> {
  const requests: RecordedRequest[] = []
  const origin = options.baseUrl.replace(/\/+$/, '')
  const app = new Hono()
  const server = createServer(getRequestListener(app.fetch))
  const url = await listenOn(server, options)
  const guard = accessGuard(accessPolicy({ host: options.host, publicUrl: url, control: false }))
  const onError = () => Response.json(tooLarge, { status: 413 })
  app.use(bodyLimit({ maxSize: maxBodyBytes, onError }))
  app.all('*', async ({ req: { raw, method } }) => {
    const body = Buffer.from(await raw.arrayBuffer())
    const refused = guard({ method, headers: raw.headers, url: `${url}/api/` })
    if (refused !== undefined) return refused
    const path = new URL(raw.url).pathname + new URL(raw.url).search
    const headers = new Headers(raw.headers)
    const request: RecordedRequest = {
      ...{ document: 'service', path, method, headers, body: body.toString() },
      ...{ status: 0, response: '' },
    }
    requests.push(request)
    try {
      const response = await forwarded(raw, body, origin + path)
      await takeResponse(request, response)
      return response
    } catch (error) {
      const fact = 'There was no response, so the request is not recorded.'
      const remedy = 'Check that the deployment runs, and that --proxy has its base URL.'
      return Response.json({ fact, detail: `${causeMessage(error)}.`, remedy }, { status: 502 })
    }
  })
  return {
    ...{ url, stop: () => closeServer(server) },
    recorded: () => rendered(options, requests),
  }
}

function forwarded(request: Request, body: Buffer, to: string): Promise<Response> {
  const { url, method, signal } = request
  const headers = new Headers(request.headers)
  // The forwarded request has its own.
  for (const name of ['host', 'content-length', 'expect', 'proxy-connection']) headers.delete(name)
  const raw = new Request(url, { method, headers, signal, ...(body.length === 0 ? {} : { body }) })
  return proxy(to, { raw, redirect: 'manual', strictConnectionProcessing: true })
}

/** Adds a response to its request, unless it is too long. */
async function takeResponse(request: RecordedRequest, response: Response): Promise<void> {
  const { bytes, rest } = await readLimited(response.clone().body, maxBodyBytes)
  // The rest ends only when the client has read it.
  rest?.cancel().catch(() => undefined)
  if (rest !== undefined) return
  request.responseHeaders = response.headers
  request.response = new TextDecoder().decode(bytes)
  request.status = response.status
}

/** The scenario of the requests, with the secrets that are known now. */
function rendered(
  { title, directory, target, privateKeys }: RecordOptions,
  requests: readonly RecordedRequest[],
): Rendered {
  const clientSecrets = target?.merchants.map(({ clientSecret }) => clientSecret) ?? []
  const redactor = new Redactor(redactionPolicy, { show: (name) => `{${name}}` })
  for (const secret of [...clientSecrets, ...privateKeys]) redactor.learn(secret)
  if (target !== undefined) learnTarget(redactor, target)
  return renderScenario(requests, {
    ...{ title, target, documents: documentsFrom(directory), redactor },
    decrypt: (text) => decryptPayload(text, { clientSecrets, privateKeys }),
    description: (calls) => `Recorded calls, in the order of their arrival: ${calls}.`,
  })
}
