// The suite refuses a simulator with extensions. Runs in other tests accept one without.

import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedProgram, serveProgram } from '../../simulator/test-support/built-program.ts'
import { inProcess } from './in-process.ts'
import { refuseExtended } from './refuse-extended.ts'
import { deploymentOf } from './target-flags.ts'
import { listening } from './test-support/servers.ts'

let extended: ServedProgram
let guarded: ServedProgram
beforeAll(async () => {
  const overlay = fileURLToPath(new URL('../../docs/examples/extension.json', import.meta.url))
  extended = await serveProgram('--extend', overlay)
  guarded = await serveProgram('--extend', overlay, '--public-url', 'http://shop.example')
})
afterAll(() => Promise.all([extended.stop(), guarded.stop()]))

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
  const baseUrl = await listening((_, response) => response.end('{"status":"ok","extensions":["pdf"]}'))
  await refuseExtended({ ...inProcess().target, baseUrl })
})
