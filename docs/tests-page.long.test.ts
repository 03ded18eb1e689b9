// Runs the blocks of docs/guide/tests.md with the packed archive, installed in an empty directory.

import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserTitle, skipsBrowserTests } from '../simulator/test-support/browser.ts'
import { blocksOf, root } from './documents.ts'
import { InstalledPackage } from './installed-package.ts'

const blocks = blocksOf(readFileSync(new URL('docs/guide/tests.md', root), 'utf8'))
const project = new InstalledPackage()
const write = (name: string, text: string) => writeFileSync(join(project.directory, name), text)

beforeAll(() => {
  project.link('vitest', 'jest', 'msw', 'playwright-core')
  for (const [index, { info, body }] of blocks.entries())
    if (info !== '') write(info === 'test' ? `block-${index}.spec.ts` : info, body)
  write('jest.config.json', '{ "testEnvironment": "node" }')
})
afterAll(() => project.remove())

/** Runs a program in the project; throws with its output when it fails. */
async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, args, {
    cwd: project.directory,
    env: { ...process.env, NO_COLOR: '1' },
  })
  return stdout + stderr
}

const node = (...args: string[]) => run(process.execPath, ...args)
const exec = (...command: string[]) => node(join(project.installed, 'dist/cli.js'), 'exec', '--', ...command)
const moduleOf = (path: string) => fileURLToPath(new URL(`node_modules/${path}`, root))

it('every file of the page is run below, except for the one that says so', () => {
  const files = blocks.map(({ info }) => info).filter((info) => info.includes('.'))
  expect(files).toEqual([
    ...['shop.test.cjs', 'msw.node.mjs', 'new-sandbox.mjs', 'conftest.py', 'PaytwinTestCase.php'],
    ...['sandbox_test.go', 'repeated.node.mjs', 'checkout.browser.mjs', 'checkout.cy.js'],
  ])
  expect(blocks.filter(({ info }) => info === 'test')).toHaveLength(1)
})

it('the test of vitest passes', async () => {
  const output = await node(moduleOf('vitest/vitest.mjs'), 'run', '--root', '.', '.spec.ts')
  expect(output).toMatch(/Tests +1 passed/)
})

it('the test of Jest passes', async () => {
  const output = await node(moduleOf('jest/bin/jest.js'), '--config', 'jest.config.json', 'shop.test.cjs')
  expect(output).toMatch(/Tests: +1 passed/)
})

const passes = async (file: string) =>
  expect(await node('--test', '--test-reporter=tap', file)).toMatch(/^# pass 1$/m)

it.each(['repeated.node.mjs', 'msw.node.mjs'])('the test in %s passes', passes)

it.skipIf(skipsBrowserTests)(browserTitle('the test in checkout.browser.mjs passes'), () =>
  passes('checkout.browser.mjs'),
)

/** True if the program is missing, or fails. A continuous build installs Go and PHP. */
const isMissing = (program: string, ...args: string[]) => spawnSync(program, args).status !== 0

it('a worker in JavaScript gets a sandbox', async () => {
  write(
    'worker.mjs',
    "import { newSandbox } from './new-sandbox.mjs'\nconsole.log((await newSandbox()).baseUrl)\n",
  )
  expect(
    await exec('env', '-u', 'VITEST_POOL_ID', 'JEST_WORKER_ID=7', process.execPath, 'worker.mjs'),
  ).toContain('/sandboxes/worker-7/api')
})

it.skipIf(isMissing('python3', '-c', 'import pytest'))('a worker of pytest gets a sandbox', async () => {
  write(
    'test_worker.py',
    'def test_url(paytwin):\n    assert paytwin["baseUrl"].endswith("/sandboxes/gw3/api")\n',
  )
  expect(
    await exec('env', 'PYTEST_XDIST_WORKER=gw3', 'python3', '-m', 'pytest', '-q', 'test_worker.py'),
  ).toContain('1 passed')
})

it.skipIf(isMissing('php', '-v'))('a worker of ParaTest gets a sandbox', async () => {
  // A class in place of PHPUnit, which is in no registry of this project.
  write('phpunit.php', '<?php namespace PHPUnit\\Framework; abstract class TestCase {}\n')
  const worker = `require 'phpunit.php'; require 'PaytwinTestCase.php';
    class WorkerTest extends PaytwinTestCase { function test() { $this->setUp(); echo $this->paytwin['baseUrl']; } }
    (new WorkerTest)->test();`
  expect(await exec('env', 'TEST_TOKEN=5', 'php', '-r', worker)).toContain('/sandboxes/worker-5/api')
})

it.skipIf(isMissing('go', 'version'))('a test in Go gets a sandbox', async () => {
  expect(await exec('go', 'test', 'sandbox_test.go')).toMatch(/^ok/)
})
