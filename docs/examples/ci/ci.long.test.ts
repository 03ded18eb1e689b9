// The examples for continuous integration are executed as they are: each job in a fresh folder with the steps of its YAML, and the
// instructions of the Dockerfile in an empty root. What other programs do (check out, keep artifacts) is a row here.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { controlClient } from '../../../client/control-client.ts'
import { freePort } from '../../../core/listening.ts'
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
  strategy?: { matrix: Record<string, number[]> }
  'timeout-minutes': number
}

const directory = testDirectory('ci')
/** The repository of a shop. */
const repository = join(directory, 'repository')
const artifacts = join(directory, 'artifacts')
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
  // One scenario for two machines.
  mkdirSync(at('tests/scenarios'), { recursive: true })
  copyFileSync('scenarios/catalog/lookups.json', at('tests/scenarios/lookups.json'))
  mkdirSync(at('.github/actions/paytwin'), { recursive: true })
  copyFileSync(join(folder, 'action.yml'), at('.github/actions/paytwin/action.yml'))
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
/** The entries of a folder that match a pattern with `*`. */
function matching(path: string, pattern: string): string[] {
  const [start = '', end = ''] = pattern.split('*')
  return readdirSync(path).filter((name) => name.startsWith(start) && name.endsWith(end))
}
const freshFolder = () => mkdtempSync(join(directory, 'job-'))

/** Fills in the expressions of a workflow. */
function filled(template: string, values: Record<string, Words>): string {
  return String(template).replace(/\$\{\{ (\w+)\.([\w-]+) \}\}/g, (_, kind, name) => {
    const value = values[kind]?.[name]
    if (value === undefined) throw new Error(`Nothing sets ${kind}.${name}.`)
    return value
  })
}

const actions: Record<string, (where: string, input: Words, env: Words) => void> = {
  'actions/checkout@v6': (where) => cpSync(repository, where, { recursive: true }),
  'actions/setup-node@v6': (_, input) => expect(Number(input['node-version'])).toBeGreaterThanOrEqual(22),
  'actions/upload-artifact@v6': (where, { name = '', path = '' }) =>
    cpSync(join(where, path), join(artifacts, name), { recursive: true }),
  'actions/download-artifact@v7': (where, { pattern = '', path = '' }) => {
    for (const found of matching(artifacts, pattern))
      cpSync(join(artifacts, found), join(where, path, found), { recursive: true })
  },
  './.github/actions/paytwin': (where, input, env) => {
    const { inputs, runs } = parse(readFileSync(join(where, '.github/actions/paytwin/action.yml'), 'utf8'))
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(input)))
    const defaults = Object.fromEntries(
      Object.entries<Words>(inputs).map(([name, one]) => [name, one.default ?? '']),
    )
    for (const step of runs.steps) runStep(step, where, { inputs: { ...defaults, ...input } }, env)
  },
}

function runStep(
  { uses, run, with: given = {}, env = {} }: Step,
  where: string,
  values: Record<string, Words>,
  outer: Words = {},
) {
  const fill = (words: Words) =>
    Object.fromEntries(Object.entries(words).map(([name, one]) => [name, filled(one, values)]))
  if (run !== undefined)
    expect(runScript(filled(run, values), where, { ...outer, ...fill(env) }), run).toMatchObject({
      status: 0,
    })
  else if (uses === undefined || actions[uses] === undefined)
    throw new Error(`No row for the action ${uses}.`)
  else actions[uses](where, fill(given), fill(env))
}

