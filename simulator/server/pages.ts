// The pages and pictures that responses link to, the page at the root, and the OpenAPI documents.

import type { Context, Hono } from 'hono'
import { NotFoundError, UsageError } from '../../core/errors.ts'
import { readControlDocument } from '../../spec/control/document.ts'
import { controlHeaders } from '../control/responses.ts'
import { checkoutPage } from '../pages/checkout/page.ts'
import { type Choices, link, shownChoices } from '../pages/checkout/view.ts'
import { dashboardFile } from '../pages/dashboard/files.ts'
import { dashboardPage } from '../pages/dashboard/page.ts'
import { referenceFiles, referencePage } from '../pages/dashboard/reference-page.ts'
import { checkoutHeaders, dashboardHeaders, type Page, pageHeaders, pictureHeaders } from '../pages/layout.ts'
import { customerPage, logo, welcomePage } from '../pages/pages.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { madeRequest } from '../service/made-request.ts'
import { httpDate } from '../time/instants.ts'
import type { World } from '../world/world.ts'
import { changeStream } from './change-stream.ts'
import { HonoRequest } from './incoming-request.ts'
import { sandboxInPath } from './request-target.ts'
import type { Served } from './served.ts'

/** The sandbox of a request. Throws a NotFoundError for an unknown sandbox. */
export type FindSandbox = (context: Context) => Sandbox | Promise<Sandbox>

/** Adds the Date header: the virtual time of a sandbox, never the time of the machine. */
export function withDate(response: Response, { world }: Sandbox): Response {
  response.headers.set('date', httpDate(world.now))
  return response
}

/** A handler whose response has the virtual time of the sandbox that the request is about. */
function dated(
  find: FindSandbox,
  respond: (sandbox: Sandbox, context: Context) => Response | Promise<Response>,
) {
  return async (context: Context): Promise<Response> => {
    const sandbox = await find(context)
    return withDate(await respond(sandbox, context), sandbox)
  }
}

/** Serves what the responses of a sandbox link to, and the documents. `prefix` is the path of the sandbox. */
export function addPages(app: Hono, served: Served, prefix: string, findSandbox: FindSandbox): void {
  const add = (path: string, respond: Parameters<typeof dated>[1]) =>
    app.get(`${prefix}${path}`, dated(findSandbox, respond))
  const { document, hasControl } = served
  add('/openapi.json', async ({ world }, context) => {
    const form = documentForm(context)
    if (form === 'extended') return context.json(extendedDocument(served))
    if (form === undefined) return context.json(document)
    const { asServed } = await import('../service/as-served/as-served.ts')
    return context.json(asServed(document, world, `${world.options.publicUrl}/api`))
  })
  const checkout = (context: Context, { status, page }: Page) => context.html(page, status, checkoutHeaders)
  if (hasControl)
    add('/control/openapi.json', (_, context) => context.json(readControlDocument(), 200, controlHeaders))
  add('/checkout/:uuid?', async ({ world, options: { returnSeconds } }, context) => {
    const choices = context.req.query()
    const uuid = context.req.param('uuid') ?? choices.uuid ?? ''
    return checkout(context, await checkoutPage(world, uuid, { choices, returnSeconds }))
  })
  const pay = dated(findSandbox, async (sandbox, context) => {
    const { world, options } = sandbox
    const text = await new HonoRequest(context, context.req.path).readText(maxFormBytes)
    const form = Object.fromEntries(new URLSearchParams(text))
    const uuid = context.req.param('uuid') ?? ''
    const error = await payFromPage(served, sandbox, { url: context.req.url, uuid, form })
    const { as = '', by = '' } = form
    if (error === undefined) return context.redirect(link(world, uuid, { as, tab: by, returning: '1' }), 303)
    const { returnSeconds } = options
    return checkout(context, await checkoutPage(world, uuid, { choices: form, error, returnSeconds }))
  })
  app.post(`${prefix}/checkout/:uuid/pay`, pay)
  add('/customers/:id', ({ world }, context) => {
    const { status, page } = customerPage(world, context.req.param('id') ?? '')
    return context.html(page, status, pageHeaders)
  })
  add('/logos/:file', async ({ world }, context) => {
    const [, id = ''] = /^(.+)\.svg$/.exec(context.req.param('file') ?? '') ?? []
    const picture = logo(world, id)
    if (picture === undefined) return context.notFound()
    return context.body(String(await picture), 200, pictureHeaders)
  })
}

const documentForms = ['served', 'extended'] as const

