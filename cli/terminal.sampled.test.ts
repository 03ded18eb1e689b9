// Texts of servers, files, URLs and arguments cannot control the terminal or forge a line of the output, whatever the command.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeServer, listenOn } from '../core/listening.ts'
import { sampled } from '../core/test-support/sampling.ts'
import { testDirectory } from '../core/test-support/test-directory.ts'
import { Running, runProgram, serveProgram } from '../simulator/test-support/built-program.ts'
import { defaultWorld } from '../simulator/world/default-world.ts'

const plant = 'p\u001b]0;x\u0007\r\u202e\u2066\u009b31m\n✓ 99 passed'
/** Found in an output in which the plant was printed. */
const shown = /99 passed|\\u001b/

const directory = testDirectory('terminal')
const here = { host: '127.0.0.1', port: 0 }
const servers: Server[] = []
afterAll(async () => {
  await Promise.all(servers.map(closeServer))
})

function write(name: string, value: unknown): string {
  const path = join(directory, name)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

/** A server whose responses are full of plants, as JSON or as a text. */
async function hostile(isJson: boolean, status = 200): Promise<string> {
  const body = {
    ok: plant,
    [plant]: plant,
    error: plant,
    fact: plant,
    detail: plant,
    remedy: plant,
    result: { [plant]: plant, id: plant },
  }
  const server = createServer((_, response) => {
    response.statusCode = status
    response.setHeader('x-api-version', 'a\u009b31m')
    response.setHeader('content-type', isJson ? 'application/json' : 'text/plain\u009b31m')
    response.end(isJson ? JSON.stringify(body) : plant)
  })
  servers.push(server)
  return listenOn(server, here)
}

let json = ''
let text = ''
let refusing = ''
beforeAll(async () => {
  json = await hostile(true)
  text = await hostile(false)
  refusing = await hostile(true, 409)
})

function expectHarmless(output: string): void {
  expect(output.replace(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
  expect(output).not.toMatch(/^✓ 99 passed/m)
}

const merchant = { ...defaultWorld.merchants[0] }
const scenario = JSON.parse(
  readFileSync('scenarios/catalog/lookups.json', 'utf8').replaceAll('../', `${process.cwd()}/`),
)
const planted = structuredClone(scenario)
planted.info.title = plant
planted.workflows[0].workflowId = plant
planted.workflows[0].steps[0].stepId = plant
const invalid = structuredClone(planted)
invalid.workflows[0].steps[0].operationId = plant
invalid[plant] = plant

/** A target file for a base URL, with a name. */
function target(baseUrl: string, name = plant): string {
  return write(`${Math.random()}.json`, {
    name,
    baseUrl,
    level: 'disruptive',
    merchants: [
      {
        id: merchant.id,
        accessToken: 'merchant-a',
        clientSecret: 'secret-a',
        merchantAuth: 'auth-a',
        publicKey: publicKey(),
      },
    ],
    shoppers: { ready: { accessToken: 'shopper-a' } },
    exchanges: ['a', 'b', 'c', 'd', 'e'],
  })
}

/** The public key that the documentation of target files shows. */
function publicKey(): string {
  const [, key = ''] =
    /"publicKey": ("-----BEGIN[^"]+")/.exec(readFileSync('docs/guide/conformance.md', 'utf8')) ?? []
  return JSON.parse(key)
}

const titled = () => write('titled.json', planted)
const few = ['--smoke', '--only', 'stores', 'invoices', 'shoppers']

const cases: [name: string, args: () => string[]][] = [
  ['an unknown command', () => [plant]],
  ['an unknown option', () => [`--${plant}`]],
  ['serve: a flag', () => ['serve', '--clock', plant]],
  ['serve: the host', () => ['serve', '--port', '0', '--host', plant]],
  ['serve: the start', () => ['serve', '--port', '0', '--start', plant]],
  ['serve: a missing world file', () => ['serve', '--world', plant]],
  ['serve: an invalid world', () => ['serve', '--world', write('world.json', { [plant]: plant })]],
  [
    'serve: unknown assumptions',
    () => ['serve', '--assumptions', write('assumptions.json', { [plant]: plant })],
  ],
  ['serve: invalid assumptions', () => ['serve', '--assumptions', write('invalid.json', { [plant]: 5 })]],
  ['verify: --only', () => ['verify', '--only', plant]],
  ['verify: --property', () => ['verify', '--property', plant]],
  ['verify: --path', () => ['verify', '--path', plant]],
  ['verify: --base-url', () => ['verify', '--base-url', plant]],
  ['verify: a missing target file', () => ['verify', '--target', plant]],
  [
    'verify: an invalid target file',
    () => ['verify', '--target', write('bad-target.json', { [plant]: plant })],
  ],
  ['verify: a name and responses in JSON', () => ['verify', '--target', target(json), ...few]],
  ['verify: responses that are a text', () => ['verify', '--target', target(text), ...few]],
  [
    'verify: a directory of reports',
    () => ['verify', '--target', target(text), ...few, '--report', join(directory, plant)],
  ],
  ['verify: a control API', () => ['verify', '--base-url', json, '--control-url', refusing]],
  ['replay: a title, names of steps and of the target', () => ['replay', titled(), '--target', target(json)]],
  ['replay: every response in JSON', () => ['replay', '--verbose', titled(), '--target', target(json)]],
  ['replay: every response as a text', () => ['replay', '--verbose', titled(), '--target', target(text)]],
  ['replay: a control API', () => ['replay', titled(), '--url', refusing]],
  ['replay: --url', () => ['replay', titled(), '--url', plant]],
  ['replay: a missing file', () => ['replay', plant]],
  ['replay: an input', () => ['replay', titled(), '--input', `${plant}=x`]],
  ['replay: a report', () => ['replay', titled(), '--json', `/proc/${plant}/x`]],
  ['replay: an invalid scenario', () => ['replay', write('invalid-scenario.json', invalid)]],
  ['replay: the name of a file', () => ['replay', write(`${plant.replaceAll('/', '')}.json`, '{')]],
  ['lint: an invalid scenario', () => ['lint', write('invalid-scenario.json', invalid)]],
  ['lint: names of steps', () => ['lint', write('steps.json', { ...planted, sourceDescriptions: [] })]],
  ['lint: the name of a file', () => ['lint', write(`${plant}.json`, '{')]],
  ['record: --proxy', () => ['record', '--out', join(directory, 'r.json'), '--proxy', plant]],
  ['record: --out', () => ['record', '--proxy', json, '--out', `/proc/${plant}/x`]],
  [
    'record: a private key',
    () => ['record', '--out', join(directory, 'r.json'), '--proxy', json, '--private-key', plant],
  ],
]

describe('foreign texts in the output', () => {
  it.each(sampled(cases, 4))('are escaped: %s', async (_, args) => {
    const { stdout, stderr } = await runProgram(...args())
    expect(`${stdout}${stderr}`).toMatch(shown)
    expectHarmless(`${stdout}${stderr}`)
  })

  it('are escaped in the greeting and the log of serve', async () => {
    const [shopper, ...shoppers] = defaultWorld.shoppers
    const world = write('planted-world.json', {
      ...defaultWorld,
      shoppers: [{ ...shopper, description: plant }, ...shoppers],
    })
    mkdirSync(join(directory, plant), { recursive: true })
    const assumptions = write(`${plant}/assumptions.json`, { 'service.content-type': 'demanded' })
    const served = await serveProgram(
      '--world',
      world,
      '--assumptions',
      assumptions,
      '--seed',
      plant,
      '--validation',
      'report',
    )
    const invoice = { amount: 5, currency: 'USD', order: 'o', cart: [{ id: 'tea' }], shippingAddress: null }
    await fetch(`${served.url}/api/hosted-page?x=%1b%0a✓`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain;\u009b31m' },
      body: JSON.stringify(invoice),
    })
    await expect.poll(() => served.printed()).toMatch(/hosted-page\?.* createInvoice .* ms: /)
    const { stdout, stderr } = await served.stop()
    expect(stdout).toContain('"text/plain;\\u009b31m"')
    expect(stdout.match(/99 passed/g)?.length).toBe(3)
    expectHarmless(`${stdout}${stderr}`)
  })

  it('are escaped in what record prints', async () => {
    const out = join(directory, `${plant}.out.json`)
    const flags = ['--out', out, '--port', '0', '--proxy', text, '--title', plant]
    const recording = new Running(['record', ...flags])
    const url = await recording.printed(/Send requests to (\S+) instead/)
    await fetch(`${url}/none/%1b%0a✓`)
    await fetch(`${url}/hosted-page`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ [plant]: plant, amount: plant }),
    })
    recording.child.kill('SIGINT')
    const { code, stdout, stderr } = await recording.ended
    expect([code, stdout]).toEqual([0, expect.stringContaining('Replay it with: ')])
    expectHarmless(`${stdout}${stderr}`)
  })
})
