// A deployment whose deliveries wait in a queue after the clock has moved.

import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { resolveTarget } from '../../client/target-file.ts'
import { serveProgram } from '../../simulator/test-support/built-program.ts'
import { verify } from '../commands/verify.ts'
import { inProcess } from './in-process.ts'
import { overHttp } from './over-http.ts'
import { listening } from './test-support/servers.ts'

/** A queue before a receiver: it accepts each delivery at once, and passes it on later. */
async function queue(delayMs: number) {
  const receiver = { origin: '' }
  const publicUrl = await listening(async (request, response) => {
    const { method = '', url = '' } = request
    const body = method === 'GET' ? null : await text(request)
    response.end()
    setTimeout(() => void fetch(`${receiver.origin}${url}`, { method, body }).catch(() => {}), delayMs)
  })
  return { publicUrl, receiver }
}

const changes = 'webhooks.wallet-status-changes'

it.each([
  ['for a moment', 120, [changes, 'subscriptions.renewed-on-the-frequency']],
  ['longer than the default wait', 1200, [changes]],
])(
  'accuses nobody whose deliveries wait in a queue %s after the clock has moved',
  async (_, delayMs, only) => {
    const served = await serveProgram()
    const { publicUrl, receiver } = await queue(delayMs)
    const port = 20_000 + (process.pid % 10_000)
    receiver.origin = `http://127.0.0.1:${port}`
    const { limits: __, ...known } = inProcess().target
    const control = { url: `${served.url}/control` }
    const capabilities = { control, webhooks: { publicUrl, port } }
    const target = resolveTarget({ ...known, baseUrl: `${served.url}/api`, capabilities }, {})
    const deployment = await overHttp(target)
    const report = await verify(deployment, { only, runs: 1, level: 'disruptive' })
    await deployment.close()
    await served.stop()
    expect(report.failures).toEqual([])
    expect(report.warnings).toEqual([])
    expect(report.counts).toMatchObject({ inconclusive: 0, error: 0, 'not applicable': 0 })
    const { lagSeconds, statusWords } = deployment.profile.deliveries
    // A slow machine takes a part of the delay to answer the clock.
    expect(lagSeconds).toBeDefined()
    expect(statusWords.completed).toEqual(['1'])
  },
)
