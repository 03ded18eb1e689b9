// Reading of YAML: values, positions and errors.

import { describe, expect, it } from 'vitest'
import { isYaml, readYaml } from './scenario-text.ts'

const text = `# A comment.
info:
  title: "A title" # another
steps:
  - id: one
    when: 2026-01-05
  - &two { id: two, a/b: [1, true, null] }
  - *two
`

describe('readYaml', () => {
  it('reads the values that JSON has; a date is a text', () => {
    const two = { id: 'two', 'a/b': [1, true, null] }
    expect(readYaml(text)).toMatchObject({
      ok: true,
      value: { info: { title: 'A title' }, steps: [{ id: 'one', when: '2026-01-05' }, two, two] },
    })
  })

  it.each([
    ['', 2, 1],
    ['/info/title', 3, 10],
    ['/steps/0/id', 5, 9],
    ['/steps/1/a~1b/2', 7, 36],
    ['/steps/0/absent/deeper', 5, 5],
  ])('finds the place of %j', (pointer, line, column) => {
    const read = readYaml(text)
    expect(read.ok && read.positionOf(pointer)).toEqual({ line, column })
  })

  it.each([
    [`${'['.repeat(300)}${']'.repeat(300)}`, { line: 1, column: 1 }, 'at most 200 levels'],
    ['a: [1, 2', { line: 1, column: 9 }, 'valid YAML'],
    ['a: 1\na: 2', { line: 2, column: 1 }, 'unique'],
    ['a: !!binary 1\nb: !own 2', { line: 2, column: 4 }, '!own'],
    ['a: 1\n---\nb: 2', { line: 2, column: 1 }, 'multiple documents'],
    ['a: &x [*x]', { line: 1, column: 1 }, 'values of JSON'],
  ])('refuses %j', (wrong, position, words) => {
    expect(readYaml(wrong)).toEqual({ ok: false, position, expected: expect.stringContaining(words) })
  })

  it('is for files that end in .yaml or .yml', () => {
    expect(['a.yaml', 'a.YML', 'a.json', 'yaml'].map(isYaml)).toEqual([true, true, false, false])
  })
})
