// No secret leaves: distinct secrets are planted in every place that the program reads, and every byte that it prints or writes
// is searched for each of them in each encoding. The list of places is data; each place must have been reached.

import { createPublicKey } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeServer, listenOn } from '../core/listening.ts'
import { testDirectory } from '../core/test-support/test-directory.ts'
import { Running, runProgram, serveProgram } from '../simulator/test-support/built-program.ts'
import { defaultWorld } from '../simulator/world/default-world.ts'
import { canaries, canary, kinds, leaks, repeated, unicode, varied } from './test-support/canaries.ts'
import { sendPlanted, uuid } from './test-support/planted-requests.ts'

const directory = testDirectory('canaries')

/** A deployment that fails every check, and repeats all that it receives in its responses. */
const received: string[] = []
/** Secrets of the target that the deployment repeats. */
let echoed: string[] = []
const deployment = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    const headers = JSON.stringify(request.headers)
    received.push(`${request.url} ${headers} ${body}`)
    const credential = (request.headers.authorization ?? '').replace(/^\w+ /, '')
    response.setHeader('set-cookie', [`sid=${responseSecrets.cookie}; Path=/`, 'theme=dark'])
    response.setHeader('x-refresh-token', responseSecrets.header)
    response.setHeader('content-type', 'application/json')
    const result = {
      echo: {
        url: request.url,
        headers: request.headers,
        body,
        credential,
        ...repeated(credential || 'nothing'),
      },
      refresh_token: responseSecrets.field,
      deep: [{ session: { apiKey: responseSecrets.deep, pin: 4711 } }],
      text: JSON.stringify({ clientSecret: responseSecrets.nested }),
      known: echoed.map(repeated),
      cookieAgain: responseSecrets.cookie,
      headerAgain: responseSecrets.header,
    }
    received.push(...echoed)
    response.end(JSON.stringify({ ok: 'yes', result, padding: 'x'.repeat(100) }))
  })
})
const responseSecrets = {
  cookie: canary('response cookie'),
  header: canary('response header'),
  field: varied('response field'),
  deep: varied('response field, deep'),
  nested: varied('response field, JSON in a text'),
}

let url = ''
const variable = canary('environment variable', `${kinds.quotes}${unicode}`)
beforeAll(async () => {
  url = await listenOn(deployment, { host: '127.0.0.1', port: 0 })
  vi.stubEnv('CANARY_SECRET', variable)
  vi.stubEnv('NO_COLOR', '1')
})
afterAll(() => {
  vi.unstubAllEnvs()
  return closeServer(deployment)
})

const world = structuredClone(defaultWorld)

/** A target file with a secret of another kind in each place. */
function targetFile(baseUrl: string): string {
  const [publicKey] = world.merchants.map(({ privateKey }) =>
    createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }),
  )
  const target = {
    baseUrl,
    level: 'money',
    merchants: [
      {
        id: 'm-1',
        accessToken: canary('target access token', kinds['base64 characters']),
        clientSecret: { env: 'CANARY_SECRET' },
        publicKey,
        merchantAuth: canary('target merchantAuth', kinds.backslashes),
      },
      {
        id: 'm-2',
        accessToken: canary('target access token, quotes', kinds.quotes),
        clientSecret: canary('target client secret, percent', kinds.percent),
        publicKey,
        merchantAuth: canary('target merchantAuth, long', kinds.long),
      },
    ],
    shoppers: {
      ready: { accessToken: canary('target shopper token', kinds.percent), stockId: 'st-1' },
      lowBalance: { accessToken: canary('target shopper token, long', kinds.long) },
      second: { accessToken: canary('target shopper token, short', '').slice(0, 10) },
    },
    exchanges: ['e1', 'e2', 'e3', 'e4', 'e5'],
    limits: { perSecond: 500, timeoutSeconds: 5 },
  }
  const accounts = [...target.merchants, ...Object.values(target.shoppers)]
  const texts = accounts
    .flatMap((account) => Object.values(account))
    .filter((text) => typeof text === 'string')
  echoed = [...texts.filter((text) => text.startsWith('Cy')), variable]
  const file = join(directory, `target-${canaries.size}.json`)
  writeFileSync(file, JSON.stringify(target))
  return file
}

function filesIn(path: string): [string, string][] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')])
}

