// The folders of a module import each other in no circle: who reads one folder need not read those that use it.

import { describe, expect, it } from 'vitest'
import { isTestCode, moduleOf } from './boundaries.ts'
import { codeFiles, importsOf, reachable, readRepository, type Sources } from './sources.ts'

/** Names the folders of each module that import each other in a circle, types included. */
function folderCycles(sources: Sources): string[] {
  const imported = new Map<string, Set<string>>()
  const folderOf = (path: string) => (path.split('/').length < 3 ? undefined : path.split('/', 2).join('/'))
  for (const [path, text] of sources)
    for (const { of } of isTestCode(path) ? [] : importsOf(path, text)) {
      const [from, to] = [folderOf(path), folderOf(of)]
      if (from === undefined || to === undefined || from === to || moduleOf(path) !== moduleOf(of)) continue
      imported.set(from, (imported.get(from) ?? new Set()).add(to))
    }
  const cycles = [...imported.keys()].flatMap((folder) => {
    const circle = [...reachable(imported, folder)].filter((other) => reachable(imported, other).has(folder))
    const names = circle.map((other) => other.split('/')[1]).sort()
    return circle.includes(folder) ? [`${moduleOf(folder)}: ${names.join(', ')}`] : []
  })
  return [...new Set(cycles)].sort()
}

describe('the folders of a module import each other in no circle', () => {
  it('in this repository', () => {
    expect(folderCycles(codeFiles(readRepository()))).toEqual([])
  })

  it('a circle would be noticed', () => {
    const files = {
      'spec/a/b.ts': "import type { C } from '../c/d.ts'\n",
      'spec/c/e.ts': "import { b } from '../a/b.ts'\n",
    }
    expect(folderCycles(new Map(Object.entries(files)))).toEqual(['spec: a, c'])
  })
})
