// The built program in a process: what it prints, what its flags do, and how it exits.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { testDirectory } from '../core/test-support/test-directory.ts'
import { runProgram, type ServedProgram, serveProgram } from '../simulator/test-support/built-program.ts'
import { defaultWorld } from '../simulator/world/default-world.ts'

const directory = testDirectory('cli')

const open: ServedProgram[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((served) => served.stop()))
})

async function serving(...flags: string[]): Promise<ServedProgram> {
  const served = await serveProgram(...flags)
  open.push(served)
  return served
}

function writeFile(name: string, text: string): string {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}

async function jsonOf(url: string, init?: RequestInit): Promise<unknown> {
  return JSON.parse(await (await fetch(url, init)).text())
}

describe('the program', () => {
  it('lists its commands, one short sentence each', async () => {
    const { code, stdout, stderr } = await runProgram('--help')
    expect([code, stderr]).toEqual([0, ''])
    const [, list = ''] = /^Commands:\n((?: {2}.*\n)+)/m.exec(stdout) ?? []
    expect(list.split('\n').slice(0, -1)).toEqual(
      'serve exec encrypt world export import pay advance status logs resend open reset control openapi verify learn drift replay lint record'
        .split(' ')
        .map((name) => expect.stringMatching(`^ {2}${name} +[A-Z].*\\.$`)),
    )
    expect(await runProgram('help')).toMatchObject({ code: 0, stdout })
  })

  it('prints the help of a command', async () => {
    const help = await runProgram('help', 'serve')
    expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('--port <number>') })
    expect(await runProgram('serve', '--help')).toEqual(help)
  })

  it('prints no colors into a pipe and none with NO_COLOR', () => {
    const color = (command: string, env: NodeJS.ProcessEnv = {}) => {
      const { FORCE_COLOR: _, NO_COLOR: __, ...inherited } = process.env
      const { stdout } = spawnSync('bash', ['-c', command], {
        encoding: 'utf8',
        env: { ...inherited, ...env, TERM: 'xterm-256color' },
      })
      expect(stdout).toContain('paytwin')
      return stdout.includes('\u001b[')
    }
    const wrongUsage = 'node dist/cli.js srve 2>&1'
    const help = 'node dist/cli.js --help'
    for (const command of [help, wrongUsage]) {
      expect(color(command)).toBe(false)
      expect(color(command, { FORCE_COLOR: '1' })).toBe(true)
      expect(color(command, { NO_COLOR: '1' })).toBe(false)
    }
  })

  it('prints the default world, which can be edited and served', async () => {
    const { code, stdout } = await runProgram('world')
    expect(code).toBe(0)
    const world: typeof defaultWorld = JSON.parse(stdout)
    expect(world).toEqual(defaultWorld)
    Object.assign(world.shoppers[0] ?? {}, { accessToken: 'my-shopper', description: 'has a token I chose' })
    const served = await serving('--world', writeFile('mine.json', JSON.stringify(world)))
    expect(served.greeting).toMatch(/my-shopper +has a token I chose/)
  })

  // More output than the buffer of a pipe.
  const scenarios = ['webhook-too-long-for-get', 'monthly-subscription-for-a-year', 'walk-through']
  const longOutput = `node dist/cli.js replay --verbose ${scenarios.map((name) => `scenarios/catalog/${name}.json`).join(' ')}`
  const inShell = (script: string) => spawnSync('bash', ['-c', script], { encoding: 'utf8' })

  it('flushes its output before it exits, even for a slow reader', () => {
    const { stdout, stderr } = inShell(`${longOutput} | (sleep 1; tail -n 1); echo "$PIPESTATUS"`)
    expect(stdout).toBe('3 scenarios: 3 pass (the simulator in process)\n0\n')
    expect(stderr).toBe('')
  })

  it('finishes and keeps its exit code when the reader closes the pipe', () => {
    const { stdout, stderr } = inShell(`${longOutput} | head -n 1; echo "$PIPESTATUS"`)
    expect(stdout).toMatch(/^pass .*\n0\n$/)
    expect(stderr).toBe('')
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('exits cleanly on %s with open connections', async (signal) => {
    const served = await serveProgram()
    await fetch(`${served.url}/api/stores`)
    expect(await served.stop(signal)).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('a flag', () => {
  const invoice = {
    clientId: '8a4d1c55-0000-4000-8000-000000000001',
    ...{ amount: '5', currency: 'USD', order: 'o', cart: [{ id: 'tea' }], shippingAddress: null },
  }
  const post = (body: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  it('--start sets the clock, and --clock runs it', async () => {
    const { url, greeting } = await serving('--start', '2026-06-01T00:00:00Z', '--clock', '100000x')
    expect(greeting).toContain('2026-06-01T00:00:00.000Z, 100000x')
    await expect
      .poll(async () => JSON.stringify(await jsonOf(`${url}/control/clock`)))
      .toContain('"now":"2026-06-02T')
  })

  it('--assumptions chooses assumptions, --random-assumptions draws them, and both together are refused', async () => {
    const chosen = writeFile('chosen.json', '{ "service.version": "header" }')
    const { url } = await serving('--assumptions', chosen)
    const response = await fetch(`${url}/api/hosted-page`, post(invoice))
    expect(response.headers.get('x-api-version')).toBe('1')
    const both = await runProgram('--port', '0', '--assumptions', chosen, '--random-assumptions', '1')
    expect(both).toMatchObject({ code: 2, stderr: expect.stringMatching(/^paytwin: .*assumptions/i) })
    const random = await serving('--random-assumptions', '7')
    expect(await jsonOf(`${random.url}/control/assumptions`)).not.toEqual(
      await jsonOf(`${url}/control/assumptions`),
    )
  })
})
