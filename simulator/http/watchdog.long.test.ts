// No single request blocks the event loop for more than a quarter of a second, crashes the process or gets a 5xx, and other
// requests are answered meanwhile.
//
// The measure is processor time, not real time: on a machine that is busy with other work, real time is longer without any
// fault of the server. The limit is for a machine as fast as the one it was measured on; a slower one gets more, in proportion
// to the time that a fixed piece of work takes in the process of the server.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ControlBody, controlClient } from '../../client/control-client.ts'
import { readSimulatorTarget } from '../../client/simulator-target.ts'
import { controlInputs } from '../test-support/watchdog/control-inputs.ts'
import { type AdversarialInput, serviceInputs, urlInputs } from '../test-support/watchdog/inputs.ts'
import { WatchedServer } from '../test-support/watchdog/watched.ts'

const maxStallMs = 250

let server: WatchedServer
beforeAll(async () => {
  server = await WatchedServer.start()
})
afterAll(() => server.stop())

/** Sends the requests one after the other, and returns what each of those did that must not be. */
async function faultsOf(inputs: readonly AdversarialInput[], sandbox = ''): Promise<string[]> {
  const faults: string[] = []
  for (const input of inputs) {
    const { status, stallMs, unanswered } = await server.send(input, sandbox)
    // A stall can be a collection of garbage that an earlier request left: it must happen again.
    const isSlow = stallMs > maxStallMs && (await server.send(input, sandbox)).stallMs > maxStallMs
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
      expect(await faultsOf(serviceInputs(target, 1_990_000), `/sandboxes/${name}`)).toEqual([])
    },
    300_000,
  )
})

describe('requests of the control API', () => {
  // Bodies with a snapshot may be larger. They are parsed in one go, which takes up to 60 ms for each megabyte.
  it('do not block with bodies of 1 MB', async () => {
    expect(await faultsOf(controlInputs(1_000_000))).toEqual([])
  }, 300_000)
})

it('no URL and no header blocks', async () => {
  expect(await faultsOf(urlInputs())).toEqual([])
}, 300_000)
