// The pages and pictures that responses link to, and the page at the root. They have no scripts.

import { createHash } from 'node:crypto'
import { html } from 'hono/html'
import { lineTotal } from '../resources/carts.ts'
import { formatInstant } from '../time/instants.ts'
import type { World } from '../world/world.ts'

type Html = ReturnType<typeof html>

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#1c2330}
table{width:100%;border-collapse:collapse}td,th{padding:.35rem 0;border-bottom:1px solid #d8dde6;text-align:left}
td:last-child,th:last-child{text-align:right}small{color:#5b6577}strong.paid{color:#17663a}`

/** A page with its HTTP status. */
interface Page {
  status: 200 | 404
  page: Html
}

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ')
const strict = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }

/** Headers of the checkout page, which a shop may frame. */
export const framedPageHeaders = { ...strict, 'content-security-policy': policy }
/** Headers of all other pages. */
export const pageHeaders = { ...strict, 'content-security-policy': `${policy}; frame-ancestors 'none'` }
/** Headers of pictures. */
export const pictureHeaders = {
  'content-type': 'image/svg+xml',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
}

function page(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body>${body}</body>
</html>`
}

function missing(what: string, text: Html): Page {
  return { status: 404, page: page(`No such ${what}`, html`<h1>No such ${what}</h1><p>${text}</p>`) }
}

/** The checkout page of an invoice: the cart, the amount, and whether it is paid. */
export function checkoutPage(world: World, uuid: string): Page {
  const invoice = world.invoices.get(uuid)
  if (invoice === undefined)
    return missing(
      'invoice',
      html`This sandbox has no invoice <code>${uuid}</code>. Create one with <code>POST /hosted-page</code>. A restart or a reset deletes all invoices.`,
    )
  const shop = world.accounts.merchant(invoice.merchant)?.shop
  const lines = invoice.cart.map(
    (line) =>
      html`<tr><td>${line.name ?? line.id}${line.isSubscription === true ? html` <small>every ${line.frequency ?? 'month'}</small>` : ''}</td><td>${line.quantity ?? 1}</td><td>${lineTotal(line) ?? ''}</td></tr>`,
  )
  const state =
    invoice.paidBy === null
      ? html`<p>Amount due: <strong>${invoice.amount} ${invoice.currency}</strong></p>`
      : html`<p><strong class="paid">Paid.</strong> This invoice is now an order.</p>`
  const body = html`<h1>${shop?.companyName ?? ''}</h1>
<p>Order <code>${invoice.order}</code>${invoice.customer === null ? '' : html` for ${invoice.customer.name}`}</p>
<table><thead><tr><th>Item</th><th>Quantity</th><th>Total</th></tr></thead><tbody>${lines}</tbody></table>
${state}
<p><small>Simulated by paytwin. No money is transferred.</small></p>`
  return { status: 200, page: page(`Order ${invoice.order}`, body) }
}

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

/** The logo of a currency, a disc with its id, as SVG; undefined for an unknown currency. */
export function logo({ accounts }: World, id: string): Html | undefined {
  if (accounts.currency(id) === undefined) return undefined
  const size = Math.min(24, Math.floor(80 / id.length))
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="${id}"><circle cx="32" cy="32" r="32" fill="#1c2330"/><text x="32" y="32" fill="#fff" font-family="sans-serif" font-size="${size}" text-anchor="middle" dominant-baseline="central">${id}</text></svg>`
}

const ofService = [['/openapi.json', 'OpenAPI document of the service']] as const
const ofControl = [
  ['/control/credentials', 'test accounts'],
  ['/control/schedule', 'scheduled events'],
  ['/control/events', 'webhooks and their deliveries'],
  ['/control/openapi.json', 'OpenAPI document of the control API'],
] as const

/** The page at the root: what paytwin is, the virtual time, and links. `control` says whether the control API is served. */
export function welcomePage({ now, options }: World, control: boolean): Html {
  const links = [...ofService, ...(control ? ofControl : [])].map(
    ([path, what]) => html`<li><a href="${options.publicUrl}${path}">${path}</a>: ${what}</li>`,
  )
  return page(
    'paytwin',
    html`<h1>paytwin</h1>
<p>A simulated checkout, payment, payout and subscription service. It stores everything in memory and transfers no money.</p>
<p>Its virtual time is <strong>${formatInstant(now)}</strong>. The service is at <code>${options.publicUrl}/api</code>.</p>
<ul>${links}</ul>`,
  )
}
