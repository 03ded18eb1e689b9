// A sandbox as a file: from a server or from data, to a server or to data, and as the start of a simulator.

import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listen } from '../server/listening.ts'
import { Simulator } from '../simulator.ts'
import { keepIn } from './open-data.ts'
import { simulatorOptions } from './simulator-flags.ts'
import { addExport, addImport } from './snapshot-files.ts'

const token = 'a-token'
let directory: string
const file = () => join(directory, 'shop.json')
const data = () => join(directory, 'data')

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'paytwin-files-'))
  vi.spyOn(console, 'log').mockReturnValue()
  vi.stubEnv('PAYTWIN_CONTROL_TOKEN', token)
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await rm(directory, { recursive: true })
})

async function run(...args: string[]): Promise<void> {
  const program = new Command()
  addExport(program)
  addImport(program)
  await program.parseAsync(args, { from: 'user' })
}

const advance = { method: 'POST', body: '{"by":"P3D"}' }

async function digestOf(simulator: Simulator, path = ''): Promise<string> {
  const response = await simulator.fetch(`${path}/control/snapshot`)
  return JSON.parse(await response.text()).digest
}

async function withData<Result>(act: (simulator: Simulator) => Promise<Result>): Promise<Result> {
  const simulator = new Simulator()
  await keepIn(data(), simulator)
  try {
    return await act(simulator)
  } finally {
    await simulator.close()
  }
}

it('goes from a server to data, and from data to the start of another simulator', async () => {
  const simulator = new Simulator({ seed: 7 })
  const { url, close } = await listen(
    { host: '127.0.0.1', port: 0, controlToken: token, keepGlobals: true },
    () => simulator,
  )
  await simulator.fetch('/control/clock/advance', advance)
  await run('export', file(), '--port', new URL(url).port)
  // It contains credentials.
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  const digest = await digestOf(simulator)
  await withData(async () => undefined)
  await run('import', file(), '--data', data())
  await run('import', file(), '--data', data(), '--sandbox', 'copy')
  await withData(async (stored) => {
    expect([await digestOf(stored), await digestOf(stored, '/sandboxes/copy')]).toEqual([digest, digest])
    await stored.fetch('/sandboxes/copy/control/clock/advance', advance)
  })
  const other = join(directory, 'other.json')
  await run('export', other, '--data', data(), '--sandbox', 'copy')
  await run('import', other, '--url', url, '--sandbox', 'copy')
  const { snapshot } = await simulatorOptions({ snapshot: other })
  const started = new Simulator({ snapshot })
  expect(await digestOf(started)).toBe(await digestOf(simulator, '/sandboxes/copy'))
  expect(await digestOf(started)).not.toBe(digest)
  await close()
})

it('is that of the address of a sandbox', async () => {
  const simulator = new Simulator()
  const { url, close } = await listen(
    { host: '127.0.0.1', port: 0, controlToken: token, keepGlobals: true },
    () => simulator,
  )
  await simulator.fetch('/sandboxes/s1', { method: 'PUT' })
  await simulator.fetch('/sandboxes/s1/control/clock/advance', advance)
  const [digest, ofDefault] = [await digestOf(simulator, '/sandboxes/s1'), await digestOf(simulator)]
  vi.stubEnv('PAYTWIN_URL', `${url}/sandboxes/s1`)
  await run('export', file())
  expect(console.log).toHaveBeenLastCalledWith(`The sandbox s1 is in ${file()}.`)
  await simulator.fetch('/sandboxes/s1/control/reset', { method: 'POST' })
  await run('import', file(), '--url', `${url}/sandboxes/s1/control/`)
  expect(await digestOf(simulator, '/sandboxes/s1')).toBe(digest)
  expect(await digestOf(simulator)).toBe(ofDefault)
  await run('export', file(), '--url', `${url}/api`)
  expect(console.log).toHaveBeenLastCalledWith(`The sandbox default is in ${file()}.`)
  await close()
})

