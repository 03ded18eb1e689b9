// The ways in docs/extensions.md to point a plugin at paytwin: each reaches an operation of the example extension.

import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeServer, listenOn } from '../core/listening.ts'
import { type ServedProgram, serveProgram } from '../simulator/test-support/built-program.ts'
import { blocksOf, readDocuments } from './documents.ts'

const directory = mkdtempSync(join(tmpdir(), 'paytwin-extensions-'))
const blocks = blocksOf(readDocuments().find(({ path }) => path === 'docs/extensions.md')?.text ?? '')

let served: ServedProgram
beforeAll(async () => {
  served = await serveProgram('--extend', fileURLToPath(new URL('examples/extension.json', import.meta.url)))
})
afterAll(async () => {
  await served.stop()
  rmSync(directory, { recursive: true })
})

/** Writes an example into the directory. */
function write(name: string, change: (text: string) => string = (text) => text): string {
  const path = join(directory, name)
  writeFileSync(path, change(blocks.find(({ info }) => info === name)?.body ?? ''))
  return path
}

const isMissing = (program: string) => process.env.CI !== 'true' && spawnSync('which', [program]).status !== 0
const env = () => ({ ...process.env, PAYTWIN_BASE_URL: `${served.url}/api` })

it.skipIf(isMissing('php'))('the PHP filter changes the URL', () => {
  const output = execFileSync('php', [write('paytwin.php')], { env: env(), encoding: 'utf8' })
  expect(output).toBe(`${served.url}/api/stores\n`)
})

it.skipIf(isMissing('go'))('the Go round-tripper reaches the extension', { timeout: 120_000 }, async () => {
  const { stdout } = await promisify(execFile)('go', ['run', write('paytwin.go')], { env: env() })
  expect(stdout).toBe('200 OK Example shop plugin\n')
})

// Continuous builds have no nginx.
it.skipIf(spawnSync('which', ['nginx']).status !== 0)('the TLS proxy reaches the extension', async () => {
  const free = createServer()
  const { port } = new URL(await listenOn(free, { host: '127.0.0.1', port: 0 }))
  await closeServer(free)
  execFileSync('sh', [write('certificate.sh')], { cwd: directory, stdio: 'ignore' })
  write('proxy.conf', (text) => text.replace(':443', `:${port}`).replace('http://127.0.0.1:4020', served.url))
  const main = join(directory, 'nginx.conf')
  writeFileSync(
    main,
    `daemon off; pid nginx.pid; events {} http { access_log off; include ${directory}/proxy.conf; }`,
  )
  const proxy = spawn('nginx', ['-p', directory, '-e', 'stderr', '-c', main], { stdio: 'ignore' })
  const ended = new Promise((resolve) => proxy.once('exit', resolve))
  const ask = () =>
    spawnSync('curl', [
      ...['-s', '--cacert', join(directory, 'proxy.crt')],
      ...['--resolve', `api.payments.example:${port}:127.0.0.1`],
      `https://api.payments.example:${port}/plugin/version`,
    ]).stdout.toString()
  try {
    await expect.poll(ask, { timeout: 20_000 }).toBe('{"minimum":"2.1.0"}')
  } finally {
    proxy.kill()
    await ended
  }
})
