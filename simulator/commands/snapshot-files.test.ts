// A sandbox as a file: from a server or from data, to a server or to data, and as the start of a simulator.

import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listen } from '../server/listening.ts'
import { Simulator } from '../simulator.ts'
import { openStore } from './open-store.ts'
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
  await simulator.keepIn(await openStore(data()), () => undefined)
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
    await simulator.keepIn(await openStore(join(directory, place)), () => undefined)
    const { world } = simulator.defaultSandbox
    await simulator.close()
    return [
      new Date(world.now).toISOString().slice(0, 10),
      world.webhookOf(world.accounts.merchants[0]?.id ?? ''),
    ]
  }
  expect(await dated('new')).toEqual(['2026-01-08', 'http://127.0.0.1:9/hook'])
  expect(await dated('data')).toEqual(['2026-01-08', null])
})

it('leaves everything else of the data as it is', async () => {
  await withData(async (simulator) => simulator.fetch('/sandboxes/shop', { method: 'PUT' }))
  await writeFile(join(data(), 'broken.sandbox'), 'nonsense')
  const before = await readFile(join(data(), '00000001.log'))
  await run('export', file(), '--data', data(), '--sandbox', 'shop')
  expect(await readFile(join(data(), '00000001.log'))).toEqual(before)
  expect(await readdir(data())).toContain('broken.sandbox')
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

describe('a damaged sandbox', () => {
  const release = new URL('../test-support/stored-data/0.2/00000001.log', import.meta.url)
  const place = () => join(data(), '00000001.log')
  const shop = ['--data', data, '--sandbox', 'Shop-1'] as const
  const args = () => shop.map((one) => (typeof one === 'string' ? one : one()))
  const printed = () => vi.mocked(console.log).mock.calls.flat().join('\n')

  /** The file of a release, of which a line of Shop-1 is changed; its checksum, too, if `isSigned`. */
  async function damage(line: number, change: (text: string) => string, isSigned: boolean): Promise<void> {
    const lines = (await readFile(release, 'utf8')).split('\n')
    // After the start of the default sandbox.
    const [, head = '', text = ''] = /^(.{18})(.*)$/.exec(lines[line + 1] ?? '') ?? []
    const changed = change(text)
    expect(changed).not.toBe(text)
    const signed = [changed.length, crc32(changed)]
      .map((one) => `${one.toString(16).padStart(8, '0')} `)
      .join('')
    lines[line + 1] = (isSigned ? signed : head) + changed
    await mkdir(data())
    await writeFile(place(), lines.join('\n'))
  }

  const journal = '/sandboxes/Shop-1/control/journal'

  it.each([
    ['a damaged entry', false, 'Damaged on the disk: 1 line with entries in its log.'],
    [
      'a response that this version does not give',
      true,
      'the response to request 2 is another one. It and what follows it, 4 entries, are left out.',
    ],
  ])('continues before %s with --repair, which says what it leaves out', async (_, isSigned, reason) => {
    await damage(2, (text) => text.replace('"check":', '"check":1'), isSigned)
    await withData(async (simulator) => {
      const refused = await simulator.fetch(journal)
      expect(refused.status).toBe(503)
      expect(await refused.json()).toMatchObject({
        remedy: expect.stringContaining('paytwin import --repair --sandbox Shop-1'),
      })
    })
    await run('import', '--repair', ...args())
    expect(printed()).toContain('The sandbox Shop-1 continues after entry 1 of its log.')
    expect(printed()).toContain(reason)
    await withData(async (simulator) => {
      expect((await simulator.fetch(journal)).status).toBe(200)
      expect((await simulator.fetch('/sandboxes/Shop-1/control/clock/advance', advance)).status).toBe(200)
    })
    await run('import', '--repair', ...args())
    expect(printed()).toContain('The sandbox Shop-1 is not damaged.')
  })

  it('is not one to which the control API responds in other words', async () => {
    await damage(5, (text) => text.replace('"check":', '"check":1'), true)
    const reports: string[] = []
    const simulator = new Simulator()
    await simulator.keepIn(await openStore(data()), (line) => reports.push(line))
    expect((await simulator.fetch(journal)).status).toBe(200)
    await simulator.close()
    expect(reports.join()).toContain('Shop-1 continues, although 1 responses of the control API differ')
  })

  it('is one to which the control API responded with a success that is refused now', async () => {
    await damage(4, (text) => text.replace('P1D', 'P1X'), true)
    await withData(async (simulator) => expect((await simulator.fetch(journal)).status).toBe(503))
  })

  it('at the root is replaced by a file', async () => {
    await writeFile(file(), JSON.stringify(await new Simulator().defaultSandbox.snapshot()))
    await damage(-1, (text) => text.replace('{', '['), false)
    const valid = await readFile(file(), 'utf8')
    await writeFile(file(), valid.replace(/"digest":"./, '"digest":"-'))
    await expect(run('import', file(), '--data', data())).rejects.toThrow('digest')
    expect(await readdir(data())).not.toContain('damaged-1-00000001.log')
    await writeFile(file(), valid)
    await run('import', file(), '--data', data())
    expect(await readdir(data())).toContain('damaged-1-00000001.log')
    expect(await withData((simulator) => digestOf(simulator))).toBe(await digestOf(new Simulator()))
  })

  it('without the state that it starts with is not repaired', async () => {
    await damage(0, (text) => text.replace('{', '['), false)
    await expect(run('import', '--repair', ...args())).rejects.toMatchObject({
      fact: 'The stored sandbox Shop-1 cannot be continued.',
      detail: 'Damaged on the disk: 1 line with the state that it starts with.',
    })
  })

  it.each([
    ['There is no file to import.', 'import'],
    ['--repair needs --data, and neither a file nor --url.', 'import', '--repair'],
    ['There is no sandbox "none".', 'import', '--repair', '--sandbox', 'none'],
  ])('says what is wrong: %s', async (fact, ...given) => {
    await withData(async () => undefined)
    const more = given.includes('none') ? ['--data', data()] : []
    await expect(run(...given, ...more)).rejects.toMatchObject({ fact })
  })
})
