// The pages and pictures that responses link to, the page at the root, and the OpenAPI documents.

import type { Context, Hono } from 'hono'
import { limitedText } from '../../core/limited-body.ts'
import { readControlDocument } from '../../spec/control/document.ts'
import { defaultName } from '../../spec/control/values.ts'
import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import { scenarioOf } from '../control/handlers/sandboxes.ts'
import { controlHeaders } from '../control/responses.ts'
import { assetFile } from '../pages/assets.ts'
import { checkoutPage } from '../pages/checkout/page.ts'
import { type Choices, link, shownChoices } from '../pages/checkout/view.ts'
import { dashboardPage } from '../pages/dashboard/page.ts'
import {
  checkoutHeaders,
  dashboardHeaders,
  type Page,
  pageHeaders,
  pathOf,
  pictureHeaders,
} from '../pages/layout.ts'
import { customerPage, logo, logoPicture, referencePage, welcomePage } from '../pages/pages.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { httpDate } from '../time/instants.ts'
import type { World } from '../world/world.ts'
import type { Api } from './api.ts'
import { changeStream } from './change-stream.ts'
import { sandboxInPath } from './request-target.ts'

/** The parts of a simulator that its pages show. */
export interface Served {
  sandboxes: Sandboxes
  /** The document that drives the service. */
  document: OpenApiDocument
  api: Api
  /** False when the control API and named sandboxes are not served. */
  hasControl: boolean
  /** The names of the plugins that are loaded. */
  plugins: readonly string[]
}

/** Finds the sandbox of a request. */
const finder =
  (sandboxes: Sandboxes) =>
  ({ req }: Context): Promise<Sandbox> =>
    sandboxes.find(sandboxInPath(req.path) ?? defaultName)

/** Adds the Date header: the virtual time of a sandbox, never the time of the machine. */
function withDate(response: Response, { world }: Sandbox): Response {
  response.headers.set('date', httpDate(world.now))
  return response
}

/** A handler whose response has the virtual time of the sandbox that the request is about. */
function dated(
  sandboxes: Sandboxes,
  respond: (sandbox: Sandbox, context: Context) => Response | Promise<Response>,
) {
  return async (context: Context): Promise<Response> => {
    const sandbox = await finder(sandboxes)(context)
    return withDate(await respond(sandbox, context), sandbox)
  }
}

/** Serves what the responses of a sandbox link to, and the documents. `prefix` is the path of the sandbox. */
export function addPages(app: Hono, served: Served, prefix: string): void {
  const { document, hasControl, sandboxes } = served
  const add = (path: string, respond: Parameters<typeof dated>[1]) =>
    app.get(`${prefix}${path}`, dated(sandboxes, respond))
  add('/openapi.json', ({ world }, context) =>
    context.json({ ...document, servers: [{ url: `${world.options.publicUrl}/api` }] }),
  )
  const checkout = (context: Context, { status, page }: Page) => context.html(page, status, checkoutHeaders)
  if (hasControl)
    add('/control/openapi.json', (_, context) => context.json(readControlDocument(), 200, controlHeaders))
  add('/checkout/:uuid?', async ({ world, options: { returnSeconds } }, context) => {
    const choices = context.req.query()
    const uuid = context.req.param('uuid') ?? choices.uuid ?? ''
    return checkout(context, await checkoutPage(world, uuid, { choices, returnSeconds }))
  })
  const pay = dated(sandboxes, async (sandbox, context) => {
    const { world, options } = sandbox
    const form = Object.fromEntries(
      new URLSearchParams(await limitedText(context.req.raw.body, maxFormBytes)),
    )
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

/** A form of the checkout page has a few short fields. */
const maxFormBytes = 10_000

/** Pays as the form says, as a request of the control API does. Returns why the payment was refused. */
async function payFromPage(
  { api }: Served,
  { name: sandbox }: Sandbox,
  { url, uuid, form }: { url: string; uuid: string; form: Choices },
): Promise<string | undefined> {
  const { savePassword, password = '', shown, terms: _, ...fields } = form
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
  const request = { method: 'POST', url: new URL(path, url).href, headers: {}, readText: () => text }
  const { status, body } = await api.handle({ api: 'control', sandbox, path, query: {} }, request)
  return status === 200 ? undefined : JSON.parse(String(body)).detail
}

/** Serves the dashboard of each sandbox. Its script changes things through the control API. */
export function addDashboard(app: Hono, { sandboxes, api }: Served, prefix: string): void {
  app.get(`${prefix}/control/stream`, async (context) => {
    const { name } = await finder(sandboxes)(context)
    return changeStream(() => (sandboxes.has(name) ? sandboxes.named(name) : undefined))
  })
  app.get(
    `${prefix}/dashboard/scenario.json`,
    dated(sandboxes, async (sandbox, context) => {
      const { scenario } = await scenarioOf(sandbox, api.subjectOf(sandbox).writeScenario)
      return context.body(`${JSON.stringify(scenario, null, 2)}\n`, 200, controlHeaders)
    }),
  )
  app.get(
    `${prefix}/dashboard/:view?/:id?`,
    dated(sandboxes, async (sandbox, context) => {
      const { view, id } = context.req.param()
      const steps = [view, id].filter((step) => step !== undefined)
      const found = await dashboardPage(api.subjectOf(sandbox), steps, context.req.query())
      return typeof found === 'string'
        ? context.redirect(found)
        : context.html(found.page, found.status, dashboardHeaders)
    }),
  )
}

/** Serves the reference, whose query parameter names its sandbox, and the scripts and styles of all pages. */
export function addReference(app: Hono, { sandboxes, hasControl }: Served): void {
  app.get(
    '/docs',
    dated(sandboxes, ({ world }, context) =>
      context.html(referencePage(hasControl, pathOf(world)), 200, dashboardHeaders),
    ),
  )
  app.get('/favicon.ico', async (context) =>
    context.body(String(await logoPicture('p')), 200, pictureHeaders),
  )
  app.get('/assets/:file', (context) => {
    const file = assetFile(context.req.param('file'))
    if (file === undefined) return context.notFound()
    return context.body(file.text, 200, {
      'content-type': file.type,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    })
  })
}

/** Serves a page at the root to browsers. Other clients get the addresses of what is served, and the state of the server. */
export function addWelcomePage(app: Hono, { sandboxes, hasControl, plugins }: Served): void {
  const state = { status: 'ok', ...(plugins.length === 0 ? {} : { plugins }) }
  // Probes come every second, to every process: they must not open a sandbox that another process has.
  const probe = (path: string, isReady: () => boolean) =>
    app.get(path, (context) =>
      withDate(
        isReady() ? context.json(state) : context.json({ status: 'unavailable' }, 503),
        sandboxes.default,
      ),
    )
  probe('/health', () => true)
  probe('/ready', () => sandboxes.isReady)
  const root = dated(sandboxes, ({ world }, context) => {
    const isBrowser = context.req.header('accept')?.includes('text/html') === true
    if (!isBrowser) return context.json(addresses(world, hasControl))
    if (!hasControl) return context.html(welcomePage(world), 200, pageHeaders)
    const { sandbox = defaultName } = context.req.query()
    const path = sandbox === defaultName ? '' : `/sandboxes/${encodeURIComponent(sandbox)}`
    return context.redirect(`${pathOf(world)}${path}/dashboard`)
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
    reference: `${publicUrl}/docs`,
    ...(hasControl ? control : {}),
    health: `${publicUrl}/health`,
    ready: `${publicUrl}/ready`,
  }
}
