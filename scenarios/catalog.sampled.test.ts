// The catalog accuses no conforming deployment: simulators with other assumptions, and an implementation that was written from the
// contract alone. A recording of each scenario passes where the scenario does.

import { expect, it } from 'vitest'
import { controlClient } from '../client/control-client.ts'
import { readSimulatorTarget } from '../client/simulator-target.ts'
import type { Target } from '../client/target.ts'
import { newAccounts } from '../contract-tests/altered/independent/accounts.ts'
import { startService } from '../contract-tests/altered/independent/server.ts'
import { targetOf } from '../contract-tests/altered/independent/target.ts'
import { sampled } from '../core/test-support/sampling.ts'
import { Simulator } from '../simulator/internals.ts'
import { scenarioFiles } from './files.ts'
import { simulatorInProcess, simulatorOptions } from './in-process.ts'
import { journalScenario } from './journal-scenario.ts'
import { loadScenario } from './load.ts'
import { replayScenario } from './replay.ts'
import { deployment } from './targets.ts'

const files = scenarioFiles(['scenarios/catalog', 'scenarios/regressions'])
const seeds = Array.from({ length: 100 }, (_, index) => String(index + 1))

it.each(sampled(seeds, 2))('passes with random assumptions of seed %s', async (randomAssumptions) => {
  const target = simulatorInProcess({ randomAssumptions })
  for (const file of files) expect((await replayScenario(file, { target })).reasons).toEqual([])
})

it('passes at the independent implementation, or is not applicable without a control API', async () => {
  const passed: string[] = []
  for (const file of files) {
    const service = await startService({}, newAccounts())
    const target = deployment({ ...targetOf(service, false), level: 'disruptive' })
    const { verdict, reasons } = await replayScenario(file, { target })
    await service.close()
    if (verdict === 'pass') passed.push(file.replace(/.*\/|\.json/g, ''))
    else expect(verdict, reasons.join()).toBe('not applicable')
  }
  expect(passed).toEqual([
    ...['exchange-payment-errors', 'first-scenario', 'lookups', 'payees-and-transfers', 'payout-errors'],
    ...['pre-payment-checks', 'refused-bank-payments'],
  ])
})

it.each(sampled(scenarioFiles([]), 3))('has a recording of %s', async (file) => {
  const { scenario, remarks } = await recordingOf(file)
  expect(remarks).toEqual([])
  const text = JSON.stringify(scenario)
  expect(text).not.toMatch(/merchant-lamp-shop|secret-lamp-shop|shopper-ready/)
  const again = await replayScenario('recorded.json', { target: simulatorInProcess(), text })
  expect(again.reasons).toEqual([])
  // A recording has no identifiers of its world, and relies on nothing that the contract leaves open.
  for (const randomAssumptions of sampled(seeds.slice(0, 30))) {
    const other = simulatorInProcess({ seed: 'another', randomAssumptions })
    const { reasons } = await replayScenario('recorded.json', { target: other, text })
    expect(reasons, `--random-assumptions ${randomAssumptions}`).toEqual([])
  }
})

/** Replays a scenario against a simulator, whose journal is then a scenario. */
async function recordingOf(file: string) {
  const setting = loadScenario(file).scenario?.document['x-simulator']
  const simulator = new Simulator(simulatorOptions({}, setting), { writeScenario: journalScenario })
  const { publicUrl: url, fetch } = simulator
  const control = controlClient({ url, fetch })
  const accounts = await readSimulatorTarget(control)
  const capabilities = { ...accounts.capabilities, control: { url, ownSandbox: false } }
  const target = deployment({ ...accounts, level: 'disruptive', capabilities } as Target, fetch)
  expect((await replayScenario(file, { target })).reasons).toEqual([])
  return control.getScenario()
}
