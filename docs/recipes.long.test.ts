// Runs the recipes with the packed archive, installed in an empty directory.

import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserTitle, skipsBrowserTests } from '../simulator/test-support/browser.ts'
import { blocksOf, root } from './documents.ts'
import { InstalledPackage } from './installed-package.ts'

const recipes = blocksOf(readFileSync(new URL('docs/guide/recipes.md', root), 'utf8'))
const project = new InstalledPackage()

beforeAll(() => {
  project.link('vitest', 'jest', 'msw', 'playwright-core')
  const vitest = recipes.filter(({ info }) => info === 'test')
  for (const [index, { body }] of vitest.entries())
    writeFileSync(join(project.directory, `recipe-${index}.spec.ts`), body)
  for (const { language, info, body } of recipes)
    if (language === 'js') writeFileSync(join(project.directory, info), body)
  writeFileSync(join(project.directory, 'jest.config.json'), '{ "testEnvironment": "node" }')
})
afterAll(() => project.remove())

/** Runs a program in the project; throws with its output when it fails. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...args], {
    cwd: project.directory,
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  return stdout + stderr
}

const modules = fileURLToPath(new URL('node_modules', root))
const jest = [join(modules, 'jest/bin/jest.js'), '--config', 'jest.config.json']

describe('the recipes', () => {
  it('are all run below', () => {
    expect(recipes.filter(({ language }) => language === 'js').map(({ info }) => info)).toEqual([
      'shop.test.cjs',
      'shop.test.mjs',
      'shop.node.mjs',
      'checkout.browser.mjs',
      'msw.node.mjs',
    ])
    expect(recipes.filter(({ info }) => info === 'test')).toHaveLength(3)
  })

  it('of vitest, of the suite and of scenarios pass', async () => {
    const output = await run([join(modules, 'vitest/vitest.mjs'), 'run', '--root', '.', '.spec.ts'])
    expect(output).toMatch(/Tests +4 passed/)
  })

  it('of Jest pass, with require and with import', async () => {
    expect(await run([...jest, 'shop.test.cjs'])).toMatch(/Tests: +1 passed/)
    const env = { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' }
    expect(await run([...jest, 'shop.test.mjs'], env)).toMatch(/Tests: +1 passed/)
  })

  const passes = async (file: string) =>
    expect(await run(['--test', '--test-reporter=tap', file])).toMatch(/^# pass 1$/m)

  it.each(['shop.node.mjs', 'msw.node.mjs'])('in %s passes', passes)

  it.skipIf(skipsBrowserTests)(browserTitle('in checkout.browser.mjs passes'), () =>
    passes('checkout.browser.mjs'),
  )
})
