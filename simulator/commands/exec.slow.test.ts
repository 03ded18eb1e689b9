// `paytwin exec`: a command finds a simulator in its environment, and its exit code is passed on.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { Running, runProgram } from '../test-support/built-program.ts'
import { defaultWorld } from '../world/default-world.ts'

const directory = testDirectory('exec')

const variables = `console.log(JSON.stringify(Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('PAYTWIN_')))))`

/** The variables that a command gets. */
async function environment(...flags: string[]): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await runProgram('exec', ...flags, '--', 'node', '-e', variables)
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

describe('the environment', () => {
  it('has the addresses and every account', async () => {
    const [merchant, other] = defaultWorld.merchants
    const { PAYTWIN_URL: url, ...others } = await environment()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(others).toMatchObject({
      PAYTWIN_BASE_URL: `${url}/api`,
      PAYTWIN_CONTROL_URL: `${url}/control`,
      PAYTWIN_WEBHOOK_PUBLIC_KEY: expect.stringContaining('BEGIN PUBLIC KEY'),
      PAYTWIN_MERCHANT_ID: merchant?.id,
      PAYTWIN_MERCHANT_TOKEN: 'merchant-lamp-shop',
      PAYTWIN_MERCHANT_CLIENT_SECRET: 'secret-lamp-shop',
      PAYTWIN_MERCHANT_PUBLIC_KEY: expect.stringContaining('BEGIN PUBLIC KEY'),
      PAYTWIN_MERCHANT_TEA_HOUSE_ID: other?.id,
      PAYTWIN_SHOPPER_TOKEN: 'shopper-ready',
      PAYTWIN_SHOPPER_LOW_BALANCE_TOKEN: 'shopper-low-balance',
    })
    expect(others).not.toHaveProperty('PAYTWIN_CONTROL_TOKEN')
  })

  it('has the accounts of a world file, and leads to a sandbox', async () => {
    const world = structuredClone(defaultWorld)
    Object.assign(world.merchants[0] ?? {}, { username: 'my.shop', accessToken: 'my-token' })
    const file = join(directory, 'world.json')
    writeFileSync(file, JSON.stringify(world))
    const found = await environment('--world', file, '--sandbox', 'mine', '--seed', '7')
    expect(found).toMatchObject({
      PAYTWIN_MERCHANT_TOKEN: 'my-token',
      PAYTWIN_MERCHANT_MY_SHOP_TOKEN: 'my-token',
    })
    expect(found.PAYTWIN_BASE_URL).toMatch(/:\d+\/sandboxes\/mine\/api$/)
  })
})

describe('failed deliveries', () => {
  const pay = `const { PAYTWIN_BASE_URL: url, PAYTWIN_MERCHANT_TOKEN: token } = process.env
    const body = JSON.stringify({ amount: '1', currency: 'USD', cryptoCurrency: 'BTC', orderId: 'o', cart: [{ id: 'a', name: 'a', price: 1, quantity: 1 }], customerInfo: { name: 'A', email: 'a@shop.example' } })
    const headers = { authorization: 'Bearer ' + token, 'x-transaction-source': 'qr-code-api', 'content-type': 'application/json' }
    const run = async () => { for (let i = 0; i < 8; i += 1) await (await fetch(url + '/purchase/qr/generate', { method: 'POST', headers, body })).text() }
    run()`

  it('are printed, the first few of them', async () => {
    const flags = ['--webhook-url', 'http://127.0.0.1:1/webhook']
    const { code, stdout, stderr } = await runProgram('exec', ...flags, '--', 'node', '-e', pay)
    expect([code, stdout]).toEqual([0, ''])
    const lines = stderr.trim().split('\n')
    expect(lines).toHaveLength(6)
    expect(lines[0]).toBe(
      'paytwin: 2026-01-05T09:00:00.000Z  default  webhook POST http://127.0.0.1:1/webhook  none  unreachable, event 0: bad port',
    )
    expect(lines[5]).toContain('Use --log text')
  })
})

it('the help names each variable that is set for the first accounts', async () => {
  const { stdout } = await runProgram('exec', '--help')
  const set = Object.keys(await environment())
  const named = [...stdout.matchAll(/^ {2}(PAYTWIN_\w+) /gm)].map(([, name = '']) => name)
  expect(named.filter((name) => !set.includes(name))).toEqual(['PAYTWIN_CONTROL_TOKEN'])
  expect(named).toEqual(
    expect.arrayContaining(['PAYTWIN_BASE_URL', 'PAYTWIN_MERCHANT_TOKEN', 'PAYTWIN_SHOPPER_TOKEN']),
  )
})

describe('the exit code', () => {
  it.each([
    [0, ['true']],
    [7, ['--', 'sh', '-c', 'exit 7']],
    [143, ['--', 'sh', '-c', 'kill -TERM $$']],
    [127, ['--', 'no-such-command']],
    [126, ['--', directory]],
  ])('is %i for %j', async (code, command) => {
    expect((await runProgram('exec', ...command)).code).toBe(code)
  })

  it('is 2 without a command, and for an invalid sandbox', async () => {
    expect(await runProgram('exec')).toMatchObject({ code: 2, stderr: expect.stringContaining('command') })
    expect((await runProgram('exec', '--sandbox', '/', '--', 'true')).code).toBe(2)
  })
})

it('says what to write on Windows, where npm is a script', () => {
  const code = `Object.defineProperty(process, 'platform', { value: 'win32' })
    process.argv.splice(1, 0, 'paytwin')
    import('./dist/cli.js')`
  const args = ['-e', code, 'exec', '--', 'no-such-command']
  expect(spawnSync(process.execPath, args, { encoding: 'utf8' })).toMatchObject({
    ...{ status: 127, stderr: expect.stringContaining('paytwin exec -- cmd /c npm test.') },
  })
})

it('passes the options of the command on', async () => {
  const { stdout } = await runProgram(
    'exec',
    'node',
    '-p',
    'process.argv.slice(1).join()',
    '--',
    '--seed',
    'x',
  )
  expect(stdout).toBe('--seed,x\n')
})

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('forwards %s and waits for the command', async (signal) => {
  const script = `process.once('${signal}', () => setTimeout(() => { console.log('cleaned up'); process.exit(5) }, 100))
    setInterval(() => {}, 1000); console.log('started')`
  const running = new Running(['exec', '--', 'node', '-e', script])
  await expect.poll(() => running.stdout).toContain('started')
  running.child.kill(signal)
  expect(await running.ended).toEqual({ code: 5, stdout: 'started\ncleaned up\n', stderr: '' })
})

it('ends the processes that its command leaves', async () => {
  // The output is open until the last of them has ended.
  const { code, stdout } = await runProgram('exec', '--', 'sh', '-c', 'sleep 86400 & echo done')
  expect([code, stdout]).toEqual([0, 'done\n'])
})

it('ends its command when it is killed', async () => {
  const running = new Running([
    'exec',
    '--',
    'node',
    '-e',
    'console.log(process.pid); setInterval(() => {}, 1000)',
  ])
  await expect.poll(() => running.stdout).toMatch(/^\d+\n$/)
  const pid = Number(running.stdout)
  expect(process.kill(pid, 0)).toBe(true)
  running.child.kill('SIGKILL')
  await expect
    .poll(() => existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8'), {
      timeout: 600_000,
    })
    .toBeFalsy()
})
