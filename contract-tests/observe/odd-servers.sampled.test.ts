// Targets that are not the service: each gets a clear outcome and the right exit code, without a stack trace.

import { writeFileSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { sampled } from '../../core/test-support/sampling.ts'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { runVerify } from '../commands/verify-command.ts'
import { inProcess } from './in-process.ts'
import { answering, copyTo, listening, passOn } from './test-support/servers.ts'

const directory = testDirectory('odd')

afterEach(() => {
  vi.restoreAllMocks()
})

/** The path of a target file for a base URL. */
function targetFile(baseUrl: string, timeoutSeconds: number): string {
  const file = join(directory, 'target.json')
  const limits = { timeoutSeconds }
  writeFileSync(
    file,
    JSON.stringify({ ...inProcess().target, name: 'the odd server', baseUrl, limits, level: 'disruptive' }),
  )
  return file
}

const stackTrace = /^\s+at .*:\d+:\d+\)?$/m

const fewRequirements = [
  ...['stores', 'qr-transactions', 'invoices.created'],
  ...['service.paths-under-base-url', 'service.responses-are-json'],
]

/** Runs the command in this process, on few requirements. */
async function verifying(baseUrl: string, timeoutSeconds = 5, only = fewRequirements) {
  let output = ''
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      output += String(text)
      return true
    })
  const code = await runVerify({ target: targetFile(baseUrl, timeoutSeconds), smoke: true, only })
  vi.restoreAllMocks()
  expect(output).not.toMatch(stackTrace)
  return { code, output }
}

it.each(
  sampled<[string, RequestListener, string]>([
    ['{} to everything', answering(200, 'application/json', '{}'), 'stores.response-shape'],
    [
      'the envelope of success to everything',
      answering(200, 'application/json', '{"ok":true,"result":{}}'),
      'qr-transactions.created',
    ],
  ]),
)('a server that responds with %s violates the contract', async (_, response, requirement) => {
  const { code, output } = await verifying(await listening(response))
  expect(output).toContain(`✗ Requirement     ${requirement}`)
  expect(output).toMatch(/the odd server violates \d+ requirements? of the contract \(exit 1\)$/m)
  expect(code).toBe(1)
})

it('an endless response has no verdict', async () => {
  const { code, output } = await verifying(
    await listening((_, response) => {
      const pour = (to: ServerResponse) => {
        if (!to.destroyed) to.write(' '.repeat(1_000_000), () => setImmediate(pour, to))
      }
      pour(response.writeHead(200, { 'content-type': 'application/json' }))
    }),
    5,
    ['invoices.created'],
  )
  expect(output).toContain(
    'createInvoice: a response of more than 8000000 bytes was cut. A response that is too large is not checked.',
  )
  expect(code).toBe(4)
})

const silent = (cause: string) =>
  new RegExp(
    `^paytwin: The target at http\\S+ does not respond\\.\\n {2}GET /stores: no response.*${cause}`,
    's',
  )
const nowhere = '{"detail":"The service is at /api."}'

it.each<[string, () => Promise<string>, RegExp]>([
  ['a closed port', async () => 'http://127.0.0.1:1', silent('ECONNREFUSED')],
  [
    'a server that hangs',
    () => listening(() => {}),
    silent('timed out after 0.3 s.+limits\\.timeoutSeconds'),
  ],
  [
    'a server that hangs up',
    () => listening((request) => request.socket.destroy()),
    silent('(socket hang up|ECONNRESET)'),
  ],
  ['an unknown host name', async () => 'http://nobody.invalid', silent('(ENOTFOUND|EAI_AGAIN)')],
  [
    'a server that redirects to the same paths elsewhere',
    () =>
      listening(({ url }, response) =>
        response.writeHead(301, { location: `https://pay.example${url}` }).end(),
      ),
    /redirects requests\..*\n.*HTTP 301.*\n.*to https:\/\/pay\.example\.$/m,
  ],
  [
    'a server without the service',
    () => listening(answering(404, 'application/json', nowhere)),
    /^paytwin: There is no service at http.*\n.*The service is at \/api/m,
  ],
])('%s has no verdict', async (name, target, message) => {
  const { code, output } = await verifying(await target(), name === 'a server that hangs' ? 0.3 : 5)
  expect(output).toMatch(message)
  expect(code).toBe(2)
})

it('a server that does not respond while a proxy is set has no verdict, and the reason names the variable', async () => {
  vi.stubEnv('https_proxy', 'http://127.0.0.1:1')
  const { code, output } = await verifying('http://nobody.invalid')
  vi.unstubAllEnvs()
  expect(output).toMatch(/seconds\. HTTPS?_PROXY is set, but requests to the target use no proxy\.$/im)
  expect(code).toBe(2)
})

it('a server on which only GET /stores is too slow is checked', async () => {
  const simulator = inProcess()
  await simulator.fresh()
  const url = await listening(async (request, response) => {
    if (request.url !== '/stores') await copyTo(response, await passOn(request, simulator))
  })
  const { code, output } = await verifying(url, 1, ['currencies'])
  expect(output).toMatch(/^currencies .*✓/m)
  expect(code).toBe(0)
})

it('a server that stops responding ends the run', async () => {
  let requests = 0
  const respond = answering(200, 'application/json', '{}')
  const { code, output } = await verifying(
    await listening((request, response) => {
      requests += 1
      if (requests < 4) respond(request, response)
    }),
    0.3,
  )
  expect(output).toMatch(/the target stopped responding|violates the contract/)
  expect([1, 2]).toContain(code)
  expect(requests).toBeLessThan(30)
})
