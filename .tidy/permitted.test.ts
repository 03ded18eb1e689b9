// Only contract-tests/permitted says what a conforming deployment may do otherwise, in rows that checks ask about or
// cite. Each rule is shown to fail on a small example.

import { describe, expect, it } from 'vitest'
import { codeFiles, readRepository, type Sources } from './sources.ts'

const folder = 'contract-tests/permitted/'
const saying = /\b(?:service|deployment|sandbox)(?:e?s)? may\b|\bsome (?:services|deployments|sandboxes)\b/i
const rowId = /^ {2}'([a-z0-9-]+\.[a-z0-9-]+)':/gm
const citation = /(?:\/\/ |\(|\/\*\* )permitted: ([a-z0-9-]+\.[a-z0-9-]+(?:, [a-z0-9-]+\.[a-z0-9-]+)*)/g

const isOfSuite = (path: string) => path.startsWith('contract-tests/') && !path.startsWith(folder)

/** Names each place that says elsewhere what a deployment may do, cites no row, or is a row that nothing cites. */
function violations(sources: Sources): string[] {
  const rows = [...sources].flatMap(([path, text]) =>
    path.startsWith(folder) ? [...text.matchAll(rowId)].map(([, id = '']) => id) : [],
  )
  const others = [...sources].filter(([path]) => isOfSuite(path))
  const said = others.flatMap(([path, text]) => {
    const found = saying.exec(text.replace(/\n\s*(?:\/\/|\*) /g, ' '))
    return found === null ? [] : [`${path} says "${found[0]}". Cite a row: // permitted: id`]
  })
  const unknown = others.flatMap(([path, text]) =>
    [...text.matchAll(citation)]
      .flatMap(([, ids = '']) => ids.split(', '))
      .filter((id) => !rows.includes(id))
      .map((id) => `${path} cites ${id}, which is not a row of ${folder}.`),
  )
  const unused = rows
    .filter((id) => !others.some(([, text]) => text.includes(id)))
    .map((id) => `Nothing asks about the row ${id} or cites it. Remove it.`)
  return [...said, ...unknown, ...unused]
}

describe('permitted behavior', () => {
  it('is said in its folder only, in rows that are used', () => {
    expect(violations(codeFiles(readRepository()))).toEqual([])
  })

  it.each([
    ['a comment elsewhere', { 'contract-tests/steps/a.ts': '// A service may close it itself.\n' }],
    [
      'a comment of two lines',
      { 'contract-tests/steps/a.ts': '/**\n * The service\n * may close it.\n */\n' },
    ],
    ['a text elsewhere', { 'contract-tests/steps/a.ts': "const a = 'some deployments close it'\n" }],
    ['a citation of no row', { 'contract-tests/steps/a.ts': '// permitted: banks.closes\n' }],
    ['a row that nothing uses', { [`${folder}inputs.ts`]: "  'banks.closes': {\n" }],
  ])('would be noticed in %s', (_, files) => {
    expect(violations(new Map(Object.entries(files)))).toHaveLength(1)
  })
})