/** Expects that no secret is in the outputs, and that the places were reached. */
function expectNoLeaks(
  outputs: readonly (readonly [string, string])[],
  reached: string,
  places: string[],
): void {
  const missing = places.filter((place) => !reached.includes((canaries.get(place) ?? '?').slice(0, 10)))
  expect(missing).toEqual([])
  for (const [name, text] of outputs) expect(`${name}: ${text.length > 0}`).toBe(`${name}: true`)
  const found = outputs.flatMap(([name, text]) => leaks(name, text))
  if (process.env.COUNT_CANARIES !== undefined)
    console.log(`${canaries.size} secrets in ${outputs.length} outputs: ${found.length} found`)
  expect(found).toEqual([])
}

describe('every output of', () => {
  it('serve and its journal has no secret', async () => {
    const file = join(directory, 'world.json')
    for (const merchant of world.merchants) {
      merchant.accessToken = varied(`world token of ${merchant.id}`)
      merchant.clientSecret = varied(`world secret of ${merchant.id}`)
    }
    writeFileSync(file, JSON.stringify(world))
    const serve = await serveProgram('--world', file, '--validation', 'report')
    const base = `${serve.url}/api`
    const places = await sendPlanted(base, 'serve')
    // The output of `serve` shows the published tokens of its world on purpose, so it is not searched for those.
    const shown = new Map(canaries)
    const [merchant] = world.merchants
    const pad = 'z'.repeat(3990)
    for (const body of [
      `"${pad}${merchant?.accessToken}`,
      JSON.stringify(repeated(merchant?.clientSecret ?? '')),
    ])
      await fetch(`${base}/hosted-page`, { method: 'POST', body })
    const journal = await (await fetch(base.replace('/api', '/control/journal'))).text()
    const { stdout, stderr } = await serve.stop()
    expect(shown.size).toBeGreaterThan(20)
    const log = stdout
      .split('\n')
      .filter((line) => /^\S+ {2}default {2}(?:GET|POST) \//.test(line))
      .join('\n')
    expect(log).toMatch(/ {2}400 {2}createInvoice {2}\d+ ms: /)
    expectNoLeaks(
      [
        ['journal', journal],
        ['log', `${log}${stderr} `],
      ],
      [...canaries.values()].join(),
      places,
    )
    for (const text of ['walk-order-17', uuid, '"40.00', '/api/hosted-page', 'createInvoice'])
      expect(JSON.stringify(JSON.parse(journal))).toContain(text.replaceAll('"', String.raw`\"`))
  })

  it('verify has no secret', async () => {
    const report = join(directory, 'report')
    received.length = 0
    const target = targetFile(url)
    const run = await runProgram('verify', '--target', target, '--report', report, '--runs', '1', '--smoke')
    const files = filesIn(report)
    expect(files.map(([name]) => name)).toContain('report.html')
    expect(files.length).toBeGreaterThan(3)
    expect(run.stdout).toMatch(/Bearer '"[$][{\w]/)
    const places = ['target access token', 'target shopper token', 'environment variable']
    expectNoLeaks(
      [['stdout', run.stdout], ['stderr', `${run.stderr} `], ...files],
      received.join('\n'),
      places,
    )
  })

  it('verify, replay and record has no credential of a URL', async () => {
    const secret = canary('URL password', '')
    const withUser = url.replace('//', `//shop:${secret}@`)
    const target = targetFile(withUser)
    // Without the target file, nothing says that these are secrets.
    echoed = []
    const runs = [
      ['verify', '--target', target, '--smoke'],
      ['verify', '--base-url', withUser, '--smoke'],
      ['replay', '--target', target, 'scenarios/catalog/lookups.json'],
      ['replay', '--url', withUser, 'scenarios/catalog/lookups.json'],
      ['record', '--proxy', withUser.replace('http', 'ftp'), '--out', join(directory, 'never.json')],
      ['replay', '--input', secret],
    ]
    const outputs = await Promise.all(
      runs.map(async (args): Promise<[string, string]> => {
        const { stdout, stderr } = await runProgram(...args)
        return [args.join(' '), `${stdout}${stderr}`]
      }),
    )
    expectNoLeaks(outputs, secret, ['URL password'])
  })

  it('replay has no secret', async () => {
    received.length = 0
    const target = targetFile(url)
    const scenario = JSON.parse(readFileSync('scenarios/catalog/lookups.json', 'utf8'))
    const [workflow] = scenario.workflows
    const inputs = ['otp', 'phrase', 'quoted'].map((name, index) => [
      name,
      canary(`input ${name}`, [kinds.plain, kinds.backslashes, kinds.quotes][index]),
    ])
    workflow.inputs = {
      type: 'object',
      properties: {
        ...workflow.inputs?.properties,
        ...Object.fromEntries(inputs.map(([name]) => [name, { type: 'string', format: 'password' }])),
      },
    }
    for (const source of scenario.sourceDescriptions)
      source.url = join(process.cwd(), 'scenarios/catalog', source.url)
    const planted = {
      stepId: 'planted',
      operationId: '$sourceDescriptions.service.createInvoice',
      requestBody: {
        contentType: 'application/json',
        payload: {
          amount: '10.00',
          currency: 'USD',
          order: 'o-17',
          cart: [],
          shippingAddress: null,
          customParameter: {
            returnMethod: 'GET',
            params: inputs.map(([name]) => ({ name, value: `is {$inputs.${name}}` })),
          },
        },
      },
      successCriteria: [
        { context: '$response.body', type: 'jsonpath', condition: "$[?@.result.refresh_token == 'x']" },
        { condition: '$statusCode == 201' },
      ],
    }
    scenario.workflows.unshift({ workflowId: 'planted', inputs: workflow.inputs, steps: [planted] })
    const file = join(directory, 'planted.json')
    writeFileSync(
      file,
      JSON.stringify(scenario).replaceAll('../shared', join(process.cwd(), 'scenarios/shared')),
    )
    const out = (name: string) => join(directory, `replay-${name}`)
    const flags = ['--target', target, ...inputs.flatMap(([name, value]) => ['--input', `${name}=${value}`])]
    const reports = [
      '--verbose',
      '--transcript',
      out('transcript.txt'),
      '--json',
      out('json.json'),
      '--junit',
      out('junit.xml'),
    ]
    const run = await runProgram('replay', file, ...flags, ...reports)
    const files = ['transcript.txt', 'json.json', 'junit.xml'].map((name): [string, string] => [
      name,
      readFileSync(out(name), 'utf8'),
    ])
    expect(run.stdout).toContain('{otp}')
    const places = ['input otp', 'input phrase', 'input quoted']
    expectNoLeaks([['stdout', `${run.stdout}${run.stderr}`], ...files], received.join('\n'), places)
  })

  /** Sends secrets that no target has: those of unknown origin, which only their form gives away. */
  async function sendUnknown(base: string, line: string): Promise<void> {
    const post = (body: unknown) =>
      fetch(`${base}/hosted-page`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    const jwt = canary('jwt in a known field')
    canaries.set('jwt in a known field', `eyJhbGciOi${jwt}.eyJzdWIiOiIx.c2lnbmF0dXJl`)
    const usual = { amount: '1.00', currency: 'USD', order: 'o-18', cart: [], shippingAddress: null }
    await post({ ...usual, description: canaries.get('jwt in a known field') })
    const visit = encodeURIComponent(canary('unknown query parameter'))
    await fetch(`${base}/invoices?uuid=${uuid}&visit=${visit}`)
    await post({ note: line })
  }

  it('record has no secret', async () => {
    received.length = 0
    const out = join(directory, 'record.json')
    const key = join(directory, 'key.pem')
    const line = canary('private key', `${kinds['base64 characters']}${'kEy4'.repeat(10)}`)
    writeFileSync(key, `-----BEGIN PRIVATE KEY-----\n${line}\n-----END PRIVATE KEY-----\n`)
    const flags = ['--proxy', url, '--target', targetFile(url), '--private-key', key]
    const recording = new Running(['record', '--port', '0', '--out', out, ...flags])
    const base = await recording.printed(/Send requests to (http:\/\/127\.0\.0\.1:\d+)/)
    const places = await sendPlanted(base, 'record')
    await sendUnknown(base, line)
    recording.child.kill('SIGINT')
    const { stdout, stderr } = await recording.ended
    const outputs: [string, string][] = [
      ['stdout', `${stdout}${stderr}`],
      ['scenario', readFileSync(out, 'utf8')],
    ]
    expectNoLeaks(
      outputs,
      received.join('\n'),
      places.filter((place) => !/basic|user info/.test(place)),
    )
    for (const [, text] of outputs.slice(1))
      for (const readable of ['walk-order-17', '40.00', 'USD', 'shippingAddress'])
        expect(text).toContain(readable)
  })
})
