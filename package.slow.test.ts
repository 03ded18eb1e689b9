// The package as a project installs it: what it contains, and that it runs with its dependencies and nothing else.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('.', import.meta.url))
const project = mkdtempSync(join(tmpdir(), 'paytwin-project-'))
const installed = join(project, 'node_modules', 'paytwin')
afterAll(() => rmSync(project, { recursive: true }))

interface Manifest {
  dependencies: Record<string, string>
  bin: Record<string, string>
  exports: Record<string, string | Record<string, string>>
}
const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
let packed: string[] = []

// Without its scripts, which would build again while other tests run the program.
beforeAll(() => {
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', project]
  const [{ filename, files }]: [{ filename: string; files: { path: string }[] }] = JSON.parse(
    execFileSync('npm', pack, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  packed = files.map(({ path }) => path)
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', join(project, filename), '-C', installed, '--strip-components=1'])
  const link = (target: string, path: string) => {
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(target, path)
  }
  for (const name of Object.keys(manifest.dependencies))
    link(join(root, 'node_modules', name), join(project, 'node_modules', name))
  for (const [name, path] of Object.entries(manifest.bin))
    link(join(installed, path), join(project, 'node_modules', '.bin', name))
})

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { cwd: project, encoding: 'utf8', timeout: 60_000 })
const paytwin = (...args: string[]) => run('npx', '--no', '--', 'paytwin', ...args)

it('contains what its bin and its exports name, and neither sources nor tests', () => {
  const named = [
    ...Object.values(manifest.bin),
    ...Object.values(manifest.exports).flatMap((paths) =>
      typeof paths === 'string' ? paths : Object.values(paths),
    ),
  ]
  expect(named.map((path) => path.replace('./', '')).filter((path) => !packed.includes(path))).toEqual([])
  expect(packed).toEqual(expect.arrayContaining(['README.md', 'LICENSE']))
  const strays =
    /(?<!\.d)\.ts$|\.test\.|tsbuildinfo|\/(test-support|bench|fuzz|mutants|mutation|conforming-variants)\//
  expect(packed.filter((path) => strays.test(path))).toEqual([])
  expect(packed.length).toBeLessThan(900)
})

it('prints the help of every command', () => {
  for (const command of ['', 'serve', 'world', 'verify', 'replay', 'lint', 'record'])
    expect(paytwin(...(command === '' ? [] : [command]), '--help')).toMatchObject({ status: 0, stderr: '' })
})

it('replays the scenarios it contains, and checks the simulator against the contract', () => {
  const scenarios = join('node_modules', 'paytwin', 'scenarios', 'catalog')
  const replayed = paytwin('replay', scenarios)
  expect(replayed).toMatchObject({ status: 0, stderr: '' })
  expect(replayed.stdout).toMatch(/(\d+) scenarios: \1 pass/)
  const verified = paytwin('verify', '--only', 'partial-payments', '--runs', '1')
  expect(verified).toMatchObject({ status: 0, stderr: '' })
})

it('is imported by its name, with its client and the OpenAPI document', () => {
  writeFileSync(
    join(project, 'shop.mjs'),
    `import { createSimulator, defaultWorld } from 'paytwin'
     import { readSimulatorTarget, serviceClient } from 'paytwin/client'
     import document from 'paytwin/openapi.json' with { type: 'json' }
     const { control, fetch } = createSimulator({ world: structuredClone(defaultWorld) })
     const { result } = await serviceClient(await readSimulatorTarget(control), { send: fetch }).getStore()
     console.log(document.openapi, (await control.getClock()).now, result.merchant.shopData.companyName)`,
  )
  expect(run('node', '--no-warnings', 'shop.mjs')).toMatchObject({
    stdout: '3.1.0 2026-01-05T09:00:00.000Z Lamp Shop\n',
    stderr: '',
  })
})

it('can be imported by every name that it exports', () => {
  const names = Object.entries(manifest.exports)
    .filter(([, paths]) => typeof paths !== 'string')
    .map(([name]) => `paytwin${name.slice(1)}`)
  expect(names).toContain('paytwin')
  for (const name of names)
    expect(
      run('node', '-e', `import('${name}').then((module) => console.log(Object.keys(module).length > 0))`),
    ).toMatchObject({ stdout: 'true\n', stderr: '' })
})
