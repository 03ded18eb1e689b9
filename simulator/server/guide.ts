// The routes of the guide.

import type { Hono } from 'hono'
import { guideImage, guidePage, searchData } from '../pages/dashboard/guide.ts'
import { dashboardHeaders, pictureHeaders } from '../pages/layout.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { fileResponse, withDate } from './pages.ts'

/** Serves the guide: its pages, their pictures, and what the search needs. */
export function addGuide(app: Hono, sandboxes: Sandboxes): void {
  const headers = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' }
  for (const name of ['guide.js', 'dom.js', 'guide.css'])
    app.get(`/guide/${name}`, (context) => fileResponse(context, name))
  app.get('/guide/search.json', (context) =>
    context.body(searchData(), 200, { ...headers, 'content-type': 'application/json' }),
  )
  app.get('/guide/images/:file', (context) => {
    const name = context.req.param('file')
    const image = guideImage(name)
    const type = name.endsWith('.svg') ? pictureHeaders : { ...headers, 'content-type': 'image/png' }
    return image === undefined ? context.notFound() : context.body(image, 200, type)
  })
  app.get('/guide/*', async (context) => {
    const { status, page } = guidePage(context.req.path)
    return withDate(await context.html(page, status, dashboardHeaders), sandboxes.default)
  })
}
