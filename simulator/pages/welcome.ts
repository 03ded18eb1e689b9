// The page at the root: what paytwin is, the virtual time, and links.

import { html } from 'hono/html'
import { formatInstant } from '../time/instants.ts'
import type { World } from '../world/world.ts'
import { type Html, page } from './page.ts'

const ofService = [['/openapi.json', 'OpenAPI document of the service']] as const
const ofControl = [
  ['/control/credentials', 'test accounts'],
  ['/control/schedule', 'scheduled events'],
  ['/control/events', 'webhooks and their deliveries'],
  ['/control/openapi.json', 'OpenAPI document of the control API'],
] as const

/** The page; `control` says whether the control API is served. */
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
