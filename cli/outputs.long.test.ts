// Outputs that are full, closed or cannot be written: they stop nothing, and what can be known at start is refused at start.

import { spawn, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { controlClient } from '../client/control-client.ts'
import { httpSend } from '../client/http-send.ts'
import { readSimulatorTarget } from '../client/simulator-target.ts'
import { copyTo, passOn } from '../contract-tests/observe/test-support/servers.ts'
import { closeServer, freePort, listenOn } from '../core/listening.ts'
import { testDirectory } from '../core/test-support/test-directory.ts'
import { Running, runProgram, serveProgram } from '../simulator/test-support/built-program.ts'

const directory = testDirectory('outputs')
const file = join(directory, 'a-file')
writeFileSync(file, '')

const open: Server[] = []
afterEach(() => Promise.all(open.splice(0).map(closeServer)))

/** A server that responds with {}, or never, and the paths that were requested. */
async function serving(responds: boolean, onRequest: () => void = () => {}) {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    onRequest()
    if (responds) response.end('{}')
  })
  open.push(server)
  return { requested, url: await listenOn(server, { host: '127.0.0.1', port: 0 }) }
}

const inShell = (script: string) => {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8', timeout: 600_000 })
  return { status, stdout, stderr }
}
const paytwin = 'node dist/cli.js'

describe('a full standard output', () => {
  it.each([
    ['verify --only stores --smoke', 0],
    ['replay scenarios/catalog/lookups.json', 0],
    ['lint scenarios/catalog', 0],
    ['lint package.json', 2],
    ['replay package.json', 2],
    ['--help', 0],
    ['world', 2],
  ])('does not change the exit code of %s, except for the world that is lost', (args, code) => {
    const { status, stderr } = inShell(`${paytwin} ${args} >/dev/full`)
    expect(status).toBe(code)
    expect(stderr).toMatch(/^paytwin: The output is incomplete\.\n {2}ENOSPC/)
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(inShell(`${paytwin} ${args} >/dev/full 2>/dev/full`).status).toBe(code)
  })

  it.each(['>/dev/full', '>/dev/full 2>/dev/full', '>&-', 'into a closed pipe', 'into a stalled pipe'])(
    'does not stop serve: %s',
    async (output) => {
      const port = await freePort()
      const isPipe = output.startsWith('into')
      const redirection = isPipe ? '' : output
      const child = spawn(
        'bash',
        ['-c', `exec ${paytwin} serve --port ${port} --validation report ${redirection}`],
        { stdio: ['ignore', 'pipe', 'ignore'] },
      )
      const exited = new Promise((resolve) => {
        child.once('exit', resolve)
      })
      if (output.includes('closed')) child.stdout.destroy()
      const store = () => fetch(`http://127.0.0.1:${port}/api/stores`).then(({ status }) => status)
      await expect.poll(() => store().catch(() => 0)).toBeGreaterThan(0)
      const field = 'f'.repeat(2000)
      for (let requests = 0; requests < 100; requests += 1) {
        const response = await fetch(`http://127.0.0.1:${port}/api/hosted-page`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ [field]: requests }),
        })
        await response.text()
      }
      expect(await store()).toBeGreaterThan(0)
      child.kill('SIGTERM')
      child.stdout.resume()
      expect(await exited).toBe(0)
    },
  )
})

describe('a report that cannot be written', () => {
  it.each(['/proc/x', file, '/proc/x/y'])(
    'is refused before any request: verify --report %s',
    async (path) => {
      const { requested, url } = await serving(true)
      const ended = await runProgram('verify', '--base-url', url, '--report', path)
      expect(ended).toMatchObject({ code: 2, stdout: '' })
      expect(ended.stderr).toMatch(/^paytwin: Cannot write .*\n {2}E[A-Z]+: .*\n {2}Use a writable path/)
      expect(requested).toEqual([])
    },
  )

  it.each(['--json', '--junit', '--transcript'])(
    'is refused before anything runs: replay %s',
    async (flag) => {
      for (const path of ['/proc/none/x.json', '/dev/full', `${file}/x`]) {
        const ended = await runProgram('replay', 'scenarios/catalog/lookups.json', flag, path)
        expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Cannot write ') })
      }
    },
  )

  it('is refused before it serves: record --out', async () => {
    for (const path of ['/proc/none/x.json', '/dev/full', `${file}/x`, directory]) {
      const ended = await runProgram('record', '--proxy', 'http://127.0.0.1:1', '--port', '0', '--out', path)
      expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Cannot write ') })
    }
  })

  it('does not hide a verdict, nor turn a failure into something else', async () => {
    // The report can be written at start, and not at the end.
    const reports = join(directory, 'removed')
    const { url } = await serving(true, () => {
      rmSync(reports, { recursive: true, force: true })
      writeFileSync(reports, '')
    })
    const base = ['--level', 'read', '--only', 'stores', '--smoke', '--base-url', url]
    const { code, stdout, stderr } = await runProgram('verify', ...base, '--report', reports)
    expect(code).toBe(1)
    expect(stdout).toMatch(/violates \d+ requirements? of the contract \(exit 1\)\n$/)
    expect(stderr).toContain('paytwin: Cannot write ')
  })
})

describe('an interrupted verify', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends on %s, even if the target hangs', async (signal, code) => {
    const { requested, url } = await serving(false)
    const hanging = ['--base-url', `${url}/api`, '--control-url', `${url}/control`]
    for (const flags of [['--base-url', `${url}/api`, '--level', 'read'], hanging]) {
      requested.length = 0
      const { child, ended } = new Running(['verify', ...flags])
      await expect.poll(() => requested.length).toBeGreaterThan(0)
      const began = performance.now()
      child.kill(signal)
      expect((await ended).code).toBe(code)
      expect(performance.now() - began).toBeLessThan(8000)
    }
  })

  it('ends if the target hangs while the setup is undone', async () => {
    const served = await serveProgram()
    const server = createServer(async (request, response) => {
      if (request.method !== 'DELETE')
        await copyTo(response, await passOn(request, { send: httpSend, target: { baseUrl: served.url } }))
    })
    open.push(server)
    const control = await listenOn(server, { host: '127.0.0.1', port: 0 })
    const target = join(directory, 'target.json')
    const { limits: _, ...known } = await readSimulatorTarget(controlClient({ url: served.url }))
    writeFileSync(
      target,
      JSON.stringify({ ...known, baseUrl: `${control}/api`, capabilities: { control: { url: control } } }),
    )
    const { child, ended } = new Running(['verify', '--target', target])
    await expect
      .poll(async () => JSON.stringify(await (await fetch(`${served.url}/sandboxes`)).json()), {
        timeout: 600_000,
      })
      .toContain('verify-')
    await setTimeout(1500)
    child.kill('SIGTERM')
    const { code, stderr } = await ended
    expect([code, stderr]).toEqual([4, expect.stringContaining('Cannot undo the setup of the target.')])
    await served.stop()
  })
})
