// The installed package with each version of Node that docs/guide/install.md names. They are packages of the registry.

import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InstalledPackage } from '../docs/installed-package.ts'

const page = readFileSync(new URL('../docs/guide/install.md', import.meta.url), 'utf8')
const lines =
  page
    .split('\n## Node\n')[1]
    ?.split('\n## ')[0]
    ?.match(/^\|.*\|$/gm) ?? []
const [header = [], , ...rows] = lines.map((line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim()),
)
const majors = header.slice(1).map((name) => Number(name.replace('Node ', '')))

let project: InstalledPackage
const at = (path: string) => join(project.directory, path)
const nodeOf = (major: number) => at(`node_modules/node${major}/bin/node`)

beforeAll(() => {
  project = new InstalledPackage()
  const packages = majors.map((major) => `node${major}@npm:node-${platform()}-${arch()}@${major}`)
  const install = ['install', '--no-save', '--prefer-offline', '--no-audit', '--no-fund', ...packages]
  const { status, stderr } = spawnSync('npm', install, { cwd: project.directory, encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`Nothing was tested: Node could not be installed from the registry.\n${stderr}`)
  project.link('typescript', '@types')
  for (const [name, text] of Object.entries(programs)) writeFileSync(at(name), text)
})
afterAll(() => project.remove())

const programs = {
  'bytes.mjs': `
    import { createHash } from 'node:crypto'
    import { createSimulator } from 'paytwin'
    import { readSimulatorTarget, samples, serviceClient } from 'paytwin/client'
    const simulator = createSimulator({ seed: 7 })
    const seen = []
    const send = async (...call) => {
      const response = await simulator.fetch(...call)
      seen.push(response.status, [...response.headers], await response.clone().text())
      return response
    }
    const target = await readSimulatorTarget(simulator.control)
    const source = samples.sampleSource(target)
    const service = serviceClient(target, { send })
    const { uuid } = (await service.createInvoice({ body: samples.invoice(source, { order: 'order-1' }) })).result
    await simulator.payInvoice(uuid, { by: 'exchange', as: 'shopper-ready' })
    const advanced = await simulator.clock.advance({ by: 'P1Y' })
    seen.push(advanced, simulator.webhooks({}).map(({ request }) => request), await simulator.snapshot())
    const text = JSON.stringify(seen)
    console.log(text.length, createHash('sha256').update(text).digest('hex'))`,
  'using.mjs': `
    import { createSimulator } from 'paytwin'
    await using server = await createSimulator().listen({ port: 0 })
    console.log((await fetch(server.url + '/ready')).status)`,
  'typed.mts': `
    import { createSimulator } from 'paytwin'
    const simulator: ReturnType<typeof createSimulator> = createSimulator()
    console.log(simulator.clock.now.length > 0)`,
}

interface Outcome {
  status: number | null
  stdout: string
  stderr: string
}
function run(major: number, args: readonly string[], env: NodeJS.ProcessEnv = {}): Outcome {
  return spawnSync(nodeOf(major), args, {
    ...{ cwd: project.directory, encoding: 'utf8', env: { ...process.env, ...env } },
  })
}
const cli = 'node_modules/paytwin/dist/cli.js'
const works = ({ status }: Outcome) => status === 0

/** Starts `serve` and asks for the stores. */
async function serves(major: number): Promise<boolean> {
  const server = spawn(nodeOf(major), [cli, 'serve', '--port', '0', '--log', 'json'], {
    cwd: project.directory,
  })
  try {
    const ready = await new Promise<Buffer>((resolve) => server.stdout.once('data', resolve))
    const { baseUrl } = JSON.parse(String(ready).split('\n')[0] ?? '')
    const headers = { authorization: 'Bearer merchant-lamp-shop' }
    return (await fetch(`${baseUrl}/stores`, { headers })).ok
  } finally {
    const ended = new Promise((resolve) => server.once('close', resolve))
    server.kill()
    await ended
  }
}

/** A trial of each row of the table. */
const tried: Readonly<Record<string, (major: number) => boolean | Promise<boolean>>> = {
  '`serve`, `verify` and `replay`': async (major) =>
    works(run(major, [cli, 'verify', '--only', 'partial-payments', 'stores', '--runs', '2'])) &&
    works(run(major, [cli, 'replay', 'node_modules/paytwin/scenarios/catalog/walk-through.json'])) &&
    (await serves(major)),
  '`import` and `require` of the package': (major) =>
    ["import('paytwin')", "Promise.resolve(require('paytwin'))"].every((load) =>
      works(run(major, ['-e', `${load}.then(({ createSimulator }) => createSimulator().clock.now)`])),
    ),
  'the same seed gives the same bytes as with the other versions': (major) => {
    const printed = majors.map((one) => run(one, ['--no-warnings', 'bytes.mjs']).stdout)
    expect(printed[0]).toMatch(/^\d{5,} [0-9a-f]{64}\n$/)
    return printed.every((text) => text === run(major, ['bytes.mjs']).stdout)
  },
  'Node keeps the compiled program, so that it starts faster': (major) => {
    const cache = at(`compiled-${major}`)
    mkdirSync(cache)
    const { stderr } = run(major, [cli, '--version'], {
      NODE_COMPILE_CACHE: cache,
      NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
    })
    return stderr.includes('program.js')
  },
  '`await using` in TypeScript that is compiled, such as by vitest': (major) => {
    writeFileSync(at('compiled.mts'), programs['using.mjs'])
    const flags = ['--module', 'node20', '--target', 'es2022', '--lib', 'esnext,dom', '--types', 'node']
    const compiled = run(major, ['node_modules/typescript/bin/tsc', ...flags, 'compiled.mts'])
    expect(compiled).toMatchObject({ status: 0, stdout: '' })
    return run(major, ['compiled.mjs']).stdout === '200\n'
  },
  '`await using` in JavaScript; elsewhere, call `close()`': (major) =>
    run(major, ['using.mjs']).stdout === '200\n',
  'TypeScript that Node runs itself': (major) => works(run(major, ['typed.mts'])),
}

it('tries every row of the table', () => {
  expect(rows.map(([name]) => name)).toEqual(Object.keys(tried))
  expect(majors).toEqual([20, 22, 24])
})

describe.each(rows)('%s', (name, ...cells) => {
  it.each(majors.map((major, index) => [major, cells[index]] as const))(
    'with Node %s: %s',
    async (major, cell) => {
      expect((await tried[name]?.(major)) ? 'yes' : 'no').toBe(cell)
    },
  )
})
