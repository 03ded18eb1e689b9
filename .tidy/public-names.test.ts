// Every name that a user of the package can import has its sentence.

import { expect, it } from 'vitest'
import { codeFiles, importsOf, readRepository, type Sources } from './sources.ts'

const entries = [
  'simulator/index',
  'client/index',
  'contract-tests/index',
  'scenarios/index',
  'simulator/embedding/vitest',
]

/** The exported names of a file that have no comment where they are defined. */
function withoutSentence(sources: Sources, path: string, wanted?: readonly string[]): string[] {
  const text = sources.get(path) ?? ''
  const own = [...text.matchAll(/(.*)\nexport (?:async )?(?:const|function\*?|class|interface|type) (\w+)/g)]
  const undocumented = own
    .filter(([, before = '', name = '']) => (wanted?.includes(name) ?? true) && !before.endsWith('*/'))
    .map(([, , name = '']) => `${path}: ${name}`)
  const again = text.replace(/^import [\s\S]*?from '.*'$/gm, '')
  const others = importsOf(path, again).flatMap(({ of, names, lazy }) => {
    if (lazy) return []
    const passed = names.filter((name) => wanted?.includes(name) ?? true)
    return names.length === 0 || passed.length > 0
      ? withoutSentence(sources, of, names.length === 0 ? undefined : passed)
      : []
  })
  return [...undocumented, ...others]
}

const sources = codeFiles(readRepository())

it.each(entries)('in %s', (entry) => {
  expect(withoutSentence(sources, `${entry}.ts`)).toEqual([])
})

it('would be noticed in a file that exports it again', () => {
  const files = new Map([
    ['client/index.ts', "export { type A, b } from './b.ts'\nexport * as c from './c.ts'\n"],
    [
      'client/b.ts',
      '/** What it is. */\nexport interface A {}\n\nexport const b = 1\nexport const unused = 1\n',
    ],
    ['client/c.ts', "\nexport const c = 1\nimport { d } from './d.ts'\n"],
  ])
  expect(withoutSentence(files, 'client/index.ts')).toEqual(['client/b.ts: b', 'client/c.ts: c'])
})
