// The package as a project installs it: what it contains, what it costs, and that it runs with its dependencies and nothing else.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InstalledPackage } from '../docs/installed-package.ts'
import { commands } from './commands.ts'

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
    expect.arrayContaining(['docs/guide/webhooks.md', 'docs/images/checkout.png', 'SECURITY.md']),
  )
})

it('runs no script when it is installed, so that npm does not warn of one', () => {
  const { scripts } = JSON.parse(readFileSync(join(project.installed, 'package.json'), 'utf8'))
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
    expect(scripts).not.toHaveProperty(name)
})

it('installs as one package of at most 12 MB, without code compiled for one version of Node', () => {
  const modules = join(project.directory, 'node_modules')
  const installed = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))
  expect(Object.keys(installed.packages)).toEqual(['node_modules/paytwin'])
  const bytes = readdirSync(modules, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, path) => sum + statSync(join(modules, path)).size,
    0,
  )
  expect(bytes).toBeLessThan(12_000_000)
  expect(project.files.filter((path) => /\.(bin|cache|node|wasm)$/.test(path))).toEqual([])
})

describe('what is bundled', () => {
  const bundled = ['ajv', 'hono', 'zod', 'temporal-polyfill', 'node-forge', 'swagger-ui-dist']
  const read = (path: string) => readFileSync(join(project.installed, 'dist', path), 'utf8')

  it('is listed with the text of each license', () => {
    const [, ...sections] = read('THIRD-PARTY.txt').split(/^-{80}\n\n/m)
    const names = sections.map((section) => /^(\S+) \S+ \(/.exec(section)?.[1])
    expect(names).toEqual(expect.arrayContaining(bundled))
    expect(sections.filter((section) => !/permission|licensed under/i.test(section))).toEqual([])
  })

  it('is listed in a valid CycloneDX file, the same packages', () => {
    const materials = JSON.parse(read('sbom.cdx.json'))
    const schemas = new URL('../node_modules/@cyclonedx/cyclonedx-library/res/schema/', import.meta.url)
    const schema = (name: string) =>
      JSON.parse(readFileSync(new URL(`${name}.SNAPSHOT.schema.json`, schemas), 'utf8'))
    const ajv = new Ajv({ strict: false, validateFormats: false })
    for (const name of ['spdx', 'jsf-0.82'])
      ajv.addSchema(
        { ...schema(name), $id: undefined },
        `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`,
      )
    const validate = ajv.compile(schema('bom-1.6'))
    expect(validate(materials), JSON.stringify(validate.errors)).toBe(true)
    const purls: string[] = materials.components.map(({ purl }: { purl: string }) => purl)
    const licensed = [...read('THIRD-PARTY.txt').matchAll(/^-{80}\n\n(\S+) (\S+) \(/gm)]
    expect(purls).toEqual(
      licensed.map(([, name = '', version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`),
    )
    // The schema says no to what is wrong.
    expect(validate({ ...materials, components: [{ name: 'no type' }] })).toBe(false)
  })
})

it('prints the help of every command', () => {
  for (const command of [[], ...[...commands.keys()].map((name) => [name])])
    expect(paytwin(...command, '--help')).toMatchObject({ status: 0, stderr: '' })
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

it('can be imported and required by the names that it exports, one module for both', () => {
  const names = Object.entries(manifest.exports).flatMap(([name, paths]) =>
    typeof paths === 'string' || name === './vitest' ? [] : [`paytwin${name.slice(1)}`],
  )
  expect(names).toHaveLength(4)
  for (const name of names)
    expect(
      run('node', '-e', `import('${name}').then((all) => console.log(all === require('${name}')))`),
    ).toMatchObject({ stdout: 'true\n', stderr: '' })
})

it('prints stack traces with the names of functions and short lines', () => {
  const code = `require('paytwin').createSimulator({ seed: 1.5 })`
  const { stderr } = run('node', '-e', code)
  expect(stderr).toMatch(/at check \(.*\/dist\/[\w-]+\.js:\d+:\d{1,3}\)/)
  expect(stderr.split('\n').every((line) => line.length < 400)).toBe(true)
})

it('has complete declarations for modules of both kinds, and for bundlers', () => {
  project.link('@types')
  const source = `import { createSimulator, type EmbeddedSimulator } from 'paytwin'
    import { serviceClient } from 'paytwin/client'
    import { verify, type Report } from 'paytwin/verify'
    import { replay, type ScenarioReport } from 'paytwin/replay'
    export const simulator: EmbeddedSimulator = createSimulator({ assumptions: { 'transactions.repeated-order': 'refused' } })
    export const service: typeof serviceClient = serviceClient
    export const report: Promise<Report> = verify({ runs: 1 })
    export const replayed: Promise<ScenarioReport> = replay({})
    export const status: Promise<number> = report.then(({ exitCode }) => exitCode)\n`
  for (const name of ['shop.mts', 'shop.cts']) writeFileSync(join(project.directory, name), source)
  const tsc = new URL('../node_modules/typescript/bin/tsc', import.meta.url).pathname
  const strict = ['--noEmit', '--strict', '--target', 'es2023', '--types', 'node']
  const check = (...files: string[]) =>
    [
      [
        ...['--module', 'node20'],
        ...files.map((file) => `${file}.mts`),
        ...files.map((file) => `${file}.cts`),
      ],
      [...['--module', 'esnext', '--moduleResolution', 'bundler'], ...files.map((file) => `${file}.mts`)],
    ].map((flags) => run('node', tsc, ...strict, '--skipLibCheck', 'false', ...flags))
  for (const checked of check('shop')) expect(checked).toMatchObject({ stdout: '', status: 0 })
  // Declarations that are `any` would accept everything.
  const wrong = [
    'export const now: number = simulator.clock.now',
    `createSimulator({ assumptions: { 'transactions.repeated-order': 'never' } })`,
    `simulator.webhooks({ paymentStatus: 'done' })`,
    `export const target: import('paytwin/client').TargetFile = { merchants: 1 }`,
    `export const sent = service({} as never).createInvoice({ body: { amount: 1 } })`,
  ]
  for (const name of ['wrong.mts', 'wrong.cts'])
    writeFileSync(join(project.directory, name), `${source}${wrong.join('\n')}\n`)
  expect(
    check('wrong').map(({ stdout }) => stdout.match(/^wrong\.[mc]ts\(\d+,\d+\): error/gm)),
  ).toMatchObject([{ length: 2 * wrong.length }, { length: wrong.length }])
})
