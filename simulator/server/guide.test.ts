// The guide that is served: every link of its pages leads somewhere, and the search knows their sections.

import { expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'

const { fetch } = createSimulator({ control: false })
const pages = new Map<string, { status: number; ids: string[]; links: string[] }>()

/** The content of a page, which is read once. */
async function read(path: string) {
  const known = pages.get(path)
  if (known !== undefined) return known
  const response = await fetch(path)
  const text = (response.headers.get('content-type') ?? '').startsWith('text/html')
    ? await response.text()
    : ''
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
  const page = { status: response.status, ids: all(/ id="([^"]*)"/g), links: all(/ (?:href|src)="([^"]*)"/g) }
  pages.set(path, page)
  return page
}

/** Where a link of a page leads: path and anchor. Undefined for other machines. */
const targetOf = (path: string, link: string) =>
  /^(?:https?:|data:)/.test(link) ? undefined : (link.startsWith('#') ? `${path}${link}` : link).split('#')

/** The links to what does not exist, from a page and all pages that it leads to. */
async function brokenLinks(start: string): Promise<string[]> {
  const broken: string[] = []
  // Grows while it is read.
  const paths = new Set([start])
  for (const path of paths)
    for (const link of (await read(path)).links) {
      const [to, anchor] = targetOf(path, link) ?? []
      if (to === undefined) continue
      const { status, ids } = await read(to)
      if (status !== 200 || (anchor !== undefined && !ids.includes(anchor))) broken.push(`${path}: ${link}`)
      if (to.startsWith('/guide')) paths.add(to)
    }
  return broken
}

it('has no broken link, with or without a control API', async () => {
  expect(await brokenLinks('/guide')).toEqual([])
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining([
      '/guide/start-python',
      '/guide/reference/cli',
      '/guide/contributing/decisions/guide',
    ]),
  )
})

it('has every id once', async () => {
  await brokenLinks('/guide')
  for (const [path, { ids }] of pages) expect([path, ids]).toEqual([path, [...new Set(ids)]])
})

it('has every section in its search', async () => {
  const sections = (await (await fetch('/guide/search.json')).json()) as string[][]
  expect(sections.length).toBeGreaterThan(300)
  for (const [url = ''] of sections) {
    const [path = '', id = ''] = url.split('#')
    expect([url, (await read(path)).ids.includes(id)]).toEqual([url, true])
  }
  const found = sections.find(([url]) => url === '/guide/start-python#start-in-python')
  expect(found).toEqual([
    expect.anything(),
    'Start in Python',
    'Start in Python',
    expect.stringContaining('unittest'),
  ])
})

it.each([
  '/guide/none',
  '/guide/images/none.png',
  '/guide/images/%2e%2e%2fguide%2ftime.md',
  '/guide/main.js',
])('does not have %s', async (path) => {
  expect((await fetch(path)).status).toBe(404)
})
