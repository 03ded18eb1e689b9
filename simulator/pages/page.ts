// The frame of every page, without scripts.

import { html } from 'hono/html'

export type Html = ReturnType<typeof html>

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#1c2330}
table{width:100%;border-collapse:collapse}td,th{padding:.35rem 0;border-bottom:1px solid #d8dde6;text-align:left}
td:last-child,th:last-child{text-align:right}small{color:#5b6577}strong.paid{color:#17663a}`

/** A page with its HTTP status. */
export interface Page {
  status: 200 | 404
  page: Html
}

export function page(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body>${body}</body>
</html>`
}
