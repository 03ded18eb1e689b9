// What a sandbox serves beside its operations: the pages and pictures that its answers link to, and its document.

import type { Context, Hono } from 'hono'
import { checkoutPage } from '../pages/checkout.ts'
import { customerPage } from '../pages/customer.ts'
import { logo } from '../pages/logo.ts'
import type { Page } from '../pages/page.ts'
import { welcomePage } from '../pages/welcome.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { World } from '../world/world.ts'
import type { CompiledDocument } from './routes.ts'
import type { SandboxOf } from './service.ts'

/** Serves what the answers of a sandbox link to, below its origin. */
export function mountPages(
  app: Hono,
  { document }: CompiledDocument,
  prefix: string,
  sandboxOf: SandboxOf,
): void {
  const within = (path: string, response: (world: World, context: Context) => Response | Promise<Response>) =>
    app.get(`${prefix}${path}`, (context) => {
      const sandbox = sandboxOf(context)
      return sandbox === undefined ? context.notFound() : response(sandbox.world, context)
    })
  const told = (context: Context, { status, page }: Page) => context.html(page, status)
  within('/openapi.json', (_, context) => context.json(document))
  within('/checkout/:uuid?', (world, context) => {
    const uuid = context.req.param('uuid') ?? context.req.query('uuid') ?? ''
    return told(context, checkoutPage(world, uuid))
  })
  within('/customers/:id', (world, context) =>
    told(context, customerPage(world, context.req.param('id') ?? '')),
  )
  within('/logos/:file', async (world, context) => {
    const [, id = ''] = /^(.+)\.svg$/.exec(context.req.param('file') ?? '') ?? []
    const picture = logo(world, id)
    if (picture === undefined) return context.notFound()
    return context.body(String(await picture), 200, { 'content-type': 'image/svg+xml' })
  })
}

/** Serves a page at the root to whoever reads pages; to others there is nothing. */
export function mountWelcome(app: Hono, sandbox: () => Sandbox, control: boolean): void {
  app.get('/', (context) => {
    const reads = context.req.header('accept')?.includes('text/html') === true
    return reads ? context.html(welcomePage(sandbox().world, control)) : context.notFound()
  })
}
