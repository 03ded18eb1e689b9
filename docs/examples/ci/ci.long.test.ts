// The examples for continuous integration: the commands of each job run in the repository of a shop, and compose.yaml says what `exec`
// says.

import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { controlClient } from '../../../client/control-client.ts'
import { testDirectory } from '../../../core/test-support/test-directory.ts'
import {
  environmentOf,
  merchantVariables,
  sandboxVariables,
  shopperVariables,
} from '../../../simulator/commands/environment-variables.ts'
import { credentialsOf } from '../../../simulator/control/handlers/accounts.ts'
import { Simulator } from '../../../simulator/simulator.ts'
import { type ServedProgram, serveProgram } from '../../../simulator/test-support/built-program.ts'
import { InstalledPackage } from '../../installed-package.ts'

const folder = 'docs/examples/ci'
const text = (name: string) => readFileSync(join(folder, name), 'utf8')
type Words = Record<string, string>
interface Step {
  uses?: string
  run?: string
  with?: Words
  env?: Words
}
interface Job {
  steps: Step[]
}

const directory = testDirectory('ci')
/** The repository of a shop. */
const repository = join(directory, 'repository')
let project: InstalledPackage
let deployment: ServedProgram
/** The variables and secrets that the settings of the repository have. */
let settings: Words = {}

beforeAll(async () => {
  project = new InstalledPackage()
  cpSync(project.directory, repository, {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules',
  })
  const at = (path: string) => join(repository, path)
  const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  writeFileSync(at('package.json'), JSON.stringify({ ...manifest, scripts: { test: 'node test.mjs' } }))
  writeFileSync(
    at('test.mjs'),
    `const authorization = \`Bearer \${process.env.PAYTWIN_MERCHANT_TOKEN}\`
     const { ok } = await fetch(\`\${process.env.PAYTWIN_BASE_URL}/stores\`, { headers: { authorization } })
     process.exit(ok ? 0 : 1)`,
  )
  mkdirSync(at('tests/scenarios'), { recursive: true })
  copyFileSync('scenarios/catalog/lookups.json', at('tests/scenarios/lookups.json'))
  execFileSync(process.execPath, [join(project.installed, 'dist/cli.js'), 'verify', '--init'], {
    cwd: repository,
  })
  deployment = await serveProgram('--quiet')
  const { merchants, shoppers, exchanges } = await controlClient(deployment).getCredentials()
  const [merchant] = merchants
  if (merchant === undefined) throw new Error('The world has no merchant.')
  const { id, accessToken, clientSecret, publicKey, merchantAuth } = merchant
  settings = {
    ...{ BASE_URL: `${deployment.url}/api`, EXCHANGES: JSON.stringify(exchanges), MERCHANT_ID: id },
    ...{ MERCHANT_TOKEN: accessToken, MERCHANT_CLIENT_SECRET: clientSecret, MERCHANT_PUBLIC_KEY: publicKey },
    ...{ MERCHANT_AUTH: merchantAuth, SHOPPER_TOKEN: String(shoppers[0]?.accessToken) },
  }
})
afterAll(async () => {
  await deployment.stop()
  project.remove()
})

/** Runs a script as CI does. Returns its exit code, and what it printed. */
function runScript(script: string, cwd: string, env: Words) {
  const all = { ...process.env, npm_config_prefer_offline: 'true', npm_config_loglevel: 'error', ...env }
  const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
    cwd,
    encoding: 'utf8',
    env: all,
  })
  return { status, output: stdout + stderr }
}
/** A checkout of the repository. */
function checkout(): string {
  const where = mkdtempSync(join(directory, 'job-'))
  cpSync(repository, where, { recursive: true })
  return where
}

const [{ run: action }] = parse(text('action.yml')).runs.steps

describe('github.yml', () => {
  const { jobs, permissions } = parse(text('github.yml'))

  it.each(Object.entries<Job>(jobs))('the job %s is green', (_, { steps }) => {
    const where = checkout()
    for (const { uses, run, with: given = {}, env = {} } of steps) {
      expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(env)))
      const { command = 'verify', arguments: words = '' } = given
      const inputs = { COMMAND: command, ARGUMENTS: words, REPORTS: 'paytwin-reports' }
      const script = uses === './.github/actions/paytwin' ? action : run
      if (script !== undefined)
        expect(runScript(script, where, { ...settings, ...inputs }), script).toMatchObject({ status: 0 })
    }
  })

  it('reads the repository only', () => {
    expect(permissions).toEqual({ contents: 'read' })
  })
})

describe('gitlab.yml', () => {
  const { default: _, ...jobs } = parse(text('gitlab.yml'))

  it.each(Object.entries<{ script: string[]; artifacts?: { reports: Words } }>(jobs))(
    'the job %s is green',
    (_, { script, artifacts: { reports } = { reports: {} } }) => {
      const where = checkout()
      expect(runScript(script.join('\n'), where, settings)).toMatchObject({ status: 0 })
      for (const path of Object.values(reports))
        expect(readFileSync(join(where, path), 'utf8')).toMatch(/^(<\?xml|\[\])/)
    },
  )
})

describe('the action', () => {
  const act = (COMMAND: string, ARGUMENTS: string) =>
    runScript(action, project.directory, { ...settings, COMMAND, ARGUMENTS, REPORTS: 'reports' })

  it('takes one argument from each line, and runs none of them', () => {
    const { status, output } = act('replay', '@payout-errors\n--seed\n7 $(touch ran)`touch ran`')
    expect(output).toContain('1 scenario: 1 pass')
    expect(status).toBe(0)
    expect(existsSync(join(project.directory, 'ran'))).toBe(false)
  })

  it('is red if a deployment violates the contract, or does not know the account', () => {
    copyFileSync(join(repository, 'target.jsonc'), join(project.directory, 'target.jsonc'))
    const { MERCHANT_TOKEN: _, ...others } = settings
    settings = { ...others, MERCHANT_TOKEN: 'wrong' }
    expect(act('verify', '--target\ntarget.jsonc\n--level\nread\n--accept-partial').status).not.toBe(0)
  })

  it('refuses other commands', () => {
    expect(act('serve', '')).toEqual({
      status: 2,
      output: '::error title=paytwin::The command is verify or replay.\n',
    })
  })
})

describe('compose.yaml', () => {
  const { services } = parse(text('compose.yaml'))

  it('has a command that serves', async () => {
    const [command, ...words]: string[] = services.paytwin.command
    expect(command).toBe('serve')
    const here = words.map((word) => (word === '0.0.0.0' ? '127.0.0.1' : word))
    await (await serveProgram(...here)).stop()
  })

  it('gives the shop what exec gives', () => {
    const { environment } = services.shop
    const { world } = new Simulator({ publicUrl: environment.PAYTWIN_URL }).defaultSandbox
    const names = [
      ...Object.keys(sandboxVariables),
      ...Object.keys(merchantVariables).map((end) => `PAYTWIN_MERCHANT_${end}`),
      ...Object.keys(shopperVariables).map((end) => `PAYTWIN_SHOPPER_${end}`),
    ]
    const given = environmentOf({
      ...credentialsOf(world),
      url: world.options.publicUrl,
      controlToken: services.paytwin.environment.PAYTWIN_CONTROL_TOKEN,
    })
    expect(environment).toEqual(Object.fromEntries(names.map((name) => [name, given[name]])))
  })
})
