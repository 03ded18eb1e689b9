// The package as a project of one's own gets it: what is packed, and that it runs with its dependencies and nothing else.

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

// Without its scripts: they would build what `npm test` has built, while other tests run it.
beforeAll(() => {
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', project]
  const [{ filename, files }]: [{ filename: string; files: { path: string }[] }] = JSON.parse(
    execFileSync('npm', pack, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  packed = files.map(({ path }) => path)
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', join(project, filename), '-C', installed, '--strip-components=1'])
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(project, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), link)
  }
})

const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8', timeout: 60_000 })
const program = (...args: string[]) => run(join(installed, manifest.bin.paytwin ?? ''), ...args)

it('has what its bin and its exports name, and neither sources nor tests', () => {
  const named = [...Object.values(manifest.bin), ...Object.values(manifest.exports).flatMap(pathsOf)]
  const missing = named.map((path) => path.replace('./', '')).filter((path) => !packed.includes(path))
  expect(missing).toEqual([])
  expect(packed).toEqual(expect.arrayContaining(['README.md', 'LICENSE']))
  // Whatever is called readme is packed always, as npm has it.
  const rest = packed.filter((path) => path !== 'readme.test.ts')
  const strays =
    /(?<!\.d)\.ts$|\.test\.|tsbuildinfo|\/(testing|test-support|bench|mutants|mutation|conforming-variants)\//
  expect(rest.filter((path) => strays.test(path))).toEqual([])
  expect(packed.length).toBeLessThan(900)
})

function pathsOf(named: string | Record<string, string>): string[] {
  return typeof named === 'string' ? [named] : Object.values(named)
}

it('tells its verbs', () => {
  for (const verb of ['--help', 'serve', 'world', 'verify', 'replay', 'lint', 'record'])
    expect(program(...(verb === '--help' ? [verb] : [verb, '--help']))).toMatchObject({
      status: 0,
      stderr: '',
    })
})

it('replays the scenarios that it brings, and holds the simulator to the contract', () => {
  const scenarios = join('node_modules', 'paytwin', 'scenarios', 'catalog')
  const replayed = program('replay', scenarios)
  expect(replayed).toMatchObject({ status: 0, stderr: '' })
  expect(replayed.stdout).toMatch(/(\d+) scenarios: \1 pass/)
  expect(program('verify', '--only', 'partial-payments', '--runs', '1')).toMatchObject({
    status: 0,
    stderr: '',
  })
})

it('is imported by its name, with its client and the document', () => {
  writeFileSync(
    join(project, 'shop.mjs'),
    `import { createSimulator } from 'paytwin'
     import { readSimulatorTarget, serviceClient } from 'paytwin/client'
     import document from 'paytwin/openapi.json' with { type: 'json' }
     const world = JSON.parse(JSON.stringify((await import('paytwin')).defaultWorld))
     const { control, fetch } = createSimulator({ world })
     const { result } = await serviceClient(await readSimulatorTarget(control), { send: fetch }).getStore()
     console.log(document.openapi, (await control.getClock()).now, result.merchant.shopData.companyName)`,
  )
  expect(run('--no-warnings', 'shop.mjs')).toMatchObject({
    stdout: '3.1.0 2026-01-05T09:00:00.000Z Lamp Shop\n',
    stderr: '',
  })
})
