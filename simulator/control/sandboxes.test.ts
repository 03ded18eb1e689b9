// A sandbox as a whole: when it can be saved as a scenario, and reads that take long, which do not keep other requests waiting.

import { expect, it } from 'vitest'
import { controlClient } from '../../client/control-client.ts'
import { createSimulator } from '../embedding/create-simulator.ts'
import { Simulator } from '../simulator.ts'
import { sellEach } from '../test-support/sales.ts'
import type { ScenarioSource } from './handler-types.ts'

/** A simulator whose scenarios are the sources that they are written from. */
function simulatorWith() {
  const written: ScenarioSource[] = []
  const writeScenario = async (source: ScenarioSource) => {
    written.push(source)
    return { scenario: {}, remarks: [] }
  }
  const simulator = new Simulator({ seed: 7 }, { writeScenario })
  const control = controlClient({ url: simulator.publicUrl, fetch: simulator.fetch })
  const sent = () => written.at(-1)?.requests.map(({ operation }) => operation)
  return { simulator, control, written, sent }
}

it('a scenario is written from the requests since the start, with the assumptions of that time', async () => {
  const { simulator, control, written, sent } = simulatorWith()
  const headers = { authorization: 'Bearer merchant-lamp-shop' }
  await simulator.fetch('/api/stores', { headers })
  await control.setAssumption({ params: { id: 'invoices.link' }, body: { use: 'query' } })
  await control.getScenario()
  expect(sent()).toEqual(['getStore', 'setAssumption'])
  expect(written[0]?.simulator).toEqual({ seed: '7', start: '2026-01-05T09:00:00.000Z', assumptions: {} })
  expect(written[0]?.requests[0]?.headers).toEqual(headers)
  await control.resetSandbox()
  await simulator.fetch('/api/banks/my')
  await control.getScenario()
  expect(sent()).toEqual(['listBanks'])
  expect(written[1]?.simulator.assumptions).toEqual({ 'invoices.link': 'query' })
})

it('a scenario is refused where the start of the world is not known, and where nothing writes one', async () => {
  const { simulator, control } = simulatorWith()
  await control.restoreSnapshot({ body: await simulator.defaultSandbox.snapshot() })
  const detail = 'Its world comes from a snapshot.'
  await expect(control.getScenario()).rejects.toMatchObject({ status: 409, detail })
  await control.resetSandbox()
  for (let count = 0; count < 1001; count += 1) await simulator.fetch('/api/nowhere')
  const dropped = { status: 409, detail: expect.stringContaining('journal') }
  await expect(control.getScenario()).rejects.toMatchObject(dropped)
  await control.resetSandbox()
  expect((await control.getScenario()).remarks).toEqual([])
  await expect(createSimulator().control.getScenario()).rejects.toMatchObject({ status: 409 })
})

it('another client gets its response, whoever asks for snapshots, which are shared until something happens', async () => {
  const simulator = new Simulator()
  sellEach(simulator.defaultSandbox.world, 200)
  const order: string[] = []
  const snapshots = Array.from({ length: 40 }, async () => {
    const text = await (await simulator.fetch('/control/snapshot')).text()
    order.push('snapshot')
    return text
  })
  await simulator.fetch('/control/clock')
  expect(order.length).toBeLessThan(5)
  expect(new Set(await Promise.all(snapshots)).size).toBe(1)
})
