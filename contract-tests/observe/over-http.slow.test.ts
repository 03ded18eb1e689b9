// Deployments over HTTP undo their setup when they are closed, and restore a sandbox that they did not create.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controlClient } from '../../client/control-client.ts'
import { httpSend } from '../../client/http-send.ts'
import { idBeginnings } from '../../client/sample-ids.ts'
import type { Target, TargetFile } from '../../client/target.ts'
import { resolveTarget } from '../../client/target-file.ts'
import { type ServedProgram, serveProgram } from '../../simulator/test-support/built-program.ts'
import { verify } from '../commands/verify.ts'
import { inProcess } from './in-process.ts'
import { overHttp } from './over-http.ts'
import { copyTo, listening, passOn } from './test-support/servers.ts'

let served: ServedProgram
beforeAll(async () => {
  served = await serveProgram()
})
afterAll(() => served.stop())

const control = () => controlClient({ url: served.url })

function target(capabilities: TargetFile['capabilities'], origin = served.url): Target {
  const { limits: _, ...known } = inProcess().target
  return resolveTarget({ ...known, baseUrl: `${origin}/api`, capabilities }, {})
}

async function sandboxes(): Promise<string[]> {
  const response = Object(await (await fetch(`${served.url}/sandboxes`)).json())
  return response.sandboxes.map(({ name }: { name: string }) => name)
}

describe('a new sandbox', () => {
  it('exists while the deployment is open', async () => {
    const deployment = await overHttp(target({ control: { url: `${served.url}/control` } }))
    expect(deployment.isolates).toBe(true)
    expect(deployment.target.baseUrl).toMatch(/\/sandboxes\/verify-[0-9a-f]{8}\/api$/)
    expect((await sandboxes()).length).toBe(2)
    await deployment.close()
    expect(await sandboxes()).toEqual(['default'])
    await deployment.close()
  })

  it('leaves out deliveries of an earlier world', async () => {
    const deployment = await overHttp(target({ control: { url: `${served.url}/control` } }))
    await deployment.fresh()
    const url = deployment.target.baseUrl.replace(/\/api$/, '')
    const [merchant] = (await controlClient({ url }).getCredentials()).merchants
    const receivedOfThisWorld = async () => {
      await fetch(merchant?.webhookUrl ?? '', { method: 'POST', body: '{}' })
      return deployment.webhooks?.received()
    }
    expect(await receivedOfThisWorld()).toHaveLength(1)
    await deployment.fresh()
    expect(await receivedOfThisWorld()).toEqual([])
    await deployment.close()
  })

  it('is deleted again if the webhook receiver cannot listen', async () => {
    const port = Number(new URL(served.url).port)
    const capabilities = { control: { url: `${served.url}/control` }, webhooks: { port } }
    await expect(overHttp(target(capabilities))).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use.`)
    expect(await sandboxes()).toEqual(['default'])
  })

  it('cannot be created without a control API at its URL', async () => {
    await expect(overHttp(target({ control: { url: 'http://127.0.0.1:1/control' } }))).rejects.toThrow(
      'The control API at http://127.0.0.1:1 does not respond.',
    )
    await expect(overHttp(target({ control: { url: `${served.url}/api/control` } }))).rejects.toThrow(
      'The control API refused putSandbox with HTTP 404.',
    )
  })
})

describe('the sandbox of a target with "ownSandbox": false', () => {
  it('is used, and its webhooks are restored', async () => {
    const { target: known } = inProcess()
    const [merchant] = known.merchants
    const before = 'http://127.0.0.1:1/mine'
    await control().registerWebhook({ params: { id: merchant?.id ?? '' }, body: { url: before } })
    const declared = target({ control: { url: `${served.url}/control`, ownSandbox: false } })
    const deployment = await overHttp(declared)
    const report = await verify(deployment, { only: ['partial-payments'], runs: 2 })
    await deployment.close()
    expect(report.failures).toEqual([])
    expect(report.counts).toMatchObject({ inconclusive: 0, error: 0, 'not applicable': 0 })
    expect(report.created.length).toBeGreaterThan(10)
    const isOwn = (id: string) => idBeginnings(report.tag).some((begin) => id.startsWith(begin))
    expect(report.created.every(({ ours }) => isOwn(ours))).toBe(true)
    const { merchants } = await control().getCredentials()
    expect(merchants.map(({ webhookUrl }) => webhookUrl)).toEqual([before, null])
  })
})

describe('a proxy before the simulator', () => {
  it.each(['without the control API', 'with the control API'])('%s is what a run checks', async (how) => {
    const origin = await listening(async (request, response) => {
      const real = await passOn(request, { send: httpSend, target: { baseUrl: served.url } })
      const changed = (await real.text()).replace('crytoCurrency', 'cryptCurrency')
      await copyTo(response, new Response(changed, real))
    })
    const controlUrl = how.startsWith('without') ? served.url : origin
    const deployment = await overHttp(target({ control: { url: controlUrl } }, origin))
    expect(deployment.isolates).toBe(controlUrl === origin)
    const only = ['qr-transactions.cryto-currency-spelling']
    const { failures } = await verify(deployment, { only, runs: 1 })
    await deployment.close()
    expect(failures.map(({ requirement }) => requirement)).toEqual(only)
  })

  it('is no sandbox of another origin', async () => {
    const control = { url: served.url, ownSandbox: true }
    const elsewhere = target({ control }, 'http://127.0.0.1:1')
    await expect(overHttp(elsewhere)).rejects.toThrow('The target needs "ownSandbox": false.')
  })
})

it('ends with a clear error if the control API never answers', async () => {
  const origin = await listening(async (request, response) => {
    if (request.url?.endsWith('/advance')) return
    await copyTo(response, await passOn(request, { send: httpSend, target: { baseUrl: served.url } }))
  })
  const { limits, ...known } = target({ control: { url: `${origin}/control` } }, origin)
  const deployment = await overHttp({ ...known, limits: { ...limits, timeoutSeconds: 0.05 } })
  await expect(deployment.clock?.advance({ hours: 1 })).rejects.toThrow(
    'advanceClock failed: no response within 0.6',
  )
  await deployment.close()
})
