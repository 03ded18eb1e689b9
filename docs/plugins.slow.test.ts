// A shop with a plugin, and the ways in docs/guide/plugins.md to point one at paytwin: each reaches a route of a plugin.

import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { freePort } from '../core/listening.ts'
import { testDirectory } from '../core/test-support/test-directory.ts'
import { type ServedProgram, serveProgram } from '../simulator/test-support/built-program.ts'
import { blocksOf, readDocuments } from './documents.ts'

const directory = testDirectory('plugins')
const blocks = blocksOf(readDocuments().find(({ path }) => path === 'docs/guide/plugins.md')?.text ?? '')

const example = (name: string) => fileURLToPath(new URL(`examples/${name}`, import.meta.url))

let served: ServedProgram
beforeAll(async () => {
  served = await serveProgram('--plugin', write('version-plugin.mjs'))
})
afterAll(async () => {
  await served.stop()
})

/** Writes an example into the directory. */
function write(name: string, change: (text: string) => string = (text) => text): string {
  const path = join(directory, name)
  writeFileSync(path, change(blocks.find(({ info }) => info === name)?.body ?? ''))
  return path
}

const json = async (url: string, body?: object, headers: Record<string, string> = {}): Promise<unknown> => {
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(url, init)
  const read: unknown = await response.json()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${JSON.stringify(read)}`)
  return read
}

it('the plugin sells a subscription, gives the order its number, and cancels', {
  timeout: 60_000,
}, async () => {
  const port = String(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const simulator = await serveProgram(
    '--plugin',
    example('plugin/simulator-plugin.mjs'),
    '--webhook-url',
    `${origin}/webhook`,
  )
  const { merchants, shoppers, exchanges } = z
    .object({
      merchants: z.array(z.object({ id: z.string(), publicKey: z.string() })),
      shoppers: z.array(z.object({ name: z.string(), accessToken: z.string() })),
      exchanges: z.array(z.string()),
    })
    .parse(await json(`${simulator.url}/control/credentials`))
  const plugin = spawn(process.execPath, [example('plugin/plugin.mjs')], {
    env: {
      ...process.env,
      PAYTWIN_BASE_URL: `${simulator.url}/api`,
      PUBLIC_KEY: merchants[0]?.publicKey,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const control = (path: string, body: object) => json(`${simulator.url}/control${path}`, body)
  const orders = () => json(`${origin}/orders`)
  const token = { authorization: 'Bearer token-of-shop-17' }
  const known = (order: string) =>
    json(`${simulator.url}/api/orders/${order}`, undefined, token).catch(String)
  try {
    await once(plugin.stdout, 'data')
    const bought = await json(`${origin}/buy`, { draft: 'draft-1', price: 12.5, renews: true })
    expect(bought).toMatchObject({ uuid: expect.any(String) })
    expect(await orders()).toEqual({ 'draft-1': { state: 'new', paid: 0 } })
    const address = { address1: '1 Sample Street', city: 'Springfield', state: 'IL', country: 'US' }
    const shopperToken = shoppers.find(({ name }) => name === 'ready')?.accessToken
    await json(`${origin}/pay`, { draft: 'draft-1', shopperToken, exchange: exchanges[0], address })
    await expect.poll(orders).toEqual({ 'draft-1': { state: 'on-hold', paid: 0 } })
    await control('/clock/advance', { by: 'PT3H' })
    await expect.poll(orders).toEqual({ 1001: { state: 'completed', paid: 1 } })
    await expect.poll(() => known('1001')).toEqual({ orderId: '1001', status: '1', partial: false })
    expect(await known('draft-1')).toContain('404')
    await control('/clock/advance', { by: 'P2M' })
    await expect.poll(orders).toEqual({ 1001: { state: 'completed', paid: 3 } })
    await json(`${origin}/cancel`, { number: '1001' })
    await control('/clock/advance', { by: 'P2M' })
    expect(await orders()).toEqual({ 1001: { state: 'completed', paid: 3 } })
    expect(await json(`${simulator.url}/control/subscriptions`)).toMatchObject({
      subscriptions: [{ order: '1001', status: 'canceled' }],
    })
    const { uuid } = z
      .object({ uuid: z.string() })
      .parse(await json(`${origin}/buy`, { draft: 'draft-2', price: 40 }))
    const half = { by: 'wallet', as: 'shopper-ready', coin: 'BTC', share: '0.5' }
    await control(`/invoices/${uuid}/pay`, half)
    await expect.poll(orders).toMatchObject({ 'draft-2': { state: 'partially-paid', paid: 0 } })
    expect(await known('draft-2')).toEqual({ orderId: 'draft-2', status: '101', partial: true })
  } finally {
    plugin.kill()
    await simulator.stop()
  }
})

const isMissing = (program: string) => process.env.CI !== 'true' && spawnSync('which', [program]).status !== 0
const env = () => ({ ...process.env, PAYTWIN_BASE_URL: `${served.url}/api` })

it.skipIf(isMissing('php'))('the PHP filter changes the URL', () => {
  const output = execFileSync('php', [write('paytwin.php')], { env: env(), encoding: 'utf8' })
  expect(output).toBe(`${served.url}/api/stores\n`)
})

it.skipIf(isMissing('go'))('the Go round-tripper reaches the plugin', { timeout: 120_000 }, async () => {
  const { stdout } = await promisify(execFile)('go', ['run', write('paytwin.go')], { env: env() })
  expect(stdout).toBe('200 OK version-plugin.mjs\n')
})

// Continuous builds have no nginx.
it.skipIf(spawnSync('which', ['nginx']).status !== 0)('the TLS proxy reaches the plugin', async () => {
  const port = await freePort()
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
