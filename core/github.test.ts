// Annotations and summaries of jobs.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Annotation, markdownTable, writeGithubReport } from './github.ts'
import { testDirectory } from './test-support/test-directory.ts'

const directory = testDirectory('github')

async function printed(annotation: Annotation, environment: NodeJS.ProcessEnv): Promise<string[]> {
  const lines: string[] = []
  await writeGithubReport({ annotations: [annotation], summary: 'A summary' }, environment, (line) =>
    lines.push(line),
  )
  return lines
}

const annotation: Annotation = {
  level: 'error',
  title: 'a: b, c',
  message: '100%\n::warning::x',
  file: 'a,b.json',
  line: 3,
  column: 7,
}

describe('writeGithubReport', () => {
  it('prints annotations in one line each, and appends the summary', async () => {
    const GITHUB_STEP_SUMMARY = join(directory, 'summary.md')
    const expected = '::error file=a%2Cb.json,line=3,col=7,title=a%3A b%2C c::100%25%0A::warning::x'
    const environment = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY }
    expect(await printed(annotation, environment)).toEqual([expected])
    await printed(annotation, environment)
    expect(readFileSync(GITHUB_STEP_SUMMARY, 'utf8')).toBe('A summary\nA summary\n')
  })

  it('writes nothing elsewhere', async () => {
    expect(await printed(annotation, { GITHUB_STEP_SUMMARY: directory })).toEqual([])
    expect(await printed(annotation, { GITHUB_ACTIONS: '' })).toEqual([])
  })
})

describe('markdownTable', () => {
  it('shows any text as it is', () => {
    expect(markdownTable(['a'], [['x|y\n<b>`*@me']])).toEqual([
      '| a |',
      '| --- |',
      '| x&#124;y<br>&#60;b&#62;&#96;&#42;&#64;me |',
    ])
  })

  it('has at most 100 rows, and none without rows', () => {
    expect(markdownTable(['a'], Array(102).fill(['x'])).slice(-3)).toEqual(['| x |', '', '… and 2 more'])
    expect(markdownTable(['a'], [])).toEqual([])
  })
})
