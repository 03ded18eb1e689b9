// The routes of a simulator in Hono: pages, documents and the control API. The service takes them only while a plugin is loaded.

import type { Context, Hono } from 'hono'
import { NotFoundError } from '../../core/errors.ts'
import { defaultName } from '../../spec/control/values.ts'
import { usageErrorResponse } from '../control/responses.ts'
import type { RequestEntry, SentResponse } from '../sandbox/entry.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { unknownSandbox } from '../sandbox/sandbox-names.ts'
import { DroppedConnection, hasNoBody, type OutgoingResponse } from '../service/request.ts'
import { append } from '../service/request-context.ts'
import type { AddressedRequest } from './api.ts'
import { failureResponse } from './failures.ts'
import { addDashboard, addPages, addReference, addWelcomePage, type Served } from './pages.ts'
import { sandboxInPath, targetOf } from './request-target.ts'

/** Pieces of text are sent together up to this number of characters, and then other requests get a turn. */
const charactersPerTurn = 1 << 16

/** A stream of the pieces. The next ones are made when the earlier ones are sent. */
function streamOf(pieces: Iterable<string>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setImmediate(resolve))
      let text = ''
      while (text.length < charactersPerTurn) {
        const { done, value } = iterator.next()
        if (done === true) break
        text += value
      }
      if (text === '') controller.close()
      else controller.enqueue(encoder.encode(text))
    },
    cancel: () => void iterator.return?.(),
  })
}

/** The entries in journals of requests, by the response of Hono. */
const entries = new WeakMap<Response, RequestEntry>()

/** The entry in a journal of the request that has this response; undefined without one. */
export function entryOfResponse(response: Response): RequestEntry | undefined {
  return entries.get(response)
}

/** Notes the entry of a request that has this response. */
export function keepEntry(response: Response, entry: RequestEntry | undefined): void {
  if (entry !== undefined) entries.set(response, entry)
}

/** A response of an API as one of the Fetch API. */
export function toResponse({ body, status, headers, entry }: OutgoingResponse): Response {
  const content = typeof body === 'string' ? body : streamOf(body)
  const response = new Response(hasNoBody(status) ? null : content, { status, headers })
  keepEntry(response, entry)
  return response
}

/** Adds every route of a simulator. */
export function addRoutes(app: Hono, served: Served): void {
  const { api, hasControl } = served
  if (hasControl) for (const prefix of ['', '/sandboxes/:sandbox']) addDashboard(app, served, prefix)
  addPages(app, served, '')
  addWelcomePage(app, served)
  addReference(app, served)
  if (hasControl) addPages(app, served, '/sandboxes/:sandbox')
  app.all('*', async (context, next) => {
    const target = targetOf(context.req.url)
    if (target === undefined || !api.serves(target)) return next()
    const { req } = context
    const request = fetchRequest(req.raw)
    // A plugin may have changed the body, which is read once.
    const readText = 'text' in req.bodyCache ? () => req.text().catch(() => undefined) : request.readText
    return toResponse(await api.handle(target, { ...request, readText }))
  })
  app.notFound((context) => notFound(served, context))
  app.onError((error, context) => {
    if (error instanceof DroppedConnection) throw error
    if ('getResponse' in error) return error.getResponse()
    return failed(served, context, error)
  })
}

/** A request of the Fetch API as the APIs take it. Never more of its body is in memory than permitted. */
export function fetchRequest(request: Request): AddressedRequest {
  const { method, url } = request
  return {
    method,
    url,
    headers: Object.fromEntries(request.headers),
    readText: async (maxBytes) => {
      try {
        const declared = request.headers.get('content-length')
        // The HTTP layer accepts no more bytes than declared, so this body can be read in one go.
        if (declared !== null) return Number(declared) > maxBytes ? undefined : await request.text()
        return request.body === null ? '' : await readUpTo(maxBytes, request.body)
      } catch {
        throw new DroppedConnection('The sender closed the connection before its request was complete.')
      }
    },
  }
}

async function readUpTo(maxBytes: number, stream: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** The response to a request that reached no API, or failed on the way. */
function failed({ sandboxes }: Served, { req }: Context, error: unknown): Response {
  return toResponse(failureResponse(sandboxes, sandboxInPath(req.path) ?? defaultName, error))
}

/** The response to a request that no route has. The journal of its sandbox shows it. */
function notFound(served: Served, context: Context): Response {
  const { sandboxes } = served
  const error = unknownPath(served, context)
  const sandbox = sandboxes.get(sandboxInPath(context.req.path) ?? '') ?? sandboxes.default
  const { status, body } = usageErrorResponse(error)
  append(sandbox, entryWithoutOperation(sandbox, context, { status, text: JSON.stringify(body) }))
  return failed(served, context, error)
}

/** The entry of a request that no operation has. */
export function entryWithoutOperation(
  sandbox: Sandbox,
  { req }: Context,
  response: SentResponse,
): RequestEntry {
  return {
    kind: 'request',
    at: sandbox.world.now,
    api: null,
    isInput: false,
    operation: null,
    method: req.method,
    url: req.url,
    headers: req.header(),
    text: '',
    events: sandbox.world.events.length,
    duringAdvance: sandbox.advancing,
    response,
  }
}

function unknownPath({ sandboxes, hasControl }: Served, { req: { method, path } }: Context): NotFoundError {
  const fact = `No such path: ${method} ${path}.`
  if (!hasControl)
    return new NotFoundError(
      fact,
      'Only the service is served, at /api.',
      'To use the control API, start without --no-control. See GET /openapi.json.',
    )
  const name = sandboxInPath(path)
  if (name !== undefined && !sandboxes.has(name)) return unknownSandbox(name)
  return new NotFoundError(
    fact,
    'The service is at /api, the control API at /control and /sandboxes.',
    'See GET /openapi.json, GET /control/openapi.json and GET /control/credentials.',
  )
}
