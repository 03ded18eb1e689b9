// Deployments over HTTP: what is set up there, that it is taken down again, and that a sandbox which is not the suite's
// own is left as it was found.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedProgram, serveProgram } from '../simulator/testing/program.ts'
import { Control } from './control-capabilities.ts'
import { verify } from './engine.ts'
import { inProcess } from './in-process.ts'
import { overHttp } from './over-http.ts'
import { resolveTarget, type Target, type WrittenTarget } from './target.ts'

let served: ServedProgram
beforeAll(async () => {
  served = await serveProgram()
})
afterAll(() => served.stop())

const control = () => new Control(`${served.url}/control`, fetch, [])

function target(capabilities: WrittenTarget['capabilities']): Target {
  const { limits: _, ...known } = inProcess().target
  return resolveTarget({ ...known, baseUrl: `${served.url}/api`, capabilities }, {})
}

async function sandboxes(): Promise<string[]> {
  const response = Object(await (await fetch(`${served.url}/sandboxes`)).json())
  return response.sandboxes.map(({ name }: { name: string }) => name)
}

describe('a sandbox of its own', () => {
  it('is there as long as the deployment is open', async () => {
    const deployment = await overHttp(target({ control: { url: `${served.url}/control` } }))
    expect(deployment.isolates).toBe(true)
    expect(deployment.target.baseUrl).toMatch(/\/sandboxes\/verify-\d+\/api$/)
    expect((await sandboxes()).length).toBe(2)
    await deployment.close()
    expect(await sandboxes()).toEqual(['default'])
    await deployment.close()
  })

  it('is not made where nobody answers, and that is told', async () => {
    await expect(overHttp(target({ control: { url: 'http://127.0.0.1:1/control' } }))).rejects.toThrow(
      'The control API at http://127.0.0.1:1 does not answer.',
    )
    await expect(overHttp(target({ control: { url: `${served.url}/api/control` } }))).rejects.toThrow(
      /The control API refused PUT/,
    )
  })
})

describe('a sandbox that is not its own', () => {
  it('is worked in, and gets its webhooks back', async () => {
    const { target: known } = inProcess()
    const [merchant] = known.merchants
    const before = 'http://127.0.0.1:1/mine'
    await control().registerWebhook(merchant?.id ?? '', before)
    const declared = target({ control: { url: `${served.url}/control`, ownSandbox: false } })
    const deployment = await overHttp(declared)
    const report = await verify(deployment, { only: ['partial-payments'], runs: 2 })
    await deployment.close()
    expect(report.failures).toEqual([])
    expect(report.counts).toMatchObject({ inconclusive: 0, error: 0, 'not applicable': 0 })
    expect(report.created.length).toBeGreaterThan(10)
    expect(report.created.every(({ ours }) => ours.startsWith(report.tag))).toBe(true)
    expect((await control().webhooks()).map(({ webhookUrl }) => webhookUrl)).toEqual([before, null])
  })
})
