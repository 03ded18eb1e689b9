// The pages of the dashboard: their frame with the clock and the views, and which page an address is.

import { html } from 'hono/html'
import { NotFoundError } from '../../../core/errors.ts'
import type { KindName } from '../../../spec/control/kinds.ts'
import type { ControlSubject } from '../../control/handler-types.ts'
import { nextDue } from '../../sandbox/scheduled-events.ts'
import { formatInstant } from '../../time/instants.ts'
import { type Html, type Page, page } from '../layout.ts'
import { address, kinds, readable, time, type View, viewOf } from './cells.ts'
import { actionButton, operationForm } from './forms.ts'
import { addressOfId, orderPage } from './order.ts'
import { recordPage, recordsPage } from './records.ts'
import { advanced, timelinePage } from './timeline.ts'
import { accountsPage, assumptionsPage, faultsPage, sandboxesPage, scenarioPage } from './views.ts'

const views: Readonly<Record<string, (view: View) => Html | Promise<Html>>> = {
  '': timelinePage,
  accounts: accountsPage,
  faults: faultsPage,
  assumptions: assumptionsPage,
  sandboxes: sandboxesPage,
  scenario: scenarioPage,
}

const isKind = (name: string): name is KindName => name in kinds()

/** The page at the steps of an address below the dashboard; a text is where the browser goes instead. */
export async function dashboardPage(
  subject: ControlSubject,
  [name = '', id]: readonly string[],
  query: View['query'],
): Promise<Page | string> {
  const view = viewOf(subject, query)
  const found = name === 'id' && id !== undefined ? addressOfId(view, id) : undefined
  if (found !== undefined) return found
  const body = await contentOf(view, name, id)
  const missing = html`<h2>No such page</h2><p>Nothing has this address. <a href="${address(view, [])}">Timeline</a></p>`
  return { status: body === undefined ? 404 : 200, page: frame(view, name, body ?? missing) }
}

async function contentOf(view: View, name: string, id: string | undefined): Promise<Html | undefined> {
  try {
    if (id === undefined) return await (isKind(name) ? recordsPage(view, name) : views[name]?.(view))
    if (name === 'orders') return await orderPage(view, id)
    return isKind(name) ? await recordPage(view, name, id) : undefined
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}

const links = [
  ['', 'Timeline'],
  ['transactions', 'Data'],
  ['schedule', 'Schedule'],
  ['accounts', 'Accounts'],
  ['faults', 'Faults'],
  ['sandboxes', 'Sandboxes'],
  ['assumptions', 'Assumptions'],
] as const

function frame(view: View, name: string, body: Html): Html {
  const {
    subject: { sandbox, sandboxes },
    path,
    root,
  } = view
  const current = isKind(name) && name !== 'schedule' ? 'transactions' : name
  const names = new Set(['default', ...sandboxes.list().map((one) => one.name)])
  const options = [...names].map(
    (one) =>
      html`<option value="${root}${one === 'default' ? '' : `/sandboxes/${encodeURIComponent(one)}`}/dashboard"${one === sandbox.name ? html` selected` : ''}>${one}</option>`,
  )
  const content = html`<a class="skip" href="#view">Skip to the content</a>
<header><span class="logo" aria-hidden="true">p</span><h1><a href="${address(view, [])}">paytwin</a></h1><label class="inline" for="sandbox">Sandbox</label><select id="sandbox">${options}</select><span id="live" role="status" data-stream="${path}/control/stream"></span></header>
${clock(view)}
<nav aria-label="Views">${links.map(([id, text]) => html`<a href="${address(view, id === '' ? [] : [id])}"${id === current ? html` aria-current="page"` : ''}>${text}</a>`)}</nav>
<p id="message" role="alert" hidden></p>
<main id="view" tabindex="-1">${body}<noscript>Forms and live updates need scripts.</noscript></main>
<footer>Simulated by paytwin. No money is transferred. <a href="${root}/docs">Reference</a>, <a href="${path}/openapi.json">document of the service</a>, <a href="${path}/control/openapi.json">of the control API</a></footer>`
  return page(`${name === '' ? 'Dashboard' : name} - paytwin`, content, {
    base: root,
    script: 'live.js',
    kind: 'dashboard',
    parts: true,
  })
}

/** The virtual time, and what moves it. */
function clock(view: View): Html {
  const { world } = view
  const now = formatInstant(world.now)
  const due = nextDue(world)
  const day = new Date(world.now).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' })
  const move = (text: string, body: object, isPrimary = false) =>
    actionButton(view, 'advanceClock', text, {
      body: { ...body, maxListedEvents: 0 },
      done: advanced,
      isPrimary,
    })
  return html`<section class="clock" aria-label="Clock"><div id="clock" data-live><p class="now">${day} <time datetime="${now}">${readable(now)} UTC</time></p><p class="quiet">${due === undefined ? 'Nothing is scheduled.' : html`Next event ${time(formatInstant(due))}`}</p></div>
<div class="buttons">${move('Next event', { next: true }, true)}${move('+1 day', { by: 'P1D' })}${move('+1 banking day', { bankingDays: 1 })}${move('+1 month', { by: 'P1M' })}
<details><summary>Advance…</summary>${operationForm(view, 'advanceClock', 'Go', { body: { maxListedEvents: 0 }, without: ['maxEvents', 'maxListedEvents'], done: advanced })}</details></div></section>`
}

/** The form that exchanges the token for a session. */
export function signInPage(isWrong: boolean, action: string): Html {
  return page(
    'Sign in to paytwin',
    html`<h1>paytwin</h1><p>The control API of this simulator requires a token. It was printed at start, or is the value of <code>PAYTWIN_CONTROL_TOKEN</code>.</p>
${isWrong ? html`<p role="alert" class="error">The token is not valid.</p>` : ''}
<form method="post" action="${action}"><label for="token">Token</label><input id="token" type="password" name="token" required autocomplete="current-password"> <button class="primary">Sign in</button></form>`,
  )
}
