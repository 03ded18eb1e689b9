// Changes one copy of the repository exactly as the worked examples in docs/contributing/ show, and tries what they add.

import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { blocksOf, root } from './documents.ts'
import { copyRepository } from './repository-copy.ts'

const text = (path: string) => readFileSync(new URL(path, root), 'utf8')
const pages = [
  'add-an-operation',
  'add-a-requirement',
  'add-an-unspecified-behavior',
  'add-a-permitted-row',
  'add-a-control-operation',
  'add-an-action',
] as const
const example = (page: (typeof pages)[number]) => blocksOf(text(`docs/contributing/${page}.md`))
const changesOf = (page: (typeof pages)[number]) =>
  example(page).filter(({ language }) => language === 'diff')

/** It compiles the whole repository several times. */
const timeoutMs = 3_600_000
const { directory, remove } = copyRepository()
afterAll(remove)

/** Applies a change: each hunk replaces its context and its `-` lines, or is appended where it has neither. */
function apply(path: string, diff: string): void {
  let content = readFileSync(join(directory, path), 'utf8')
  for (const hunk of diff.split(/^@@.*\n/m)) {
    const lines = hunk.split('\n').slice(0, -1)
    const only = (marks: string) =>
      lines
        .filter((line) => marks.includes(line.charAt(0)))
        .map((line) => `${line.slice(1)}\n`)
        .join('')
    const before = only(' -')
    if (before === '') content += only(' +')
    else {
      expect(content.split(before), `${path} does not have once: ${before}`).toHaveLength(2)
      content = content.replace(before, () => only(' +'))
    }
  }
  writeFileSync(join(directory, path), content)
}

async function run(program: string, ...args: string[]): Promise<string> {
  // A contract next to the copy would not have the places that are made up. The commands draw no share of the samples:
  // whoever types them tests what was added.
  const { TEST_SHARE: _, ...rest } = process.env
  const env = { ...rest, NO_COLOR: '1', PAYTWIN_CONTRACT: 'none' }
  const options = { cwd: directory, env }
  return promisify(execFile)(program, args, options).then(
    ({ stdout }) => stdout,
    // The compiler and vitest print what is wrong to stdout.
    (error: Error & { stdout: string }) => Promise.reject(new Error(`${error.message}\n${error.stdout}`)),
  )
}

beforeAll(async () => {
  for (const { info, body } of pages.flatMap(changesOf)) apply(info, body)
  await run('npm', 'run', 'generate')
}, timeoutMs)

it.concurrent(
  'the copy compiles',
  async () => expect(await run('npx', 'tsc', '--noEmit')).toBe(''),
  timeoutMs,
)

it.concurrent(
  'the document and the requirements of the copy are in order',
  () =>
    run(
      'npx',
      'vitest',
      'run',
      '--project',
      'quick',
      'spec/requirements.test.ts',
      'spec/openapi/build-document.test.ts',
    ),
  timeoutMs,
)

// One after the other: each builds the copy, and finds nothing to do.
it.each(pages)(
  'the tests that "%s" names pass',
  async (page) => {
    const lines = example(page).flatMap(({ language, body }) => (language === 'sh' ? body.split('\n') : []))
    for (const line of lines)
      if (/^npx |mutation/.test(line))
        expect(await run('bash', '-c', line)).toMatch(/\b[1-9]\d* (?:passed|of [1-9]\d* .* mutants killed)/)
  },
  timeoutMs,
)
