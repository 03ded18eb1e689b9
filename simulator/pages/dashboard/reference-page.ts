// The page of the reference: the documents in Swagger UI with its own settings, which browser/reference.ts starts.

import { html } from 'hono/html'
import type { Html } from '../layout.ts'

/** The files of the page: the viewer, its style, and the script that starts it. */
export const referenceFiles: ReadonlySet<string> = new Set([
  'swagger-ui-bundle.js',
  'swagger-ui.css',
  'reference.js',
])

export function referencePage(hasControl: boolean): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>paytwin reference</title>
<link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body>
<header><h1><a href="/">paytwin</a> reference</h1><nav aria-label="Documents"><a href="/docs">Contract</a>${hasControl ? html` <a href="/docs?document=control">Control API</a>` : ''}</nav></header>
<div id="document"><noscript>The reference needs scripts. The documents are at <a href="/openapi.json">/openapi.json</a>.</noscript></div>
<script src="/docs/swagger-ui-bundle.js"></script><script type="module" src="/docs/reference.js"></script>
</body>
</html>`
}
