// The pages that start a user in a language: what they show is saved and run in an empty project that has paytwin installed.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDirectory } from '../core/test-support/test-directory.ts'
import { blocksOf, readDocuments, root } from './documents.ts'

const pages = readDocuments().filter(({ path }) => path.startsWith('docs/guide/start-'))

const project = testDirectory('start')
beforeAll(() => {
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true })
  symlinkSync(fileURLToPath(root), join(project, 'node_modules/paytwin'))
  symlinkSync('../paytwin/dist/cli.js', join(project, 'node_modules/.bin/paytwin'))
  writeFileSync(join(project, 'package.json'), '{ "name": "shop", "private": true }')
})

it('there is a page for each of five languages', () => {
  expect(pages.map(({ path }) => path.replace(/.*start-|\.md/g, ''))).toEqual([
    ...['go', 'java', 'javascript', 'php', 'python'],
  ])
})

describe.each(pages)('$path', ({ text }) => {
  const [file, command, ...others] = blocksOf(text)
  const program = /^(?:.* -- )?(\w+)/.exec(command?.body ?? '')?.[1] ?? ''
  // A continuous build installs all but a JDK.
  const isMissing =
    (process.env.CI !== 'true' || program === 'java') && spawnSync('which', [program]).status !== 0

  it.skipIf(isMissing)('passes', { timeout: 240_000 }, () => {
    expect(others).toEqual([])
    writeFileSync(join(project, file?.info ?? ''), file?.body ?? '')
    execFileSync('bash', ['-ec', command?.body ?? ''], { cwd: project, stdio: 'pipe' })
  })
})