/** The form of the document that a query asks for; undefined for the contract's own. Another document than the wanted one would mislead. */
function documentForm(context: Context): (typeof documentForms)[number] | undefined {
  const { as, ...others } = context.req.query()
  const [unknown] = Object.keys(others)
  const form = documentForms.find((one) => one === as)
  if (unknown === undefined && (as === undefined || form !== undefined)) return form
  throw new UsageError(
    unknown === undefined
      ? `The document has no form "${as}".`
      : `The document has no query parameter "${unknown}".`,
    'The only one is "as": served, or extended.',
    'Read /openapi.json?as=served for the service under the assumptions in force, or /openapi.json for the contract.',
  )
}

function extendedDocument({ extended }: Served): object {
  if (extended !== undefined) return extended.document
  throw new NotFoundError(
    'The service has no extensions.',
    'An extended document has the operations of overlays.',
    'Start with --extend FILE, or read /openapi.json.',
  )
}

/** A form of the checkout page has a few short fields. */
const maxFormBytes = 10_000

/** Pays as the form says, as a request of the control API does. Returns why the payment was refused. */
async function payFromPage(
  { control }: Served,
  sandbox: Sandbox,
  { url, uuid, form }: { url: string; uuid: string; form: Choices },
): Promise<string | undefined> {
  const { savePassword, password = '', shown, ...fields } = form
  if (shown !== undefined && shown !== shownChoices(form))
    return 'You chose something else after this page was shown. Check the amount for your choice, then pay.'
  const chosen = Object.entries(fields).filter(([, text]) => text !== '')
  const text = JSON.stringify({
    ...Object.fromEntries(chosen),
    // Passwords stay out of the log.
    ...(password === '' ? {} : { password: 'typed on the page' }),
    ...(savePassword === undefined ? {} : { savePassword: true }),
  })
  const path = `/control/invoices/${encodeURIComponent(uuid)}/pay`
  const request = madeRequest({ method: 'POST', url: new URL(path, url).href, path, text })
  const { status, body } = await control(sandbox, request)
  return status === 200 ? undefined : JSON.parse(String(body)).detail
}

/** Serves the dashboard, which is a client of the control API. Its page is at the root. */
export function addDashboard(app: Hono, sandboxes: Sandboxes): void {
  app.get('/dashboard/statements.json', async (context) => {
    const { statementsByPlace } = await import('../pages/dashboard/statements.ts')
    return context.json(statementsByPlace())
  })
  app.get('/dashboard/:file', (context) => fileResponse(context, context.req.param('file')))
  app.get('/control/stream', () => changeStream(() => sandboxes.default))
  app.get('/sandboxes/:sandbox/control/stream', async (context) => {
    const name = sandboxInPath(context.req.path) ?? ''
    await sandboxes.find(name)
    return changeStream(() => (sandboxes.has(name) ? sandboxes.named(name) : undefined))
  })
}

/** Serves the reference. A query parameter names its sandbox, as that of the dashboard does. */
export function addReference(app: Hono, find: FindSandbox, hasControl: boolean): void {
  app.get(
    '/docs',
    dated(find, (_, context) =>
      context.html(referencePage(context.req.query(), hasControl), 200, dashboardHeaders),
    ),
  )
  app.get('/docs/:file', (context) => {
    const name = context.req.param('file')
    return referenceFiles.has(name) ? fileResponse(context, name) : context.notFound()
  })
}

/** A file of the dashboard, the reference or the guide. */
export function fileResponse(context: Context, name: string): Response | Promise<Response> {
  const file = dashboardFile(name)
  if (file === undefined) return context.notFound()
  return context.body(file.text, 200, {
    'content-type': file.type,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  })
}

/** Serves a page at the root to browsers. Other clients get the addresses of what is served, and the state of the server. */
export function addWelcomePage(
  app: Hono,
  { sandboxes, hasControl, extended }: Served,
  find: FindSandbox,
): void {
  const extensions = extended?.names
  const state = { status: 'ok', ...(extensions === undefined ? {} : { extensions }) }
  // Probes come every second, to every process: they must not open a sandbox that another process has.
  const probe = (path: string, isReady: () => boolean) =>
    app.get(path, (context) =>
      withDate(
        isReady() ? context.json(state) : context.json({ ...state, status: 'unavailable' }, 503),
        sandboxes.default,
      ),
    )
  probe('/health', () => true)
  probe('/ready', () => sandboxes.isReady)
  const root = dated(find, ({ world }, context) => {
    const isBrowser = context.req.header('accept')?.includes('text/html') === true
    if (!isBrowser) return context.json(addresses(world, hasControl))
    return hasControl
      ? context.html(dashboardPage(), 200, dashboardHeaders)
      : context.html(welcomePage(world), 200, pageHeaders)
  })
  app.get('/', root)
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
    documentAsServed: `${publicUrl}/openapi.json?as=served`,
    reference: `${publicUrl}/docs`,
    guide: `${publicUrl}/guide`,
    ...(hasControl ? control : {}),
    health: `${publicUrl}/health`,
    ready: `${publicUrl}/ready`,
  }
}
