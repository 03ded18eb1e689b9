// The package as a project installs it: what it contains, what it costs, and that it runs with its dependencies and nothing else.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { InstalledPackage } from '../docs/installed-package.ts'

interface Manifest {
  main: string
  types: string
  bin: Record<string, string>
  exports: Record<string, string | Record<string, string | Record<string, string>>>
}
const manifest: Manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

let project: InstalledPackage
beforeAll(() => {
  project = new InstalledPackage()
})
afterAll(() => project.remove())

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, {
    cwd: project.directory,
    encoding: 'utf8',
    timeout: 60_000,
    // npm warns of settings of the user that it does not know.
    env: { ...process.env, npm_config_loglevel: 'error' },
  })
const paytwin = (...args: string[]) => run('npx', '--no', '--', 'paytwin', ...args)

/** The texts of a value of the manifest, however deep. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsOf)

it('contains what its manifest names, and neither sources nor tests', () => {
  const { main, types, bin, exports } = manifest
  const named = [main, types, ...textsOf(bin), ...textsOf(exports)].map((path) => path.replace('./', ''))
  expect(named.filter((path) => !project.files.includes(path))).toEqual([])
  expect(project.files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'dist/THIRD-PARTY.txt']))
  const strays =
    /(?<!\.d)\.ts$|\.test\.|tsbuildinfo|\/(test-support|bench|fuzz|mutants|mutation|conforming-variants|independent)\//
  expect(project.files.filter((path) => strays.test(path))).toEqual([])
  expect(project.files.length).toBeLessThan(600)
})

it('contains what its README and its documents link to, except for sources', () => {
  const links = project.files
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => {
      const text = readFileSync(join(project.installed, path), 'utf8')
      const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
        ([, a, b]) => a ?? b ?? '',
      )
      return targets
        .filter((target) => !/^(https?:|#|\/)/.test(target))
        .map((target) => join(dirname(path), target.replace(/#.*/, '')))
    })
  const missing = links.filter((path) => !existsSync(join(project.installed, path)))
  expect(new Set(missing.filter((path) => !path.endsWith('.ts')))).toEqual(new Set())
  expect(missing.filter((path) => path.startsWith('docs/'))).toEqual([])
  expect(links).toEqual(
    expect.arrayContaining(['docs/webhooks.md', 'docs/images/checkout.png', 'SECURITY.md']),
  )
})

it('runs no script when it is installed, so that npm does not warn of one', () => {
  const { scripts } = JSON.parse(readFileSync(join(project.installed, 'package.json'), 'utf8'))
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
    expect(scripts).not.toHaveProperty(name)
})

it('installs with at most 5 packages and 20 MB', () => {
  const modules = join(project.directory, 'node_modules')
  const installed = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))
  expect(Object.keys(installed.packages).length).toBeLessThanOrEqual(5)
  const bytes = readdirSync(modules, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, path) => sum + statSync(join(modules, path)).size,
    0,
  )
  expect(bytes).toBeLessThan(20_000_000)
})

