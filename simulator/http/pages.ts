// The pages and pictures that responses link to, the page at the root, and the OpenAPI documents.

import type { Context, Hono } from 'hono'
import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import { controlHeaders } from '../control/control-pipeline.ts'
import type { ControlDocument } from '../control/document.ts'
import {
  checkoutPage,
  customerPage,
  framedPageHeaders,
  logo,
  pageHeaders,
  pictureHeaders,
  welcomePage,
} from '../pages/pages.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { httpDate } from '../time/instants.ts'
import type { World } from '../world/world.ts'

/** The sandbox of a request. Throws a NotFoundError for an unknown sandbox. */
export type FindSandbox = (context: Context) => Sandbox

/** Adds the Date header: the virtual time of a sandbox, never the time of the machine. */
export function withDate(response: Response, { world }: Sandbox): Response {
  response.headers.set('date', httpDate(world.now))
  return response
}

/** Serves what the responses of a sandbox link to, and the documents. `prefix` is the path of the sandbox. */
export function addPages(
  app: Hono,
  documents: { service: OpenApiDocument; control: ControlDocument | undefined },
  prefix: string,
  findSandbox: FindSandbox,
): void {
  const add = (path: string, respond: (world: World, context: Context) => Response | Promise<Response>) =>
    app.get(`${prefix}${path}`, async (context) => {
      const sandbox = findSandbox(context)
      return withDate(await respond(sandbox.world, context), sandbox)
    })
  const { service, control } = documents
  add('/openapi.json', (_, context) => context.json(service))
  if (control !== undefined)
    add('/control/openapi.json', (_, context) => context.json(control, 200, controlHeaders))
  add('/checkout/:uuid?', (world, context) => {
    const uuid = context.req.param('uuid') ?? context.req.query('uuid') ?? ''
    const { status, page } = checkoutPage(world, uuid)
    return context.html(page, status, framedPageHeaders)
  })
  add('/customers/:id', (world, context) => {
    const { status, page } = customerPage(world, context.req.param('id') ?? '')
    return context.html(page, status, pageHeaders)
  })
  add('/logos/:file', async (world, context) => {
    const [, id = ''] = /^(.+)\.svg$/.exec(context.req.param('file') ?? '') ?? []
    const picture = logo(world, id)
    if (picture === undefined) return context.notFound()
    return context.body(String(await picture), 200, pictureHeaders)
  })
}

/** Serves a page at the root to browsers. Other clients get the response for unknown paths. */
export function addWelcomePage(app: Hono, sandbox: () => Sandbox, hasControl: boolean): void {
  app.get('/', async (context) => {
    const isBrowser = context.req.header('accept')?.includes('text/html') === true
    if (!isBrowser) return context.notFound()
    return withDate(await context.html(welcomePage(sandbox().world, hasControl), 200, pageHeaders), sandbox())
  })
}
