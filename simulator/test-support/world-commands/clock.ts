// Commands that advance the clock.

import fc from 'fast-check'
import type { ControlClient } from '../../../client/control-client.ts'
import { done, places, recordAt, type System, type WorldCommand, worldOf } from './world-command.ts'

type Advance = Parameters<ControlClient['advanceClock']>[0]['body']

/** Advances, checks that the report is in the order of time, and renews tokens that may have expired. */
async function advance(system: System, body: Advance): Promise<boolean> {
  const { control } = system.shop
  const from = worldOf(system).now
  const advanced = control.advanceClock({ body }).then((report) => {
    const texts = [report.from, ...report.events.map(({ at }) => at), report.to]
    const instants = texts.map((text) => Date.parse(text))
    if (!instants.every((instant, index) => instant >= (instants[index - 1] ?? from)))
      throw new Error(`The advance reports ${texts}, which is not the order of time.`)
  })
  const outcome = await done(advanced)
  for (const accessToken of [system.shop.merchant.accessToken, 'shopper-ready'])
    await control.issueToken({ body: { accessToken } })
  return outcome
}

const advanceBy = (by: string): WorldCommand => ({
  check: () => true,
  perform: async (system) => ({ expected: true, done: await advance(system, { by }) }),
  toString: () => `AdvanceBy(${by})`,
})

const advanceToNext: WorldCommand = {
  check: ({ scheduled }) => scheduled > 0,
  perform: async (system) => ({ expected: true, done: await advance(system, { next: true }) }),
  toString: () => 'AdvanceToNext()',
}

const advanceByBankingDays = (bankingDays: number): WorldCommand => ({
  check: () => true,
  perform: async (system) => ({ expected: true, done: await advance(system, { bankingDays }) }),
  toString: () => `AdvanceByBankingDays(${bankingDays})`,
})

const advanceUntilCompleted = (place: number): WorldCommand => ({
  check: ({ transactions }) => -place <= transactions,
  perform: async (system) => {
    const { id: transaction } = recordAt(worldOf(system).transactions, place)
    return {
      done: await advance(system, { until: { transaction, status: 'completed' }, maxDuration: 'PT2H' }),
    }
  },
  toString: () => `AdvanceUntilCompleted(tx ${place})`,
})

export const clockCommands = {
  advanceBy: fc.constantFrom('PT1M', 'PT30M', 'PT3H', 'P1D', 'P8D', 'P1M').map(advanceBy),
  advanceToNext: fc.constant(advanceToNext),
  advanceByBankingDays: fc.integer({ min: 0, max: 6 }).map(advanceByBankingDays),
  advanceUntilCompleted: places.map(advanceUntilCompleted),
} satisfies Record<string, fc.Arbitrary<WorldCommand>>
