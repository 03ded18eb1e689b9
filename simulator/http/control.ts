// Mounts the control API on Hono: once for the default sandbox, once for all named ones.

import type { Context, Hono } from 'hono'
import { ConflictError, NotFoundError, UsageError } from '../../core/errors.ts'
import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import { type ControlDocument, listControlOperations } from '../control/document.ts'
import { type ControlRoute, controlRoutes } from '../control/routes.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { type Sandboxes, unknownSandbox } from '../sandbox/sandboxes.ts'
import { httpDate } from '../time/instants.ts'
import { readBody } from './body.ts'
import { withDate } from './date-header.ts'

/** The most a control request may hold; snapshots are the largest. */
const maxBytes = 1 << 29

/** The statuses with which misuse is answered. */
export function usageStatus(error: UsageError): 400 | 404 | 409 {
  if (error instanceof ConflictError) return 409
  return error instanceof NotFoundError ? 404 : 400
}

/** Misuse in words, with where things stand. */
export function usageBody(error: UsageError): Record<string, unknown> {
  const { fact, detail, remedy } = error
  return { fact, detail, remedy, ...(error instanceof ConflictError ? error.details : {}) }
}

/** Serves every control operation, and the document itself under /control/openapi.json. */
export function mountControl(
  app: Hono,
  control: ControlDocument,
  sandboxes: Sandboxes,
  document: OpenApiDocument,
): void {
  app.get('/control/openapi.json', (context) => context.json(control))
  app.get('/sandboxes/:sandbox/control/openapi.json', (context) => context.json(control))
  const serve = async (context: Context, route: ControlRoute, sandbox: Sandbox): Promise<Response> => {
    const { req } = context
    const text = ['post', 'put'].includes(route.method) ? await readBody(req, maxBytes) : ''
    const { status, body } =
      text === undefined
        ? refusal(
            new UsageError('The request is too large.', `It has more than ${maxBytes} bytes.`, 'Send less.'),
          )
        : await response(route, {
            sandbox,
            sandboxes,
            document,
            params: req.param(),
            query: req.query(),
            body: text,
          })
    const answered = JSON.stringify(body)
    if (route.method !== 'get') {
      sandbox.journal.record({
        at: sandbox.world.now,
        operation: route.operationId,
        method: route.method,
        path: req.path,
        body: text ?? '',
        status,
        response: answered,
      })
      sandbox.afterInput()
    }
    const headers = { 'content-type': 'application/json', date: httpDate(sandbox.world.now) }
    return withDate(new Response(answered, { status, headers }))
  }
  for (const route of controlRoutes(control)) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1')
    const method = route.method.toUpperCase()
    app.on(method, path, (context) => serve(context, route, sandboxes.default))
    if (!path.startsWith('/control')) continue
    app.on(method, `/sandboxes/:sandbox${path}`, (context) => {
      const sandbox = sandboxes.get(context.req.param('sandbox') ?? '')
      return sandbox === undefined ? context.notFound() : serve(context, route, sandbox)
    })
  }
}

async function response(
  route: ControlRoute,
  request: Parameters<ControlRoute['serve']>[0],
): Promise<{ status: number; body: unknown }> {
  try {
    return { status: 200, body: await route.serve(request) }
  } catch (error) {
    if (error instanceof UsageError) return refusal(error)
    throw error
  }
}

function refusal(error: UsageError): { status: number; body: unknown } {
  return { status: usageStatus(error), body: usageBody(error) }
}

/** What a request gets that no route takes, or whose sandbox is not there; `control` is what is served of it. */
export function notFound(
  context: Context,
  control: ControlDocument | undefined,
  sandboxes: Sandboxes,
): Response {
  const { method, path } = context.req
  const fact = `There is no ${method} ${path}.`
  if (control === undefined)
    return told(
      context,
      new NotFoundError(
        fact,
        'Only the service is served here.',
        'The service is under /api; see GET /openapi.json.',
      ),
    )
  const [, name, within] = /^\/sandboxes\/([^/]+)(\/.*)$/.exec(path) ?? []
  if (name !== undefined && !sandboxes.has(name)) return told(context, unknownSandbox(name))
  const there = listControlOperations(control).filter((listed) => matches(listed.path, within ?? path))
  return told(
    context,
    new NotFoundError(
      fact,
      there.length === 0
        ? 'The service is under /api, what controls it under /control and /sandboxes.'
        : `At that path there is ${there.map((listed) => listed.method.toUpperCase()).join(', ')}.`,
      path.startsWith('/control') || within !== undefined
        ? 'See GET /control/openapi.json.'
        : 'See GET /openapi.json for the service, GET /control/openapi.json for what controls it, and GET /control/credentials for whom you can be.',
    ),
  )
}

function told(context: Context, error: UsageError): Response {
  return context.json(usageBody(error), usageStatus(error))
}

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
}
