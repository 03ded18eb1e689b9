// No single request blocks the event loop for more than a quarter of a second, crashes the process or gets a 5xx, and other
// requests are answered meanwhile.
//
// The limit is for a machine as fast as the one it was measured on; a slower one gets more, in proportion to the time that a fixed piece
// of work takes in the process of the server.

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ControlBody, controlClient } from '../client/control-client.ts'
import { readSimulatorTarget } from '../client/simulator-target.ts'
import { drawn, seed } from '../core/test-support/sampling.ts'
import { controlInputs, type LargeInput, serviceInputs, urlInputs } from './large-inputs.ts'
import { ServerProcess } from './server-process.ts'

const maxStallMs = 250

let server: ServerProcess
beforeAll(async () => {
  server = await ServerProcess.start()
})
afterAll(() => server.stop())

/** The pause between a response and the next ping, in milliseconds. */
const pingMs = 10

/** Sends a request to a sandbox, and pings the server until the response has arrived. Counts the pings that failed. */
async function send({ request }: LargeInput, sandbox: string) {
  const { path, method, headers, body } = request()
  await server.report('stall')
  let isOver = false
  const pings = pingUntil(() => isOver)
  const url = (path.startsWith('/sandboxes') ? server.url : server.url + sandbox) + path
  const status = await statusOf(url, { method, headers, ...(body === undefined ? {} : { body }) }).finally(
    () => {
      isOver = true
    },
  )
  const unanswered = await pings
  return { status, unanswered, stallMs: (await server.report('stall')).longestStallMs }
}

async function statusOf(url: string, init?: RequestInit): Promise<number> {
  const response = await fetch(url, init)
  await response.arrayBuffer()
  return response.status
}

async function pingUntil(isOver: () => boolean): Promise<number> {
  let failed = 0
  for (; !isOver(); await sleep(pingMs))
    if ((await statusOf(`${server.url}/control/clock`).catch(() => 0)) !== 200) failed += 1
  return failed
}

/** The number of requests that a run draws from thousands. */
const drawnInputs = 75

/** Sends some of the requests one after the other, and returns what each of those did that must not be. */
async function faultsOf(inputs: readonly LargeInput[], sandbox = ''): Promise<string[]> {
  const faults: string[] = []
  for (const input of drawn(inputs, Math.min(drawnInputs, inputs.length), seed)) {
    const { status, stallMs, unanswered } = await send(input, sandbox)
    // A stall can be a collection of garbage that an earlier request left: it must happen again.
    const isSlow = stallMs > maxStallMs && (await send(input, sandbox)).stallMs > maxStallMs
    if (isSlow) faults.push(`${input.name}: blocked for ${Math.round(stallMs)} ms`)
    if (status >= 500) faults.push(`${input.name}: HTTP ${status}`)
    if (unanswered > 0) faults.push(`${input.name}: ${unanswered} other requests failed`)
  }
  return faults
}

describe('requests of the service of 2 MB', () => {
  it.each<[string, ControlBody<'putSandbox'>]>([
    [
      'strict',
      { assumptions: { 'service.unknown-request-fields': 'refused', 'encryption.payouts': 'passphrase' } },
    ],
    ['report', { validation: 'report', assumptions: { 'encryption.payouts': 'passphrase' } }],
  ])(
    'do not block a sandbox with the options "%s"',
    async (name, body) => {
      await controlClient({ url: server.url }).putSandbox({ params: { name }, body })
      const url = `${server.url}/sandboxes/${name}`
      const target = await readSimulatorTarget(controlClient({ url }))
      expect(await faultsOf(serviceInputs(target), `/sandboxes/${name}`)).toEqual([])
    },
    300_000,
  )
})

describe('requests of the control API', () => {
  it('do not block with bodies of 1 MB', async () => {
    expect(await faultsOf(controlInputs())).toEqual([])
  }, 300_000)
})

it('no URL and no header blocks', async () => {
  expect(await faultsOf(urlInputs())).toEqual([])
}, 300_000)