it('lists the license of each package that it contains', () => {
  const text = readFileSync(join(project.installed, 'dist', 'THIRD-PARTY.txt'), 'utf8')
  const names = [...text.matchAll(/^-{80}\n\n(\S+) \S+ \(/gm)].map(([, name]) => name)
  expect(names).toEqual(
    expect.arrayContaining(['ajv', 'hono', 'zod', 'temporal-polyfill', 'node-forge', 'swagger-ui-dist']),
  )
})

it('starts with the code that was compiled when it was built, and without it', () => {
  const dist = join(project.installed, 'dist')
  // Any other version of Node compiles the modules again, or has them in its cache.
  const code = `import('${join(dist, 'cli.js')}').then(({ scripts }) => {
    for (const { cachedDataRejected } of scripts.values()) if (cachedDataRejected !== false) console.log('compiled again')
  })`
  expect(run('node', '-e', code, 'paytwin', 'serve', '--help')).toMatchObject({
    status: 0,
    stdout: expect.not.stringContaining('compiled again'),
    stderr: '',
  })
  for (const file of readdirSync(dist).filter((name) => name.startsWith('code-')))
    renameSync(join(dist, file), join(dist, 'code'))
  expect(paytwin('serve', '--help')).toMatchObject({ status: 0, stderr: '' })
})

it('prints the help of every command', () => {
  for (const command of [
    '',
    'serve',
    'exec',
    'encrypt',
    'decrypt',
    'world',
    'verify',
    'replay',
    'lint',
    'record',
  ])
    expect(paytwin(...(command === '' ? [] : [command]), '--help')).toMatchObject({ status: 0, stderr: '' })
})

it('replays the scenarios it contains, and checks the simulator against the contract', () => {
  const replayed = paytwin('replay', join('node_modules', 'paytwin', 'scenarios', 'catalog'))
  expect(replayed).toMatchObject({ status: 0, stderr: '' })
  expect(replayed.stdout).toMatch(/(\d+) scenarios: \1 pass/)
  const verified = paytwin('verify', '--only', 'partial-payments', '--runs', '1')
  expect(verified).toMatchObject({ status: 0, stderr: '' })
})

it('is imported by its name, with its client and the OpenAPI document', () => {
  writeFileSync(
    join(project.directory, 'shop.mjs'),
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

/** The names that the package exports as code under a condition. */
const codeNames = (condition: 'import' | 'require') =>
  Object.entries(manifest.exports)
    .filter(([, paths]) => typeof paths !== 'string' && condition in paths)
    .map(([name]) => `paytwin${name.slice(1)}`)

it('can be imported and required by the names that it exports, except for what needs vitest', () => {
  expect(codeNames('import').filter((name) => !codeNames('require').includes(name))).toEqual([
    'paytwin/vitest',
  ])
  for (const name of codeNames('require'))
    for (const load of [`import('${name}')`, `Promise.resolve(require('${name}'))`])
      expect(
        run('node', '-e', `${load}.then((all) => console.log(Object.keys(all).length > 0))`),
      ).toMatchObject({ stdout: 'true\n', stderr: '' })
})

it('prints stack traces with the names of functions and short lines', () => {
  const code = `require('paytwin').createSimulator({ seed: 1.5 })`
  const { stderr } = run('node', '-e', code)
  expect(stderr).toMatch(/at check \(.*\/dist\/[\w-]+\.cjs:\d+:\d{1,3}\)/)
  expect(stderr.split('\n').every((line) => line.length < 400)).toBe(true)
})

it('has complete declarations for modules of both kinds', () => {
  project.link('@types')
  const source = `import { createSimulator, type EmbeddedSimulator } from 'paytwin'
    import { serviceClient } from 'paytwin/client'
    import { verify, type Report } from 'paytwin/verify'
    import { replay, type ScenarioReport } from 'paytwin/replay'
    export const simulator: EmbeddedSimulator = createSimulator({ seed: 7 })
    export const service: typeof serviceClient = serviceClient
    export const report: Promise<Report> = verify({ runs: 1 })
    export const replayed: Promise<ScenarioReport> = replay({})
    export const status: Promise<number> = report.then(({ exitCode }) => exitCode)\n`
  for (const name of ['shop.mts', 'shop.cts']) writeFileSync(join(project.directory, name), source)
  const tsc = new URL('../node_modules/typescript/bin/tsc', import.meta.url).pathname
  const flags = ['--noEmit', '--strict', '--module', 'node16', '--target', 'es2023', '--types', 'node']
  expect(run('node', tsc, ...flags, 'shop.mts', 'shop.cts')).toMatchObject({ stdout: '', status: 0 })
  // Declarations that are `any` would accept everything.
  const wrong = `${source}export const wrong: number = simulator.clock.now\n`
  for (const name of ['wrong.mts', 'wrong.cts']) writeFileSync(join(project.directory, name), wrong)
  const { stdout } = run('node', tsc, ...flags, 'wrong.mts', 'wrong.cts')
  expect(stdout.match(/wrong\.[mc]ts\(\d+,\d+\): error TS2322/g)).toHaveLength(2)
})
