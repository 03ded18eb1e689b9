// The program as a person runs it: what it prints, what its flags do, and how it ends.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { WebhookReceiver } from './client/webhook-receiver.ts'
import { runProgram, type ServedProgram, serveProgram } from './simulator/test-support/built-program.ts'
import { Shop } from './simulator/test-support/shop.ts'
import { defaultWorld } from './simulator/world/default-world.ts'

const directory = mkdtempSync(join(tmpdir(), 'paytwin-cli-'))
afterAll(() => rmSync(directory, { recursive: true }))

const open: ServedProgram[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((served) => served.stop()))
})

async function serving(...flags: string[]): Promise<ServedProgram> {
  const served = await serveProgram(...flags)
  open.push(served)
  return served
}

function fileOf(name: string, text: string): string {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}

async function jsonOf(url: string, init?: RequestInit): Promise<unknown> {
  return JSON.parse(await (await fetch(url, init)).text())
}

describe('the program', () => {
  it('reports a port that is in use, and suggests another', async () => {
    const { url } = await serving()
    const { port } = new URL(url)
    const { code, stderr } = await runProgram('--port', port)
    expect(code).toBe(2)
    expect(stderr).toContain(`paytwin: Port ${port} on 127.0.0.1 is in use.`)
    expect(stderr).toContain(`--port ${Number(port) + 1}`)
  })

  it('lists its commands and prints its version', async () => {
    const help = await runProgram('--help')
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toMatch(/^ {2}serve \[options\] /m)
    const { version }: { version: string } = JSON.parse(
      readFileSync(new URL('package.json', import.meta.url), 'utf8'),
    )
    expect(await runProgram('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it('prints the built-in world, which it can serve again', async () => {
    const { code, stdout } = await runProgram('world')
    expect(code).toBe(0)
    const world: typeof defaultWorld = JSON.parse(stdout)
    expect(world).toEqual(defaultWorld)
    Object.assign(world.shoppers[0] ?? {}, { accessToken: 'shopper-of-mine', description: 'is mine' })
    const served = await serving('--world', fileOf('mine.json', JSON.stringify(world)))
    expect(served.greeting).toMatch(/shopper-of-mine +is mine/)
  })

  it('offers two requests that work when pasted into a shell', async () => {
    const { greeting, url } = await serving()
    const lines = greeting.split('\n').filter((line) => line.startsWith('curl '))
    expect(lines).toHaveLength(2)
    const [invoice = '', clock = ''] = execFileSync('bash', ['-e'], { input: lines.join('\n') })
      .toString()
      .split('\n')
    expect(JSON.parse(invoice)).toMatchObject({ ok: true, result: { url: expect.stringContaining(url) } })
    expect(JSON.parse(clock)).toMatchObject({ to: '2026-01-08T09:00:00.000Z' })
  })

  // More than a pipe holds while nobody reads.
  const scenarios = ['webhook-too-long-for-get', 'monthly-subscription-for-a-year', 'walk-through']
  const much = `node dist/cli.js replay --verbose ${scenarios.map((name) => `scenarios/catalog/${name}.json`).join(' ')}`
  const inShell = (script: string) => spawnSync('bash', ['-c', script], { encoding: 'utf8' })

  it('has said all before it ends, however late it is read', () => {
    const { stdout, stderr } = inShell(`${much} | (sleep 8; tail -n 1); echo "$PIPESTATUS"`)
    expect(stdout).toBe('3 scenarios: 3 pass (the simulator in process)\n0\n')
    expect(stderr).toBe('')
  })

  it('goes on to its end where nobody reads on', () => {
    const { stdout, stderr } = inShell(`${much} | head -n 1; echo "$PIPESTATUS"`)
    expect(stdout).toMatch(/^pass .*\n0\n$/)
    expect(stderr).toBe('')
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('ends cleanly on %s, whoever is connected', async (signal) => {
    const served = await serveProgram()
    await fetch(`${served.url}/api/stores`)
    expect(await served.stop(signal)).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('a flag', () => {
  const invoice = { amount: '5', currency: 'USD', order: 'o', cart: [{ id: 'tea' }], shippingAddress: null }
  const post = (body: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  it('--seed decides what is drawn', async () => {
    const [a, b, c] = await Promise.all([
      serving('--seed', 'x'),
      serving('--seed', 'x'),
      serving('--seed', 'y'),
    ])
    const uuids = await Promise.all(
      [a, b, c].map(async ({ url }) => {
        const response = await jsonOf(`${url}/api/hosted-page`, post(invoice))
        return /"uuid":"([^"]+)"/.exec(JSON.stringify(response))?.[1]
      }),
    )
    expect(uuids[0]).toBe(uuids[1])
    expect(uuids[0]).not.toBe(uuids[2])
  })

  it('--start sets the clock, and --clock lets it run', async () => {
    const { url, greeting } = await serving('--start', '2026-06-01T00:00:00Z', '--clock', '100000x')
    expect(greeting).toContain('2026-06-01T00:00:00.000Z, 100000x')
    await expect
      .poll(async () => JSON.stringify(await jsonOf(`${url}/control/clock`)), { timeout: 20_000 })
      .toContain('"now":"2026-06-02T')
  })

  it('--validation report goes on, and says in the log what was wrong', async () => {
    const { url, printed } = await serving('--validation', 'report')
    const response = await jsonOf(`${url}/api/hosted-page`, post({ ...invoice, amount: 5 }))
    expect(response).toMatchObject({ ok: true })
    await expect.poll(printed).toMatch(/POST \/api\/hosted-page: .*amount/)
  })

  it('--assumptions and --random-assumptions exclude each other', async () => {
    const chosen = fileOf('chosen.json', '{ "service.version": "header" }')
    const { url } = await serving('--assumptions', chosen)
    const response = await fetch(`${url}/api/hosted-page`, post(invoice))
    expect(response.headers.get('x-api-version')).toBe('1')
    const both = await runProgram('--port', '0', '--assumptions', chosen, '--random-assumptions', '1')
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('either set or random') })
    const random = await serving('--random-assumptions', '7')
    expect(await jsonOf(`${random.url}/control/assumptions`)).not.toEqual(
      await jsonOf(`${url}/control/assumptions`),
    )
  })

  it('--webhook-url registers a webhook', async () => {
    const { url } = await serving('--webhook-url', 'http://127.0.0.1:9/hook')
    expect(await jsonOf(`${url}/control/credentials`)).toMatchObject({
      merchants: [{ webhookUrl: 'http://127.0.0.1:9/hook' }, {}],
    })
  })

  it('--webhook-timeout-ms limits the time of a receiver', async () => {
    const silent = await WebhookReceiver.listen({ respond: () => undefined })
    const { url } = await serving('--webhook-url', silent.url, '--webhook-timeout-ms', '40')
    const shop = await Shop.open({ url })
    await shop.pay('order-1')
    await shop.control.advanceClock({ body: { next: true } })
    const [first] = (await shop.control.listEvents()).events
    expect(first?.attempts[0]).toMatchObject({ outcome: 'timed-out', response: 'No response within 40 ms.' })
    await silent.close()
  })

  it('--max-sandboxes bounds the named ones', async () => {
    const { url } = await serving('--max-sandboxes', '1')
    const put = { ...post({}), method: 'PUT' }
    await jsonOf(`${url}/sandboxes/first`, put)
    await jsonOf(`${url}/sandboxes/second`, put)
    const listed = JSON.stringify(await jsonOf(`${url}/sandboxes`))
    expect(listed).toContain('"second"')
    expect(listed).not.toContain('"first"')
  })

  it('--no-control leaves the service alone', async () => {
    const { url, greeting } = await serving('--no-control')
    expect(greeting).not.toContain('/control')
    expect((await fetch(`${url}/control/clock`)).status).toBe(404)
    expect((await fetch(`${url}/sandboxes`)).status).toBe(404)
    const response = await fetch(`${url}/api/stores`, {
      headers: { authorization: 'Bearer merchant-lamp-shop' },
    })
    expect(response.status).toBe(200)
  })
})
