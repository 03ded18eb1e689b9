// The dashboard's page: a shell that the scripts of browser/ fill, and the form that asks for the token of the control API.

import { html } from 'hono/html'
import { type Html, page } from '../layout.ts'

const head = html`<link rel="stylesheet" href="/dashboard/style.css">`

const views = [
  ['timeline', 'Timeline'],
  ['data', 'Data'],
  ['schedule', 'Schedule'],
  ['accounts', 'Accounts'],
  ['faults', 'Faults'],
  ['sandboxes', 'Sandboxes'],
  ['assumptions', 'Assumptions'],
] as const

/** The page at the root. */
export function dashboardPage(): Html {
  const links = views.map(([id, label]) => html`<a href="#${id}">${label}</a>`)
  return page(
    'paytwin dashboard',
    html`<a class="skip" href="#view">Skip to the content</a>
<header><span class="logo" aria-hidden="true">p</span><h1>paytwin</h1>
<label class="inline" for="sandbox">Sandbox</label><select id="sandbox"></select><span id="live" role="status"></span></header>
<section id="clock" aria-label="Clock"></section>
<nav aria-label="Views">${links}</nav>
<p id="message" role="alert" hidden></p>
<main id="view" tabindex="-1"><noscript>The dashboard needs scripts. The same is available at <a href="/control/openapi.json">/control</a>.</noscript></main>
<footer>Simulated by paytwin. No money is transferred. <a href="/docs">Reference</a>, <a href="/openapi.json">Document of the service</a>, <a href="/control/openapi.json">of the control API</a></footer>
<script type="module" src="/dashboard/main.js"></script>`,
    { head, parts: true },
  )
}

/** The form that exchanges the token for a session. */
export function signInPage(isWrong: boolean): Html {
  return page(
    'Sign in to paytwin',
    html`<h1>paytwin</h1><p>The control API of this simulator requires a token. It was printed at start, or is the value of <code>PAYTWIN_CONTROL_TOKEN</code>.</p>
${isWrong ? html`<p role="alert" class="error">The token is not valid.</p>` : ''}
<form method="post" action="/dashboard/session"><label for="token">Token</label><input id="token" type="password" name="token" required autocomplete="current-password"> <button class="primary">Sign in</button></form>`,
    { head },
  )
}
