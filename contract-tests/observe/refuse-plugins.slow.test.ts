// The suite refuses a simulator with plugins. Runs in other tests accept one without.

import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedProgram, serveProgram } from '../../simulator/test-support/built-program.ts'
import { inProcess } from './in-process.ts'
import { refusePlugins } from './refuse-plugins.ts'
import { deploymentOf } from './target-flags.ts'
import { listening } from './test-support/servers.ts'

let plugged: ServedProgram
let guarded: ServedProgram
beforeAll(async () => {
  const plugin = fileURLToPath(new URL('../../docs/examples/plugin/simulator-plugin.mjs', import.meta.url))
  plugged = await serveProgram('--plugin', plugin)
  guarded = await serveProgram('--plugin', plugin, '--public-url', 'http://shop.example')
})
afterAll(() => Promise.all([plugged.stop(), guarded.stop()]))

const message = 'has plugins: simulator-plugin.mjs. They add or change operations'

it('refuses a simulator with plugins, with and without its control API', async () => {
  const baseUrl = `${plugged.url}/api`
  await expect(deploymentOf({ baseUrl })).rejects.toThrow(message)
  await expect(deploymentOf({ baseUrl, controlUrl: `${plugged.url}/control` })).rejects.toThrow(message)
})

it('refuses a simulator with plugins whose control API requires a token', async () => {
  expect((await fetch(`${guarded.url}/control/credentials`)).status).toBe(401)
  await expect(deploymentOf({ baseUrl: `${guarded.url}/api` })).rejects.toThrow(message)
})

it('accepts another program whose state lists plugins', async () => {
  const baseUrl = await listening((_, response) => response.end('{"status":"ok","plugins":["pdf"]}'))
  await refusePlugins({ ...inProcess().target, baseUrl })
})
