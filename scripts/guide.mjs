// Writes the guide that a running simulator serves: the documents of the repository as HTML, and the text of their sections, which
// the search reads.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { Marked } from 'marked'

const root = dirname(import.meta.dirname)
const folders = [
  '.',
  ...['guide', 'reference', 'contributing', 'contributing/decisions'].map((name) => `docs/${name}`),
]
const text = (path) => readFileSync(join(root, path), 'utf8')
const documents = () =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) =>
      name.endsWith('.md') ? [posix.join(folder, name)] : [],
    ),
  )

/** The programs that the guide shows as pages. */
const shops = ['redirect-shop', 'frame-shop', 'plugin'].flatMap((shop) =>
  readdirSync(join(root, 'docs/examples', shop)).map((name) => `docs/examples/${shop}/${name}`),
)

/** The path at which a document is served. */
const urlOf = (path) =>
  posix.join(
    '/guide',
    path
      .replace(/^docs\/(guide\/)?/, '')
      .replace(/(^|\/)README\.md$/, '')
      .replace(/\.md$/, '')
      .toLowerCase(),
  )

const escaped = (raw) => raw.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
const plain = (html) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);|&(amp|lt|gt|quot);/g, (_, code, name) =>
      code === undefined ? { amp: '&', lt: '<', gt: '>', quot: '"' }[name] : String.fromCharCode(code),
    )
    .replace(/\s+/g, ' ')
    .trim()

/** Where a link of a document leads on the site; undefined for a file that is not served. */
function target(path, href) {
  if (/^[a-z]+:/.test(href)) return href
  const [, file, anchor] = /^([^#]*)(.*)$/.exec(href)
  const linked = file === '' ? path : posix.join(posix.dirname(path), file)
  if (linked.endsWith('.md')) return urlOf(linked) + anchor
  if (shops.includes(linked)) return urlOf(linked)
  return linked.startsWith('docs/images/') ? linked.replace('docs', '/guide') : undefined
}

/** A document as HTML, with the anchors that GitHub gives its headings. */
function rendered(path) {
  const used = new Map()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: raw }) {
        const slug = raw
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, '')
          .replaceAll(' ', '-')
        const count = used.get(slug) ?? 0
        used.set(slug, count + 1)
        const id = count === 0 ? slug : `${slug}-${count}`
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const label = this.parser.parseInline(tokens)
        const to = target(path, href)
        return to === undefined ? label : `<a href="${escaped(to)}">${label}</a>`
      },
      image({ href, text: alt }) {
        return `<img src="${target(path, href)}" alt="${escaped(alt)}">`
      },
      html({ text: raw }) {
        return raw.replace(/ src="([^"]+)"/g, (_, href) => ` src="${target(path, href)}"`)
      },
      code({ text: raw }) {
        return `<pre tabindex="0"><code>${escaped(raw)}</code></pre>\n`
      },
      table({ header, rows }) {
        const row = (cells) =>
          `<tr>${cells
            .map(({ header: isHeader, tokens }) => {
              const name = isHeader && tokens.length > 0 ? 'th' : 'td'
              return `<${name}>${this.parser.parseInline(tokens)}</${name}>`
            })
            .join('')}</tr>\n`
        const head = header.some(({ tokens }) => tokens.length > 0) ? row(header) : ''
        return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>${head}${rows.map(row).join('')}</table></div>\n`
      },
    },
  })
  // An anchor next to the heading of the same name would have its id again.
  return marked
    .parse(text(path))
    .replace(/<a id="([^"]+)"><\/a>/g, (anchor, id) => (used.has(id) ? '' : anchor))
}

/** The list of pages: the table of README.md, whose rows are the groups. */
function listOfPages() {
  const [, table] = text('README.md').split('## Documentation')
  return [...table.matchAll(/^\| (\w[^|]*) \| (.*) \|$/gm)]
    .map(([, group, cells]) => {
      const links = [...cells.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(
        ([, label, href]) => `<li><a href="${target('README.md', href)}">${escaped(label)}</a></li>`,
      )
      return `<h2>${escaped(group)}</h2><ul>${links.join('')}</ul>`
    })
    .join('\n')
}

/** The sections of a page: where each is, the titles of page and section, and its text. */
const sectionsOf = (url, { title, body }) =>
  body.split(/(?=<h[1-6] id=)/).flatMap((part) => {
    const [, id, heading] = /^<h\d id="([^"]*)">(.*?)<\/h\d>/s.exec(part) ?? []
    if (id === undefined) return []
    return [[`${url}#${id}`, title, plain(heading), plain(part.slice(part.indexOf('</h')))]]
  })

/** Writes the guide into a folder. Files that would not change stay as they are, so that an unchanged build is not bundled again. */
export function writeGuide(folder) {
  const programs = shops.map((path) => {
    const title = path.replace('docs/examples/', '')
    const body = `<h1>${title}</h1>\n<pre tabindex="0"><code>${escaped(text(path))}</code></pre>\n`
    return [urlOf(path), { title, body }]
  })
  const pages = Object.fromEntries([
    ...programs,
    ...documents().map((path) => {
      const body = rendered(path)
      return [urlOf(path), { title: plain(/<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1] ?? path), body }]
    }),
  ])
  const files = {
    'pages.json': { list: listOfPages(), pages },
    'search.json': Object.entries(pages).flatMap(([url, page]) => sectionsOf(url, page)),
  }
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    const written = JSON.stringify(content)
    if (!existsSync(path) || readFileSync(path, 'utf8') !== written) writeFileSync(path, written)
  }
}
