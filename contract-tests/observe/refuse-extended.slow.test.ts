// The suite refuses a simulator with extensions.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedProgram, serveProgram } from '../../simulator/test-support/built-program.ts'
import { inProcess } from './in-process.ts'
import { refuseExtended } from './refuse-extended.ts'
import { deploymentOf } from './target-flags.ts'

let extended: ServedProgram
let guarded: ServedProgram
let plain: ServedProgram
beforeAll(async () => {
  const overlay = fileURLToPath(new URL('../../docs/examples/extension.json', import.meta.url))
  extended = await serveProgram('--extend', overlay)
  guarded = await serveProgram('--extend', overlay, '--public-url', 'http://shop.example')
  plain = await serveProgram()
})
afterAll(() => Promise.all([extended.stop(), guarded.stop(), plain.stop()]))

const message = 'has extensions: Example shop plugin. They add or change operations'

it('refuses a simulator with extensions, with and without its control API', async () => {
  const baseUrl = `${extended.url}/api`
  await expect(deploymentOf({ baseUrl })).rejects.toThrow(message)
  await expect(deploymentOf({ baseUrl, controlUrl: `${extended.url}/control` })).rejects.toThrow(message)
})

it('refuses a simulator with extensions whose control API requires a token', async () => {
  expect((await fetch(`${guarded.url}/control/credentials`)).status).toBe(401)
  await expect(deploymentOf({ baseUrl: `${guarded.url}/api` })).rejects.toThrow(message)
})

it('accepts another program whose state lists extensions', async () => {
  const server = createServer((_, response) => response.end('{"status":"ok","extensions":["pdf"]}')).listen(0)
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await refuseExtended({ ...inProcess().target, baseUrl: `http://127.0.0.1:${port}` })
  } finally {
    server.close()
  }
})

it('accepts a simulator without extensions', async () => {
  const deployment = await deploymentOf({ baseUrl: `${plain.url}/api` })
  await deployment.close()
})