it('is the start of the default sandbox only where the data has none', async () => {
  await withData(async (simulator) => simulator.fetch('/control/clock/advance', advance))
  await run('export', file(), '--data', data())
  const snapshot = JSON.parse(await readFile(file(), 'utf8'))
  const dated = async (place: string) => {
    const simulator = new Simulator({ snapshot, webhookUrl: 'http://127.0.0.1:9/hook' })
    await keepIn(join(directory, place), simulator)
    const { world } = await simulator.sandboxes.find('default')
    await simulator.close()
    return [
      new Date(world.now).toISOString().slice(0, 10),
      world.webhookOf(world.accounts.merchants[0]?.id ?? ''),
    ]
  }
  expect(await dated('new')).toEqual(['2026-01-08', 'http://127.0.0.1:9/hook'])
  expect(await dated('data')).toEqual(['2026-01-08', null])
})

it.each([
  ['There is no sandbox "none".', 'export', 'new.json', '--data', 'data', '--sandbox', 'none'],
  [
    'cannot be kept in a place that starts with mysql://',
    'export',
    'new.json',
    '--data',
    'mysql://127.0.0.1/data',
  ],
  ['Cannot write', 'export', 'link.json', '--data', 'data'],
  ['/dev/zero cannot be read.', 'import', '/dev/zero', '--data', 'data'],
  ['deep.jsons is not valid JSON.', 'import', 'deep.jsons', '--data', 'data'],
  ['There is no directory', 'export', 'new.json', '--data', 'missing'],
  ['The sandbox is in one place.', 'export', 'new.json', '--data', 'data', '--url', 'http://127.0.0.1:9'],
  ['does not respond.', 'export', 'new.json', '--url', 'http://127.0.0.1:9'],
  ['is not valid JSON.', 'import', 'text.json', '--data', 'data'],
  ['text.jsons: Invalid snapshot.', 'import', 'text.jsons', '--data', 'data'],
])('says what is wrong: %s', async (fact, ...args) => {
  await withData(async () => undefined)
  await writeFile(join(directory, 'text.json'), 'text')
  await writeFile(join(directory, 'deep.jsons'), `${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  await writeFile(join(directory, 'other'), 'of somebody else')
  await symlink(join(directory, 'other'), join(directory, 'link.json'))
  await writeFile(join(directory, 'text.jsons'), '{"paytwin":"snapshot","version":1}')
  const inDirectory = args.map((one) => (/\.json|^data$|^missing$/.test(one) ? join(directory, one) : one))
  await expect(run(...inDirectory)).rejects.toMatchObject({ fact: expect.stringContaining(fact) })
  expect(await readdir(directory)).not.toContain('new.json')
  expect(await readFile(join(directory, 'other'), 'utf8')).toBe('of somebody else')
})

it('replaces a damaged default sandbox, but not for an invalid file', async () => {
  await writeFile(file(), JSON.stringify(await new Simulator().defaultSandbox.snapshot()))
  await withData(async (simulator) => simulator.fetch('/control/clock/advance', advance))
  const journal = join(data(), 'journal.log')
  await writeFile(journal, (await readFile(journal, 'utf8')).replace('\\"by', '\\"bY'))
  await withData(async (simulator) => expect((await simulator.fetch('/control/clock')).status).toBe(503))
  const valid = await readFile(file(), 'utf8')
  await writeFile(file(), valid.replace(/"digest":"./, '"digest":"-'))
  await expect(run('import', file(), '--data', data())).rejects.toThrow('digest')
  expect(await readdir(data())).not.toContain('damaged-1.log')
  await writeFile(file(), valid)
  await run('import', file(), '--data', data())
  expect(await readdir(data())).toContain('damaged-1.log')
  expect(await withData((simulator) => digestOf(simulator))).toBe(await digestOf(new Simulator()))
})
