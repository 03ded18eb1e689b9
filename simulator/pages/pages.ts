// The pages of customers, the logos of currencies, the reference, and the page at the root without a control API. The checkout page is in
// checkout/, the dashboard in dashboard/.

import { html } from 'hono/html'
import { formatInstant } from '../time/instants.ts'
import type { World } from '../world/world.ts'
import { type Html, missing, type Page, page } from './layout.ts'

/** The page of a shopper, which linked bank accounts refer to. */
export function customerPage({ accounts }: World, id: string): Page {
  const shopper = accounts.shopper(id)
  if (shopper === undefined)
    return missing('customer', html`This sandbox has no customer <code>${id}</code>.`)
  const { fullname, email, description } = shopper
  const body = html`<h1>${fullname}</h1>
<p>${email}</p>
<p>Test account: ${description}.</p>
<p><small>Simulated by paytwin. Not a real person.</small></p>`
  return { status: 200, page: page(fullname, body) }
}

/** The logo of a currency as SVG; undefined for an unknown currency. */
export function logo({ accounts }: World, id: string): Html | undefined {
  return accounts.currency(id) === undefined ? undefined : logoPicture(id)
}

/** A disc with a text. */
export function logoPicture(text: string): Html {
  const size = Math.min(24, Math.floor(80 / text.length))
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="${text}"><circle cx="32" cy="32" r="32" fill="#1c2330"/><text x="32" y="32" fill="#fff" font-family="sans-serif" font-size="${size}" text-anchor="middle" dominant-baseline="central">${text}</text></svg>`
}

/** The page at the root without a control API, and so without a dashboard: what paytwin is, and the virtual time. */
export function welcomePage({ now, options }: World): Html {
  return page(
    'paytwin',
    html`<h1>paytwin</h1>
<p>A simulated checkout, payment, payout and subscription service. It stores everything in memory and transfers no money.</p>
<p>Its virtual time is <strong>${formatInstant(now)}</strong>. The service is at <code>${options.publicUrl}/api</code>.</p>
<p><a href="${options.publicUrl}/openapi.json">OpenAPI document of the service</a>, <a href="${options.publicUrl}/docs">reference</a></p>`,
  )
}

/** The reference: the documents in Swagger UI with its own settings, which browser/reference.ts starts. */
export function referencePage(hasControl: boolean, base: string): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="${base}/favicon.ico"><title>paytwin reference</title>
<link rel="stylesheet" href="${base}/assets/swagger-ui.css"></head>
<body data-base="${base}">
<header><h1><a href="${base}/">paytwin</a> reference</h1><nav aria-label="Documents"><a href="${base}/docs">Contract</a>${hasControl ? html` <a href="${base}/docs?document=control">Control API</a>` : ''}</nav></header>
<div id="document"><noscript>The reference needs scripts. The documents are at <a href="${base}/openapi.json">/openapi.json</a>.</noscript></div>
<script src="${base}/assets/swagger-ui-bundle.js"></script><script type="module" src="${base}/assets/reference.js"></script>
</body>
</html>`
}
