// The catalog accuses no conforming deployment: simulators with other assumptions, and an implementation that was written from the
// contract alone.

import { expect, it } from 'vitest'
import { newAccounts } from '../contract-tests/altered/independent/accounts.ts'
import { startService } from '../contract-tests/altered/independent/server.ts'
import { targetOf } from '../contract-tests/altered/independent/target.ts'
import { sampled } from '../core/test-support/sampling.ts'
import { scenarioFiles } from './format/files.ts'
import { deployment } from './http-targets.ts'
import { simulatorInProcess } from './in-process.ts'
import { replayScenario } from './run/replay.ts'

const files = scenarioFiles(['scenarios/catalog', 'scenarios/regressions'])
const seeds = Array.from({ length: 100 }, (_, index) => String(index + 1))

it.each(sampled(seeds, 5))('passes with random assumptions of seed %s', async (randomAssumptions) => {
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
    'exchange-payment-errors',
    'lookups',
    'payees-and-transfers',
    'payout-errors',
    'pre-payment-checks',
    'refused-bank-payments',
  ])
})
