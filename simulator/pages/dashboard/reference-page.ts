// The page of the reference: one of the documents in Swagger UI, which browser/reference.ts starts.

import { html } from 'hono/html'
import type { Html } from '../layout.ts'

const documents = [
  [
    'as-served',
    'As served',
    'What this sandbox does, with an answer to everything that the contract leaves open.',
  ],
  ['contract', 'Contract', 'What the contract states. What it leaves open stays open here.'],
  [
    'control',
    'Control API',
    'What a test needs around the service: pay, move the clock, inject faults, read what happened.',
  ],
] as const

/** Where each document is. */
const files = {
  'as-served': '/openapi.json?as=served',
  contract: '/openapi.json',
  control: '/control/openapi.json',
} as const

/** The files of the page: the viewer and its style, our script with its modules, our style. */
export const referenceFiles: ReadonlySet<string> = new Set([
  ...['swagger-ui-bundle.js', 'swagger-ui.css'],
  ...['reference.js', 'samples.js', 'api.js', 'dom.js', 'reference.css'],
])

/** The page that shows a document of a sandbox: the one as served for an unknown or missing name. */
export function referencePage({ document = '', sandbox }: Record<string, string>, hasControl: boolean): Html {
  const served = documents.filter(([id]) => hasControl || id !== 'control')
  const [chosen] = served.find(([id]) => id === document) ?? documents[0]
  const about = documents.find(([id]) => id === chosen)?.[2]
  const links = served.map(([id, label]) => {
    const query = new URLSearchParams({ document: id, ...(sandbox === undefined ? {} : { sandbox }) })
    return html`<a href="/docs?${String(query)}"${id === chosen ? html` aria-current="page"` : ''}>${label}</a>`
  })
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>paytwin reference</title>
<link rel="stylesheet" href="/docs/swagger-ui.css"><link rel="stylesheet" href="/docs/reference.css"></head>
<body data-document="${chosen}" data-has-control="${String(hasControl)}">
<header><h1><a href="/">paytwin</a> reference</h1><nav aria-label="Documents">${links}</nav><div id="accounts"></div></header>
<section class="intro" aria-label="How to start"><p>${about}</p>
<ol><li>${hasControl && chosen !== 'control' ? 'Choose a merchant and a shopper above; calls have their tokens.' : 'Calls go to this simulator. Nothing is transferred.'}</li>
<li>Open an operation and choose Execute. You get the response, and the same call in curl, JavaScript, Python, PHP and Go.</li>
<li>${hasControl ? html`See what it did on the <a href="/">dashboard</a>.` : 'Read what it did in the response.'} The document for tools is <a href="${files[chosen]}">${files[chosen]}</a>.</li></ol></section>
<p id="message" role="status" hidden></p>
<div id="document"><noscript>The reference needs scripts. The documents are at <a href="/openapi.json">/openapi.json</a>.</noscript></div>
<script src="/docs/swagger-ui-bundle.js"></script><script type="module" src="/docs/reference.js"></script>
</body>
</html>`
}
