// The site of `npm run site`: the documents as they are, with a search.

import { cpSync, readdirSync, readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url).pathname
const titleOf = (path) => /^# (.*)$/m.exec(readFileSync(root + path, 'utf8'))?.[1]
const group = (text, folder, paths = []) => {
  const pages = readdirSync(root + folder).filter((name) => name.endsWith('.md'))
  const items = [...paths, ...pages.map((name) => `${folder}/${name}`)].map((path) => ({
    text: titleOf(path),
    link: `/${path.replace('.md', '')}`,
  }))
  return { text, collapsed: text !== 'Guide', items }
}
const sidebar = [
  group('Guide', 'docs/guide'),
  group('Reference', 'docs/reference'),
  group('For contributors', 'docs/contributing', ['CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md']),
]
// VitePress takes a link to a file without a known ending, such as an example, for one to a page.
const config = ({ renderer: { rules } }) => {
  const pageLink = rules.link_open
  rules.link_open = (tokens, index, options, env, self) => {
    const link = tokens[index]
    if (!/examples\/|LICENSE/.test(link.attrGet('href'))) return pageLink(tokens, index, options, env, self)
    link.attrSet('target', '_blank')
    return self.renderToken(tokens, index, options)
  }
}
const buildEnd = ({ outDir }) => {
  for (const path of ['docs/examples', 'scenarios', 'spec', 'simulator', 'LICENSE'])
    cpSync(root + path, `${outDir}/${path}`, { recursive: true })
}
const pages = { srcDir: '..', srcExclude: ['**/node_modules/**'], rewrites: { 'README.md': 'index.md' } }
const themeConfig = { search: { provider: 'local' }, sidebar }
export default { title: 'paytwin', ...pages, themeConfig, markdown: { config }, buildEnd }
