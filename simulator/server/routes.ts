// The routes of a simulator. Requests below /api (service.paths-under-base-url) and /control go through their pipelines; the rest is
// pages and documents.

import type { Context, Hono } from 'hono'
import { NotFoundError } from '../../core/errors.ts'
import { defaultName } from '../../spec/control/values.ts'
import { usageErrorResponse } from '../control/responses.ts'
import { unknownSandbox } from '../sandbox/sandbox-names.ts'
import { hasNoBody, type OutgoingResponse, record } from '../service/pipeline.ts'
import { allowOrigin, isPreflight, preflightResponse } from './cross-origin.ts'
import { failureResponse } from './failures.ts'
import { addGuide } from './guide.ts'
import { DroppedConnection, HonoRequest } from './incoming-request.ts'
import { addDashboard, addPages, addReference, addWelcomePage, type FindSandbox, withDate } from './pages.ts'
import { sandboxInPath } from './request-target.ts'
import type { Served } from './served.ts'

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

const namedSandbox = '/sandboxes/:sandbox'

/** Adds every route of a simulator. */
export function addRoutes(app: Hono, served: Served): void {
  const { sandboxes, control, hasControl } = served
  const defaultSandbox = () => sandboxes.find(sandboxes.default.name)
  if (hasControl) addDashboard(app, sandboxes)
  addSandboxRoutes(app, served, '', defaultSandbox)
  addWelcomePage(app, served, defaultSandbox)
  addReference(app, defaultSandbox, hasControl)
  addGuide(app, sandboxes)
  if (hasControl) {
    addSandboxRoutes(app, served, namedSandbox, (context) =>
      sandboxes.find(sandboxInPath(context.req.path) ?? ''),
    )
    for (const path of ['/sandboxes', namedSandbox])
      app.all(path, async (context) => {
        const request = new HonoRequest(context, context.req.path)
        return toResponse(await control(await sandboxes.administrative(), request))
      })
  }
  app.notFound((context) => notFound(served, context))
  app.onError((error, context) => {
    if (error instanceof DroppedConnection) throw error
    return fallback(served, context, error)
  })
}

function addSandboxRoutes(
  app: Hono,
  served: Served,
  prefix: '' | typeof namedSandbox,
  find: FindSandbox,
): void {
  const { sandboxes, service, extended, control, hasControl, cors } = served
  addPages(app, served, prefix, find)
  const methods = [...new Set(['GET', 'POST', ...(extended?.methods ?? [])])]
  // The path of an operation starts after the path of its sandbox and the path of its server.
  const below = ({ req: { path } }: Context, server: string) =>
    path.slice((prefix === '' ? 0 : path.indexOf('/', '/sandboxes/'.length)) + server.length)
  app.all(`${prefix}/api/*`, async (context) => {
    const { raw } = context.req
    const found = find(context)
    // Awaits a promise only: to await what is there already would take time for each request.
    const sandbox = found instanceof Promise ? await found : found
    if (isPreflight(raw)) return withDate(preflightResponse(sandbox.world, raw, cors, methods), sandbox)
    const request = new HonoRequest(context, below(context, '/api'))
    const response = toResponse(await service(sandbox, request))
    const origin = request.header('origin')
    if (origin !== undefined) allowOrigin(sandbox.world, response, origin, cors)
    return response
  })
  if (!hasControl) return
  app.all(`${prefix}/control/*`, async (context) => {
    const request = new HonoRequest(context, below(context, ''))
    const isReset = request.method === 'POST' && request.path === '/control/reset'
    const found = isReset
      ? sandboxes.findToReset(sandboxInPath(context.req.path) ?? defaultName)
      : find(context)
    return toResponse(await control(found instanceof Promise ? await found : found, request))
  })
}

function toResponse({ body, status, headers }: OutgoingResponse): Response {
  const content = typeof body === 'string' ? body : streamOf(body)
  return new Response(hasNoBody(status) ? null : content, { status, headers })
}

/** The response to a request that reached no pipeline, or whose pipeline failed. */
function fallback({ sandboxes }: Served, context: Context, error: unknown): Response {
  const name = sandboxInPath(context.req.path) ?? ''
  return toResponse(failureResponse(sandboxes, name, error))
}

/** The response to a request that no route has. The journal of its sandbox shows it. */
function notFound(served: Served, context: Context): Response {
  const { sandboxes } = served
  const error = unknownPath(served, context)
  const request = new HonoRequest(context, context.req.path)
  const sandbox = sandboxes.get(sandboxInPath(request.path) ?? '') ?? sandboxes.default
  const { status, body } = usageErrorResponse(error)
  const response = JSON.stringify(body)
  record(sandbox, request, { operation: null, body: '', payload: undefined, status, response })
  return fallback(served, context, error)
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
