// The search of the guide: the sections of all pages that contain every word, those with the words in their titles first.

import { h } from './dom.ts'

/** Where a section is, the titles of its page and of itself, and its text. */
type Section = [url: string, page: string, title: string, text: string]

const input = document.querySelector<HTMLInputElement>('#search')
const results = document.querySelector<HTMLElement>('#results')
const maxResults = 20
let sections: Promise<Section[]> | undefined

const readSections = async (): Promise<Section[]> => (await fetch('/guide/search.json')).json()

/** The rank of a section; those for contributors and the changelog come last. */
function scoreOf([url, page, title, text]: Section, words: readonly string[]): number {
  const [pageText, titleText, body] = [page, title, text].map((part) => part.toLowerCase())
  let score = 0
  for (const word of words) {
    const count = (body ?? '').split(word).length - 1
    const found =
      (titleText?.includes(word) ? 20 : 0) + (pageText?.includes(word) ? 10 : 0) + Math.min(count, 5)
    if (found === 0) return 0
    score += found
  }
  return /^\/guide\/(?:contributing|changelog)/.test(url) ? score / 100 : score
}

/** The part of a text around the first of the words. */
function excerptOf(text: string, words: readonly string[]): string {
  const from = Math.max(0, text.toLowerCase().indexOf(words[0] ?? '') - 60)
  // From and to the end of a word.
  const shown = text.slice(from, from + 180)
  return from === 0 ? shown.replace(/\s\S*$/, ' …') : shown.replace(/^\S*|\s\S*$/g, ' … ')
}

async function show(): Promise<void> {
  if (input === null || results === null) return
  const query = input.value
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  sections ??= readSections()
  const all = await sections
  // The text may have changed while the sections were read.
  if (input.value !== query) return
  results.hidden = words.length === 0
  const found = all
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxResults)
  const rows = found.map(({ section: [url, page, title, text] }) =>
    h(
      'li',
      {},
      h('a', { href: url }, title === page ? title : `${page}: ${title}`),
      h('p', {}, excerptOf(text, words)),
    ),
  )
  results.replaceChildren(
    rows.length === 0
      ? h('p', { role: 'status' }, `No section has “${query.trim()}”.`)
      : h('ol', {}, ...rows),
  )
}

input?.addEventListener('input', () => void show())
input?.form?.addEventListener('submit', (event) => {
  event.preventDefault()
  results?.querySelector('a')?.click()
})
results?.addEventListener('click', (event) => {
  if (event.target instanceof HTMLAnchorElement) results.hidden = true
})