describe('github.yml', () => {
  const { jobs, permissions, concurrency } = parse(text('github.yml'))

  it.each(Object.entries<Job>(jobs))('the job %s is green', (_, job) => {
    const [[name, shards]] = Object.entries(job.strategy?.matrix ?? { none: [1] }) as [[string, number[]]]
    for (const shard of shards) {
      const where = freshFolder()
      for (const step of job.steps)
        runStep(step, where, { vars: settings, secrets: settings, matrix: { [name]: String(shard) } })
    }
  })

  it('reads the repository only, and ends runs that nobody waits for', () => {
    expect(permissions).toEqual({ contents: 'read' })
    expect(concurrency['cancel-in-progress']).toBe(true)
    for (const job of Object.values<Job>(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(30)
  })
})

describe('gitlab.yml', () => {
  const { default: _, ...jobs } = parse(text('gitlab.yml'))

  it.each(Object.entries<{ script: string[]; parallel?: number; artifacts?: { reports: Words } }>(jobs))(
    'the job %s is green',
    (_, { script, parallel = 1, artifacts: { reports } = { reports: {} } }) => {
      for (let index = 1; index <= parallel; index += 1) {
        const where = freshFolder()
        cpSync(repository, where, { recursive: true })
        const machine = { CI_NODE_INDEX: String(index), CI_NODE_TOTAL: String(parallel) }
        expect(runScript(script.join('\n'), where, { ...settings, ...machine })).toMatchObject({ status: 0 })
        for (const path of Object.values(reports))
          expect(readFileSync(join(where, path), 'utf8')).toMatch(/^(<\?xml|\[\])/)
      }
    },
  )
})

describe('the action', () => {
  const [{ run: script }] = parse(text('action.yml')).runs.steps
  const act = (COMMAND: string, ARGUMENTS: string, SHARD = '1/1') =>
    runScript(script, project.directory, { ...settings, COMMAND, ARGUMENTS, SHARD, REPORTS: 'reports' })

  it('takes one argument from each line, and runs none of them', () => {
    const { status, output } = act(
      'replay',
      '@lookups\n@payout-errors\n--grep\noptional lookups|$(touch ran)`touch ran`',
    )
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

// A chroot needs the rights of root.
describe.skipIf(spawnSync('chroot', ['/', 'true']).status !== 0)('the Dockerfile', () => {
  const instructions = text('Dockerfile')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => /^([A-Z]+) (.*)$/.exec(line)?.slice(1) ?? [])
  const root = join(directory, 'root')
  let work = '/'
  let user = 'root'
  const said: Words = {}
  /** The words that run a command in the image. */
  const inImage = (...words: string[]) => [
    `--userspec=${user}`,
    root,
    'sh',
    '-c',
    `cd ${work} && exec "$@"`,
    'sh',
    ...words,
  ]
  const rows: Record<string, (words: string) => void> = {
    FROM: baseImage,
    WORKDIR: (path) => {
      work = path
      mkdirSync(join(root, path))
    },
    COPY: (words) => {
      const [pattern = '', target = ''] = words.split(' ')
      const found = matching(project.directory, pattern)
      expect(found, `COPY ${words}`).not.toEqual([])
      expect(text('Dockerfile.dockerignore')).toContain(`\n!${pattern}\n`)
      for (const path of found) copyFileSync(join(project.directory, path), join(root, work, target, path))
    },
    RUN: (command) => execFileSync('chroot', inImage('sh', '-c', command), { stdio: 'pipe' }),
    USER: (name) => {
      user = name
    },
    ...Object.fromEntries(
      ['EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD'].map((name) => [
        name,
        (words: string) => {
          said[name] = words
        },
      ]),
    ),
  }
  const wordsOf = (name: string): string[] => JSON.parse(/\[.*\]$/.exec(said[name] ?? '')?.[0] ?? '[]')

  /** A root with what the image that this one starts from has: Node, npm, a shell, and the user `node`. */
  function baseImage(): void {
    const put = (path: string) => {
      mkdirSync(join(root, dirname(path)), { recursive: true })
      cpSync(path, join(root, path), { recursive: true, dereference: true })
    }
    const found = (name: string) =>
      execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
    const programs = ['sh', 'env', 'rm'].map(found)
    for (const program of [...programs, process.execPath]) {
      put(program)
      const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' })
      for (const [library] of stdout.matchAll(/\/\S+/g)) put(library)
    }
    const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim()
    put(join(npm, 'npm'))
    const settingsFile = execFileSync('npm', ['config', 'get', 'userconfig'], { encoding: 'utf8' }).trim()
    for (const path of ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs', settingsFile])
      if (existsSync(path)) put(path)
    for (const path of ['tmp', 'root', 'dev', 'bin']) mkdirSync(join(root, path), { recursive: true })
    writeFileSync(join(root, 'dev/null'), '')
    writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n')
    writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
    for (const [name, command] of [
      ['npm', `${process.execPath} ${join(npm, 'npm/bin/npm-cli.js')}`],
      ['node', process.execPath],
    ] as const)
      writeFileSync(join(root, 'bin', name), `#!${found('sh')}\nexec ${command} "$@"\n`, { mode: 0o755 })
  }

  it('builds an image with the program and without the archive', () => {
    for (const [name = '', words = ''] of instructions) {
      const row = rows[name]
      if (row === undefined) throw new Error(`No row for ${name}.`)
      row(words)
    }
    expect(existsSync(join(root, work, 'node_modules/paytwin/dist/cli.js'))).toBe(true)
    expect(matching(join(root, work), '*.tgz')).toEqual([])
  })

  it('serves what its health check finds healthy, and nothing else', async () => {
    const port = String(await freePort())
    const check = wordsOf('HEALTHCHECK').map((word) => word.replace(said.EXPOSE ?? '', port))
    expect(spawnSync('chroot', inImage(...check)).status).toBe(1)
    const command = [...wordsOf('ENTRYPOINT'), ...wordsOf('CMD'), '--port', port].map((word) =>
      word.replace('0.0.0.0', '127.0.0.1'),
    )
    const server = spawn('chroot', inImage(...command), { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise((resolve) => server.once('close', resolve))
    try {
      await new Promise((resolve) => server.stdout.once('data', resolve))
      expect(spawnSync('chroot', inImage(...check)).status).toBe(0)
    } finally {
      server.kill()
      await ended
    }
  })
})
