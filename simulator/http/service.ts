// Mounts the document's routes on Hono. Which paths, methods and answers there are comes from the document alone.

import type { Context, Hono } from 'hono'
import { getRequestMaxCharacters } from '../../spec/limits.ts'
import type { FaultAction } from '../faults.ts'
import { refuse } from '../refusals.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { readBody } from './body.ts'
import { withDate } from './date-header.ts'
import { DroppedConnection } from './dropped-connection.ts'
import type { CompiledDocument, Route } from './routes.ts'
import { type ServiceResponse, serve, serveRefusal } from './serve.ts'

/** Which sandbox a request is for; undefined when it names none. */
export type SandboxOf = (context: Context) => Sandbox | undefined

/** What Hono's node server hands along; absent in process. */
interface NodeBindings {
  incoming?: { socket?: { destroy: () => void } }
}

/** Serves every operation of the document under a prefix such as `/api`. */
export function mountService(
  app: Hono,
  { routes }: CompiledDocument,
  prefix: string,
  sandboxOf: SandboxOf,
): void {
  for (const route of routes) {
    const path = prefix + route.path.replace(/\{(\w+)\}/g, ':$1')
    app.on(route.method.toUpperCase(), path, async (context) => {
      const sandbox = sandboxOf(context)
      if (sandbox === undefined) return context.notFound()
      const struck = sandbox.faults.strike(route.operationId)
      const fault = struck === undefined ? undefined : await suffer(context, struck)
      return respond(await response(context, sandbox, route, fault))
    })
  }
  app.all(`${prefix}/*`, (context) => {
    const sandbox = sandboxOf(context)
    return sandbox === undefined
      ? context.notFound()
      : respond(
          serveRefusal(
            sandbox,
            refuse(
              'request.unknown-route',
              `It was ${context.req.method} ${context.req.path}; that document is GET ${sandbox.options.publicUrl}/openapi.json.`,
            ),
          ),
        )
  })
}

async function response(
  context: Context,
  sandbox: Sandbox,
  route: Route,
  fault: FaultAction | undefined,
): Promise<ServiceResponse> {
  const { req } = context
  if (route.method === 'get' && measured(sandbox, req.url) > getRequestMaxCharacters)
    return serveRefusal(
      sandbox,
      refuse('request.too-large', `A GET request has at most ${getRequestMaxCharacters} characters.`),
      route.operationId,
    )
  let body = ''
  if (route.hasBody) {
    const { bytes } = sandbox.world.assumptions.value('limits.post-size')
    const read = await readBody(req, bytes)
    if (read === undefined)
      return serveRefusal(
        sandbox,
        refuse('request.too-large', `A POST request has at most ${bytes} bytes.`),
        route.operationId,
      )
    body = read
  }
  return serve(
    sandbox,
    route,
    {
      path: pathOf(req.url),
      header: (name) => req.header(name),
      query: req.query(),
      params: req.param(),
      body,
    },
    fault,
  )
}

/** Path and query of a URL, which the journal keeps. */
function pathOf(url: string): string {
  return url.slice(url.indexOf('/', 'https://'.length))
}

/** How many characters of a GET request count. Assumption `limits.get-measure`. */
function measured({ world }: Sandbox, url: string): number {
  if (url.length <= getRequestMaxCharacters || world.assumptions.is('limits.get-measure', 'url'))
    return url.length
  return url.length - new URL(url).origin.length
}

/** Answers of HTTP that have no body, whatever was planned. */
const withoutBody = new Set([204, 205, 304])

export function respond({ body, status, headers }: ServiceResponse): Response {
  return withDate(new Response(withoutBody.has(status) ? null : body, { status, headers }))
}

/** Lets a planned fault of the connection happen; gives back the fault that the service itself must answer with. */
async function suffer(context: Context, fault: FaultAction): Promise<FaultAction | undefined> {
  switch (fault.do) {
    case 'hang':
      await new Promise((resolve) => setTimeout(resolve, fault.ms))
      return undefined
    case 'drop': {
      const bindings: NodeBindings | undefined = context.env
      bindings?.incoming?.socket?.destroy()
      throw new DroppedConnection('The connection was dropped, as a planned fault asked for.')
    }
    default:
      return fault
  }
}
