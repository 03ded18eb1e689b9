// The process of `paytwin serve`: what it prints for requests, its address file, and how it ends.

import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { controlClient } from '../../client/control-client.ts'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { Simulator } from '../simulator.ts'
import { runProgram, type ServedProgram, serveProgram } from '../test-support/built-program.ts'

const directory = testDirectory('serve')

const json = { 'content-type': 'application/json' }

/** Sends a few requests, stops the program, and returns the lines it printed after its greeting. */
async function linesOf(served: ServedProgram): Promise<string[]> {
  const { url, greeting } = served
  await fetch(`${url}/api/stores?token=abcdefgh`, { headers: { authorization: 'Bearer merchant-lamp-shop' } })
  await fetch(`${url}/nowhere`)
  await fetch(`${url}/control/clock/advance`, { method: 'POST', headers: json, body: '{"by":"PT0S"}' })
  const { stdout, stderr, code } = await served.stop()
  expect([code, stderr]).toEqual([0, ''])
  return stdout.slice(greeting.length).split('\n').slice(0, -1)
}

describe('the log', () => {
  it('is a line for each request', async () => {
    expect(await linesOf(await serveProgram())).toEqual([
      expect.stringMatching(
        /^2026-01-05T09:00:00\.000Z {2}default {2}GET \/api\/stores\?token=••• {2}200 {2}getStore {2}\d+ ms$/,
      ),
      expect.stringMatching(/^2026-01-05T09:00:00\.000Z {2}default {2}GET \/nowhere {2}404 {2}\d+ ms$/),
      expect.stringMatching(
        /^2026-01-05T09:00:00\.000Z {2}default {2}POST \/control\/clock\/advance {2}200 {2}advanceClock {2}\d+ ms$/,
      ),
    ])
  })

  it('has colors if they are forced', async () => {
    vi.stubEnv('FORCE_COLOR', '1')
    vi.stubEnv('NO_COLOR', undefined)
    const lines = await linesOf(await serveProgram())
    vi.unstubAllEnvs()
    expect(lines.map((line) => line.match(/\[(\d+)m\d{3}/)?.[1])).toEqual(['32', '33', '32'])
  })

  it('is empty with --quiet', async () => {
    expect(await linesOf(await serveProgram('--quiet'))).toEqual([])
  })

  it('has one JSON value in each line with --log json, the addresses first', async () => {
    const served = await serveProgram('--log', 'json')
    const { url } = served
    expect(JSON.parse(served.greeting)).toEqual({
      ...{ event: 'ready', url, publicUrl: url, baseUrl: `${url}/api`, controlUrl: `${url}/control` },
    })
    expect((await linesOf(served)).map((line) => JSON.parse(line))).toEqual([
      {
        event: 'request',
        at: '2026-01-05T09:00:00.000Z',
        sandbox: 'default',
        method: 'GET',
        path: '/api/stores?token=•••',
        operation: 'getStore',
        status: 200,
        ms: expect.any(Number),
      },
      expect.objectContaining({ path: '/nowhere', operation: null, status: 404 }),
      expect.objectContaining({ operation: 'advanceClock', status: 200 }),
    ])
  })
})

it('says which flags the default sandbox of --data does not use', async () => {
  const data = ['--data', join(directory, 'data'), '--log', 'text']
  const used = ['--seed', '7', '--webhook-url', 'http://127.0.0.1:9/hook']
  const snapshot = join(directory, 'state.json')
  writeFileSync(
    snapshot,
    JSON.stringify(
      await new Simulator({ seed: 7, webhookUrl: 'http://127.0.0.1:9/hook' }).defaultSandbox.snapshot(),
    ),
  )
  const runs: [string[], RegExp][] = [
    [['--snapshot', snapshot], /^$/],
    [[], /^$/],
    [['--snapshot', snapshot], /^paytwin: The default sandbox does not use --snapshot, because/],
  ]
  for (const [flags, printed] of runs) {
    const served = await serveProgram(...data, ...used, ...flags)
    expect(served.greeting).toContain('paytwin is ready. Everything is kept in --data and')
    expect((await served.stop()).stderr).toMatch(printed)
  }
  const served = await serveProgram(...data, ...used, '--validation', 'report', '--random-assumptions', '5')
  expect(served.greeting).not.toContain('random, seed 5')
  expect((await served.stop()).stderr).toMatch(/does not use --random-assumptions --validation, because/)
})

describe('the address file', () => {
  const file = join(directory, 'address.json')

  it('has the addresses while the simulator is served', async () => {
    const served = await serveProgram('--address-file', file, '--public-url', 'http://localhost:1')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      publicUrl: 'http://localhost:1',
      baseUrl: 'http://localhost:1/api',
      controlUrl: 'http://localhost:1/control',
      pid: expect.any(Number),
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await served.stop()).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(file)).toBe(false)
  })

  it('that cannot be written is wrong usage', async () => {
    const { code, stderr } = await runProgram(
      '--port',
      '0',
      '--address-file',
      join(directory, 'none', 'a.json'),
    )
    expect([code, stderr]).toEqual([2, expect.stringContaining('The address file')])
  })
})

/** Resolves when a request of the service has arrived. A fault holds back its response. */
const untilProcessed = (url: string) =>
  vi.waitUntil(async () => {
    const { lines } = await controlClient({ url }).getJournal()
    return lines.length > 0
  }, 10_000)

describe('ending', () => {
  it('takes a few seconds at most', async () => {
    const served = await serveProgram()
    const body = JSON.stringify({ operationId: 'getStore', action: { do: 'delay', delayMs: 60_000 } })
    await fetch(`${served.url}/control/injected-faults`, { method: 'POST', headers: json, body })
    const slow = fetch(`${served.url}/api/stores`).catch((error: unknown) => error)
    await untilProcessed(served.url)
    const started = performance.now()
    expect(await served.stop()).toMatchObject({ code: 0, stderr: '' })
    expect(performance.now() - started).toBeLessThan(15_000)
    expect(await slow).toBeInstanceOf(Error)
  })

  it('happens when npm start is signaled', async () => {
    const npm = spawn('npm', ['start', '--ignore-scripts', '--', '--port', '0', '--log', 'json'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const url = await new Promise<string>((resolve) => {
      npm.stdout.setEncoding('utf8').on('data', (text: string) => {
        const [, origin] = /"url":"([^"]+)"/.exec(text) ?? []
        if (origin !== undefined) resolve(origin)
      })
    })
    expect((await fetch(`${url}/ready`)).status).toBe(200)
    const ended = new Promise((resolve) => npm.once('exit', resolve))
    npm.kill('SIGTERM')
    await ended
    await expect.poll(() => fetch(`${url}/ready`).catch(() => 'ended')).toBe('ended')
  })
})
