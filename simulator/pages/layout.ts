// The frame of every page, and its headers. No page has scripts or styles in itself.

import { html } from 'hono/html'
import type { World } from '../world/world.ts'

export type Html = ReturnType<typeof html>

/** A page with its HTTP status. */
export interface Page {
  status: 200 | 404 | 409
  page: Html
}

const policy = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'"
const strict = { 'x-content-type-options': 'nosniff' }

/** Headers of the checkout page, which a shop may frame. Its forms send their origin, which the server checks. */
export const checkoutHeaders = {
  ...strict,
  'referrer-policy': 'same-origin',
  'content-security-policy': `${policy}; script-src 'self'; connect-src 'self'; form-action 'self'`,
}
/** Headers of pages without scripts. */
export const pageHeaders = {
  ...strict,
  'referrer-policy': 'no-referrer',
  'content-security-policy': `${policy}; form-action 'none'; frame-ancestors 'none'`,
}
/** Headers of the dashboard and the reference. */
export const dashboardHeaders = {
  ...strict,
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': `${checkoutHeaders['content-security-policy']}; frame-ancestors 'none'`,
}
export const pictureHeaders = {
  ...strict,
  'content-type': 'image/svg+xml',
  'content-security-policy': "default-src 'none'; sandbox",
}

/** The path of a world's sandbox on the server: empty at the root, or where a proxy serves it. */
export function pathOf({ options }: World): string {
  return new URL(options.publicUrl).pathname.replace(/\/$/, '')
}

/** A whole page. `base` is the path of the server; `data` are attributes of the body; a body with `parts` has its own `main`. */
export function page(
  title: string,
  body: Html,
  {
    base = '',
    script,
    data = {},
    kind = '',
    parts = false,
  }: {
    base?: string
    script?: string
    data?: Readonly<Record<string, string>>
    kind?: string
    parts?: boolean
  } = {},
): Html {
  const attributes = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`)
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="${base}/favicon.ico"><title>${title}</title><link rel="stylesheet" href="${base}/assets/style.css">${script === undefined ? '' : html`<script type="module" src="${base}/assets/${script}"></script>`}</head>
<body class="${kind}"${attributes}>${parts ? body : html`<main>${body}</main>`}</body>
</html>`
}

/** The page for something that does not exist. */
export function missing(what: string, text: Html): Page {
  return { status: 404, page: page(`No such ${what}`, html`<h1>No such ${what}</h1><p>${text}</p>`) }
}
