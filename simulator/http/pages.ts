// The pages and pictures that responses link to, the page at the root, and the OpenAPI documents.

import type { Context, Hono } from 'hono'
import { UsageError } from '../../core/errors.ts'
import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import { checkoutPage } from '../checkout/page.ts'
import { type Choices, link } from '../checkout/view.ts'
import { compiledControl } from '../control/compiled-control.ts'
import { controlHeaders } from '../control/control-pipeline.ts'
import type { ControlDocument } from '../control/document.ts'
import type { ControlInput } from '../control/handler-types.ts'
import { payInvoice } from '../control/handlers/invoices.ts'
import { controlTransaction } from '../control/handlers/transactions.ts'
import { dashboardFile } from '../dashboard/files.ts'
import { dashboardPage } from '../dashboard/page.ts'
import { checkoutHeaders, dashboardHeaders, type Page, pageHeaders, pictureHeaders } from '../pages/layout.ts'
import { customerPage, logo, welcomePage } from '../pages/pages.ts'
import { record } from '../pipeline/pipeline.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { httpDate } from '../time/instants.ts'
import type { World } from '../world/world.ts'
import { changeStream } from './change-stream.ts'
import { HonoRequest } from './incoming-request.ts'

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
  add('/openapi.json', async (world, context) => {
    if (context.req.query('as') !== 'served') return context.json(service)
    const { asServed } = await import('../pipeline/as-served/as-served.ts')
    return context.json(asServed(service, world, `${world.options.publicUrl}/api`))
  })
  const checkout = (context: Context, { status, page }: Page) => context.html(page, status, checkoutHeaders)
  if (control !== undefined)
    add('/control/openapi.json', (_, context) => context.json(control, 200, controlHeaders))
  add('/checkout/:uuid?', async (world, context) => {
    const query = context.req.query()
    const uuid = context.req.param('uuid') ?? query.uuid ?? ''
    return checkout(context, await checkoutPage(world, uuid, query))
  })
  app.post(`${prefix}/checkout/:uuid/pay`, async (context) => {
    const sandbox = findSandbox(context)
    const text = await new HonoRequest(context, context.req.path).readText(maxFormBytes)
    const form = Object.fromEntries(new URLSearchParams(text))
    const uuid = context.req.param('uuid')
    const error = payFromPage(sandbox, uuid, form)
    sandbox.afterInput()
    if (error === undefined) {
      const { as = '', by = '' } = form
      return withDate(
        context.redirect(link(sandbox.world, uuid, { as, tab: by, returning: '1' }), 303),
        sandbox,
      )
    }
    const page = await checkoutPage(sandbox.world, uuid, { ...form, tab: form.by ?? '' }, error)
    return withDate(await checkout(context, page), sandbox)
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

/** A form of the checkout page has a few short fields. */
const maxFormBytes = 10_000

/** Pays as the form says. Returns why the payment was refused. */
function payFromPage(sandbox: Sandbox, uuid: string, form: Choices): string | undefined {
  const { savePassword, password: _, tab: __, ...fields } = form
  const chosen = Object.entries(fields).filter(([, text]) => text !== '')
  const body = {
    ...Object.fromEntries(chosen),
    ...(savePassword === undefined ? {} : { savePassword: true }),
  }
  const operation = compiledControl().router.find('POST', '/control/invoices/any/pay')?.operation
  const invalid = operation?.body?.check(body)
  if (invalid !== undefined) return `${invalid.message('The form')}.`
  try {
    sandbox.memory.admitInput()
    const paid = payInvoice(sandbox, uuid, body as ControlInput<'payInvoice'>['body'])
    recordPayment(sandbox, uuid, body, JSON.stringify(controlTransaction(sandbox.world, paid)))
    return undefined
  } catch (error) {
    if (error instanceof UsageError) return error.detail
    throw error
  }
}

/** The journal shows a payment on the page as the operation of the control API that does the same. */
function recordPayment(sandbox: Sandbox, uuid: string, body: object, response: string): void {
  const url = `${sandbox.options.publicUrl}/control/invoices/${uuid}/pay`
  record(
    sandbox,
    { url, method: 'POST', header: () => undefined },
    { operation: 'payInvoice', body: JSON.stringify(body), payload: undefined, status: 200, response },
  )
}

/** Serves the dashboard, which is a client of the control API. Its page is at the root. */
export function addDashboard(app: Hono, sandboxes: Sandboxes): void {
  app.get('/dashboard/statements.json', async (context) => {
    const { statementsByPlace } = await import('../dashboard/statements.ts')
    return context.json(statementsByPlace())
  })
  app.get('/dashboard/:file', (context) => {
    const file = dashboardFile(context.req.param('file'))
    if (file === undefined) return context.notFound()
    return context.body(file.text, 200, {
      'content-type': file.type,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    })
  })
  app.get('/control/stream', () => changeStream(() => sandboxes.default))
  app.get('/sandboxes/:sandbox/control/stream', (context) => {
    const name = context.req.param('sandbox')
    sandboxes.named(name)
    return changeStream(() => (sandboxes.has(name) ? sandboxes.named(name) : undefined))
  })
}

/** Serves a page at the root to browsers. Other clients get the addresses of what is served, and the state of the server. */
export function addWelcomePage(app: Hono, sandbox: () => Sandbox, hasControl: boolean): void {
  for (const path of ['/health', '/ready'])
    app.get(path, (context) => withDate(context.json({ status: 'ok' }), sandbox()))
  app.get('/', async (context) => {
    const isBrowser = context.req.header('accept')?.includes('text/html') === true
    if (!isBrowser) return withDate(context.json(addresses(sandbox().world, hasControl)), sandbox())
    return withDate(
      hasControl
        ? await context.html(dashboardPage(), 200, dashboardHeaders)
        : await context.html(welcomePage(sandbox().world), 200, pageHeaders),
      sandbox(),
    )
  })
}

function addresses({ options: { publicUrl } }: World, hasControl: boolean): object {
  const control = {
    control: `${publicUrl}/control`,
    controlDocument: `${publicUrl}/control/openapi.json`,
    credentials: `${publicUrl}/control/credentials`,
  }
  return {
    name: 'paytwin',
    service: `${publicUrl}/api`,
    document: `${publicUrl}/openapi.json`,
    ...(hasControl ? control : {}),
    health: `${publicUrl}/health`,
    ready: `${publicUrl}/ready`,
  }
}
