// The page of a customer, which linked bank accounts refer to.

import { html } from 'hono/html'
import type { World } from '../world/world.ts'
import { type Page, page } from './page.ts'

/** The page of a shopper. */
export function customerPage({ accounts }: World, id: string): Page {
  const shopper = accounts.shopper(id)
  if (shopper === undefined) {
    return {
      status: 404,
      page: page(
        'No such customer',
        html`<h1>No such customer</h1><p>This sandbox has no customer <code>${id}</code>.</p>`,
      ),
    }
  }
  const { fullname, email, description } = shopper
  return {
    status: 200,
    page: page(
      fullname,
      html`<h1>${fullname}</h1>
<p>${email}</p>
<p>Test account: ${description}.</p>
<p><small>Simulated by paytwin. Not a real person.</small></p>`,
    ),
  }
}
