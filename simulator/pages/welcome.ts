// The page at the root, for whoever opens the printed address in a browser: what this is, when it is, and where to look.

import { html } from 'hono/html'
import { formatInstant } from '../time/instants.ts'
import type { World } from '../world/world.ts'
import { type Html, page } from './page.ts'

const ofService = [['/openapi.json', "the service's document"]] as const
const ofControl = [
  ['/control/credentials', 'whom you can be'],
  ['/control/schedule', 'what is due later, and why'],
  ['/control/events', 'webhooks, and what became of each'],
  ['/control/openapi.json', "the control API's document"],
] as const

/** The page; `control` says whether the control API is served. */
export function welcomePage({ now, options }: World, control: boolean): Html {
  const links = [...ofService, ...(control ? ofControl : [])].map(
    ([path, what]) => html`<li><a href="${options.publicUrl}${path}">${path}</a>: ${what}</li>`,
  )
  return page(
    'paytwin',
    html`<h1>paytwin</h1>
<p>A simulated checkout, payment, payout and subscription service. It keeps everything in memory and moves no money.</p>
<p>Its clock stands at <strong>${formatInstant(now)}</strong>. The service is under <code>${options.publicUrl}/api</code>.</p>
<ul>${links}</ul>`,
  )
}
