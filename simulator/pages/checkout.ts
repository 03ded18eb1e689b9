// The checkout page of an invoice: the cart, the amount, and whether it is paid.

import { html } from 'hono/html'
import { lineTotal } from '../resources/carts.ts'
import type { World } from '../world/world.ts'
import { type Page, page } from './page.ts'

/** The page of an invoice. */
export function checkoutPage(world: World, uuid: string): Page {
  const invoice = world.invoices.get(uuid)
  if (invoice === undefined) {
    return {
      status: 404,
      page: page(
        'No such invoice',
        html`<h1>No such invoice</h1><p>This sandbox has no invoice <code>${uuid}</code>. Create one with <code>POST /hosted-page</code>. A restart or a reset deletes all invoices.</p>`,
      ),
    }
  }
  const shop = world.accounts.merchant(invoice.merchant)?.shop
  const lines = invoice.cart.map(
    (line) =>
      html`<tr><td>${line.name ?? line.id}${line.isSubscription === true ? html` <small>every ${line.frequency ?? 'month'}</small>` : ''}</td><td>${line.quantity ?? 1}</td><td>${lineTotal(line) ?? ''}</td></tr>`,
  )
  const state =
    invoice.paidBy === null
      ? html`<p>Amount due: <strong>${invoice.amount} ${invoice.currency}</strong></p>`
      : html`<p><strong class="paid">Paid.</strong> This invoice is now an order.</p>`
  return {
    status: 200,
    page: page(
      `Order ${invoice.order}`,
      html`<h1>${shop?.companyName ?? ''}</h1>
<p>Order <code>${invoice.order}</code>${invoice.customer === null ? '' : html` for ${invoice.customer.name}`}</p>
<table><thead><tr><th>Item</th><th>Quantity</th><th>Total</th></tr></thead><tbody>${lines}</tbody></table>
${state}
<p><small>Simulated by paytwin. No money is transferred.</small></p>`,
    ),
  }
}
