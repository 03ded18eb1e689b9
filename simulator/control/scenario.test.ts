// When a sandbox can be saved as a scenario. What is in it is tested with the dashboard.

import { expect, it } from 'vitest'
import { controlClient } from '../../client/control-client.ts'
import { createSimulator } from '../embedding/create-simulator.ts'
import { Simulator } from '../simulator.ts'
import type { ScenarioSource } from './handler-types.ts'

/** A simulator whose scenarios are what they are written from. */
function simulatorWith() {
  const written: ScenarioSource[] = []
  const writeScenario = async (source: ScenarioSource) => {
    written.push(source)
    return { scenario: {}, remarks: [] }
  }
  const simulator = new Simulator({ seed: 7 }, { writeScenario })
  const control = controlClient({ url: simulator.publicUrl, fetch: simulator.fetch })
  return {
    simulator,
    control,
    written,
    sent: () => written.at(-1)?.requests.map(({ operation }) => operation),
  }
}

const lamp = { authorization: 'Bearer merchant-lamp-shop' }

it('is written from the requests since the start of the world, with the assumptions of that time', async () => {
  const { simulator, control, written, sent } = simulatorWith()
  await simulator.fetch('/api/stores', { headers: lamp })
  await control.setAssumption({ params: { id: 'invoices.link' }, body: { use: 'query' } })
  await control.getScenario()
  expect(sent()).toEqual(['getStore', 'setAssumption'])
  expect(written[0]?.simulator).toEqual({ seed: '7', start: '2026-01-05T09:00:00.000Z', assumptions: {} })
  expect(written[0]?.requests[0]?.headers).toEqual(lamp)
  await control.resetSandbox()
  await simulator.fetch('/api/banks/my')
  await control.getScenario()
  expect(sent()).toEqual(['listBanks'])
  expect(written[1]?.simulator.assumptions).toEqual({ 'invoices.link': 'query' })
})

it('is refused where the start of the world is not known', async () => {
  const { simulator, control } = simulatorWith()
  await control.restoreSnapshot({ body: await simulator.defaultSandbox.snapshot() })
  await expect(control.getScenario()).rejects.toMatchObject({
    status: 409,
    detail: 'Its world comes from a snapshot.',
  })
  await control.resetSandbox()
  for (let count = 0; count < 1001; count += 1) await simulator.fetch('/api/nowhere')
  await expect(control.getScenario()).rejects.toMatchObject({
    status: 409,
    detail: expect.stringContaining('journal'),
  })
  await control.resetSandbox()
  expect((await control.getScenario()).remarks).toEqual([])
})

it('is refused in process, where nothing writes scenarios', async () => {
  await expect(createSimulator().control.getScenario()).rejects.toMatchObject({ status: 409 })
})
