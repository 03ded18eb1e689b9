// The guide: the documents of the project as pages with a search. `npm run build` renders them; see scripts/guide.mjs.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { html, raw } from 'hono/html'
import { type Html, missing, type Page, page } from '../layout.ts'

interface Guide {
  /** The links to all pages, as HTML. */
  list: string
  /** By the path of their URL. */
  pages: Readonly<Record<string, { title: string; body: string }>>
}

// Code that runs from its sources finds what the build has written.
const folder = import.meta.url.endsWith('.ts')
  ? join(dirname(fileURLToPath(import.meta.url)), '../../../build/simulator/pages/dashboard/guide')
  : fileURLToPath(new URL('guide', import.meta.url))
const images = fileURLToPath(new URL('../../../docs/images', import.meta.url))

let guide: Guide | undefined

/** The page at a path; a page with the list of all pages if there is none. */
export function guidePage(path: string): Page {
  guide ??= JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) as Guide
  const found = Object.hasOwn(guide.pages, path) ? guide.pages[path] : undefined
  if (found === undefined) return missing('page', html`See <a href="/guide">the guide</a>.`)
  return { status: 200, page: frame(found.title, found.body, guide.list) }
}

function frame(title: string, body: string, list: string): Html {
  return page(
    title === 'paytwin' ? 'paytwin guide' : `${title} · paytwin`,
    html`<a class="skip" href="#content">Skip to the content</a>
<header><a class="home" href="/guide"><span class="logo" aria-hidden="true">p</span>paytwin guide</a>
<form role="search"><label for="search">Search</label><input id="search" type="search" autocomplete="off"></form>
<a class="to-list" href="#pages">All pages</a></header>
<section id="results" aria-label="Search results" hidden></section>
<div class="columns"><main id="content" tabindex="-1">${raw(body)}</main>
<nav id="pages" aria-label="All pages">${raw(list)}</nav></div>
<footer><a href="/">Dashboard</a>, <a href="/docs">reference of the operations</a></footer>
<script type="module" src="/guide/guide.js"></script>`,
    { head: html`<link rel="stylesheet" href="/guide/guide.css">`, parts: true },
  )
}

/** The data of the search. */
export function searchData(): string {
  return readFileSync(join(folder, 'search.json'), 'utf8')
}

/** A picture of the documents; undefined for any other name. */
export function guideImage(name: string): Uint8Array<ArrayBuffer> | undefined {
  const path = join(images, name)
  return /^[\w-]+\.(png|svg)$/.test(name) && existsSync(path) ? new Uint8Array(readFileSync(path)) : undefined
}
